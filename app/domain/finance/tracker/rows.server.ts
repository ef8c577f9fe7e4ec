import { and, between, eq, getTableColumns, gte, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { bankAccounts } from "#drizzle/schema/finance-accounts";
import { expenses, householdCounters, income } from "#drizzle/schema/finance-tracker";
import type { Ctx, Person } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, notFound } from "~/domain/shared/errors";
import type { CivilDate } from "~/domain/shared/time/dates";
import {
  ENDS_BEFORE_START,
  endsBeforeStart,
  type PlannedItem,
  type StoredExpense,
  type StoredIncome,
  type StoredItem,
  type Timing,
} from "./plan";

const { userId: _payer, ...expenseColumns } = getTableColumns(expenses);

const { userId: _earner, ...incomeColumns } = getTableColumns(income);

export { expenseColumns, incomeColumns };

type ExpenseRow = Omit<typeof expenses.$inferSelect, "userId">;

type IncomeRow = Omit<typeof income.$inferSelect, "userId">;

export function storedExpense({ isRecurring, anchorDay, ...row }: ExpenseRow): StoredExpense {
  return { ...row, kind: "expense", frequency: isRecurring ? "monthly" : "once", anchorDay: anchorDay ?? undefined };
}

export function storedIncome({ anchorDay, ...row }: IncomeRow): StoredIncome {
  return { ...row, kind: "income", anchorDay: anchorDay ?? undefined };
}

export function storedItems(spent: readonly ExpenseRow[], earned: readonly IncomeRow[]): StoredItem[] {
  return [...earned.map(storedIncome), ...spent.map(storedExpense)];
}

/** An expense's columns as stored. */
export function expenseValues({ kind: _, frequency, anchorDay, ...item }: StoredExpense) {
  return { ...item, isRecurring: frequency !== "once", isBudget: item.isBudget ?? false, anchorDay: anchorDay ?? null };
}

export function incomeValues({ kind: _, anchorDay, ...item }: StoredIncome) {
  return { ...item, anchorDay: anchorDay ?? null };
}

/** Dates, both inclusive. */
export interface Window {
  from: CivilDate;
  to: CivilDate;
}

// Each half filters by household and kind itself, because only then is its index used.
const spentOnce = eq(expenses.isRecurring, false);

const spentAgain = eq(expenses.isRecurring, true);

const earnedOnce = sql`(${income.frequency} <> 'once') = 0`;

const earnedAgain = sql`(${income.frequency} <> 'once') = 1`;

/** One-time expenses within a window, as one statement of a batch. */
export function expensesOnce(ctx: Ctx, me: Person, { from, to }: Window) {
  return ctx.db
    .select(expenseColumns)
    .from(expenses)
    .where(and(eq(expenses.userId, me.userId), spentOnce, between(expenses.date, from, to)))
    .orderBy(expenses.date, expenses.id);
}

export function incomeOnce(ctx: Ctx, me: Person, { from, to }: Window) {
  return ctx.db
    .select(incomeColumns)
    .from(income)
    .where(and(eq(income.userId, me.userId), earnedOnce, between(income.date, from, to)))
    .orderBy(income.date, income.id);
}

const spentWithin = (me: Person, { from, to }: Window) =>
  or(
    and(eq(expenses.userId, me.userId), spentOnce, between(expenses.date, from, to)),
    and(eq(expenses.userId, me.userId), spentAgain, lte(expenses.date, to), endsFrom(expenses.endDate, from)),
  );

const earnedWithin = (me: Person, { from, to }: Window) =>
  or(
    and(eq(income.userId, me.userId), earnedOnce, between(income.date, from, to)),
    and(eq(income.userId, me.userId), earnedAgain, lte(income.date, to), endsFrom(income.endDate, from)),
  );

/** Expenses that can occur within a window: one-time ones and those recurring then. */
export function expensesWithin(ctx: Ctx, me: Person, window: Window) {
  return ctx.db.select(expenseColumns).from(expenses).where(spentWithin(me, window));
}

export function incomeWithin(ctx: Ctx, me: Person, window: Window) {
  return ctx.db.select(incomeColumns).from(income).where(earnedWithin(me, window));
}

/** An item as returned by the database: booleans are 0 or 1. */
interface PlanRow {
  k: "income" | "expense";
  i: string;
  n: string;
  m: number;
  u: PlannedItem["currency"];
  d: CivilDate;
  e: CivilDate | null;
  t: number | null;
  a: string | null;
  c: PlannedItem["category"];
  f: PlannedItem["frequency"];
  b: number;
}

/**
 * Income and expenses that can occur within a window, with only the fields a forecast needs: two thirds of what is stored. There
 * may be hundreds, hence the short names and the plain statement, as for a record's rows.
 */
export function plannedWithin(ctx: Ctx, me: Person, window: Window) {
  return ctx.db.all<PlanRow>(sql`
    SELECT 'income' AS k, id AS i, name AS n, amount_minor AS m, currency AS u, date AS d, end_date AS e, anchor_day AS t,
      account_id AS a, category AS c, frequency AS f, 0 AS b
    FROM ${income} WHERE ${earnedWithin(me, window)}
    UNION ALL
    SELECT 'expense', id, name, amount_minor, currency, date, end_date, anchor_day,
      account_id, category, CASE WHEN is_recurring THEN 'monthly' ELSE 'once' END, is_budget
    FROM ${expenses} WHERE ${spentWithin(me, window)}`);
}

/** Guarantee: kind and category belong together because both come from one table. */
export function plannedItem({ k, i, n, m, u, d, e, t, a, c, f, b }: PlanRow): PlannedItem {
  return {
    ...{ kind: k, id: i, name: n, amountMinor: m, currency: u, accountId: a, category: c },
    ...{ date: d, frequency: f, endDate: e, anchorDay: t ?? undefined, isBudget: b === 1 },
  } as PlannedItem;
}

function endsFrom(column: typeof expenses.endDate | typeof income.endDate, from: CivilDate): SQL | undefined {
  return or(isNull(column), gte(column, from));
}

/** A running count of the household as one statement of a batch; no row means zero. */
export function householdCount(ctx: Ctx, me: Person, name: "expenses" | "income" | "plan") {
  return ctx.db
    .select({ value: householdCounters.value })
    .from(householdCounters)
    .where(and(eq(householdCounters.userId, me.userId), eq(householdCounters.name, name)));
}

export const refusals: ConstraintErrors = { no_such_item: () => notFound() };

/** The conflict for an edit of an older version; `current` is the item as it is now, in API form. */
export function stale(current: object): DomainError {
  return new DomainError(
    "conflict",
    "This was changed in another tab or on another device. Compare both versions and save again.",
    {
      details: { current },
    },
  );
}

/** @throws DomainError invalid if the item would end before its first date */
export function checkEnd<Item extends Timing>(item: Item): Item {
  if (!endsBeforeStart(item)) return item;
  throw new DomainError("invalid", ENDS_BEFORE_START, { fields: { endDate: [ENDS_BEFORE_START] } });
}

function refused(text: string): DomainError {
  return new DomainError("invalid", text, { fields: { accountId: [text] } });
}

/**
 * Checks that an item's account belongs to the household and has the item's currency. Queries the database only if an account is
 * given.
 * @throws DomainError invalid
 */
export async function checkAccount(
  ctx: Ctx,
  me: Person,
  { accountId, currency }: Pick<PlannedItem, "accountId" | "currency">,
): Promise<void> {
  if (accountId === null) return;
  const [account] = await ctx.db
    .select({ currency: bankAccounts.currency })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.userId, me.userId), eq(bankAccounts.id, accountId)));
  if (!account) throw refused("Please choose one of your accounts");
  if (account.currency !== currency) throw refused(`Please choose an account in ${currency}`);
}
