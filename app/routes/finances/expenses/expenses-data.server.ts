import { actualCashflows, cashflowOfEntries } from "~/domain/finance/cashflow/actuals";
import { unplannedItem } from "~/domain/finance/cashflow/actuals.server";
import { usualExpenses } from "~/domain/finance/cashflow/cashflow";
import { entriesIn } from "~/domain/finance/cashflow/cashflow.server";
import { readMonths } from "~/domain/finance/cashflow/month.server";
import { currenciesOf } from "~/domain/finance/cashflow/serialize";
import { ITEM_MESSAGES } from "~/domain/finance/tracker/messages";
import type { Ctx } from "~/domain/shared/context";
import { logCause } from "~/domain/shared/log.server";
import { type MonthKey, monthKey, shiftMonth } from "~/domain/shared/time/dates";
import { type ExpensesView, firstMonthNeeded, USUAL_MONTHS } from "./expenses-view";

/** Data for the expenses screen: the month and what it is compared with. */
export async function expensesData(ctx: Ctx, request: Request, view: ExpensesView & { today: string }) {
  const { month, today } = view;
  const { ledger, failures } = await readMonths(ctx, { from: firstMonthNeeded(month, today), to: month });
  // The screen does not show income.
  const shown = failures.filter(({ message }) => message !== ITEM_MESSAGES.income.notLoaded);
  for (const failure of failures) logCause(ctx, request, failure);
  const entries = entriesIn(ledger, month).entries.filter(({ item }) => item.kind === "expense");
  const currencies = currenciesOf(
    [...ledger.items.filter(({ kind }) => kind === "expense"), ...entries.map(({ item }) => item)],
    ledger.accounts,
  );
  const currency = view.currency ?? currencies[0];
  const monthsFrom = (from: MonthKey, months: number) =>
    actualCashflows(ledger, { from, months }, { currency, itemOf: unplannedItem });
  const before = shiftMonth(month, -1);
  return {
    ...{ today, currency, currencies },
    before: cashflowOfEntries(entriesIn(ledger, before).entries, before, { currency }),
    entries: entries.filter(({ item }) => item.currency === currency),
    month: cashflowOfEntries(entries, month, { currency }),
    usual:
      month > monthKey(today)
        ? usualExpenses(monthsFrom(shiftMonth(monthKey(today), -USUAL_MONTHS), USUAL_MONTHS))
        : null,
    problems: shown.map(({ message }) => message),
  };
}
