import { type CivilDate, daysBetween } from "~/domain/shared/time/dates";

/** Refrigerant added to a circuit on one visit, or on several visits of one job. */
export interface Addition {
  /** The job it was added on: all its visits count as one repair. */
  workOrderId: string;
  date: CivilDate;
  milliLb: number;
}

interface Recorded extends Addition {
  /** What was recovered from the circuit on the same job. */
  recoveredMilliLb: number;
}

/**
 * Returns what each addition, in chronological order, replaced of leaked refrigerant: nothing up to the amount that was recovered
 * on the same job, which only goes back in, and nothing for the first charge of a new appliance (40 CFR 82.157 and 84.106).
 */
export function leakedAdditions(recorded: readonly Recorded[], installDate: CivilDate | null): Addition[] {
  const putBack = new Map<string, number>();
  return recorded.map(({ workOrderId, date, milliLb, recoveredMilliLb }) => {
    const before = putBack.get(workOrderId) ?? 0;
    const returned = Math.min(milliLb, Math.max(0, recoveredMilliLb - before));
    putBack.set(workOrderId, before + returned);
    const isFirstCharge = installDate !== null && date <= installDate;
    return { workOrderId, date, milliLb: isFirstCharge ? 0 : milliLb - returned };
  });
}

/** Additions count from this day on (40 CFR 84.106). */
export const COUNTED_FROM: CivilDate = "2026-01-01";
const YEAR = 365;

export interface LeakRate {
  percent: number;
  addedMilliLb: number;
  /** Days since the previous addition, a year at most; for the rolling method, the year that is summed. */
  days: number;
}

export interface LeakRates {
  date: CivilDate;
  annualizing: LeakRate;
  rolling: LeakRate;
}

/** (pounds added ÷ full charge) ÷ (days since the last addition, 365 at most, ÷ 365) × 100. */
export function annualizingRate(addedMilliLb: number, chargeMilliLb: number, daysSinceLast: number): number {
  return (addedMilliLb / chargeMilliLb / (Math.min(daysSinceLast, YEAR) / YEAR)) * 100;
}

/** Returns both methods as of the latest addition, as `leakRatesEach` does; null if no addition counts yet. */
export function leakRates(
  additions: readonly Addition[],
  chargeMilliLb: number,
  verifiedDays: readonly CivilDate[] = [],
): LeakRates | null {
  return leakRatesEach(additions, chargeMilliLb, verifiedDays).reduce(
    (latest, rates) => (rates && (!latest || rates.date > latest.date) ? rates : latest),
    null,
  );
}

/**
 * Returns both methods as of each addition, in the order given; null before additions count. The charge must be above 0. The rolling
 * year restarts after a passed follow-up verification; their days may be in any order, and each counts from the following day on.
 */
export function leakRatesEach(
  additions: readonly Addition[],
  chargeMilliLb: number,
  verifiedDays: readonly CivilDate[] = [],
): (LeakRates | null)[] {
  const counted = additions.filter(({ date }) => date >= COUNTED_FROM);
  const lastOfWorkOrder = new Map<string, CivilDate>();
  for (const { workOrderId, date } of counted.filter(({ milliLb }) => milliLb > 0)) {
    const last = lastOfWorkOrder.get(workOrderId);
    lastOfWorkOrder.set(workOrderId, last && last > date ? last : date);
  }
  const verified = verifiedDays.toSorted();
  const rates = new Map<CivilDate, LeakRates>();
  const episodes = episodesOf(counted);
  let [first, added] = [0, 0];
  for (const [index, { date, milliLb }] of episodes.entries()) {
    const before = episodes[index - 1];
    const verifiedOn = verified.findLast((day) => day < date) ?? "";
    added += milliLb;
    for (let oldest = episodes[first]; oldest && first < index; oldest = episodes[first]) {
      if (daysBetween(oldest.date, date) < YEAR && oldest.date > verifiedOn) break;
      added -= oldest.milliLb;
      first += 1;
    }
    if (milliLb === 0) continue;
    const days = before ? Math.min(daysBetween(before.date, date), YEAR) : YEAR;
    rates.set(date, {
      date,
      annualizing: { percent: annualizingRate(milliLb, chargeMilliLb, days), addedMilliLb: milliLb, days },
      rolling: { percent: (added / chargeMilliLb) * 100, addedMilliLb: added, days: YEAR },
    });
  }
  return additions.map(({ workOrderId }) => rates.get(lastOfWorkOrder.get(workOrderId) ?? "") ?? null);
}

/**
 * Combines additions of one job or one day, oldest first. No two share a day. Those of nothing are included: the days until the next
 * addition count from them, because the circuit was full then.
 */
function episodesOf(additions: readonly Addition[]): { date: CivilDate; milliLb: number }[] {
  const jobs = new Map<string, { date: CivilDate; milliLb: number }>();
  for (const { workOrderId, date, milliLb } of additions) {
    const workOrder = jobs.get(workOrderId);
    const last = workOrder && workOrder.date > date ? workOrder.date : date;
    jobs.set(workOrderId, { date: last, milliLb: (workOrder?.milliLb ?? 0) + milliLb });
  }
  const days = new Map<CivilDate, number>();
  for (const { date, milliLb } of jobs.values()) days.set(date, (days.get(date) ?? 0) + milliLb);
  return [...days].map(([date, milliLb]) => ({ date, milliLb })).sort((a, b) => (a.date < b.date ? -1 : 1));
}
