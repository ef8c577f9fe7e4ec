import { PLAN_KINDS, type PlanKind } from "~/domain/finance/tracker/plan";
import { type CivilDate, isCivilDate, isMonthKey, type MonthKey, monthIndex, monthKey } from "~/domain/shared/dates";
import { CURRENCIES, type Currency } from "~/domain/shared/money";
import { paths } from "~/paths";

export const LISTS = ["income", "expenses"] as const;
export const PANELS = ["overview", "income", "expenses"] as const;
export const YEAR_TABS = ["charts", "breakdown", "insights"] as const;

/** The dialog over the screen: one at most, because there is one place for it in the address. */
export type TrackerDialog =
  | { kind: "add"; of: PlanKind }
  /** `on` is the projected occurrence it was opened from. */
  | { kind: "edit"; id: string; on: CivilDate | null }
  | { kind: "delete"; id: string };

/** What the address says of the tracker's screen. */
export interface TrackerView {
  mode: "month" | "year";
  month: MonthKey;
  year: number;
  list: (typeof LISTS)[number];
  panel: (typeof PANELS)[number];
  yearTab: (typeof YEAR_TABS)[number];
  /** Null for the household's first currency. */
  currency: Currency | null;
  /** Ids of the expenses struck through for now. */
  off: readonly string[];
  /** Projected assets count the current month from today on instead of whole. */
  remaining: boolean;
  sample: boolean;
  dialog: TrackerDialog | null;
  /** The item that was just added. */
  fresh: string | null;
}

function oneOf<Value extends string>(values: readonly [Value, ...Value[]], text: string | null): Value {
  return values.find((value) => value === text) ?? values[0];
}

function readMonth(text: string | null, today: CivilDate): MonthKey {
  return text && isMonthKey(text) && text >= "1970-01" && text < "2200" ? text : monthKey(today);
}

function readDialog(search: URLSearchParams): TrackerDialog | null {
  const [adding, editing, deleting, on] = ["add", "edit", "delete", "on"].map((name) => search.get(name) ?? "");
  const of = PLAN_KINDS.find((kind) => kind === adding);
  if (of) return { kind: "add", of };
  if (editing) return { kind: "edit", id: editing, on: on && isCivilDate(on) ? on : null };
  return deleting ? { kind: "delete", id: deleting } : null;
}

export function readTrackerView(search: URLSearchParams, today: CivilDate): TrackerView {
  const month = readMonth(search.get("month"), today);
  const year = Number(search.get("year"));
  return {
    mode: search.get("view") === "year" ? "year" : "month",
    month,
    year: Number.isInteger(year) && year >= 1970 && year < 2200 ? year : Math.floor(monthIndex(month) / 12),
    list: oneOf(LISTS, search.get("list")),
    panel: oneOf(PANELS, search.get("panel")),
    yearTab: oneOf(YEAR_TABS, search.get("tab")),
    currency: CURRENCIES.find((currency) => currency === search.get("currency")) ?? null,
    off: search.get("off")?.split(",").filter(Boolean) ?? [],
    remaining: search.get("rest") === "1",
    sample: search.get("sample") === "1",
    dialog: readDialog(search),
    fresh: search.get("new"),
  };
}

function dialogQuery(dialog: TrackerDialog | null): Record<string, string | null> {
  switch (dialog?.kind) {
    case undefined:
      return {};
    case "add":
      return { add: dialog.of };
    case "edit":
      return { edit: dialog.id, on: dialog.on };
    case "delete":
      return { delete: dialog.id };
  }
}

/**
 * The address of the screen after a change. What is struck through comes back with another month or view, and a dialog
 * does not outlive any change but the one that opens it.
 */
export function trackerHref(view: TrackerView, change: Partial<TrackerView> = {}): string {
  const moves = change.mode !== undefined || change.month !== undefined || change.year !== undefined;
  const next = { ...view, off: moves ? [] : view.off, dialog: null, fresh: null, ...change };
  const shared = { currency: next.currency, sample: next.sample ? "1" : null, new: next.fresh };
  if (next.mode === "year") {
    return paths.finances({ view: "year", year: next.year, tab: unless(next.yearTab, "charts"), ...shared });
  }
  return paths.finances({
    month: next.month,
    list: unless(next.list, "income"),
    panel: unless(next.panel, "overview"),
    off: next.off.join(","),
    rest: next.remaining ? "1" : null,
    ...shared,
    ...dialogQuery(next.dialog),
  });
}

function unless(value: string, usual: string): string | null {
  return value === usual ? null : value;
}

/** The list of expenses that are struck through, with one more or one less. */
export function toggled(off: readonly string[], id: string): string[] {
  return off.includes(id) ? off.filter((other) => other !== id) : [...off, id];
}
