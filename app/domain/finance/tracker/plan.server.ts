import { and, eq } from "drizzle-orm";
import { expenses, income } from "#drizzle/schema/finance-tracker";
import { type AccountBalance, accountBalancesQuery } from "~/domain/finance/accounts/accounts.server";
import type { Ctx, Person } from "~/domain/shared/context";
import { type CivilDate, firstDayOfMonth, lastDayOfMonth, type MonthKey, monthKey } from "~/domain/shared/dates";
import { DomainError } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import type { StoredItem } from "./plan";
import {
  expenseColumns,
  expensesWithin,
  householdToday,
  incomeColumns,
  incomeWithin,
  storedExpense,
  storedIncome,
  type Window,
} from "./rows.server";

/** What a screen of the tracker is drawn from. What could not be read is missing, and listed in `failures`. */
export interface Plan {
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

/** The plan and the balances that a month's screen is drawn from; `itemId` names an item to read whatever its days are. */
export async function planForMonth(ctx: Ctx, month: MonthKey, itemId: string | null): Promise<Plan> {
  const today = householdToday(ctx);
  return readPlan(ctx, { window: monthWindow(month, today), itemId });
}

/** Everything planned from a day to another, and the balances, in one round trip. */
export async function readPlan(ctx: Ctx, options: { window: Window; itemId?: string | null }): Promise<Plan> {
  const me = allowPerson(ctx);
  const parts = {
    expenses: expensesWithin(ctx, me, options.window),
    income: incomeWithin(ctx, me, options.window),
    accounts: accountBalancesQuery(ctx, me.userId),
    oneExpense: oneExpense(ctx, me, options.itemId ?? ""),
    oneIncome: oneIncome(ctx, me, options.itemId ?? ""),
  };
  const failures: DomainError[] = [];
  const [spent, earned, accounts, oneSpent, oneEarned] = await ctx.db
    .batch([parts.expenses, parts.income, parts.accounts, parts.oneExpense, parts.oneIncome])
    .catch(async () => {
      const rest = settler(failures);
      return [
        await rest("Failed to fetch expenses", parts.expenses),
        await rest("Failed to fetch income", parts.income),
        await rest("Failed to load asset data.", parts.accounts),
        [],
        [],
      ] as const;
    });
  const items = [...earned.map(storedIncome), ...spent.map(storedExpense)];
  const chosen = [...oneEarned.map(storedIncome), ...oneSpent.map(storedExpense)];
  const missing = chosen.filter(({ id }) => !items.some((item) => item.id === id));
  return { today: householdToday(ctx), items: [...items, ...missing], accounts: [...accounts], failures };
}

/** The expenses alone, and the accounts they can be paid from, in one round trip. */
export async function readExpenses(ctx: Ctx, options: { window: Window; itemId: string | null }) {
  const me = allowPerson(ctx);
  const failures: DomainError[] = [];
  const [spent, one, accounts] = await ctx.db
    .batch([
      expensesWithin(ctx, me, options.window),
      oneExpense(ctx, me, options.itemId ?? ""),
      accountBalancesQuery(ctx, me.userId),
    ])
    .catch((cause: unknown) => {
      failures.push(new DomainError("internal", "Failed to fetch expenses", { cause }));
      return [[], [], []] as const;
    });
  const items: StoredItem[] = spent.map(storedExpense);
  const missing = one.filter(({ id }) => !items.some((item) => item.id === id)).map(storedExpense);
  return { items: [...items, ...missing], accounts: [...accounts], failures };
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

function oneExpense(ctx: Ctx, me: Person, id: string) {
  return ctx.db
    .select(expenseColumns)
    .from(expenses)
    .where(and(eq(expenses.userId, me.userId), eq(expenses.id, id)));
}

function oneIncome(ctx: Ctx, me: Person, id: string) {
  return ctx.db
    .select(incomeColumns)
    .from(income)
    .where(and(eq(income.userId, me.userId), eq(income.id, id)));
}
