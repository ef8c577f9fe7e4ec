import { planKey } from "~/domain/finance/tracker/plan";
import { type CivilDate, civilDate, dayNumber, type MonthKey, monthKey } from "~/domain/shared/dates";
import type { Flow } from "./flows";

const MOST_CAUSES = 3;

/** The days a forecast covers, both inclusive. */
export interface ForecastWindow {
  from: CivilDate;
  to: CivilDate;
}

/** An expense that leads to a shortfall, with what it takes between the last income and the shortfall. */
export interface ShortfallCause {
  key: string;
  name: string;
  totalMinor: number;
  lastDate: CivilDate;
}

/** The first day that ends below the floor, and the expenses that cause it, the largest first. */
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
  /** Null when no day ends below the floor. */
  firstBelow: Shortfall | null;
  /** The lowest end of a day in each month of the window, on its first such day. */
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
    .slice(0, MOST_CAUSES);
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
 * The balance at the end of each day, from what is there before the first day and the flows within the window. A floor
 * of null asks for no alarm. What happens on one day is netted: its order within the day is not known.
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
