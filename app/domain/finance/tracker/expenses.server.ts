import { and, desc, eq, sql } from "drizzle-orm";
import { expenses } from "#drizzle/schema/finance-tracker";
import type { Ctx, Person } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { decodeCursor, page } from "~/domain/shared/paging.server";
import { allowPerson } from "~/domain/shared/permissions";
import { firstDayOfMonth, lastDayOfMonth, type MonthKey } from "~/domain/shared/time/dates";
import { householdToday } from "~/domain/shared/time/household-day";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { revisedExpense, type StoredExpense } from "./plan";
import { expand, nextOccurrence } from "./recurrence";
import {
  checkAccount,
  checkEnd,
  expenseColumns,
  expensesOnce,
  expenseValues,
  householdCount,
  refusals,
  stale,
  storedExpense,
} from "./rows.server";
import type { ExpensePatch, NewExpense } from "./schema";
import { expenseAnswer, type PaydownPlan } from "./serialize";

/**
 * The household's expenses as entered, not expanded into occurrences; latest date first.
 * @throws DomainError invalid for a cursor from another list
 */
export async function listExpenses(ctx: Ctx, { limit, cursor }: { limit: number; cursor?: string }) {
  const me = allowPerson(ctx);
  const after = decodeCursor(cursor, 2);
  const [rows, [count]] = await ctx.db.batch([
    ctx.db
      .select(expenseColumns)
      .from(expenses)
      .where(
        and(
          eq(expenses.userId, me.userId),
          after ? sql`(${expenses.date}, ${expenses.id}) < (${after[0]}, ${after[1]})` : undefined,
        ),
      )
      .orderBy(desc(expenses.date), desc(expenses.id))
      .limit(limit + 1),
    householdCount(ctx, me, "expenses"),
  ]);
  return page(rows.map(storedExpense), limit, count?.value ?? 0, ({ date, id }) => [date, id]);
}

/** @throws DomainError not_found for an id that the household does not have */
export async function findExpense(ctx: Ctx, id: string): Promise<StoredExpense> {
  return readExpense(ctx, allowPerson(ctx), id);
}

export async function readExpense(ctx: Ctx, me: Person, id: string): Promise<StoredExpense> {
  const [row] = await ctx.db
    .select(expenseColumns)
    .from(expenses)
    .where(and(eq(expenses.userId, me.userId), eq(expenses.id, id)));
  if (!row) throw notFound("Expense not found");
  return storedExpense(row);
}

/** One-time expenses between the first of `from` and the last of `to`, by date. */
export async function oneTimeExpenses(ctx: Ctx, range: { from: MonthKey; to: MonthKey }): Promise<StoredExpense[]> {
  const rows = await expensesOnce(ctx, allowPerson(ctx), {
    from: firstDayOfMonth(range.from),
    to: lastDayOfMonth(range.to),
  });
  return rows.map(storedExpense);
}

/** Recurring debt payments with at least one payment left from today on. */
export async function activePaydownPlans(ctx: Ctx): Promise<PaydownPlan[]> {
  const me = allowPerson(ctx);
  const rows = await ctx.db
    .select(expenseColumns)
    .from(expenses)
    .where(and(eq(expenses.userId, me.userId), eq(expenses.isRecurring, true), eq(expenses.category, "debt_paydown")))
    .orderBy(expenses.date, expenses.id);
  const today = householdToday(ctx);
  return rows.map(storedExpense).flatMap((expense) => {
    const nextDate = nextOccurrence(expense, today);
    if (!nextDate) return [];
    return [
      { expense, nextDate, remainingPayments: expense.endDate ? expand(expense, today, expense.endDate).length : null },
    ];
  });
}

/** Adds an expense; a recurring one repeats monthly from its date on. */
export function createExpense(ctx: Ctx, input: NewExpense): Promise<StoredExpense> {
  const me = allowPerson(ctx);
  return once(ctx, "createExpense", input, async (commit) => {
    await checkAccount(ctx, me, input);
    const { isRecurring, ...rest } = input;
    const at = ctx.now.toISOString();
    const expense: StoredExpense = {
      ...rest,
      kind: "expense",
      id: ctx.newId(),
      frequency: isRecurring ? "monthly" : "once",
      isSyncedFromBank: false,
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
    return commit(null, {
      writes: [ctx.db.insert(expenses).values({ ...expenseValues(expense), userId: me.userId })],
      result: expense,
    });
  });
}

/**
 * Changes the given fields. Making an expense one-time clears its end date.
 * @throws DomainError not_found; invalid for an end before the start; conflict with `{ current }` for a stale version
 */
export function updateExpense(ctx: Ctx, id: string, input: ExpensePatch): Promise<StoredExpense> {
  const me = allowPerson(ctx);
  return once(ctx, "updateExpense", { id, input }, async (commit) => {
    const stored = await readExpense(ctx, me, id);
    const { version, ...change } = input;
    if (stored.version !== version) throw stale(expenseAnswer(stored));
    const expense = checkEnd(revisedExpense(stored, change, ctx.now.toISOString()));
    if (expense.accountId !== stored.accountId || expense.currency !== stored.currency)
      await checkAccount(ctx, me, expense);
    return commit(null, {
      writes: [
        ctx.db
          .update(expenses)
          .set(expenseValues(expense))
          .where(and(eq(expenses.userId, me.userId), eq(expenses.id, id), eq(expenses.version, version))),
        assertRowChanged(ctx, "stale"),
      ],
      result: expense,
      refusals,
    });
  });
}

/** Deletes an expense with all its occurrences. @throws DomainError not_found */
export function deleteExpense(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allowPerson(ctx);
  return once(ctx, "deleteExpense", { id }, (commit) =>
    commit(null, {
      writes: [
        ctx.db.delete(expenses).where(and(eq(expenses.userId, me.userId), eq(expenses.id, id))),
        assertRowChanged(ctx, "no_such_item"),
      ],
      result: { id },
      refusals,
    }),
  );
}
