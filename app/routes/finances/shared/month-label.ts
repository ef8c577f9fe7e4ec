import type { MonthKey } from "~/domain/shared/dates";

const long = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "long", year: "numeric" });
const short = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short" });

const noon = (month: MonthKey) => new Date(`${month}-01T12:00:00Z`);

/** 'March 2025' */
export function monthLabel(month: MonthKey): string {
  return long.format(noon(month));
}

/** 'Mar' */
export function shortMonth(month: MonthKey): string {
  return short.format(noon(month));
}
