import { formatMoney } from "~/domain/shared/money";
import { formatDate, formatDateRange, formatMonth } from "~/domain/shared/time/date-format";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";

const tenths = new Intl.NumberFormat("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const whole = (count: number) => count.toLocaleString("en-US");
export const dollars = (minor: number | null) => (minor === null ? "–" : formatMoney(minor));
export const hours = (seconds: number) => `${tenths.format(seconds / HOUR_SECONDS)} hr`;

type Shown = { kind: "month" | "quarter" | "year" | "custom"; from: string; to: string };

/** "November 2026", "Q4 2026", "2026", "Nov 2 – 8, 2026". */
export function periodTitle({ kind, from, to }: Shown): string {
  const year = from.slice(0, 4);
  switch (kind) {
    case "month":
      return formatMonth(from.slice(0, 7));
    case "quarter":
      return `Q${Math.ceil(Number(from.slice(5, 7)) / 3)} ${year}`;
    case "year":
      return year;
    case "custom":
      return formatDateRange(from, to);
  }
}

/** A step of the period's chart: a day, "Week of Nov 2", a month. */
export function stepTitle(startsOn: string, grain: "day" | "week" | "month"): string {
  if (grain === "month") return formatMonth(startsOn.slice(0, 7));
  return grain === "week" ? `Week of ${formatDate(startsOn)}` : formatDate(startsOn);
}
