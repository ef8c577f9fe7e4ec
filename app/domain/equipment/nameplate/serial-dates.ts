import type { Family } from "./makers";
import { asDigit } from "./ocr";

/** When the equipment was built, as precisely as known: "2014", "2014-03" or "2014-W10" (week of the year). */
export type Built = string;

const MONTH_NAMES = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];

/** Formats a build date: "2014", "March 2014", "week 10 of 2014". */
export function builtText(built: Built): string {
  const [year, part = ""] = built.split("-");
  if (part.startsWith("W")) return `week ${Number(part.slice(1))} of ${year}`;
  return part ? `${MONTH_NAMES[Number(part) - 1]} ${year}` : `${year}`;
}

interface SerialRule {
  /**
   * The format of a serial number without spaces and hyphens: `9` a digit, `A` a letter, `*` either, followed by a repeat count
   * in braces, as in a regular expression.
   */
  form: string;
  /** All dates that the code may mean; empty if it is not a date. */
  dates: (serial: string, thisYear: number) => Built[];
  /** Between 0 and 1: how well publications agree on the format. */
  trust: number;
}

const BY_MONTH = "ABCDEFGHIJKL";
const WITHOUT_I = "ABCDEFGHJKLM";
const WITHOUT_I_AND_J = "ABCDEFGHKLMN";

/**
 * Carrier, Bryant, Payne, Day & Night. Week and year, then a letter: inspectorhandbook.com/hvac/carrier (variant 1),
 * hvacconsulting.com/carrier (style 1), hvacrschool.com/nomenclature-and-how-to-use-it. Digits only, year and month of the
 * 1980s: inspectorhandbook.com (variant 2), hvacconsulting.com (style 2). A letter for the month and a digit for the year of
 * the 1980s, with the digit first on Canadian units: inspectorhandbook.com (variant 3), hvacconsulting.com (style 3). The same
 * for the 1970s: hvacconsulting.com (style 4); another table skips I and starts with 1969, so both dates are returned.
 */
const carrier: SerialRule[] = [
  { form: "9999A9{4,6}", dates: (s, now) => week(yearOf(s, 2, now), s.slice(0, 2)), trust: 0.95 },
  { form: "9{9,10}", dates: (s, now) => month(within(yearOf(s, 0, now), 1980, 1989), s.slice(2, 4)), trust: 0.8 },
  { form: "A9A9{5}", dates: (s) => carrierOf1980s(s.charAt(0), s.charAt(1)), trust: 0.7 },
  { form: "9AA9{5}", dates: (s) => carrierOf1980s(s.charAt(1), s.charAt(0)), trust: 0.7 },
  {
    form: "A9{6,7}",
    dates: (s) => {
      const years = s.charAt(1) === "9" ? [1969, 1979] : [1970 + Number(s.charAt(1))];
      return years.flatMap((year) => [BY_MONTH, WITHOUT_I].flatMap((table) => letterMonth(year, s.charAt(0), table)));
    },
    trust: 0.7,
  },
];

function carrierOf1980s(letter: string, digit: string): Built[] {
  return Number(digit) > 4 ? [] : letterMonth(1980 + Number(digit), letter, "MNPQRSTVWXYZ");
}

const TRANE_YEARS: Record<string, number> = {
  ...{ W: 1983, X: 1984, Y: 1985, A: 1986, S: 1986, B: 1987, C: 1988, D: 1989, E: 1990, F: 1991, G: 1992, H: 1993 },
  ...{ J: 1994, K: 1995, L: 1996, M: 1997, N: 1998, P: 1999, R: 2000, Z: 2001 },
};

/**
 * Trane, American Standard. From 2010, year and week in ten characters; from 2002 to 2009, the year's last digit and the week
 * in nine: pickhvac.com/hvac/age-serial-number/trane. From 1983 to 2001, a letter for the year, and the week:
 * nationalhvacparts.com/pages/how-old-is-my-trane, forum.nachi.org/t/trane-age-help/101907; hisearch.org/AmericanStandard.aspx
 * has A where these have S. From 1980 to 1982, a letter in seventh position: forum.nachi.org.
 */
const trane: SerialRule[] = [
  { form: "9999*{6}", dates: (s, now) => week(within(yearOf(s, 0, now), 2010, now), s.slice(2, 4)), trust: 0.9 },
  { form: "999*{6}", dates: (s) => week(within(2000 + Number(s.charAt(0)), 2002, 2009), s.slice(1, 3)), trust: 0.9 },
  { form: "A99*{5,6}", dates: (s) => week(TRANE_YEARS[s.charAt(0)] ?? null, s.slice(1, 3)), trust: 0.85 },
  {
    form: "999999A",
    dates: (s) => ({ O: ["1980"], A: ["1980"], T: ["1981"], U: ["1982"] })[s.charAt(6)] ?? [],
    trust: 0.7,
  },
];

/**
 * Lennox and its brands. Plant, year, a letter for the month: pickhvac.com/hvac/age-serial-number/lennox, for all since 1974.
 * waypointinspection.com/lennox-ace-age and carwhere.com/appliance-age/brand/lennox skip the letter I,
 * nationalhvacparts.com/pages/how-old-is-my-lennox does not, so both months are returned.
 */
const lennox: SerialRule[] = [
  {
    form: "9999A9{4,5}",
    dates: (s, now) => {
      const year = yearOf(s, 2, now);
      if (year === null || year < 1974) return [];
      return [BY_MONTH, WITHOUT_I].flatMap((table) => letterMonth(year, s.charAt(4), table));
    },
    trust: 0.95,
  },
];

/**
 * Goodman, and Amana and Daikin from its plants. Year and month: pickhvac.com/hvac/age-serial-number/goodman, which says since
 * 1975, and bayareahvacservice.com/blog. According to hvacrschool.com it is the week, so above 12 only the year is returned.
 */
const goodman: SerialRule[] = [
  {
    form: "9{9,10}",
    dates: (s, now) => {
      const year = within(yearOf(s, 0, now), 1975, now);
      const months = month(year, s.slice(2, 4));
      return months.length > 0 || year === null || week(year, s.slice(2, 4)).length === 0 ? months : [`${year}`];
    },
    trust: 0.9,
  },
];

/**
 * Amana before Goodman. The first letter, by the key BLACK HORSE, is the year's last digit; it repeats every ten years from
 * 1969: studylib.net/doc/9049543/furnace-age-chart, inspectionnews.net (furnace age information).
 */
const amana: SerialRule[] = [
  {
    form: "A*9{6,8}",
    dates: (s) => {
      const at = "BLACKHORSE".indexOf(s.charAt(0));
      if (at < 0) return [];
      return [1961, 1971, 1981, 1991, 2001]
        .map((decade) => decade + at)
        .flatMap((year) => (year < 1969 ? [] : [`${year}`]));
    },
    trust: 0.8,
  },
];

/**
 * Rheem, Ruud. A letter for the product line, then week and year, alone or after a factory code ("0R177 M2807 00097",
 * "W291013412"): hunker's article on Rheem's model numbers, archived at fi.milestoblog.com/what-are-rheem-ac-model-numbers.
 * Digits only, week and year: serial-decoder.com/blog/rheem-ruud-serial-number-age, not confirmed elsewhere; a number up to 12
 * may be a month.
 */
const rheem: SerialRule[] = [
  { form: "A99999{4,5}", dates: (s, now) => week(yearOf(s, 3, now), s.slice(1, 3)), trust: 0.9 },
  { form: "*{4}A99999{4,5}", dates: (s, now) => week(yearOf(s, 7, now), s.slice(5, 7)), trust: 0.85 },
  { form: "*{5}A99999{4,5}", dates: (s, now) => week(yearOf(s, 8, now), s.slice(6, 8)), trust: 0.85 },
  {
    form: "9{10,11}",
    dates: (s, now) => {
      const year = yearOf(s, 2, now);
      return [...week(year, s.slice(0, 2)), ...month(year, s.slice(0, 2))];
    },
    trust: 0.7,
  },
];

const YORK_YEARS = "ABCDEFGHJKLMNPRSTVWXY";

/**
 * York, Luxaire, Coleman and the other brands of Johnson Controls. From October 2004, the second and fourth characters are the
 * year, the third the month: pickhvac.com/hvac/age-serial-number/york. Before, four letters: the second is the month, the third
 * the year, by a table that restarts after 21 years: central-air-conditioner-and-refrigeration.com (how to read York model and
 * serial numbers), intrysys.com/tools/hvac/serial-number-lookup/luxaire.
 */
const york: SerialRule[] = [
  {
    form: "A9A99{6}",
    dates: (s, now) => {
      const year = within(2000 + Number(s.charAt(1) + s.charAt(3)), 2004, now);
      return year === null ? [] : letterMonth(year, s.charAt(2), WITHOUT_I_AND_J);
    },
    trust: 0.95,
  },
  {
    form: "AAAA9{6}",
    dates: (s) => {
      const at = YORK_YEARS.indexOf(s.charAt(2));
      if (at < 0) return [];
      return [1971 + at, 1992 + at]
        .flatMap((year) => letterMonth(year, s.charAt(1), WITHOUT_I_AND_J))
        .filter((date) => date < "2004-11");
    },
    trust: 0.9,
  },
];

/**
 * Mitsubishi Electric. The first digit is the year's last; the decade is unknown:
 * hvacrschool.com/nomenclature-and-how-to-use-it.
 */
const mitsubishi: SerialRule[] = [
  {
    form: "9*{5,9}",
    dates: (s, now) => {
      const years = [1990, 2000, 2010, 2020, 2030].map((decade) => decade + Number(s.charAt(0)));
      return years.flatMap((year) => (year <= now ? [`${year}`] : []));
    },
    trust: 0.7,
  },
];

/**
 * Heil, Tempstar, Comfortmaker and the other brands of International Comfort Products. Usually a letter for the plant, then
 * year and week: intrysys.com/tools/hvac/serial-number-lookup/icp, studylib.net/doc/9049543/furnace-age-chart. With the letter
 * in fifth position, the order is year and week in the 1990s (intrysys.com) and week and year later (hotelsabruzzo.com, ICP),
 * so both are returned.
 */
const icp: SerialRule[] = [
  { form: "A99999{5}", dates: (s, now) => week(yearOf(s, 1, now), s.slice(3, 5)), trust: 0.95 },
  { form: "9{9}", dates: (s, now) => week(yearOf(s, 0, now), s.slice(2, 4)), trust: 0.8 },
  {
    form: "9999A9{5}",
    dates: (s, now) => [
      ...week(within(yearOf(s, 0, now), 1988, 1999), s.slice(2, 4)),
      ...week(yearOf(s, 2, now), s.slice(0, 2)),
    ],
    trust: 0.75,
  },
];

/**
 * Nordyne, now Nortek, and the brands it built under license. Three letters, year and month:
 * grokipedia.com/page/Philco_HVAC_serial_number_date_codes, from building-center.org.
 */
const nordyne: SerialRule[] = [
  { form: "AAA99999{4,6}", dates: (s, now) => month(yearOf(s, 3, now), s.slice(5, 7)), trust: 0.75 },
];

const BARD_YEARS: Record<string, number[]> = {
  ...{ B: [1962], C: [1963], D: [1964], E: [1965], F: [1966], G: [1967], H: [1968], J: [1969], K: [1970], L: [1971] },
  ...{ M: [1972], N: [1973], O: [1974], P: [1974, 1975], R: [1976], S: [1977], T: [1978], U: [1979], V: [1980] },
};

/**
 * Bard. Since June 1980, the compressor's number, a letter for the month, the year; before, six digits with letters for month
 * and year: hauckbrothers.com/serial_number_information.html and forum.nachi.org/t/hvac-manufacture-dates/116, which disagree
 * on the letters of 1974 and 1975.
 */
const bard: SerialRule[] = [
  {
    form: "999A999{5,9}",
    dates: (s, now) => {
      const year = within(yearOf(s, 4, now), 1980, now);
      return year === null ? [] : letterMonth(year, s.charAt(3), "ABCDFHJKLMNP");
    },
    trust: 0.9,
  },
  {
    form: "999999AA",
    dates: (s) => (BARD_YEARS[s.charAt(7)] ?? []).flatMap((year) => letterMonth(year, s.charAt(6), WITHOUT_I)),
    trust: 0.85,
  },
];

const RULES: Record<Family, readonly SerialRule[]> = {
  ...{ carrier, trane, lennox, goodman, amana, rheem, york, mitsubishi, icp, nordyne, bard },
};

export interface Decoded {
  /** The serial number in the rule's format, with misread letters converted to digits. */
  serial: string;
  repairs: number;
  dates: Built[];
  trust: number;
}

/** Decodes a serial number by its maker's rules, keeping only the readings with the fewest letters converted to digits. */
export function decodeSerial(serial: string, families: readonly Family[], thisYear: number): Decoded | null {
  const plain = serial.replace(/[\s-]/g, "");
  const readings = families
    .flatMap((family) => RULES[family])
    .flatMap((rule) => {
      const fitted = inForm(plain, rule.form);
      const dates = fitted ? rule.dates(fitted, thisYear) : [];
      if (!fitted || dates.length === 0) return [];
      return [{ serial: fitted, dates, trust: rule.trust, repairs: differences(plain, fitted) }];
    });
  const least = Math.min(...readings.map((reading) => reading.repairs));
  const best = readings.filter((reading) => reading.repairs === least);
  const [first] = best;
  if (!first) return null;
  const dates = [...new Set(best.flatMap((reading) => reading.dates))].sort();
  return { ...first, dates, trust: Math.min(...best.map((reading) => reading.trust)) };
}

/** Converts misread letters where a rule's format has digits; null if the serial number does not fit the format. */
function inForm(serial: string, form: string): string | null {
  const places = placesOf(form, serial.length);
  if (places.length !== serial.length) return null;
  let result = "";
  for (const [at, char] of [...serial].entries()) {
    const read = places[at] === "9" ? asDigit(char) : char;
    const fits = places[at] === "A" ? /[A-Z]/ : /[A-Z0-9]/;
    if (read === null || !fits.test(read)) return null;
    result += read;
  }
  return result;
}

/** "A9{2,4}" for four characters: "A999". Only the last part of a format has a variable length. */
function placesOf(form: string, length: number): string {
  const fixed = form.replace(/(.)\{(\d+)\}/g, (_, place: string, times: string) => place.repeat(Number(times)));
  const [, head = "", place = "", least = "", most = ""] = fixed.match(/^(.*)(.)\{(\d+),(\d+)\}$/) ?? [];
  if (!place) return fixed;
  const times = length - head.length;
  return times >= Number(least) && times <= Number(most) ? head + place.repeat(times) : "";
}

function differences(one: string, other: string): number {
  return [...one].filter((char, at) => char !== other.charAt(at)).length;
}

/** The year of two digits: this century up to the current year, else from 1960 on; null if neither. */
function yearOf(serial: string, at: number, thisYear: number): number | null {
  return fullYear(serial.slice(at, at + 2), thisYear);
}

export function fullYear(two: string, thisYear: number): number | null {
  const year = 2000 + Number(two);
  if (year <= thisYear) return year;
  return year - 100 >= 1960 ? year - 100 : null;
}

function within(year: number | null, least: number, most: number): number | null {
  return year !== null && year >= least && year <= most ? year : null;
}

function week(year: number | null, two: string): Built[] {
  return year !== null && Number(two) >= 1 && Number(two) <= 53 ? [`${year}-W${two}`] : [];
}

function month(year: number | null, two: string): Built[] {
  return year !== null && Number(two) >= 1 && Number(two) <= 12 ? [`${year}-${two}`] : [];
}

function letterMonth(year: number, letter: string, table: string): Built[] {
  const at = table.indexOf(letter);
  return at < 0 ? [] : [`${year}-${String(at + 1).padStart(2, "0")}`];
}
