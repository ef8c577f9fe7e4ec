import { shortPersonName, stopLabel } from "~/domain/scheduling/routing/stop-label";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { type Interval, totalMinutes } from "~/domain/shared/time/intervals";
import { dayBounds, type Instant, wallTimeOf } from "~/domain/shared/time/time-zones";
import {
  addedDrive,
  driveMs,
  freeTime,
  otherJobsOf,
  type Plan,
  type PlannedWorkOrder,
  type SchedulableTechnician,
  timeOnSite,
} from "~/domain/technicians/calendar";
import { civilDays, workingTime } from "~/domain/technicians/shifts";
import type { Priority } from "~/domain/work-order-basics/priority";
import { isFree, workOrderConflicts } from "./conflicts";
import { ceilToGrid, type PlanNow } from "./resolutions";

/** Share of the team's day reserved for emergencies. */
export const EMERGENCY_RESERVE = 0.1;

/** A job without a time; the search determines its lead and `start`. */
export type UnscheduledWorkOrder = Omit<PlannedWorkOrder, "technicianIds" | "start"> & {
  priority: Priority;
  /** Those who go along, whoever leads; an opening must suit them too. */
  helperIds?: readonly string[];
};

type Crew = [lead: SchedulableTechnician, ...helpers: SchedulableTechnician[]];

type SlotSuggestion = {
  technicianId: string;
  start: Instant;
  /** Driving added to the day; null if part of the way is unknown. */
  addedMinutes: number | null;
  reason: string;
};

export type SlotSearch = PlanNow & {
  /** Range of possible starts, limited to the customer's window if there is one. */
  period: Interval;
  /** Share of the team's day reserved for emergencies, usually 0.10 to 0.20; an emergency may use it. */
  emergencyReserve: number;
  limit: number;
};

/** Free slots without conflicts, fewest added drive minutes first, unknown drives last. */
export function suggestSlots(
  workOrder: UnscheduledWorkOrder,
  team: readonly SchedulableTechnician[],
  search: SlotSearch,
): SlotSuggestion[] {
  const open = (date: string) =>
    workOrder.priority === "emergency" || keepsReserve(workOrder, team, { ...search, date });
  const openDates = new Map(civilDays(search.period, workOrder.zone).map((date) => [date, open(date)]));
  const helpers = team.filter(({ id }) => workOrder.helperIds?.includes(id));
  return team
    .filter((technician) => !helpers.includes(technician))
    .flatMap((lead) => slotsOf(workOrder, [lead, ...helpers], search))
    .filter(({ start }) => openDates.get(wallTimeOf(start, workOrder.zone).date))
    .sort((a, b) => driving(a) - driving(b) || a.start - b.start)
    .slice(0, search.limit);
}

/** True if the team has enough free time on that day to keep the reserve after the job. */
function keepsReserve(
  workOrder: UnscheduledWorkOrder,
  team: readonly SchedulableTechnician[],
  search: Plan & { date: string; emergencyReserve: number },
): boolean {
  const day = dayBounds(search.date, workOrder.zone);
  const capacity = team.reduce((sum, technician) => sum + totalMinutes(workingTime(day, technician)), 0);
  const free = team.reduce((sum, technician) => sum + freeTime(day, technician, search).minutes, 0);
  return free - workOrder.minutes >= capacity * search.emergencyReserve;
}

// The lead must have all skills; a helper without them is only left out of refrigerant work.
function slotsOf(workOrder: UnscheduledWorkOrder, crew: Crew, search: SlotSearch): SlotSuggestion[] {
  const [lead] = crew;
  const placed = { ...workOrder, technicianIds: crew.map(({ id }) => id) };
  const starts = new Set(crew.flatMap((technician) => possibleStarts(workOrder, technician, search)));
  return [...starts].flatMap((start) => {
    const tried: PlannedWorkOrder = { ...placed, start };
    const conflicts = workOrderConflicts(tried, crew, search);
    const isUnfit = conflicts.some(({ kind, technicianId }) => kind === "qualification" && technicianId === lead.id);
    if (isUnfit || !isFree(conflicts)) return [];
    const added = addedDrive(tried, lead, search);
    const names = crew.map(({ name }) => shortPersonName(name)).join(" and ");
    return [
      {
        technicianId: lead.id,
        start,
        addedMinutes: added.minutes,
        reason: `${names}, ${stopLabel(tried, lead, search)}`,
      },
    ];
  });
}

// The start of each free period, and the first start after the drive from the job before it.
function possibleStarts(
  workOrder: UnscheduledWorkOrder,
  technician: SchedulableTechnician,
  search: SlotSearch,
): Instant[] {
  const window = workOrder.arrivalWindow ?? search.period;
  const from = Math.max(search.period.start, window.start, search.now);
  const until = Math.min(search.period.end, window.end);
  const others = otherJobsOf(technician.id, workOrder, search);
  const stretches = freeTime({ start: from, end: until + workOrder.minutes * MINUTE_MS }, technician, search).intervals;
  const afterDrives = others.map((other) => timeOnSite(other, null).end + driveMs(search.drive, other, workOrder));
  return [...stretches.map(({ start }) => start), ...afterDrives]
    .map((start) => ceilToGrid(Math.max(start, from)))
    .filter((start) => start >= from && start < until);
}

function driving({ addedMinutes }: SlotSuggestion): number {
  return addedMinutes ?? Number.MAX_SAFE_INTEGER;
}
