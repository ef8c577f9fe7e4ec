import { and, eq, inArray } from "drizzle-orm";
import { codeHostConnections } from "#drizzle/schema/code-hosts";
import { integrationChecks } from "#drizzle/schema/integrations";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { SYSTEM_IDS, SYSTEMS, type SystemId, type SystemSetting, type SystemState } from "./system";

export interface IntegrationRow {
  id: SystemId;
  name: string;
  purpose: string;
  docs: string;
  testing: string | null;
  state: SystemState;
  /** The active adapter, in words. */
  adapter: string;
  settings: readonly SystemSetting[];
  canTest: boolean;
  /** This business's last test; null before the first. */
  lastTest: { ok: boolean; message: string; at: string } | null;
  /** The last failed test, until one succeeds. */
  lastError: { message: string; at: string } | null;
}

/** Every outside system: its adapter, the settings it needs and its last test. One round trip. */
export async function listIntegrations(ctx: Ctx): Promise<IntegrationRow[]> {
  const { orgId } = allow(ctx, "system.admin");
  const [checks, connections] = await ctx.db.batch([
    ctx.db
      .select()
      .from(integrationChecks)
      .where(and(eq(integrationChecks.orgId, orgId), inArray(integrationChecks.system, [...SYSTEM_IDS]))),
    ctx.db
      .select({
        host: codeHostConnections.host,
        status: codeHostConnections.status,
        login: codeHostConnections.login,
      })
      .from(codeHostConnections)
      .where(eq(codeHostConnections.orgId, orgId)),
  ]);
  return SYSTEM_IDS.map((id) => {
    const { name, purpose, docs, testing = null } = SYSTEMS[id];
    const check = checks.find(({ system }) => system === id);
    const active = id === "github" || id === "gitlab" ? codeHost(id, connections) : ctx.providers.systems[id];
    const { state, adapter, settings, test } = active;
    return {
      ...{ id, name, purpose, docs, testing, state, adapter, settings, canTest: test !== null },
      lastTest: check ? { ok: check.ok, message: check.message, at: check.checkedAt } : null,
      lastError: check?.errorAt && check.errorMessage ? { message: check.errorMessage, at: check.errorAt } : null,
    };
  });
}

type Connection = { host: string; status: string; login: string };

/** Each business connects its own account, so there are no settings. */
function codeHost(id: "github" | "gitlab", connections: readonly Connection[]) {
  const connection = connections.find(({ host, status }) => host === id && status !== "disconnected");
  if (!connection) return { state: "off" as const, adapter: "No account is connected", settings: [], test: null };
  const { login, status } = connection;
  const adapter = status === "revoked" ? `${login}, whose token is no longer accepted` : `Connected as ${login}`;
  return { state: "outside" as const, adapter, settings: [], test: true };
}
