import { firstDayOfMonth, monthKey, shiftMonth } from "~/domain/shared/dates";

/** Plans that began in one quarter and ended in another; quarters by their first days. */
export interface CohortRow {
  startedOn: string;
  /** Empty: it goes on. 'unknown': it ended, nobody knows when. */
  endedOn: string;
  plans: number;
}

export interface Cohort {
  startedOn: string;
  plans: number;
  /** Of them, how many go on. */
  running: number;
  /** How many went on at the end of the quarter in which they began and of each one after it, up to the last that is over. */
  kept: number[];
}

/** Quarters of which cohorts are shown, this one included. */
export const COHORT_QUARTERS = 8;

export function quarterOf(day: string): string {
  const month = monthKey(day);
  return firstDayOfMonth(shiftMonth(month, -((Number(month.slice(5)) - 1) % 3)));
}

/** The quarters shown, the earliest first. */
export function cohortQuarters(today: string): string[] {
  const now = monthKey(quarterOf(today));
  return Array.from({ length: COHORT_QUARTERS }, (_, at) =>
    firstDayOfMonth(shiftMonth(now, 3 * (at + 1 - COHORT_QUARTERS))),
  );
}

/**
 * How many maintenance plans of each quarter go on, and how many did from quarter to quarter. A plan whose end is not known counts as
 * ended in the quarter in which it began.
 */
export function planCohorts(rows: readonly CohortRow[], today: string): Cohort[] {
  const quarters = cohortQuarters(today);
  const now = quarterOf(today);
  return quarters.flatMap((startedOn, first) => {
    const own = rows.filter((row) => row.startedOn === startedOn && row.plans > 0);
    const plans = sum(own);
    if (plans === 0) return [];
    const keptBy = (quarter: string) =>
      sum(own.filter(({ endedOn }) => endedOn === "" || (endedOn !== "unknown" && endedOn > quarter)));
    const over = quarters.slice(first).filter((quarter) => quarter < now);
    const running = sum(own.filter(({ endedOn }) => endedOn === "" || (endedOn !== "unknown" && endedOn > now)));
    return [{ startedOn, plans, running, kept: over.map(keptBy) }];
  });
}

const sum = (rows: readonly CohortRow[]) => rows.reduce((total, { plans }) => total + plans, 0);
