import { addDays, firstDayOfMonth, monthKey, shiftMonth } from "~/domain/shared/dates";

/** What sums are kept of. */
export const SCOPES = ["all", "technician", "service_type"] as const;
export type Scope = (typeof SCOPES)[number];

/** Lengths of the periods that sums are kept for; weeks are kept of all jobs alone. */
export const GRAINS = ["day", "week", "month", "year"] as const;
export type Grain = (typeof GRAINS)[number];

/** What a job can have been called back for: a step of its playbook or a part. */
export const CAUSE_KINDS = ["task", "part"] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

/** A second visit within so many days says that the first did not fix it. */
export const SECOND_VISIT_DAYS = 30;

/** What the jobs of a period come to. */
export interface JobSums {
  jobs: number;
  /** Of them, those about a unit of equipment. */
  unitJobs: number;
  /** Of those, the ones without a second visit. */
  fixedJobs: number;
  /** Jobs that another one came back for. */
  callbackJobs: number;
  laborSeconds: number;
  travelSeconds: number;
  billedJobs: number;
  /** Issued invoices less credit notes, before tax. */
  revenueMinor: number;
  /** Of it, what jobs brought whose costs are all known. */
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

/** Several periods or several technicians together. */
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

/** What people read off the sums; null where there is nothing to divide by. Shares are fractions of 1. */
export interface Rates {
  firstTimeFix: number | null;
  callbacks: number | null;
  /** Cents for each hour of labor. */
  revenuePerHourMinor: number | null;
  /** Cents: known revenue less known costs. Null where no job's costs are known. */
  marginMinor: number | null;
  margin: number | null;
  /** Driving, of the time on the road and at work together. */
  driveShare: number | null;
}

export function ratesOf(sums: JobSums): Rates {
  const part = (of: number, all: number) => (all > 0 ? of / all : null);
  const isCosted = sums.costedRevenueMinor !== 0 || sums.costMinor !== 0;
  const marginMinor = isCosted ? sums.costedRevenueMinor - sums.costMinor : null;
  return {
    firstTimeFix: part(sums.fixedJobs, sums.unitJobs),
    callbacks: part(sums.callbackJobs, sums.jobs),
    revenuePerHourMinor: sums.laborSeconds > 0 ? Math.round((sums.revenueMinor * 3600) / sums.laborSeconds) : null,
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

export interface Piece {
  grain: "day" | "month" | "year";
  startsOn: string;
}

/** The fewest whole years, months and days that make up a span. */
export function piecesOf({ from, to }: Span): Piece[] {
  const pieces: Piece[] = [];
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
