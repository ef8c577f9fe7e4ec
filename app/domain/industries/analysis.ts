import type { CustomerType } from "~/domain/customers/customer";
import { formatMonth } from "~/domain/shared/time/date-format";
import {
  FIGURES,
  type Figure,
  type IndustryFigures,
  MEASURE_LABELS,
  MEASURES,
  type MonthFigure,
  monthsOf,
  type SourceId,
} from "./figures";
import type { Industry } from "./industry";

/** What one industry's service types earned over the twelve months. */
export interface OwnWork {
  code: string;
  jobs: number;
  customers: number;
  /** Issued invoices less credit notes, before tax, in cents. */
  revenueMinor: number;
  /** Service types of its jobs. */
  serviceTypes: readonly string[];
}

export interface OwnFigures {
  /** Twelve months such as '2025-12', oldest first; the last is the current month to date. */
  months: readonly { month: string; jobs: number; revenueMinor: number }[];
  byIndustry: readonly OwnWork[];
  byCustomerType: readonly { type: CustomerType; customers: number; jobs: number; revenueMinor: number }[];
  technicians: number;
}

interface Season {
  low: MonthFigure;
  high: MonthFigure;
  /** How far the highest month is above the lowest: 0.08 for 8%. */
  spread: number;
  /** Number of published months. */
  published: number;
}

export interface ComparedIndustry extends Industry {
  figures: IndustryFigures;
  /** Employees per establishment, to the tenth. */
  peopleEach: number | null;
  /** Total annual payroll in dollars. */
  payroll: number | null;
  season: Season | null;
  own: OwnWork;
}

export interface Comparison {
  industries: ComparedIndustry[];
  own: OwnFigures & { jobs: number; revenueMinor: number; customers: number };
  /** Conclusions from the figures, as sentences. */
  findings: string[];
}

/** Fewer published months do not show a season. */
const MIN_SEASON_MONTHS = 6;

/** Compares industries with one another and with the business's own year, using the figures only. */
export function compareIndustries(industries: readonly Industry[], own: OwnFigures): Comparison {
  const compared = industries.map((each) => comparedOf(each, own));
  const sum = (of: (month: OwnFigures["months"][number]) => number) =>
    own.months.reduce((total, month) => total + of(month), 0);
  const totals = {
    jobs: sum(({ jobs }) => jobs),
    revenueMinor: sum(({ revenueMinor }) => revenueMinor),
    customers: own.byCustomerType.reduce((total, { customers }) => total + customers, 0),
  };
  return { industries: compared, own: { ...own, ...totals }, findings: findingsOf(compared, { ...own, ...totals }) };
}

function comparedOf(industry: Industry, own: OwnFigures): ComparedIndustry {
  const figures = FIGURES[industry.code] ?? {};
  const { establishments, employees, annualPay } = figures;
  const isOfOne = establishments?.source === employees?.source && !employees?.of;
  return {
    ...industry,
    figures,
    // From one source only: different sources count different things.
    peopleEach:
      establishments && employees && isOfOne ? Math.round((employees.value / establishments.value) * 10) / 10 : null,
    payroll: employees && annualPay && employees.source === annualPay.source ? employees.value * annualPay.value : null,
    season: seasonOf(figures.months ?? []),
    own: own.byIndustry.find(({ code }) => code === industry.code) ?? {
      ...{ code: industry.code, jobs: 0, customers: 0, revenueMinor: 0, serviceTypes: [] },
    },
  };
}

/** The lowest and highest of the published months; null if there are too few. */
export function seasonOf(months: readonly MonthFigure[]): Season | null {
  const [first] = months;
  if (!first || months.length < MIN_SEASON_MONTHS) return null;
  const low = months.reduce((least, month) => (month.thousands < least.thousands ? month : least), first);
  const high = months.reduce((most, month) => (month.thousands > most.thousands ? month : most), first);
  return { low, high, spread: high.thousands / low.thousands - 1, published: months.length };
}

/** Each value relative to the average of all (100). Null if there is nothing to compare. */
export function indexed(values: readonly (number | null)[]): (number | null)[] {
  const known = values.filter((value) => value !== null);
  const average = known.reduce((sum, value) => sum + value, 0) / known.length;
  if (!(average > 0)) return values.map(() => null);
  return values.map((value) => (value === null ? null : Math.round((value / average) * 1000) / 10));
}

export const percentText = (share: number) => `${(share * 100).toLocaleString("en-US", { maximumFractionDigits: 1 })}%`;
const dollars = (amount: number) => `$${Math.round(amount).toLocaleString("en-US")}`;
const count = (value: number) => value.toLocaleString("en-US");

const monthlyPeople = (figures: IndustryFigures) => MEASURE_LABELS[monthsOf(figures)].toLowerCase();

const inWords = new Intl.ListFormat("en-US");

type Totals = OwnFigures & { jobs: number; revenueMinor: number };

function findingsOf(industries: readonly ComparedIndustry[], own: Totals): string[] {
  const [largest, ...smaller] = ranked(industries, ({ figures }) => alike(figures.employees));
  const [best, ...others] = ranked(industries, ({ figures }) => alike(figures.weeklyPay));
  const least = others.at(-1);
  const runnerUp = smaller[0];
  const sizes = industries.flatMap(({ label, peopleEach }) =>
    peopleEach === null ? [] : [`${peopleEach.toFixed(1)} in ${label}`],
  );
  return [
    ...(largest && runnerUp
      ? [
          `${largest.label} employs ${count(largest.value)} people, ${(largest.value / runnerUp.value).toFixed(1)} times as many as ${runnerUp.label}.`,
        ]
      : []),
    ...(best && least
      ? [
          `${best.label} pays the most of those compared, ${dollars(best.value)} a week on average: ${percentText(best.value / least.value - 1)} more than ${least.label}.`,
        ]
      : []),
    ...(sizes.length > 0 && own.technicians > 0
      ? [
          `An average establishment has this many people on its payroll: ${inWords.format(sizes)}. You have ${count(own.technicians)} ${own.technicians === 1 ? "technician" : "technicians"}.`,
        ]
      : []),
    ...industries.flatMap(({ label, season, figures }) =>
      season
        ? [
            `${label} had ${percentText(season.spread)} more ${monthlyPeople(figures)} in ${formatMonth(season.high.month)} than in ${formatMonth(season.low.month)}.`,
          ]
        : [],
    ),
    ...industries.flatMap(({ label, own: work }) =>
      work.jobs > 0
        ? [
            `${percentText(work.jobs / own.jobs)} of your jobs in the last 12 months belong to ${label} by their service types.`,
          ]
        : [],
    ),
  ];
}

/** Only figures of the one source that counts every industry the same way may be ranked. */
const alike = (figure: Figure | undefined) => (figure?.source === "qcew2024q1" ? figure.value : null);

/** A group is not ranked with industries that are part of it. */
function ranked(industries: readonly ComparedIndustry[], of: (industry: ComparedIndustry) => number | null) {
  const isGroup = ({ code }: ComparedIndustry) =>
    industries.some((other) => other.code !== code && other.code.startsWith(code));
  return industries
    .filter((industry) => !isGroup(industry))
    .flatMap((industry) => {
      const value = of(industry);
      return value === null ? [] : [{ label: industry.label, value }];
    })
    .sort((a, b) => b.value - a.value);
}

/** The sources of the figures shown, each once. */
export function sourcesOf(industries: readonly ComparedIndustry[]): SourceId[] {
  return [
    ...new Set(
      industries.flatMap(({ figures }) => [
        ...MEASURES.flatMap((measure) => figures[measure]?.source ?? []),
        ...(figures.monthsSource ? [figures.monthsSource] : []),
      ]),
    ),
  ];
}

interface SeasonLine {
  name: string;
  /** January to December relative to the average of the known months (100). */
  values: (number | null)[];
}

/** The seasonal curve of each industry that has one, and of the business's own jobs. */
export function seasonLines({ industries, own }: Comparison): SeasonLine[] {
  const lines = industries.flatMap(({ label, season, figures }) =>
    season
      ? [
          {
            name: `${label}, ${monthlyPeople(figures)}${inOneYear(figures.months ?? [])}`,
            values: byCalendarMonth((figures.months ?? []).map(({ month, thousands }) => [month, thousands])),
          },
        ]
      : [],
  );
  // Months before the first job are unknown rather than empty, and the current month is not complete.
  const first = own.months.findIndex((each) => each.jobs > 0);
  const known = first < 0 ? [] : own.months.slice(first, -1);
  const jobs = { name: "Your jobs", values: byCalendarMonth(known.map((each) => [each.month, each.jobs])) };
  return [...(jobs.values.some((value) => value !== null) ? [jobs] : []), ...lines];
}

function inOneYear(months: readonly MonthFigure[]): string {
  const [year, ...others] = new Set(months.map(({ month }) => month.slice(0, 4)));
  return year !== undefined && others.length === 0 ? ` in ${year}` : "";
}

function byCalendarMonth(months: readonly (readonly [month: string, value: number])[]): (number | null)[] {
  const values = Array.from({ length: 12 }, (_, at) => {
    const found = months.find(([month]) => Number(month.slice(5)) === at + 1);
    return found ? found[1] : null;
  });
  return indexed(values);
}
