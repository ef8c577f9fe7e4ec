import type { Currency } from "~/domain/shared/money";
import { type CivilDate, type MonthKey, monthIndex } from "~/domain/shared/time/dates";
import { paths } from "~/paths";
import { readCurrency, readMonth } from "~/routes/finances/shared/view-query";

export const LISTS = ["income", "expenses"] as const;
export const PANELS = ["overview", "income", "expenses"] as const;
export const YEAR_TABS = ["charts", "breakdown", "insights"] as const;

/** The tracker's view state from the URL. */
export interface TrackerView {
  mode: "month" | "year";
  month: MonthKey;
  year: number;
  list: (typeof LISTS)[number];
  panel: (typeof PANELS)[number];
  yearTab: (typeof YEAR_TABS)[number];
  /** Null for the household's first currency. */
  currency: Currency | null;
  /** Ids of expenses temporarily excluded from the totals. */
  off: readonly string[];
  sample: boolean;
  /** The newly added item. */
  fresh: string | null;
}

function oneOf<Value extends string>(values: readonly [Value, ...Value[]], text: string | null): Value {
  return values.find((value) => value === text) ?? values[0];
}

export function readTrackerView(search: URLSearchParams, today: CivilDate): TrackerView {
  const month = readMonth(search, today);
  const year = Number(search.get("year"));
  return {
    mode: search.get("view") === "year" ? "year" : "month",
    month,
    year: Number.isInteger(year) && year >= 1970 && year < 2200 ? year : Math.floor(monthIndex(month) / 12),
    list: oneOf(LISTS, search.get("list")),
    panel: oneOf(PANELS, search.get("panel")),
    yearTab: oneOf(YEAR_TABS, search.get("tab")),
    currency: readCurrency(search),
    off: search.get("off")?.split(",").filter(Boolean) ?? [],
    sample: search.get("sample") === "1",
    fresh: search.get("new"),
  };
}

type Change = Partial<TrackerView>;

/**
 * The screen's query after a change; its dialogs preserve it too. Excluded expenses are included again when the month
 * or view changes.
 */
export function trackerQuery(view: TrackerView, change: Change = {}) {
  const moves = change.mode !== undefined || change.month !== undefined || change.year !== undefined;
  const next = { ...view, off: moves ? [] : view.off, fresh: null, ...change };
  const shared = { currency: next.currency, sample: next.sample ? "1" : null, new: next.fresh };
  if (next.mode === "year") {
    return { view: "year", year: next.year, tab: unless(next.yearTab, "charts"), ...shared };
  }
  return {
    month: next.month,
    list: unless(next.list, "income"),
    panel: unless(next.panel, "overview"),
    off: next.off.join(","),
    ...shared,
  };
}

export function trackerHref(view: TrackerView, change: Change = {}): string {
  return paths.finances(trackerQuery(view, change));
}

function unless(value: string, usual: string): string | null {
  return value === usual ? null : value;
}

/** The list of excluded expenses with one added or removed. */
export function toggled(off: readonly string[], id: string): string[] {
  return off.includes(id) ? off.filter((other) => other !== id) : [...off, id];
}
