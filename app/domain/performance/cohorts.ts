import { firstDayOfMonth, monthKey, shiftMonth } from "~/domain/shared/time/dates";

/** Plans that started in one quarter and ended in another; quarters are given by their first day. */
export interface CohortRow {
  startedOn: string;
  /** Empty: still active. 'unknown': ended at an unknown time. */
  endedOn: string;
  plans: number;
}

export interface Cohort {
  startedOn: string;
  plans: number;
  /** The number that do not end in the current quarter or before. */
  running: number;
  /** The number active at the end of the starting quarter and of each later completed quarter. */
  retained: number[];
}

/** Whether plans that ended in a quarter ('unknown', '' as in `CohortRow`) were still active at the end of another. */
const isRetained = (endedOn: string, quarter: string) => endedOn === "" || (endedOn !== "unknown" && endedOn > quarter);

/** Number of quarters shown, including the current one. */
export const COHORT_QUARTERS = 8;

export function quarterOf(day: string): string {
  const month = monthKey(day);
  return firstDayOfMonth(shiftMonth(month, -((Number(month.slice(5)) - 1) % 3)));
}

/** The first day of the quarter that many quarters later. */
export const quartersOn = (quarter: string, count: number): string =>
  firstDayOfMonth(shiftMonth(monthKey(quarter), 3 * count));

/** The quarters shown, earliest first. */
export function cohortQuarters(today: string): string[] {
  return Array.from({ length: COHORT_QUARTERS }, (_, at) => quartersOn(quarterOf(today), at + 1 - COHORT_QUARTERS));
}

/**
 * Returns, for the maintenance plans started in each quarter, how many are still active, and how many were in each quarter
 * since. A plan with an unknown end counts as ended in its starting quarter.
 */
export function planCohorts(rows: readonly CohortRow[], today: string): Cohort[] {
  const quarters = cohortQuarters(today);
  const now = quarterOf(today);
  return quarters.flatMap((startedOn, first) => {
    const own = rows.filter((row) => row.startedOn === startedOn && row.plans > 0);
    const plans = sum(own);
    if (plans === 0) return [];
    const retainedBy = (quarter: string) => plansRetained(own, quarter);
    const over = quarters.slice(first).filter((quarter) => quarter < now);
    return [{ startedOn, plans, running: retainedBy(now), retained: over.map(retainedBy) }];
  });
}

/** The number of plans in these rows, or of those still active at the end of a quarter. */
export const plansRetained = (rows: readonly CohortRow[], quarter: string | null): number =>
  sum(quarter === null ? rows : rows.filter(({ endedOn }) => isRetained(endedOn, quarter)));

const sum = (rows: readonly CohortRow[]) => rows.reduce((total, { plans }) => total + plans, 0);
