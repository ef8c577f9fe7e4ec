import type { Ctx } from "~/domain/shared/context";
import { decimalText } from "~/domain/shared/money";
import { COHORT_QUARTERS } from "./cohorts";
import { FORECAST_BASIS_LABELS, FORECAST_GROUP_LABELS } from "./forecast";
import { decimalHours } from "./performance";
import { type Figures, type Performance, readPerformance } from "./read.server";
import type { ForecastWeekQuery, PerformanceFile, PerformanceQuery } from "./schema";
import { forecastWeek } from "./week.server";

const HEADER = [
  "Jobs completed",
  "Jobs about equipment",
  "Fixed the first time",
  "First-time fix, %",
  "Called back",
  "Callbacks, %",
  "Labor hours",
  "Driving hours",
  "Driving, %",
  "Revenue",
  "Revenue per labor hour",
];
const COSTS = ["Revenue with known costs", "Known costs", "Margin", "Margin, %"];
const USED = ["Shift hours", "Hours used, %"];
const ESTIMATES = ["Estimates sent", "Estimates approved", "Estimate conversion, %"];

/** Returns one table of the figures as rows of a CSV file. @throws DomainError invalid for an invalid period */
export async function performanceFile(ctx: Ctx, table: PerformanceFile, query: PerformanceQuery) {
  const performance = await readPerformance(ctx, query);
  const { from, to } = performance.period;
  return { fileName: `${table}-${from}-to-${to}.csv`, ...tableOf(table, performance) };
}

interface Lines {
  header: string[];
  rows: string[][];
}

function tableOf(table: PerformanceFile, performance: Performance): Lines {
  const { seesCosts, period, totals, before, technicians, serviceTypes, course, causes, season, cohorts, forecast } =
    performance;
  const { estimates } = performance;
  const header = [...HEADER, ...(seesCosts ? COSTS : [])];
  switch (table) {
    case "totals":
      return {
        header: ["Period", "First day", "Last day", ...header, ...ESTIMATES, ...USED],
        rows: [
          [
            ...["This period", period.from, period.to, ...lineOf(totals), ...estimatesOf(estimates.now)],
            ...[decimalHours(totals.shiftMinutes * 60), percent(totals.utilization)],
          ],
          // Shift hours of the previous period are unknown: weekly hours are the current ones.
          [
            ...["Period before", period.before.from, period.before.to, ...lineOf(before)],
            ...[...estimatesOf(estimates.before), "", ""],
          ],
          ...course.map((each) => [
            ...[period.grain, each.from, each.to, ...lineOf(each)],
            ...[...ESTIMATES, ...USED].map(() => ""),
          ]),
        ],
      };
    case "technicians":
      return {
        header: ["Technician", ...header, ...USED],
        rows: technicians.map((each) => [
          ...[
            each.name ?? "Unassigned",
            ...lineOf(each),
            decimalHours(each.shiftMinutes * 60),
            percent(each.utilization),
          ],
        ]),
      };
    case "service-types":
      return {
        header: ["Service type", ...header],
        rows: serviceTypes.map((each) => [each.name ?? "No service type", ...lineOf(each)]),
      };
    case "callbacks":
      return {
        header: ["Kind", "Cause", "Callbacks"],
        rows: [
          ...causes.tasks.map(({ label, callbacks }) => ["Playbook step", label, String(callbacks)]),
          ...causes.parts.map(({ label, callbacks }) => ["Part", label, String(callbacks)]),
        ],
      };
    case "plans":
      return {
        header: [
          "Quarter of start",
          "Plans",
          "Active",
          ...Array.from({ length: COHORT_QUARTERS }, (_, at) => `Quarter ${at + 1}`),
        ],
        rows: cohorts.map(({ startedOn, plans, running, retained }) => [
          ...[startedOn, String(plans), String(running)],
          ...Array.from({ length: COHORT_QUARTERS }, (_, at) => String(retained[at] ?? "")),
        ]),
      };
    case "months":
      return {
        header: ["Month", "Jobs completed", "Revenue"],
        rows: season.map(({ month, jobs, revenueMinor }) => [month, String(jobs), decimalText(revenueMinor)]),
      };
    case "forecast":
      return {
        header: [
          ...["Week of", "Jobs expected", "Hours expected", "Booked hours", "Shift hours", "Based on"],
          ...["Normal heating degree days (65 °F)", "Normal cooling degree days (65 °F)"],
        ],
        rows: (forecast?.weeks ?? []).map((each) => [
          ...[each.week, String(each.jobs), decimalHours(each.minutes * 60)],
          ...[
            decimalHours(each.bookedMinutes * 60),
            decimalHours(each.capacityMinutes * 60),
            FORECAST_BASIS_LABELS[each.basis],
          ],
          ...[degreeDays(each.degreeDays?.heating), degreeDays(each.degreeDays?.cooling)],
        ]),
      };
  }
}

/** Returns the past weeks that a forecast week is computed from as rows of a CSV file. @throws DomainError not_found */
export async function forecastWeekFile(ctx: Ctx, query: ForecastWeekQuery) {
  const { week, groups } = await forecastWeek(ctx, query);
  return {
    fileName: `forecast-${week}.csv`,
    header: ["Used as", "Week of", "Jobs that came in", "Hours"],
    rows: groups.flatMap(({ kind, weeks }) =>
      weeks.map((each) => [FORECAST_GROUP_LABELS[kind], each.week, String(each.jobs), decimalHours(each.minutes * 60)]),
    ),
  };
}

const estimatesOf = ({ sent, approved, conversion }: Performance["estimates"]["now"]): string[] => [
  ...[String(sent), String(approved), percent(conversion)],
];

function lineOf(figures: Figures): string[] {
  const { costs } = figures;
  return [
    ...[String(figures.jobs), String(figures.unitJobs), String(figures.fixedJobs), percent(figures.firstTimeFix)],
    ...[String(figures.callbackJobs), percent(figures.callbacks)],
    ...[decimalHours(figures.laborSeconds), decimalHours(figures.travelSeconds), percent(figures.driveShare)],
    ...[decimalText(figures.revenueMinor), decimalText(figures.revenuePerHourMinor)],
    ...(costs
      ? [
          decimalText(costs.costedRevenueMinor),
          decimalText(costs.costMinor),
          decimalText(costs.marginMinor),
          percent(costs.margin),
        ]
      : []),
  ];
}

const degreeDays = (value: number | undefined) => (value === undefined ? "" : value.toFixed(0));
const percent = (share: number | null) => (share === null ? "" : (share * 100).toFixed(1));
