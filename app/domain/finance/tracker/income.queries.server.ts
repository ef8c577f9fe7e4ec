import { and, desc, eq, sql } from "drizzle-orm";
import { income } from "#drizzle/schema/finance-tracker";
import type { Ctx, Person } from "~/domain/shared/context";
import { firstDayOfMonth, lastDayOfMonth, type MonthKey } from "~/domain/shared/dates";
import { notFound } from "~/domain/shared/errors";
import { decodeCursor, page } from "~/domain/shared/paging.server";
import { allowPerson } from "~/domain/shared/permissions";
import { type MonthEntry, monthEntries } from "./month";
import { householdCount, incomeColumns, incomeOnce, incomeWithin, storedIncome } from "./rows.server";
import type { StoredIncome } from "./stored";
import { householdToday } from "./today.server";

/** The household's income as it was entered, the latest first. @throws DomainError invalid for a foreign cursor */
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
  if (!row) throw notFound();
  return storedIncome(row);
}

/** A line per occurrence, by date. */
export async function incomeOfMonth(ctx: Ctx, month: MonthKey): Promise<MonthEntry<StoredIncome>[]> {
  const me = allowPerson(ctx);
  const rows = await incomeWithin(ctx, me, { from: firstDayOfMonth(month), to: lastDayOfMonth(month) });
  return monthEntries(rows.map(storedIncome), month, householdToday(ctx));
}

/** What is earned once from the first of `from` to the last of `to`, by date. */
export async function oneTimeIncome(ctx: Ctx, range: { from: MonthKey; to: MonthKey }): Promise<StoredIncome[]> {
  const rows = await incomeOnce(ctx, allowPerson(ctx), {
    from: firstDayOfMonth(range.from),
    to: lastDayOfMonth(range.to),
  });
  return rows.map(storedIncome);
}
