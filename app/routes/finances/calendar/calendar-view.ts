import type { OccurrenceState } from "~/domain/finance/forecast/calendar";
import { MOVE_SCOPES, type MoveScope } from "~/domain/finance/tracker/move";
import { type PlanKind, planKey, readOccurrenceKey } from "~/domain/finance/tracker/plan";
import type { Currency } from "~/domain/shared/money";
import { addDays, type CivilDate, isMoneyDate, type MonthKey } from "~/domain/shared/time/dates";
import { paths } from "~/paths";
import { readCurrency, readMonth } from "~/routes/finances/shared/view-query";

/** One occurrence of a planned item: its key and date. */
export interface Occurrence {
  key: string;
  date: CivilDate;
}

export interface GridEntry {
  id: string;
  key: string;
  kind: PlanKind;
  name: string;
  amountMinor: number;
  date: CivilDate;
  state: OccurrenceState | null;
}

export interface GridDay {
  date: CivilDate;
  inMonth: boolean;
  entries: GridEntry[];
  balanceMinor: number | null;
}

/** The selected occurrence and the day it would move to. */
export interface GridMove {
  occurrence: Occurrence;
  to: CivilDate | null;
}

/** Identifies an entry in a month: an item may be there several times. */
export const shownId = ({ id, date }: GridEntry): string => `${id}@${date}`;

/** The occurrence behind an entry, which a previewed move shows on another day. */
export function occurrenceOf({ key, date }: GridEntry, move: GridMove | null): Occurrence {
  return move?.to === date && move.occurrence.key === key ? move.occurrence : { key, date };
}

/** The calendar's query. */
export interface CalendarView {
  month: MonthKey;
  currency: Currency | null;
  /** The day the selected occurrence would move to. */
  to: CivilDate | null;
  scope: MoveScope;
}

export function readCalendarView(search: URLSearchParams, today: CivilDate): CalendarView {
  const to = search.get("to") ?? "";
  return {
    month: readMonth(search, today),
    currency: readCurrency(search),
    to: isMoneyDate(to) ? to : null,
    scope: MOVE_SCOPES.find((scope) => scope === search.get("scope")) ?? "one",
  };
}

/** Parses an occurrence from the URL; null for anything else. */
export function readOccurrence(text: string | undefined | null): Occurrence | null {
  const read = readOccurrenceKey(text ?? "");
  return read && { key: planKey(read), date: read.date };
}

/** URL of the calendar without a selection. */
export function calendarHref({ month, currency }: CalendarView, change: Partial<CalendarView> = {}): string {
  return paths.financeCalendar({ month: change.month ?? month, currency: change.currency ?? currency });
}

/** URL of the calendar with one occurrence selected, and the day it would move to. */
export function moveHref(view: CalendarView, { key, date }: Occurrence, to: CivilDate | null): string {
  const { month, currency, scope } = view;
  return paths.moveOccurrence(`${key}@${date}`, {
    ...{ month, currency, to: to === date ? null : to },
    scope: to !== null && to !== date && scope !== "one" ? scope : null,
  });
}

/** Current URL for an older link with the move in its query; null for any other URL. */
export function oldMoveHref(search: URLSearchParams, view: CalendarView): string | null {
  const occurrence = readOccurrence(search.get("bill"));
  return occurrence && moveHref(view, occurrence, view.to);
}

/** The day an arrow key moves an occurrence to, from its current day. */
export function dayByKey(key: string, from: CivilDate): CivilDate | null {
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key];
  return days === undefined ? null : addDays(from, days);
}
