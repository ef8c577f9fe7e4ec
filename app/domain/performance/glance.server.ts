import { countedZone, readCounted } from "~/domain/business-days/count-again.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { addDays } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { weekOf } from "~/domain/technicians/availability";
import { type WorkingHours, workingHours } from "~/domain/technicians/crew.server";
import { TIME_OFF_LABELS } from "~/domain/technicians/technician";
import { addSums, type JobSums, ratesOf, type Span } from "./performance";
import { weeksAndDaysOf } from "./period";
import { allowPerformance, bookedDays, instantsOf, sumsByPeriod } from "./read.server";
import { hasCapacity, shiftMinutesIn } from "./working-hours";

/** Days of upcoming capacity, including today. */
const CAPACITY_DAYS = 14;

/**
 * Returns first-time fix and callbacks of jobs completed in the last 30 and 90 days, including today, and the number completed
 * today.
 */
export async function qualityAtAGlance(ctx: Ctx) {
  const me = allowPerformance(ctx);
  const today = todayOf(ctx, me);
  const last = (days: number) => ({ from: addDays(today, 1 - days), to: today });
  // Each day is read once: the longer spans include the shorter ones.
  const [day, month, quarter] = [last(1), last(30), last(90)];
  const parts = [{ ...quarter, to: addDays(month.from, -1) }, { ...month, to: addDays(day.from, -1) }, day];
  const [, ...sums] = await readCounted(
    ctx,
    me,
    () =>
      [
        countedZone(ctx, me),
        ...weeksAndDaysOf(parts).map(({ grain, ...span }) => sumsByPeriod(ctx, me, { grain, ...span })),
      ] as const,
  );
  const within = ({ from, to }: Span) => addSums(sums.flat().filter(({ key }) => key >= from && key <= to));
  const shown = (days: number, { jobs, unitJobs, fixedJobs, callbackJobs, ...sums }: JobSums) => {
    const { firstTimeFix, callbacks } = ratesOf({ jobs, unitJobs, fixedJobs, callbackJobs, ...sums });
    return { ...last(days), days, jobs, secondVisits: unitJobs - fixedJobs, callbackJobs, firstTimeFix, callbacks };
  };
  return {
    completedToday: within(day).jobs,
    today,
    spans: [shown(30, within(month)), shown(90, within(quarter))],
  };
}

function capacitySpan(ctx: Ctx, me: Member): Span {
  const today = todayOf(ctx, me);
  return { from: today, to: addDays(today, CAPACITY_DAYS - 1) };
}

/** Returns the working hours on the days of `capacityAhead`, starting today. */
export function hoursAhead(ctx: Ctx, me: Member): Promise<WorkingHours> {
  return workingHours(ctx, me, instantsOf(capacitySpan(ctx, me), me));
}

/** Returns the shift hours of each of the next fourteen days, and how many of them are booked. `hours` come from `hoursAhead`. */
export async function capacityAhead(ctx: Ctx, { hours }: { hours: () => Promise<WorkingHours> }) {
  const me = allow(ctx, "work_orders.write");
  const span = capacitySpan(ctx, me);
  const [{ people, timeOff, holidays }, [, booked]] = await Promise.all([
    hours(),
    readCounted(ctx, me, () => [countedZone(ctx, me), bookedDays(ctx, me, span)] as const),
  ]);
  const crew = people
    .filter(({ status }) => hasCapacity(status))
    .map(({ id, availability }) => ({
      zone: me.timeZone,
      week: weekOf(availability),
      timeOff: timeOff
        .filter(({ technicianId }) => technicianId === id)
        .map(({ startsAt, endsAt, reason }) => ({
          ...{ start: Date.parse(startsAt), end: Date.parse(endsAt), reason: TIME_OFF_LABELS[reason] },
        })),
      holidays,
    }));
  return {
    days: Array.from({ length: CAPACITY_DAYS }, (_, at) => {
      const date = addDays(span.from, at);
      const day = booked.find((each) => each.day === date);
      const shiftMinutes = crew.reduce((sum, one) => sum + shiftMinutesIn({ from: date, to: date }, one), 0);
      return { date, jobs: day?.jobs ?? 0, bookedMinutes: day?.minutes ?? 0, shiftMinutes };
    }),
  };
}

export type CapacityDay = Awaited<ReturnType<typeof capacityAhead>>["days"][number];
