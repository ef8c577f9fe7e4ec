import { MOVE_SCOPES, type MoveScope } from "~/domain/finance/tracker/move";
import { type CivilDate, isCivilDate, isMonthKey, type MonthKey, monthKey } from "~/domain/shared/dates";
import { CURRENCIES, type Currency } from "~/domain/shared/money";
import { paths } from "~/paths";

/** What the address says of the calendar. */
export interface CalendarView {
  month: MonthKey;
  currency: Currency | null;
  /** The occurrence that is looked at, and where it would move to. */
  bill: { key: string; date: CivilDate } | null;
  to: CivilDate | null;
  scope: MoveScope;
}

function readBill(text: string | null): CalendarView["bill"] {
  const [key, date] = text?.split("@") ?? [];
  return key && date && isCivilDate(date) ? { key, date } : null;
}

export function readCalendarView(search: URLSearchParams, today: CivilDate): CalendarView {
  const month = search.get("month") ?? "";
  const to = search.get("to") ?? "";
  const bill = readBill(search.get("bill"));
  return {
    month: isMonthKey(month) && month >= "1970-01" && month < "2200" ? month : monthKey(today),
    currency: CURRENCIES.find((currency) => currency === search.get("currency")) ?? null,
    bill,
    to: bill && isCivilDate(to) && to !== bill.date && to >= "1970-01-01" && to < "2200" ? to : null,
    scope: MOVE_SCOPES.find((scope) => scope === search.get("scope")) ?? "one",
  };
}

/** The address of the calendar after a change; another month lets go of what was looked at. */
export function calendarHref(view: CalendarView, change: Partial<CalendarView> = {}): string {
  const moves = change.month !== undefined && change.month !== view.month;
  const { month, currency, bill, to, scope } = { ...view, ...(moves ? { bill: null, to: null } : {}), ...change };
  return paths.financeCalendar({
    month,
    currency,
    bill: bill && `${bill.key}@${bill.date}`,
    to: bill && to,
    scope: bill && to && scope !== "one" ? scope : null,
  });
}
