import { formatDateTime } from "~/domain/shared/time/date-format";
import { overlaps } from "~/domain/shared/time/intervals";
import { dayBounds, type Instant, wallTimeOf } from "~/domain/shared/time/time-zones";
import {
  addedDrive,
  neighborsOf,
  otherJobsOf,
  type Plan,
  type PlannedWorkOrder,
  type SchedulableTechnician,
  timeOnSite,
} from "~/domain/technicians/calendar";

/** 'Thu, Dec 17, 8:00 AM, Aisha R., first stop, 2 min drive (est.)': a possible slot for a job; times are in the site's zone. */
export function optionLabel(
  workOrder: PlannedWorkOrder,
  crew: readonly SchedulableTechnician[],
  plan: Plan & { now: Instant },
): string {
  const at = formatDateTime(workOrder.start, { zone: workOrder.zone, now: plan.now });
  const names = crew.map(({ name }) => shortPersonName(name)).join(" and ");
  const [lead] = crew;
  return [at, names, ...(lead ? [stopLabel(workOrder, lead, plan)] : [])].join(", ");
}

/**
 * 'first stop, 2 min drive (est.)', 'after Ana Alvarez, 5 min more drive': the position in the technician's day, and the
 * driving it adds.
 */
export function stopLabel(workOrder: PlannedWorkOrder, technician: SchedulableTechnician, plan: Plan): string {
  const day = dayBounds(wallTimeOf(workOrder.start, workOrder.zone).date, workOrder.zone);
  const today = otherJobsOf(technician.id, workOrder, plan).filter((other) => overlaps(timeOnSite(other, null), day));
  const { before, after } = neighborsOf(workOrder, today);
  const drive = driveLabel(addedDrive(workOrder, technician, plan), today.length === 0);
  if (before && after) return `between ${before.customerName} and ${after.customerName}, ${drive}`;
  return `${before ? `after ${before.customerName}` : "first stop"}, ${drive}`;
}

function driveLabel({ minutes, estimated }: ReturnType<typeof addedDrive>, isOnly: boolean): string {
  if (minutes === null) return "drive time unknown";
  if (minutes === 0) return isOnly ? "no drive" : "no extra drive";
  return `${minutes} min ${isOnly ? "" : "more "}drive${estimated ? " (est.)" : ""}`;
}

/** 'Aisha R.' */
export function shortPersonName(name: string): string {
  const [first = name, ...rest] = name.trim().split(/\s+/);
  const last = rest.at(-1);
  return last ? `${first} ${last.slice(0, 1)}.` : first;
}
