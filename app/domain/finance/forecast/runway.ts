import { budgetsOfMonth, isBudget, type Spending, spendingByMonth } from "~/domain/finance/matching/budgets";
import { expectedFlows, type WatchedBank } from "~/domain/finance/matching/expected-flows";
import { type BankRow, trackOccurrences } from "~/domain/finance/matching/matching";
import type { PlannedItem } from "~/domain/finance/tracker/plan";
import { type Flow, plannedFlows } from "~/domain/finance/tracker/recurrence";
import { type Currency, sumMinor } from "~/domain/shared/money";
import {
  addDays,
  addMonths,
  type CivilDate,
  firstDayOfMonth,
  type MonthKey,
  monthKey,
} from "~/domain/shared/time/dates";
import {
  type AccountRow,
  balanceBands,
  firstRowDate,
  seededRandom,
  spendingBands,
  unscheduledSpending,
  wholePastMonths,
} from "./bands";
import { debtPaidBy, type NamedAccount } from "./card-debt";
import {
  type AccountFloor,
  type BalanceLine,
  type Forecast,
  forecast,
  forecastAccounts,
  RUNWAY_MONTHS,
  runwayWindow,
} from "./forecast";
import { type SafeToSpend, safeToSpend } from "./safe-to-spend";
import { applyWhatIf, type WhatIf } from "./what-if";

/** The data a forecast is computed from. */
export interface HouseholdRecord<Item extends PlannedItem = PlannedItem> {
  today: CivilDate;
  items: Item[];
  accounts: NamedAccount[];
  /** The latest rows of the accounts, whole days only. `counts`: as income or spending, now or once it is posted. */
  rows: (BankRow & AccountRow & { counts: boolean })[];
  /** The spending effect of those rows, for budgets. */
  spending?: readonly Spending[];
  /** The accounts whose rows are complete, synced or imported, with the date through which they are. */
  knownThrough: ReadonlyMap<string, CivilDate>;
  /** The first day of their rows, as far as `rows` goes back; manual entries may be earlier. */
  knownFrom?: ReadonlyMap<string, CivilDate>;
  /** The corresponding date for items without an account. */
  asOf: CivilDate;
  /** The same for a currency whose own date differs. */
  asOfIn?: ReadonlyMap<Currency, CivilDate>;
  /** The household's decisions about rows and occurrences. */
  verdicts?: WatchedBank["verdicts"];
}

/** An account's posted money in a month, as the holder sees it, and its number of rows. */
interface MonthNet {
  accountId: string;
  month: MonthKey;
  netMinor: number;
  count: number;
}

interface RunwayView {
  currency: Currency;
  floorMinor: number;
  accountFloors?: readonly AccountFloor[];
  whatIf: readonly WhatIf[];
  /** The length of the forecast; defaults to 24. */
  months?: number;
}

/** The balance lines of a household, as planned and with the switches on, with the bands of unplanned spending. */
interface Runway {
  planned: Forecast;
  /** Equal to `planned` without switches. */
  whatIf: Forecast;
  safe: SafeToSpend;
  /** Around the line with the switches on; null with fewer than three whole months of rows. */
  bands: { p10: number[]; p50: number[]; p90: number[] } | null;
  /** The number of whole past months the bands are drawn from. */
  historyMonths: number;
}

type ForecastView = Omit<RunwayView, "whatIf">;

// The same draws for everyone, every day: a forecast must not change just because it is opened again.
const SEED = 20_261_120;

/**
 * The rows in the form used for matching with planned occurrences. As in a month, a row that does not count is matched only by
 * the household itself.
 */
export function bankOf(record: HouseholdRecord): WatchedBank {
  const { accounts, rows, asOf, asOfIn, knownThrough, verdicts = [], spending = [] } = record;
  const decided = new Set(verdicts.filter(({ same }) => same).map(({ rowId }) => rowId));
  const matchable = rows.filter(({ id, counts }) => counts || decided.has(id));
  const currencies = new Set(accounts.flatMap(({ id, currency }) => (knownThrough.has(id) ? [currency] : [])));
  return { rows: matchable, asOf, asOfIn, knownThrough, currencies, verdicts, spending };
}

/** The forecast of one currency with the given items instead of the record's own. */
export function householdForecast(
  record: HouseholdRecord,
  items: readonly PlannedItem[],
  view: ForecastView,
): Forecast {
  return forecastOfFlows(record, flowsAhead(record, items), view);
}

function flowsAhead(record: HouseholdRecord, items: readonly PlannedItem[], months?: number): Flow[] {
  return expectedFlows(items, bankOf(record), { today: record.today, to: runwayWindow(record.today, months).to });
}

function forecastOfFlows(record: HouseholdRecord, flows: readonly Flow[], view: ForecastView): Forecast {
  const window = runwayWindow(record.today, view.months);
  const accounts = forecastAccounts(record.accounts, view.accountFloors);
  const main = record.accounts.find(
    ({ accountType, isActive, currency }) => accountType === "checking" && isActive && currency === view.currency,
  );
  const { currency, floorMinor } = view;
  const debtPaid = debtPaidBy(flows, record.accounts, currency);
  return forecast({ accounts, flows, debtPaid }, window, { currency, floorMinor, mainAccountId: main?.id ?? null });
}

/** Unplanned spending in each whole past month that the rows cover. */
function spendingHistory(record: HouseholdRecord, currency: Currency): number[] {
  // An account in another currency tells nothing about the months before this one's first row.
  const first = firstRowDate(record.rows.filter((row) => row.currency === currency));
  if (first === null) return [];
  const months = wholePastMonths(first, record.today);
  const start = months[0];
  if (!start) return [];
  const yesterday = addDays(record.today, -1);
  const bills = record.items.filter((item) => !isBudget(item));
  const past = plannedFlows(bills, firstDayOfMonth(start), yesterday);
  const { rows, verdicts } = bankOf(record);
  const tracked = trackOccurrences(past, { rows, asOf: yesterday, verdicts });
  const plannedRowIds = new Set(tracked.flatMap(({ row }) => (row ? [row.id] : [])));
  const budgets = record.items.filter(isBudget).filter((item) => item.currency === currency);
  const counting = record.rows.filter(({ counts }) => counts);
  if (budgets.length === 0) return unscheduledSpending(counting, months, { currency, plannedRowIds });
  // Budgeted spending is already in the plan; only the excess is unplanned.
  const spending = (record.spending ?? []).filter(({ rowId }) => !plannedRowIds.has(rowId));
  const amounts = new Map(spending.map(({ rowId, amountMinor }) => [rowId, amountMinor]));
  const byMonth = spendingByMonth(spending);
  const beyond = months.map((month) => {
    const held = budgetsOfMonth(budgets, month, byMonth.get(month) ?? []);
    const spentMinor = sumMinor(held.flatMap(({ rowIds }) => rowIds.map((rowId) => amounts.get(rowId) ?? 0)));
    for (const rowId of held.flatMap(({ rowIds }) => rowIds)) plannedRowIds.add(rowId);
    return Math.max(0, spentMinor - sumMinor(held.map(({ item }) => item.amountMinor)));
  });
  const others = unscheduledSpending(counting, months, { currency, plannedRowIds });
  return others.map((minor, at) => minor + (beyond[at] ?? 0));
}

/** The runway of one currency over 24 months; switches do not change the record. */
export function runway(record: HouseholdRecord, view: RunwayView): Runway {
  const { today, accounts } = record;
  const { months = RUNWAY_MONTHS } = view;
  const flows = flowsAhead(record, record.items, months);
  const planned = forecastOfFlows(record, flows, view);
  const isChanged = view.whatIf.length > 0;
  const items = isChanged ? applyWhatIf(record.items, view.whatIf, today) : record.items;
  const changedFlows = isChanged ? flowsAhead(record, items, months) : flows;
  const whatIf = isChanged ? forecastOfFlows(record, changedFlows, view) : planned;
  const history = spendingHistory(record, view.currency);
  const bands = spendingBands(history, { from: today, months }, seededRandom(SEED));
  return {
    planned,
    whatIf,
    safe: safeToSpend({ accounts, items, flows: changedFlows }, { today, ...view }),
    bands: bands.length === 0 ? null : balanceBands(whatIf.total, bands),
    historyMonths: history.length,
  };
}

/**
 * Net worth at the end of each past month, from the first with a posted row, and today; `byAccount` is the share of each active
 * account in the currency, in the order of the record, with amounts owed negative.
 */
export function netWorthHistory(
  record: HouseholdRecord & { nets: readonly MonthNet[] },
  currency: Currency,
): { month: MonthKey; netWorthMinor: number; byAccount: number[] }[] {
  const held = record.accounts.filter((account) => account.isActive && account.currency === currency);
  const places = new Map(held.map(({ id }, at) => [id, at]));
  const current = monthKey(record.today);
  // Days without rows do not count: an undone import leaves such days. Today's balance includes rows dated later.
  const nets = record.nets
    .filter(({ accountId, count }) => places.has(accountId) && count > 0)
    .map((net) => (net.month > current ? { ...net, month: current } : net));
  let worth = held.map(({ accountType, balanceMinor }) => (accountType === "credit" ? -balanceMinor : balanceMinor));
  const first = nets.map(({ month }) => month).sort()[0] ?? current;
  const points = [];
  for (let back = 0; ; back++) {
    const month = monthKey(addMonths(`${current}-01`, -back));
    points.push({ month, netWorthMinor: sumMinor(worth), byAccount: worth });
    if (month <= first) return points.reverse();
    worth = [...worth];
    for (const { accountId, netMinor } of nets.filter((net) => net.month === month)) {
      const at = places.get(accountId) ?? 0;
      worth[at] = (worth[at] ?? 0) - netMinor;
    }
  }
}

/** The difference between the planned line and the one with the switches on. */
export function difference(planned: BalanceLine, whatIf: BalanceLine) {
  const end = (line: BalanceLine) => line.balances.at(-1) ?? 0;
  return { endMinor: end(whatIf) - end(planned), before: planned.firstBelow, after: whatIf.firstBelow };
}
