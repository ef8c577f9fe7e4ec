import { and, desc, eq, sql } from "drizzle-orm";
import { income } from "#drizzle/schema/finance-tracker";
import type { Ctx, Person } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { decodeCursor, page } from "~/domain/shared/paging.server";
import { allowPerson } from "~/domain/shared/permissions";
import { firstDayOfMonth, lastDayOfMonth, type MonthKey } from "~/domain/shared/time/dates";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { revisedIncome, type StoredIncome } from "./plan";
import {
  checkAccount,
  checkEnd,
  householdCount,
  incomeColumns,
  incomeOnce,
  incomeValues,
  refusals,
  stale,
  storedIncome,
} from "./rows.server";
import type { IncomePatch, NewIncome } from "./schema";
import { incomeAnswer } from "./serialize";

/**
 * The household's income as entered, not expanded into occurrences; latest date first.
 * @throws DomainError invalid for a cursor from another list
 */
export async function listIncome(ctx: Ctx, { limit, cursor }: { limit: number; cursor?: string }) {
  const me = allowPerson(ctx);
  const after = decodeCursor(cursor, 2);
  const [rows, [count]] = await ctx.db.batch([
    ctx.db
      .select(incomeColumns)
      .from(income)
      .where(
        and(
          eq(income.userId, me.userId),
          after ? sql`(${income.date}, ${income.id}) < (${after[0]}, ${after[1]})` : undefined,
        ),
      )
      .orderBy(desc(income.date), desc(income.id))
      .limit(limit + 1),
    householdCount(ctx, me, "income"),
  ]);
  return page(rows.map(storedIncome), limit, count?.value ?? 0, ({ date, id }) => [date, id]);
}

/** @throws DomainError not_found for an id that the household does not have */
export async function findIncome(ctx: Ctx, id: string): Promise<StoredIncome> {
  return readIncome(ctx, allowPerson(ctx), id);
}

export async function readIncome(ctx: Ctx, me: Person, id: string): Promise<StoredIncome> {
  const [row] = await ctx.db
    .select(incomeColumns)
    .from(income)
    .where(and(eq(income.userId, me.userId), eq(income.id, id)));
  if (!row) throw notFound("Income not found");
  return storedIncome(row);
}

/** One-time income between the first of `from` and the last of `to`, by date. */
export async function oneTimeIncome(ctx: Ctx, range: { from: MonthKey; to: MonthKey }): Promise<StoredIncome[]> {
  const rows = await incomeOnce(ctx, allowPerson(ctx), {
    from: firstDayOfMonth(range.from),
    to: lastDayOfMonth(range.to),
  });
  return rows.map(storedIncome);
}

/** Adds an income, which repeats at its frequency from its date on. */
export function createIncome(ctx: Ctx, input: NewIncome): Promise<StoredIncome> {
  const me = allowPerson(ctx);
  return once(ctx, "createIncome", input, async (commit) => {
    await checkAccount(ctx, me, input);
    const at = ctx.now.toISOString();
    const added: StoredIncome = {
      ...input,
      kind: "income",
      id: ctx.newId(),
      isSyncedFromBank: false,
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
    return commit(null, {
      writes: [ctx.db.insert(income).values({ ...incomeValues(added), userId: me.userId })],
      result: added,
    });
  });
}

/**
 * Changes the given fields. Making an income one-time clears its end date.
 * @throws DomainError not_found; invalid for an end before the start; conflict with `{ current }` for a stale version
 */
export function updateIncome(ctx: Ctx, id: string, input: IncomePatch): Promise<StoredIncome> {
  const me = allowPerson(ctx);
  return once(ctx, "updateIncome", { id, input }, async (commit) => {
    const stored = await readIncome(ctx, me, id);
    const { version, ...change } = input;
    if (stored.version !== version) throw stale(incomeAnswer(stored));
    const changed = checkEnd(revisedIncome(stored, change, ctx.now.toISOString()));
    if (changed.accountId !== stored.accountId || changed.currency !== stored.currency)
      await checkAccount(ctx, me, changed);
    return commit(null, {
      writes: [
        ctx.db
          .update(income)
          .set(incomeValues(changed))
          .where(and(eq(income.userId, me.userId), eq(income.id, id), eq(income.version, version))),
        assertRowChanged(ctx, "stale"),
      ],
      result: changed,
      refusals,
    });
  });
}

/** Deletes an income with all its occurrences. @throws DomainError not_found */
export function deleteIncome(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allowPerson(ctx);
  return once(ctx, "deleteIncome", { id }, (commit) =>
    commit(null, {
      writes: [
        ctx.db.delete(income).where(and(eq(income.userId, me.userId), eq(income.id, id))),
        assertRowChanged(ctx, "no_such_item"),
      ],
      result: { id },
      refusals,
    }),
  );
}
