import { sql } from "drizzle-orm";
import type { Ctx, Person } from "~/domain/shared/context";
import { DomainError, NOTHING_HERE, notFound } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";

/** Whether the caller is an operator of the installation; no role in a business grants this. */
export function isOperator(ctx: Ctx): boolean {
  const { actor, providers } = ctx;
  return actor.kind === "person" && providers.operations.staff.includes(actor.person.email.toLowerCase());
}

/**
 * Returns the operator, whose second step must still be checked.
 * @throws DomainError unauthenticated; not_found for anyone else
 */
export function allowOperator(ctx: Ctx): Person {
  const person = allowPerson(ctx);
  if (!isOperator(ctx)) throw notFound(NOTHING_HERE);
  return person;
}

/** Returns a row if the person has two-step verification. */
export function secondStepOf(ctx: Ctx, { userId }: Person) {
  return ctx.db.all<{ isOn: number }>(
    sql`SELECT 1 AS isOn FROM second_steps WHERE user_id = ${userId} AND confirmed_at IS NOT NULL`,
  );
}

/** Checks the result of `secondStepOf`. @throws DomainError forbidden with `secondStepFirst` */
export function requireSecondStep(ctx: Ctx, rows: readonly unknown[]): void {
  if (rows.length > 0 || !ctx.providers.operations.needsSecondStep) return;
  throw new DomainError("forbidden", "Operators need two-step verification. Turn it on in your profile first.", {
    details: { secondStepFirst: true },
  });
}

/** Returns an operator with two-step verification. @throws as `allowOperator` and `requireSecondStep` */
export async function allowOperatorFully(ctx: Ctx): Promise<Person> {
  const person = allowOperator(ctx);
  requireSecondStep(ctx, await secondStepOf(ctx, person));
  return person;
}
