import { accountTotals } from "~/domain/finance/accounts/account";
import { actualCashflows } from "~/domain/finance/cashflow/actuals";
import { unplannedItem } from "~/domain/finance/cashflow/actuals.server";
import { currenciesOf } from "~/domain/finance/cashflow/serialize";
import { type BalanceLine, RUNWAY_MONTHS } from "~/domain/finance/forecast/forecast";
import { readOutlook } from "~/domain/finance/forecast/record.server";
import { difference, netWorthHistory, runway } from "~/domain/finance/forecast/runway";
import { listScenarios } from "~/domain/finance/forecast/scenarios.server";
import { whatIfOf } from "~/domain/finance/forecast/switches";
import { upcomingBills } from "~/domain/finance/forecast/upcoming";
import { isRecurring, occurrenceKey, type PlannedItem, planKey } from "~/domain/finance/tracker/plan";
import { expand } from "~/domain/finance/tracker/recurrence";
import { FREE_RUNWAY_MONTHS } from "~/domain/plans/plan";
import type { Ctx } from "~/domain/shared/context";
import { allowPerson } from "~/domain/shared/permissions";
import { addDays, addMonths, type CivilDate, dayOfMonth, monthKey, shiftMonth } from "~/domain/shared/time/dates";
import { householdToday } from "~/domain/shared/time/household-day";
import type { RunwayQuery } from "./what-if-query";

const MAX_BILLS = 8;

export type DashboardData = Awaited<ReturnType<typeof dashboardData>>;

/** The household at a glance: net worth, this month, upcoming bills and runway. */
export async function dashboardData(ctx: Ctx, query: RunwayQuery) {
  const { isPro } = allowPerson(ctx);
  const months = isPro ? RUNWAY_MONTHS : FREE_RUNWAY_MONTHS;
  const current = monthKey(householdToday(ctx));
  const before = shiftMonth(current, -1);
  const [{ record, nets, ledger, toReview }, scenarios] = await Promise.all([
    readOutlook(ctx, { from: before, to: current }),
    listScenarios(ctx),
  ]);
  const { today, items, accounts } = record;
  const currencies = currenciesOf([...accounts, ...items]);
  const currency = query.currency ?? currencies[0];
  const whatIf = whatIfOf(query.switches, currency);
  const {
    planned,
    whatIf: changed,
    bands,
    safe,
    historyMonths,
  } = runway(record, {
    currency,
    floorMinor: query.floorMinor,
    accountFloors: query.accountFloors,
    whatIf,
    months,
  });
  const [last, thisMonth] = actualCashflows(ledger, { from: before, months: 2 }, { currency, itemOf: unplannedItem });
  const bills = upcomingBills(record)
    .filter(({ item }) => item.currency === currency)
    .map(({ item, date, inDays, status }) => ({
      ...{ key: occurrenceKey(item, date), name: item.name, amountMinor: item.amountMinor, date, inDays, status },
    }));
  // Archived ones last: phones show only the first few.
  const own = accounts
    .filter((account) => account.currency === currency)
    .sort((a, b) => Number(b.isActive) - Number(a.isActive));
  return {
    today,
    toReview,
    scenarios,
    currencies,
    currency,
    netWorth: netWorthHistory({ ...record, nets }, currency),
    months: last && thisMonth ? { last, current: thisMonth } : null,
    bills: bills.slice(0, MAX_BILLS),
    billCount: bills.length,
    // A missed bill is not expected any more.
    dueNext: bills.find(({ status }) => status !== "missed") ?? null,
    accounts: own.map(({ id, name, accountType, balanceMinor, isActive }) => ({
      id,
      name,
      accountType,
      balanceMinor,
      isActive,
    })),
    totals: accountTotals(own)[0] ?? null,
    runway: {
      months,
      planned: summaryOf(planned.total),
      whatIf: whatIf.length === 0 ? null : summaryOf(changed.total),
      points: pointsOf(planned.total, whatIf.length === 0 ? null : changed.total, bands),
      hasBands: bands !== null,
      likelyBelow: bands ? likelyBelow(changed.total, bands.p50, query.floorMinor) : null,
      perAccount: changed.accounts.map(({ accountId, line: { firstBelow, balances, monthlyLows } }) => {
        const moves = balances.some((minor) => minor !== balances[0]);
        const [lowest] = monthlyLows.toSorted((a, b) => a.balanceMinor - b.balanceMinor);
        return { accountId, firstBelow, lowest: moves && lowest ? lowest : null };
      }),
      difference: difference(planned.total, changed.total),
      safe,
      historyMonths,
    },
    choices: items
      .filter((item) => item.currency === currency && isUpcoming(item, today))
      .map((item) => ({ item, weight: item.amountMinor * expand(item, today, addMonths(today, 12)).length }))
      .sort((a, b) => b.weight - a.weight)
      .map(({ item: { id, kind, name, amountMinor, frequency } }) => ({
        key: planKey({ kind, id }),
        name,
        kind,
        amountMinor,
        frequency,
      })),
  };
}

function summaryOf({ firstBelow, monthlyLows }: BalanceLine) {
  return { firstBelow, monthlyLows };
}

type Bands = { p10: number[]; p50: number[]; p90: number[] };

/** The first day on which the likely balance, including unplanned spending, ends below the floor. */
function likelyBelow({ window }: BalanceLine, p50: readonly number[], floorMinor: number): CivilDate | null {
  const at = p50.findIndex((minor) => minor < floorMinor);
  return at < 0 ? null : addDays(window.from, at);
}

const SHOWN_DAYS = new Set([1, 8, 15, 22]);

/** Points of the 24-month chart and its table: four days of each month, its low points, and both ends. */
function pointsOf(planned: BalanceLine, whatIf: BalanceLine | null, bands: Bands | null) {
  const lows = new Set([planned, whatIf].flatMap((line) => line?.monthlyLows.map(({ date }) => date) ?? []));
  return planned.balances.flatMap((minor, at) => {
    const date = addDays(planned.window.from, at);
    const isEnd = at === 0 || at === planned.balances.length - 1;
    if (!isEnd && !SHOWN_DAYS.has(dayOfMonth(date)) && !lows.has(date)) return [];
    const band = bands ? [bands.p10[at] ?? minor, bands.p50[at] ?? minor, bands.p90[at] ?? minor] : null;
    return [{ date, minor, whatIfMinor: whatIf?.balances[at] ?? minor, band }];
  });
}

function isUpcoming({ frequency, date, endDate }: PlannedItem, today: CivilDate): boolean {
  return isRecurring({ frequency }) ? endDate === null || endDate >= today : date >= today;
}
