import { MINUTE_MS } from "~/domain/shared/time/dates";
import { type Interval, intersection, minutesOf, totalMinutes } from "~/domain/shared/time/intervals";
import { blocksCalendar, type PlannedWorkOrder, type SchedulableTechnician } from "~/domain/technicians/calendar";
import { workingTime } from "~/domain/technicians/shifts";

interface Capacity {
  bookedMinutes: number;
  shiftMinutes: number;
}

/**
 * Returns the booked minutes of these technicians in a period, counted for each technician, and the minutes of their shifts
 * without breaks and time off.
 */
export function capacityOf(
  period: Interval,
  team: readonly SchedulableTechnician[],
  jobs: readonly Pick<PlannedWorkOrder, "status" | "start" | "minutes" | "technicianIds">[],
): Capacity {
  const ids = new Set(team.map(({ id }) => id));
  let bookedMinutes = 0;
  for (const workOrder of jobs) {
    if (!blocksCalendar(workOrder)) continue;
    const part = intersection({ start: workOrder.start, end: workOrder.start + workOrder.minutes * MINUTE_MS }, period);
    if (part) bookedMinutes += minutesOf(part) * workOrder.technicianIds.filter((id) => ids.has(id)).length;
  }
  const shiftMinutes = team.reduce((sum, one) => sum + totalMinutes(workingTime(period, one)), 0);
  return { bookedMinutes, shiftMinutes };
}

/** "312 of 405 hr, 77%"; "4 hr" if there are no shifts. */
export function formatCapacity(capacity: Capacity): string {
  return [formatHours(capacity), formatShare(capacity)].filter(Boolean).join(", ");
}

/** "312 of 405 hr"; "4 hr" if there are no shifts. */
export function formatHours({ bookedMinutes, shiftMinutes }: Capacity): string {
  const [booked, shift] = [bookedMinutes, shiftMinutes].map((minutes) =>
    Math.round(minutes / 60).toLocaleString("en-US"),
  );
  return shiftMinutes === 0 ? `${booked} hr` : `${booked} of ${shift} hr`;
}

/** "77%" of the shift hours; null if there are none. */
export function formatShare({ bookedMinutes, shiftMinutes }: Capacity): string | null {
  return shiftMinutes === 0 ? null : `${Math.round((bookedMinutes / shiftMinutes) * 100)}%`;
}
