import { MOVE_SCOPES, type MoveScope } from "~/domain/finance/tracker/move";
import { type CivilDate, isMoneyDate, isMonthKey, type MonthKey, monthKey } from "~/domain/shared/dates";
import { CURRENCIES, type Currency } from "~/domain/shared/money";
import { paths } from "~/paths";

/** One day of a planned item: its key and the day. */
export interface Occurrence {
  key: string;
  date: CivilDate;
}

/** The calendar query of the address. */
export interface CalendarView {
  month: MonthKey;
  currency: Currency | null;
  /** Where the selected occurrence would move to. */
  to: CivilDate | null;
  scope: MoveScope;
}

const isInRange = (month: string) => month >= "1970-01" && month < "2200";

export function readCalendarView(search: URLSearchParams, today: CivilDate): CalendarView {
  const month = search.get("month") ?? "";
  const to = search.get("to") ?? "";
  return {
    month: isMonthKey(month) && isInRange(month) ? month : monthKey(today),
    currency: CURRENCIES.find((currency) => currency === search.get("currency")) ?? null,
    to: isMoneyDate(to) ? to : null,
    scope: MOVE_SCOPES.find((scope) => scope === search.get("scope")) ?? "one",
  };
}

/** 'expense:7f…@2026-11-21' as the address holds it; null for anything else. */
export function readOccurrence(text: string | undefined | null): Occurrence | null {
  const [key, date] = text?.split("@") ?? [];
  return key && date && isMoneyDate(date) ? { key, date } : null;
}

/** The calendar itself, with nothing chosen. */
export function calendarHref({ month, currency }: CalendarView, change: Partial<CalendarView> = {}): string {
  return paths.financeCalendar({ month: change.month ?? month, currency: change.currency ?? currency });
}

/** The calendar with one occurrence chosen, and the day it would move to. */
export function moveHref(view: CalendarView, { key, date }: Occurrence, to: CivilDate | null): string {
  const { month, currency, scope } = view;
  return paths.moveOccurrence(`${key}@${date}`, {
    ...{ month, currency, to: to === date ? null : to },
    scope: to !== null && to !== date && scope !== "one" ? scope : null,
  });
}

/** Where a link of the time when the move was part of the query leads now; null for any other address. */
export function oldMoveHref(search: URLSearchParams, view: CalendarView): string | null {
  const occurrence = readOccurrence(search.get("bill"));
  return occurrence && moveHref(view, occurrence, view.to);
}
