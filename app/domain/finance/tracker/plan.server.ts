import { and, eq } from "drizzle-orm";
import { expenses, income } from "#drizzle/schema/finance-tracker";
import { type AccountBalance, accountBalancesQuery } from "~/domain/finance/accounts/accounts.server";
import type { Ctx } from "~/domain/shared/context";
import { type CivilDate, firstDayOfMonth, lastDayOfMonth, type MonthKey, monthKey } from "~/domain/shared/dates";
import { DomainError } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import type { PlanKind, StoredItem } from "./plan";
import { expensesWithin, householdToday, incomeWithin, storedExpense, storedIncome, type Window } from "./rows.server";

/** The data of a tracker screen. What could not be read is missing and listed in `failures`. */
interface Plan {
  today: CivilDate;
  items: StoredItem[];
  accounts: AccountBalance[];
  failures: DomainError[];
}

/** The days a month's screen needs: the month itself, and for one ahead all from the current month on. */
export function monthWindow(month: MonthKey, today: CivilDate): Window {
  const current = monthKey(today);
  return { from: firstDayOfMonth(month > current ? current : month), to: lastDayOfMonth(month) };
}

/** The plan and the balances that a month's screen is drawn from. */
export async function planForMonth(ctx: Ctx, month: MonthKey): Promise<Plan> {
  return readPlan(ctx, monthWindow(month, householdToday(ctx)));
}

/** Everything planned from a day to another, and the balances, in one round trip. */
async function readPlan(ctx: Ctx, window: Window): Promise<Plan> {
  const me = allowPerson(ctx);
  const parts = {
    expenses: expensesWithin(ctx, me, window),
    income: incomeWithin(ctx, me, window),
    accounts: accountBalancesQuery(ctx, me.userId),
  };
  const failures: DomainError[] = [];
  const [spent, earned, accounts] = await ctx.db
    .batch([parts.expenses, parts.income, parts.accounts])
    .catch(async () => {
      const rest = settler(failures);
      return [
        await rest("Failed to fetch expenses", parts.expenses),
        await rest("Failed to fetch income", parts.income),
        await rest("Failed to load asset data.", parts.accounts),
      ] as const;
    });
  const items = [...earned.map(storedIncome), ...spent.map(storedExpense)];
  return { today: householdToday(ctx), items, accounts: [...accounts], failures };
}

/** The expenses alone. */
export async function readExpenses(ctx: Ctx, window: Window) {
  const failures: DomainError[] = [];
  const spent = await expensesWithin(ctx, allowPerson(ctx), window).catch((cause: unknown) => {
    failures.push(new DomainError("internal", "Failed to fetch expenses", { cause }));
    return [];
  });
  return { items: spent.map(storedExpense), failures };
}

/** Whether an id is an expense's or an income's of the household; null for neither. */
export async function planItemKind(ctx: Ctx, id: string): Promise<PlanKind | null> {
  const { userId } = allowPerson(ctx);
  const [[spent], [earned]] = await ctx.db.batch([
    ctx.db
      .select({ id: expenses.id })
      .from(expenses)
      .where(and(eq(expenses.userId, userId), eq(expenses.id, id))),
    ctx.db
      .select({ id: income.id })
      .from(income)
      .where(and(eq(income.userId, userId), eq(income.id, id))),
  ]);
  if (spent) return "expense";
  return earned ? "income" : null;
}

// One statement failed and took the batch with it: each is sent by itself, so that what works is still shown.
function settler(failures: DomainError[]) {
  return async <Row>(text: string, statement: PromiseLike<Row[]>): Promise<Row[]> => {
    try {
      return await statement;
    } catch (cause) {
      failures.push(new DomainError("internal", text, { cause }));
      return [];
    }
  };
}
