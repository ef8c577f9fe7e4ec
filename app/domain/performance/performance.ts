import { addDays, firstDayOfMonth, HOUR_SECONDS, monthKey, shiftMonth } from "~/domain/shared/time/dates";

/** What sums are stored for. */
export const SCOPES = ["all", "technician", "service_type"] as const;
export type Scope = (typeof SCOPES)[number];

/** Period lengths with stored sums; weeks only for all jobs together. */
export const GRAINS = ["day", "week", "month", "year"] as const;
export type Grain = (typeof GRAINS)[number];

/** Reasons for a callback: a step of the job's playbook or a part. */
export const CAUSE_KINDS = ["task", "part"] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

/** Sums over the jobs of a period. */
export interface JobSums {
  jobs: number;
  /** Of these, the jobs about equipment. */
  unitJobs: number;
  /** Of these, the jobs without a second visit. */
  fixedJobs: number;
  /** Jobs that caused a callback. */
  callbackJobs: number;
  laborSeconds: number;
  travelSeconds: number;
  billedJobs: number;
  /** Issued invoices minus credit notes, before tax. */
  revenueMinor: number;
  /** The part of it from jobs where every cost is known. */
  costedRevenueMinor: number;
  costMinor: number;
}

export const NO_SUMS: JobSums = {
  jobs: 0,
  unitJobs: 0,
  fixedJobs: 0,
  callbackJobs: 0,
  laborSeconds: 0,
  travelSeconds: 0,
  billedJobs: 0,
  revenueMinor: 0,
  costedRevenueMinor: 0,
  costMinor: 0,
};

/** Adds up several periods or technicians. */
export function addSums(sums: readonly JobSums[]): JobSums {
  return sums.reduce(
    (total, each) => ({
      jobs: total.jobs + each.jobs,
      unitJobs: total.unitJobs + each.unitJobs,
      fixedJobs: total.fixedJobs + each.fixedJobs,
      callbackJobs: total.callbackJobs + each.callbackJobs,
      laborSeconds: total.laborSeconds + each.laborSeconds,
      travelSeconds: total.travelSeconds + each.travelSeconds,
      billedJobs: total.billedJobs + each.billedJobs,
      revenueMinor: total.revenueMinor + each.revenueMinor,
      costedRevenueMinor: total.costedRevenueMinor + each.costedRevenueMinor,
      costMinor: total.costMinor + each.costMinor,
    }),
    NO_SUMS,
  );
}

/** Rates derived from the sums; null if the divisor is zero. Shares are fractions of 1. */
interface Rates {
  firstTimeFix: number | null;
  callbacks: number | null;
  /** Cents per hour of labor. */
  revenuePerHourMinor: number | null;
  /** Cents: revenue minus costs, where costs are known. Null if no job's costs are known. */
  marginMinor: number | null;
  margin: number | null;
  /** Driving as a share of driving and work together. */
  driveShare: number | null;
}

export function ratesOf(sums: JobSums): Rates {
  const part = (of: number, all: number) => (all > 0 ? of / all : null);
  const isCosted = sums.costedRevenueMinor !== 0 || sums.costMinor !== 0;
  const marginMinor = isCosted ? sums.costedRevenueMinor - sums.costMinor : null;
  return {
    firstTimeFix: part(sums.fixedJobs, sums.unitJobs),
    callbacks: part(sums.callbackJobs, sums.jobs),
    revenuePerHourMinor:
      sums.laborSeconds > 0 ? Math.round((sums.revenueMinor * HOUR_SECONDS) / sums.laborSeconds) : null,
    marginMinor,
    margin: marginMinor === null ? null : part(marginMinor, sums.costedRevenueMinor),
    driveShare: part(sums.travelSeconds, sums.travelSeconds + sums.laborSeconds),
  };
}

export interface Span {
  /** Civil days of the business, both included. */
  from: string;
  to: string;
}

export interface SpanPart {
  grain: "day" | "month" | "year";
  startsOn: string;
}

/** The fewest whole years, months and days that make up a span. */
export function spanParts({ from, to }: Span): SpanPart[] {
  const pieces: SpanPart[] = [];
  for (let day = from; day <= to; ) {
    const yearEnd = `${day.slice(0, 4)}-12-31`;
    const monthEnd = addDays(firstDayOfMonth(shiftMonth(monthKey(day), 1)), -1);
    if (day.endsWith("-01-01") && yearEnd <= to) {
      pieces.push({ grain: "year", startsOn: day });
      day = addDays(yearEnd, 1);
    } else if (day.endsWith("-01") && monthEnd <= to) {
      pieces.push({ grain: "month", startsOn: day });
      day = addDays(monthEnd, 1);
    } else {
      pieces.push({ grain: "day", startsOn: day });
      day = addDays(day, 1);
    }
  }
  return pieces;
}

/** Seconds as hours in a CSV file: '1.50'. */
export const decimalHours = (seconds: number): string => (seconds / HOUR_SECONDS).toFixed(2);

/** "82.5%"; a dash if there is nothing to divide by. */
export const shareText = (share: number | null) => (share === null ? "–" : `${(share * 100).toFixed(1)}%`);
