import { CURRENCIES, type Currency } from "~/domain/shared/money";
import { type CivilDate, isMoneyDate, isMonthKey, type MonthKey, monthKey } from "~/domain/shared/time/dates";

/** The month of a screen from its URL; today's if the URL has none. */
export function readMonth(search: URLSearchParams, today: CivilDate): MonthKey {
  const month = search.get("month") ?? "";
  return isMonthKey(month) && isMoneyDate(`${month}-01`) ? month : monthKey(today);
}

/** The currency of a screen from its URL; null for the household's first currency. */
export function readCurrency(search: URLSearchParams): Currency | null {
  return CURRENCIES.find((currency) => currency === search.get("currency")) ?? null;
}
