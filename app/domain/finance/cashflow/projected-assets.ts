import { accountTotals, type HeldAccount } from "~/domain/finance/accounts/account";
import { isRecurring, type PlannedItem, planKey } from "~/domain/finance/tracker/plan";
import { occurrenceDays } from "~/domain/finance/tracker/recurrence";
import { sumMinor } from "~/domain/shared/money";
import {
  type CivilDate,
  dayNumber,
  firstDayOfMonth,
  lastDayOfMonth,
  type MonthKey,
  monthKey,
} from "~/domain/shared/time/dates";
import { type CashflowView, countedItems } from "./cashflow";

/** How the current month counts: as planned for the whole month, or only its days from today on. */
export const PROJECTION_MODES = ["whole_month", "remaining_days"] as const;
export type ProjectionMode = (typeof PROJECTION_MODES)[number];

/** The projected assets at the end of a month, with their components. Minor units of one currency. */
export interface ProjectedAssets {
  balancesMinor: number;
  /** Recurring income less recurring expenses over the whole projection, including disabled expenses. */
  recurringNetMinor: number;
  oneTimeIncomeMinor: number;
  oneTimeExpensesMinor: number;
  /** The amount that disabled expenses add back. */
  adjustmentMinor: number;
  projectedMinor: number;
}

const isIncome = (item: PlannedItem) => item.kind === "income";
const isExpense = (item: PlannedItem) => item.kind === "expense";

function firstDay(today: CivilDate, mode: ProjectionMode): CivilDate {
  switch (mode) {
    case "whole_month":
      return firstDayOfMonth(monthKey(today));
    case "remaining_days":
      return today;
  }
}

interface ProjectionPeriod {
  today: CivilDate;
  target: MonthKey;
  mode: ProjectionMode;
  /** The amount each item is still expected to move, by planKey, if it was compared with the posted rows (`stillToCome`). */
  open?: ReadonlyMap<string, number> | null;
}

/**
 * Balances of active accounts other than credit, plus every planned occurrence from the current month to the end of `target`,
 * each counted once: the monthly net contains only recurring items; one-time items are added to it.
 */
export function projectedAssets(
  plan: { accounts: readonly HeldAccount[]; items: readonly PlannedItem[] },
  period: ProjectionPeriod,
  view: CashflowView,
): ProjectedAssets {
  const from = dayNumber(firstDay(period.today, period.mode));
  const to = dayNumber(lastDayOfMonth(period.target));
  const planned = (item: PlannedItem) =>
    period.open ? (period.open.get(planKey(item)) ?? 0) : item.amountMinor * occurrenceDays(item, from, to).length;
  const all = countedItems(plan.items, { currency: view.currency });
  const included = new Set(countedItems(all, view));
  const sum = (items: readonly PlannedItem[]) => sumMinor(items.map(planned));
  const once = all.filter((item) => !isRecurring(item));

  const balancesMinor =
    accountTotals(plan.accounts).find(({ currency }) => currency === view.currency)?.assetsMinor ?? 0;
  const recurring = all.filter(isRecurring);
  const recurringNetMinor = sum(recurring.filter(isIncome)) - sum(recurring.filter(isExpense));
  const oneTimeIncomeMinor = sum(once.filter(isIncome));
  const oneTimeExpensesMinor = sum(once.filter(isExpense));
  const adjustmentMinor = sum(all.filter((item) => !included.has(item)));
  return {
    balancesMinor,
    recurringNetMinor,
    oneTimeIncomeMinor,
    oneTimeExpensesMinor,
    adjustmentMinor,
    projectedMinor: balancesMinor + recurringNetMinor + oneTimeIncomeMinor - oneTimeExpensesMinor + adjustmentMinor,
  };
}
