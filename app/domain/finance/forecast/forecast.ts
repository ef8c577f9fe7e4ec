import { holderBalance, isLiability } from "~/domain/finance/accounts/account";
import { planKey } from "~/domain/finance/tracker/plan";
import type { Flow } from "~/domain/finance/tracker/recurrence";
import { type Currency, sumMinor } from "~/domain/shared/money";
import {
  addDays,
  addMonths,
  type CivilDate,
  civilDate,
  dayNumber,
  type MonthKey,
  monthKey,
} from "~/domain/shared/time/dates";
import { isLoan, type NamedAccount } from "./card-debt";

export const RUNWAY_MONTHS = 24;

/** An account in a forecast, with its balance as the holder sees it: the amount owed on a card is negative. */
export interface ForecastAccount {
  id: string;
  currency: Currency;
  balanceMinor: number;
  /** The alarm threshold; null for no alarm. */
  floorMinor: number | null;
  /** Whether it counts in the total. */
  inTotal: boolean;
}

interface ForecastView {
  currency: Currency;
  /** The floor of the total. */
  floorMinor: number;
  /** The account used for items without an account; null to count those in the total only. */
  mainAccountId: string | null;
}

export interface Forecast {
  total: BalanceLine;
  accounts: { accountId: string; line: BalanceLine }[];
}

/** From today on, `months` months long: 2027-01-01 to 2028-12-31. */
export function runwayWindow(today: CivilDate, months: number = RUNWAY_MONTHS): ForecastWindow {
  return { from: today, to: addDays(addMonths(today, months), -1) };
}

/** The minimum balance a household wants in an account. */
export interface AccountFloor {
  accountId: string;
  floorMinor: number;
}

/**
 * How an account takes part by default: archived ones not at all, investments and loans outside the total, and cards inside it
 * with the amount owed but without an alarm of their own.
 */
export function forecastAccounts(
  accounts: readonly NamedAccount[],
  floors: readonly AccountFloor[] = [],
): ForecastAccount[] {
  const floorOf = new Map(floors.map(({ accountId, floorMinor }) => [accountId, floorMinor]));
  return accounts
    .filter((account) => account.isActive)
    .map(({ id, name, currency, accountType, balanceMinor }) => ({
      id,
      currency,
      balanceMinor: holderBalance(accountType, balanceMinor),
      floorMinor: floorOf.get(id) ?? (isLiability(accountType) ? null : 0),
      inTotal: accountType !== "investment" && !isLoan({ accountType, name }),
    }));
}

/**
 * The runway of one currency at daily resolution, in total and per account. A flow without an account in the forecast (none, or
 * archived) goes to the main account, or else counts in the total only, so that no bill is lost. The total, which contains the
 * cards' debt, does not fall by the part of a flow that pays it (`debtPaid`).
 */
export function forecast(
  plan: { accounts: readonly ForecastAccount[]; flows: readonly Flow[]; debtPaid?: ReadonlyMap<Flow, number> },
  window: ForecastWindow,
  view: ForecastView,
): Forecast {
  const accounts = plan.accounts.filter((account) => account.currency === view.currency);
  const byAccount = new Map<string, Flow[]>(accounts.map(({ id }) => [id, []]));
  const homeless: Flow[] = [];
  for (const flow of plan.flows) {
    if (flow.item.currency !== view.currency) continue;
    const own = byAccount.get(flow.item.accountId ?? "") ?? byAccount.get(view.mainAccountId ?? "") ?? homeless;
    own.push(flow);
  }
  const counted = accounts.filter((account) => account.inTotal);
  const total = {
    balanceMinor: sumMinor(counted.map((account) => account.balanceMinor)),
    floorMinor: view.floorMinor,
  };
  const inTotal = [...counted.flatMap(({ id }) => byAccount.get(id) ?? []), ...homeless].map((flow) => {
    const paidMinor = plan.debtPaid?.get(flow);
    return paidMinor === undefined ? flow : { ...flow, amountMinor: flow.amountMinor + paidMinor };
  });
  return {
    total: balanceLine(total, inTotal, window),
    accounts: accounts.map((account) => ({
      accountId: account.id,
      line: balanceLine(account, byAccount.get(account.id) ?? [], window),
    })),
  };
}

const MAX_CAUSES = 3;

/** The days a forecast covers, both inclusive. */
interface ForecastWindow {
  from: CivilDate;
  to: CivilDate;
}

/** An expense that leads to a shortfall, with the amount it takes between the last income and the shortfall. */
interface ShortfallCause {
  key: string;
  name: string;
  totalMinor: number;
  lastDate: CivilDate;
}

/** The first day that ends below the floor, and the expenses that cause it, largest first. */
export interface Shortfall {
  date: CivilDate;
  balanceMinor: number;
  causes: ShortfallCause[];
}

/** A balance day by day, in minor units of one currency. */
export interface BalanceLine {
  window: ForecastWindow;
  /** The balance at the end of each day of the window. */
  balances: number[];
  /** Null if no day ends below the floor. */
  firstBelow: Shortfall | null;
  /** The lowest closing balance in each month of the window, on the first day it occurs. */
  monthlyLows: { month: MonthKey; date: CivilDate; balanceMinor: number }[];
  /** The first money expected after the first day. */
  nextIncome: { date: CivilDate; name: string; amountMinor: number } | null;
}

function causesOf(flows: readonly Flow[], first: number, below: number): ShortfallCause[] {
  let since = first;
  for (const flow of flows) if (flow.amountMinor > 0 && flow.day <= below && flow.day > since) since = flow.day;
  const causes = new Map<string, ShortfallCause>();
  for (const { day, amountMinor, item } of flows) {
    if (amountMinor >= 0 || day < since || day > below) continue;
    const key = planKey(item);
    const known = causes.get(key);
    const date = civilDate(day);
    causes.set(key, {
      key,
      name: item.name,
      totalMinor: (known?.totalMinor ?? 0) - amountMinor,
      lastDate: known && known.lastDate > date ? known.lastDate : date,
    });
  }
  return [...causes.values()]
    .sort((a, b) => b.totalMinor - a.totalMinor || a.name.localeCompare(b.name, "en"))
    .slice(0, MAX_CAUSES);
}

function monthlyLows(balances: readonly number[], first: number): BalanceLine["monthlyLows"] {
  const lows: BalanceLine["monthlyLows"] = [];
  balances.forEach((balanceMinor, at) => {
    const date = civilDate(first + at);
    const low = lows.at(-1);
    if (low?.month !== monthKey(date)) lows.push({ month: monthKey(date), date, balanceMinor });
    else if (balanceMinor < low.balanceMinor) lows[lows.length - 1] = { ...low, date, balanceMinor };
  });
  return lows;
}

function nextIncome(flows: readonly Flow[], first: number): BalanceLine["nextIncome"] {
  let next: Flow | null = null;
  for (const flow of flows) if (flow.amountMinor > 0 && flow.day > first && (!next || flow.day < next.day)) next = flow;
  return next && { date: civilDate(next.day), name: next.item.name, amountMinor: next.amountMinor };
}

/**
 * The closing balance of each day, from the opening balance and the flows within the window. A floor of null means no alarm.
 * Flows on one day are netted: their order within the day is unknown.
 */
export function balanceLine(
  start: { balanceMinor: number; floorMinor: number | null },
  flows: readonly Flow[],
  window: ForecastWindow,
): BalanceLine {
  const first = dayNumber(window.from);
  const balances = new Array<number>(Math.max(0, dayNumber(window.to) - first + 1)).fill(0);
  const within = flows.filter(({ day }) => day >= first && day < first + balances.length);
  for (const { day, amountMinor } of within) balances[day - first] = (balances[day - first] ?? 0) + amountMinor;
  let balance = start.balanceMinor;
  for (const [at, change] of balances.entries()) {
    balance += change;
    balances[at] = balance;
  }
  const { floorMinor } = start;
  const below = floorMinor === null ? -1 : balances.findIndex((end) => end < floorMinor);
  const belowMinor = balances[below];
  return {
    window,
    balances,
    firstBelow:
      belowMinor === undefined
        ? null
        : { date: civilDate(first + below), balanceMinor: belowMinor, causes: causesOf(within, first, first + below) },
    monthlyLows: monthlyLows(balances, first),
    nextIncome: nextIncome(within, first),
  };
}
