import { readExpenses } from "~/domain/finance/tracker/plan.server";
import { householdToday } from "~/domain/finance/tracker/rows.server";
import type { Ctx } from "~/domain/shared/context";
import { firstDayOfMonth, lastDayOfMonth } from "~/domain/shared/dates";
import { logCause } from "~/domain/shared/log.server";
import { type ExpensesView, firstMonthNeeded } from "./expenses-view";

/** What the expenses' screen is drawn from: the month and what it is compared with. */
export async function expensesData(ctx: Ctx, request: Request, { month }: ExpensesView) {
  const today = householdToday(ctx);
  const window = { from: firstDayOfMonth(firstMonthNeeded(month, today)), to: lastDayOfMonth(month) };
  const { items, failures } = await readExpenses(ctx, window);
  for (const failure of failures) logCause(ctx, request, failure);
  return { today, items, problems: failures.map(({ message }) => message) };
}
