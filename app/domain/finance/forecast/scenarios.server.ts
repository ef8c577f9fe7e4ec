import { and, eq, sql } from "drizzle-orm";
import { whatIfScenarios } from "#drizzle/schema/finance-tracker";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound, staleOwnVersion } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import type { NewScenario, RenameScenario } from "./schema";

export type Scenario = { id: string } & NewScenario;

/** The household's saved scenarios by name, at most 50. */
export function listScenarios(ctx: Ctx): Promise<Scenario[]> {
  const { userId } = allowPerson(ctx);
  const { id, name, currency, changes } = whatIfScenarios;
  return ctx.db
    .select({ id, name, currency, changes })
    .from(whatIfScenarios)
    .where(eq(whatIfScenarios.userId, userId))
    .orderBy(sql`lower(${name})`);
}

/** Saves a what-if as a scenario; the plan itself is not changed. @throws DomainError conflict for a name that is taken */
export function createScenario(ctx: Ctx, input: NewScenario): Promise<Scenario> {
  const { userId } = allowPerson(ctx);
  return once(ctx, "createScenario", input, (commit) => {
    const scenario = { id: ctx.newId(), ...input };
    return commit(null, {
      writes: [ctx.db.insert(whatIfScenarios).values({ userId, ...scenario, createdAt: ctx.now.toISOString() })],
      result: scenario,
      refusals: {
        ...refusals,
        what_if_scenarios_too_many: () => new DomainError("conflict", "A household can have at most 50 scenarios."),
      },
    });
  });
}

/** One of the household's scenarios. @throws DomainError not_found */
export async function findScenario(ctx: Ctx, id: string): Promise<Scenario> {
  const scenario = (await listScenarios(ctx)).find((each) => each.id === id);
  if (!scenario) throw notFound("Scenario not found");
  return scenario;
}

/**
 * Renames a scenario. Nothing else about it ever changes, so comparing the name is enough to detect a rename since it was read.
 * @throws DomainError not_found; conflict for a name that is taken, with `{ current }` for one that was renamed since
 */
export async function renameScenario(ctx: Ctx, id: string, { name, previousName }: RenameScenario): Promise<Scenario> {
  const { userId } = allowPerson(ctx);
  return once(ctx, "renameScenario", { id, name, previousName }, async (commit) => {
    const scenario = await findScenario(ctx, id);
    const stale = () => staleOwnVersion("scenario", scenario);
    if (scenario.name !== previousName) throw stale();
    const { userId: owner, id: ofRow, name: ofName } = whatIfScenarios;
    return commit(null, {
      writes: [
        ctx.db
          .update(whatIfScenarios)
          .set({ name })
          .where(and(eq(owner, userId), eq(ofRow, id), eq(ofName, previousName))),
        assertRowChanged(ctx, "stale"),
      ],
      result: { ...scenario, name },
      refusals: { ...refusals, stale },
    });
  });
}

const refusals = { what_if_scenarios_name: taken, "UNIQUE constraint failed": taken };

function taken(): DomainError {
  const text = "There is already a scenario with this name.";
  return new DomainError("conflict", text, { fields: { name: [text] } });
}

/** @throws DomainError not_found */
export async function deleteScenario(ctx: Ctx, id: string): Promise<Scenario> {
  const { userId } = allowPerson(ctx);
  return once(ctx, "deleteScenario", { id }, async (commit) => {
    const scenario = await findScenario(ctx, id);
    return commit(null, {
      writes: [
        ctx.db.delete(whatIfScenarios).where(and(eq(whatIfScenarios.userId, userId), eq(whatIfScenarios.id, id))),
        assertRowChanged(ctx, "scenario_missing"),
      ],
      result: scenario,
      refusals: { scenario_missing: () => notFound("Scenario not found") },
    });
  });
}
