import { sql } from "drizzle-orm";
import { integrationChecks } from "#drizzle/schema/integrations";
import { hostRepositories } from "~/domain/code-hosts/connection.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, invalidField, notFound } from "~/domain/shared/errors";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allow, allowPerson } from "~/domain/shared/permissions";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { SYSTEM_IDS, SYSTEMS, type SystemId } from "./system";

const TESTS: Limit = {
  ...{ name: "integration-tests", what: "tests", perPerson: 60, perBusiness: 120 },
  seconds: HOUR_SECONDS,
};

const MAX_MESSAGE = 500;

/**
 * Tests an outside system and records the result. A failed test is a result and does not throw.
 * @throws DomainError not_found for an unknown system; invalid if there is nothing to test; too_many_requests
 */
export async function testIntegration(ctx: Ctx, id: string): Promise<{ ok: boolean; message: string; at: string }> {
  const me = allow(ctx, "system.admin");
  const system = SYSTEM_IDS.find((one) => one === id);
  if (!system) throw notFound();
  await limitUse(ctx, TESTS);
  const { ok, message } = await answerOf(ctx, system);
  const at = ctx.now.toISOString();
  const failure = ok ? { errorMessage: null, errorAt: null } : { errorMessage: message, errorAt: at };
  const row = { ok, message, checkedAt: at, checkedBy: me.userId ?? "system", ...failure };
  await ctx.db
    .insert(integrationChecks)
    .values({ orgId: me.orgId, system, ...row })
    .onConflictDoUpdate({
      target: [integrationChecks.orgId, integrationChecks.system],
      set: row,
      // Of two concurrent tests the later one is kept.
      setWhere: sql`${integrationChecks.checkedAt} <= ${at}`,
    });
  return { ok, message, at };
}

async function answerOf(ctx: Ctx, system: SystemId): Promise<{ ok: boolean; message: string }> {
  try {
    const message = system === "github" || system === "gitlab" ? await askHost(ctx, system) : await ask(ctx, system);
    return { ok: true, message: message.slice(0, MAX_MESSAGE) };
  } catch (error) {
    if (error instanceof DomainError && error.code === "invalid") throw error;
    if (error instanceof DomainError) return { ok: false, message: error.message.slice(0, MAX_MESSAGE) };
    // Adapters' errors contain the service and a status, never a URL, a header or a body.
    return { ok: false, message: error instanceof Error ? error.message.slice(0, MAX_MESSAGE) : "It failed." };
  }
}

async function ask(ctx: Ctx, system: Exclude<SystemId, "github" | "gitlab">): Promise<string> {
  const { test } = ctx.providers.systems[system];
  if (!test) throw invalidField("system", `${SYSTEMS[system].name}: there is nothing to test.`);
  return test({ email: allowPerson(ctx).email, id: ctx.newId() });
}

async function askHost(ctx: Ctx, host: "github" | "gitlab"): Promise<string> {
  const { items } = await hostRepositories(ctx, host, { limit: 1, cursor: undefined });
  return items.length > 0
    ? "Responded: the token reaches repositories."
    : "Responded: the token reaches no repository yet.";
}
