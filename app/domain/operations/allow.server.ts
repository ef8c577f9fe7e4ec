import { sql } from "drizzle-orm";
import type { Ctx, Person } from "~/domain/shared/context";
import { DomainError, NOTHING_HERE, notFound } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";

/** Whether somebody looks after the installation: no role of a business does. */
export function isOperator(ctx: Ctx): boolean {
  const { actor, providers } = ctx;
  return actor.kind === "person" && providers.operations.staff.includes(actor.person.email.toLowerCase());
}

/** An operator, whose second step is still to be looked at. @throws DomainError unauthenticated; not_found for anybody else */
export function allowOperator(ctx: Ctx): Person {
  const person = allowPerson(ctx);
  if (!isOperator(ctx)) throw notFound(NOTHING_HERE);
  return person;
}

/** A row where the person's two-step verification is on. */
export function secondStepOf(ctx: Ctx, { userId }: Person) {
  return ctx.db.all<{ isOn: number }>(
    sql`SELECT 1 AS isOn FROM second_steps WHERE user_id = ${userId} AND confirmed_at IS NOT NULL`,
  );
}

/** Behind `secondStepOf`. @throws DomainError forbidden, which leads to where it is turned on */
export function requireSecondStep(ctx: Ctx, rows: readonly unknown[]): void {
  if (rows.length > 0 || !ctx.providers.operations.needsSecondStep) return;
  throw new DomainError("forbidden", "Operators need two-step verification. Turn it on in your profile first.", {
    details: { secondStepFirst: true },
  });
}

/** An operator with two-step verification. @throws as `allowOperator` and `requireSecondStep` */
export async function allowOperatorFully(ctx: Ctx): Promise<Person> {
  const person = allowOperator(ctx);
  requireSecondStep(ctx, await secondStepOf(ctx, person));
  return person;
}
