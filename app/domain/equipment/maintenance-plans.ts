import { addDays, addMonths, type CivilDate, daysBetween } from "~/domain/shared/time/dates";

export const PLAN_UNITS = ["week", "month", "year"] as const;
export type PlanUnit = (typeof PLAN_UNITS)[number];

export const PLAN_UNIT_LABELS: Record<PlanUnit, string> = { week: "Weeks", month: "Months", year: "Years" };

/** Whether an early or late visit shifts the following ones. */
export const PLAN_BASES = ["due_date", "completion"] as const;
export type PlanBasis = (typeof PLAN_BASES)[number];

export const PLAN_BASIS_LABELS: Record<PlanBasis, string> = {
  due_date: "From the due date",
  completion: "From completion",
};

export type MaintenancePlan = {
  /** First occurrence. */
  startsOn: CivilDate;
  every: number;
  unit: PlanUnit;
  basis: PlanBasis;
  /** Last civil day on which an occurrence may fall; null: no end. */
  endsOn: CivilDate | null;
};

/** An occurrence with a work order; its original due date identifies it permanently, even if canceled. */
export type BookedOccurrence = { dueOn: CivilDate; completedOn: CivilDate | null; cancelled: boolean };

/**
 * Returns the occurrences up to `through` that still need a work order, in order. Running it twice books nothing twice. Of
 * those missed before `today`, only the latest is booked. With basis `completion`, one at a time.
 */
export function occurrencesToBook(
  plan: MaintenancePlan,
  booked: readonly BookedOccurrence[],
  { today, through }: { today: CivilDate; through: CivilDate },
): CivilDate[] {
  const due = plan.basis === "due_date" ? fromDueDate(plan, booked, through) : fromCompletion(plan, booked, through);
  const missed = due.filter((date) => date < today).slice(-1);
  return [...missed, ...due.filter((date) => date >= today)];
}

/** A due date without a work order, and when its plan could last not be booked; null if nothing is wrong. */
type ToBook = { planId: string; dueOn: CivilDate; triedAt: string | null };

/**
 * The order in which due dates are booked: the oldest first. Those of plans that could not be booked come last, the one tried
 * longest ago first, so that they never hold up the others.
 */
export function compareToBook(a: ToBook, b: ToBook): number {
  const keys = ({ triedAt, dueOn, planId }: ToBook) => [triedAt ?? "", dueOn, planId];
  const others = keys(b);
  for (const [at, key] of keys(a).entries()) {
    const other = others[at] ?? "";
    if (key !== other) return key < other ? -1 : 1;
  }
  return 0;
}

/** Returns the next due date; null if the plan has ended. */
export function nextDue(plan: MaintenancePlan, booked: readonly BookedOccurrence[]): CivilDate | null {
  const open = booked.filter(isOpen).map(({ dueOn }) => dueOn);
  const earliest = open.toSorted()[0];
  if (earliest !== undefined) return earliest;
  const next = plan.basis === "completion" ? afterLastVisit(plan, booked) : afterLastDue(plan, booked);
  return isWithin(plan, next) ? next : null;
}

function fromDueDate(plan: MaintenancePlan, booked: readonly BookedOccurrence[], through: CivilDate): CivilDate[] {
  const dates: CivilDate[] = [];
  for (let date = afterLastDue(plan, booked); date <= through && isWithin(plan, date); ) {
    dates.push(date);
    date = occurrence(plan, indexOf(plan, date) + 1);
  }
  return dates;
}

function fromCompletion(plan: MaintenancePlan, booked: readonly BookedOccurrence[], through: CivilDate): CivilDate[] {
  if (booked.some(isOpen)) return [];
  const next = afterLastVisit(plan, booked);
  return next <= through && isWithin(plan, next) ? [next] : [];
}

function afterLastDue(plan: MaintenancePlan, booked: readonly BookedOccurrence[]): CivilDate {
  const last = latest(booked.map(({ dueOn }) => dueOn));
  return last === null ? plan.startsOn : occurrence(plan, indexOf(plan, last) + 1);
}

function afterLastVisit(plan: MaintenancePlan, booked: readonly BookedOccurrence[]): CivilDate {
  const last = latest(booked.map(({ completedOn, dueOn }) => completedOn ?? dueOn));
  if (last === null) return plan.startsOn;
  // A visit a whole interval early would lead to a date that is already taken.
  let next = occurrence({ ...plan, startsOn: last }, 1);
  while (booked.some(({ dueOn }) => dueOn === next)) next = addDays(next, 1);
  return next;
}

function isOpen({ completedOn, cancelled }: BookedOccurrence): boolean {
  return completedOn === null && !cancelled;
}

// Counted from the first occurrence, so that the 31st returns after February.
function occurrence({ startsOn, every, unit }: MaintenancePlan, index: number): CivilDate {
  const steps = index * every;
  switch (unit) {
    case "week":
      return addDays(startsOn, steps * 7);
    case "month":
      return addMonths(startsOn, steps);
    case "year":
      return addMonths(startsOn, steps * 12);
  }
}

/** The last occurrence on or before that date. */
function indexOf(plan: MaintenancePlan, date: CivilDate): number {
  const days = { week: 7, month: 31, year: 366 }[plan.unit] * plan.every;
  let index = Math.max(0, Math.floor(daysBetween(plan.startsOn, date) / days));
  while (occurrence(plan, index + 1) <= date) index++;
  return index;
}

function isWithin({ endsOn }: MaintenancePlan, date: CivilDate): boolean {
  return endsOn === null || date <= endsOn;
}

function latest(dates: readonly CivilDate[]): CivilDate | null {
  return dates.toSorted().at(-1) ?? null;
}
