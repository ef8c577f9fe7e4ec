import type { Stretch } from "./labeled";
import { type Found, only, type ReadValue, unclear } from "./reading";
import { type Built, fullYear } from "./serial-dates";

const MONTHS: Record<string, string> = {
  ...{ JAN: "01", ENE: "01", FEB: "02", FEV: "02", MAR: "03", APR: "04", ABR: "04", AVR: "04", MAY: "05", MAI: "05" },
  ...{ JUN: "06", JUL: "07", AUG: "08", AGO: "08", SEP: "09", OCT: "10", NOV: "11", DEC: "12", DIC: "12" },
};

const names = Object.keys(MONTHS).join("|");
const separator = "[\\s./-]{1,3}";

const FORMS: { pattern: RegExp; dates: (parts: string[], thisYear: number) => Built[] }[] = [
  { pattern: /^((?:19|20)\d\d)[./-](\d{1,2})(?!\d)/, dates: ([year = "", month = ""]) => monthOf(year, month) },
  {
    // Month first or day first, depending on the country.
    pattern: /^(\d{1,2})[./-](\d{1,2})[./-]((?:19|20)\d\d)(?!\d)/,
    dates: ([one = "", other = "", year = ""]) => [...new Set([...monthOf(year, one), ...monthOf(year, other)])],
  },
  { pattern: /^(\d{1,2})[./-]((?:19|20)\d\d)(?!\d)/, dates: ([month = "", year = ""]) => monthOf(year, month) },
  {
    pattern: new RegExp(`^(${names})[A-Z]*\\.?${separator}(?:\\d{1,2},?${separator})?((?:19|20)\\d\\d)(?!\\d)`),
    dates: ([month = "", year = ""]) => [`${year}-${MONTHS[month]}`],
  },
  {
    pattern: /^(\d{1,2})[./-](\d\d)(?![\d./-])/,
    dates: ([month = "", two = ""], now) => {
      const year = fullYear(two, now);
      return year === null ? [] : monthOf(`${year}`, month);
    },
  },
  { pattern: /^((?:19|20)\d\d)(?![\d./-])/, dates: ([year = ""]) => [year] },
];

/** Returns the date printed after its label on a plate. */
export function builtOn(stretches: readonly Stretch[], thisYear: number): ReadValue<Built> {
  const several = "The plate gives more than one date.";
  const found: Found<Built>[] = [];
  for (const { text, folded } of stretches) {
    for (const { pattern, dates } of FORMS) {
      const match = pattern.exec(folded);
      if (!match) continue;
      const source = text.slice(0, match[0].length);
      const read = dates(match.slice(1), thisYear).filter((date) => Number(date.slice(0, 4)) <= thisYear);
      if (read.length > 1) return unclear("Day and month could be in either order.", read, source);
      found.push(...read.map((value) => ({ value, source, confidence: 0.95 })));
      break;
    }
  }
  return only(found, { none: "No date is printed.", several });
}

function monthOf(year: string, month: string): Built[] {
  const number = Number(month);
  return number >= 1 && number <= 12 ? [`${year}-${month.padStart(2, "0")}`] : [];
}
