import { and, between, eq, getTableColumns, gte, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { expenses, householdCounters, income } from "#drizzle/schema/finance-tracker";
import type { Ctx, Person } from "~/domain/shared/context";
import type { CivilDate } from "~/domain/shared/dates";
import { wallTimeOf } from "~/domain/shared/time-zones";
import type { StoredExpense, StoredIncome } from "./plan";

/** The day it is for a household: by the clock of the person's business where there is one, else by UTC. */
export function householdToday({ actor, now }: Pick<Ctx, "actor" | "now">): CivilDate {
  const zone = actor.kind === "person" ? actor.person.member?.timeZone : undefined;
  return wallTimeOf(now.getTime(), zone ?? "UTC").date;
}

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

/** The columns of an expense as the table holds it. */
export function expenseValues({ kind: _, frequency, anchorDay, ...item }: StoredExpense) {
  return { ...item, isRecurring: frequency !== "once", anchorDay: anchorDay ?? null };
}

export function incomeValues({ kind: _, anchorDay, ...item }: StoredIncome) {
  return { ...item, anchorDay: anchorDay ?? null };
}

/** Days, both inclusive. */
export interface Window {
  from: CivilDate;
  to: CivilDate;
}

// Each half names the household and its kind of itself: only then does the index of each serve it.
const spentOnce = eq(expenses.isRecurring, false);
const spentAgain = eq(expenses.isRecurring, true);
const earnedOnce = sql`(${income.frequency} <> 'once') = 0`;
const earnedAgain = sql`(${income.frequency} <> 'once') = 1`;

/** The expenses that happen once within a window, as one statement of a batch. */
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

/** The expenses that can happen within a window: those of once, and those that recur then. */
export function expensesWithin(ctx: Ctx, me: Person, { from, to }: Window) {
  const { userId, date, endDate } = expenses;
  const once = and(eq(userId, me.userId), spentOnce, between(date, from, to));
  const again = and(eq(userId, me.userId), spentAgain, lte(date, to), endsFrom(endDate, from));
  return ctx.db.select(expenseColumns).from(expenses).where(or(once, again));
}

export function incomeWithin(ctx: Ctx, me: Person, { from, to }: Window) {
  const { userId, date, endDate } = income;
  const once = and(eq(userId, me.userId), earnedOnce, between(date, from, to));
  const again = and(eq(userId, me.userId), earnedAgain, lte(date, to), endsFrom(endDate, from));
  return ctx.db.select(incomeColumns).from(income).where(or(once, again));
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
