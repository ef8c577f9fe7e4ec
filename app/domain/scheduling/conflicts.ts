import { formatDateTime, formatDay, formatDuration, formatTimeRange } from "~/domain/shared/time/date-format";
import { DAY_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { type Interval, overlaps, subtract, totalMinutes } from "~/domain/shared/time/intervals";
import { type Instant, wallTimeOf } from "~/domain/shared/time/time-zones";
import { formatArrivalWindow, keepsWindow } from "~/domain/technicians/arrival-window";
import {
  type DriveLookup,
  isNightBetween,
  type Neighbors,
  neighborsOf,
  otherJobsOf,
  type Plan,
  type PlannedWorkOrder,
  type SchedulableTechnician,
  timeOnSite,
} from "~/domain/technicians/calendar";
import { qualificationGaps } from "~/domain/technicians/qualification";
import { holidaysIn, shiftsIn } from "~/domain/technicians/shifts";
import { STATUS_LABELS, UNDER_WAY_STATUSES, type WorkOrderStatus } from "~/domain/work-order-basics/status";

/** "blocked" always refuses, "override" can be booked with a reason, which is stored, "warning" is only shown. */
type ConflictSeverity = "blocked" | "override" | "warning";

export type Conflict = {
  kind:
    | "double_booking"
    | "qualification"
    | "arrival_window"
    | DateConflict["kind"]
    | DriveConflict["kind"]
    | Absence["kind"];
  severity: ConflictSeverity;
  /** Null: the conflict concerns the job's time, whoever is assigned. */
  technicianId: string | null;
  otherWorkOrderId: string | null;
  /** Times in it are in the site's zone. */
  message: string;
};

/** Returns all conflicts of the job's time, with its promised window and for each technician, helpers included. */
export function workOrderConflicts(
  workOrder: PlannedWorkOrder,
  team: readonly SchedulableTechnician[],
  plan: Plan,
): Conflict[] {
  const people = team.filter((technician) => workOrder.technicianIds.includes(technician.id));
  return [...windowConflicts(workOrder), ...people.flatMap((technician) => findConflicts(workOrder, technician, plan))];
}

/** Returns the conflict of a start outside the promised window. */
function windowConflicts(
  workOrder: Pick<PlannedWorkOrder, "start" | "arrivalWindow" | "customerName" | "zone">,
): Conflict[] {
  const { start, arrivalWindow: window, customerName, zone } = workOrder;
  if (window === null || keepsWindow(start, window)) return [];
  const day = formatDay(window.start, zone);
  const isSameDay = day === formatDay(start, zone);
  const promised = `${isSameDay ? "" : `${day}, `}${formatArrivalWindow(window, zone)}`;
  return [aboutTime("arrival_window", `Promised ${promised} to ${customerName}.`)];
}

type DateConflict = { kind: "past" | "far_ahead" };

const FAR_AHEAD_MS = 2 * 365 * DAY_MS;

/** A start in the past requires a reason, one too far ahead gives a warning: both are usually mistakes. */
export function dateConflicts(
  { start, minutes, zone }: Pick<PlannedWorkOrder, "start" | "minutes" | "zone">,
  now: Instant,
): Conflict[] {
  const at = formatDateTime(start, { zone, now });
  if (start + minutes * MINUTE_MS <= now) return [aboutTime("past", `${at} is in the past.`)];
  if (start - now > FAR_AHEAD_MS)
    return [{ ...aboutTime("far_ahead", `${at} is more than 2 years ahead.`), severity: "warning" }];
  return [];
}

function aboutTime(kind: Conflict["kind"], message: string): Conflict {
  return { kind, severity: "override", technicianId: null, otherWorkOrderId: null, message };
}

/** Returns all conflicts of this technician doing the job at its time; the plan may contain the job's old time. */
export function findConflicts(workOrder: PlannedWorkOrder, technician: SchedulableTechnician, plan: Plan): Conflict[] {
  const others = otherJobsOf(technician.id, workOrder, plan);
  const neighbors = neighborsOf(workOrder, others);
  const site = timeOnSite(workOrder, neighbors.before);
  const date = wallTimeOf(workOrder.start, workOrder.zone).date;
  const lacks = qualificationGaps(technician, workOrder.demands, date).map((gap) => ({
    ...gap,
    kind: "qualification" as const,
  }));
  return [
    ...doubleBookings(workOrder, site, others).map((conflict) => ({
      ...conflict,
      message: `${technician.name} is at ${conflict.message}.`,
    })),
    ...findDriveConflicts(workOrder, neighbors, plan.drive),
    ...findAbsences(site, technician),
    ...lacks,
  ].map((conflict) => ({ otherWorkOrderId: null, ...conflict, technicianId: technician.id }));
}

/** True if the job can be booked without an override. */
export function isFree(conflicts: readonly Conflict[]): boolean {
  return conflicts.every(({ severity }) => severity === "warning");
}

function doubleBookings(workOrder: PlannedWorkOrder, site: Interval, others: readonly PlannedWorkOrder[]) {
  return others
    .map((other, index) => ({ other, taken: timeOnSite(other, others[index - 1] ?? null) }))
    .filter(({ taken }) => overlaps(site, taken))
    .map(({ other, taken }) => ({
      kind: "double_booking" as const,
      severity: "override" as const,
      otherWorkOrderId: other.id,
      message: `${other.customerName} (${other.label}) ${formatTimeRange(taken.start, taken.end, workOrder.zone)}`,
    }));
}

type Absence = {
  kind: "break" | "time_off" | "holiday" | "off_shift" | "no_shift";
  severity: "override";
  message: string;
};

/** Returns why the technician is away during any part of the period, not only at its start. */
function findAbsences(period: Interval, technician: SchedulableTechnician): Absence[] {
  const { name, timeOff } = technician;
  const holidays = holidaysIn(period, technician);
  const away = timeOff.filter((absence) => overlaps(absence, period));
  return [
    ...holidays.map((holiday) => absence("holiday", `It is ${holiday.name}.`)),
    ...away.map(({ reason }) => absence("time_off", `${name} is away: ${reason}.`)),
    ...shiftAbsences(period, technician),
  ];
}

function shiftAbsences(period: Interval, technician: SchedulableTechnician): Absence[] {
  const { name } = technician;
  const shifts = shiftsIn(period, technician);
  if (shifts.length === 0) return [absence("no_shift", `${name} isn't working then.`)];
  const outside = totalMinutes(subtract([period], shifts));
  const pauses = shifts.flatMap((shift) => shift.breaks).filter((pause) => overlaps(pause, period));
  return [
    ...(outside > 0 ? [absence("off_shift", `Runs ${outside} min outside ${name}'s shift.`)] : []),
    ...(pauses.length > 0 ? [absence("break", `Runs into ${name}'s break.`)] : []),
  ];
}

function absence(kind: Absence["kind"], message: string): Absence {
  return { kind, severity: "override", message };
}

type DriveConflict = {
  kind: "drive" | "drive_unknown";
  severity: "override" | "warning";
  otherWorkOrderId: string;
  message: string;
};

type Leg = { from: PlannedWorkOrder; to: PlannedWorkOrder; other: PlannedWorkOrder; words: string };

// With this much time between jobs, the drive does not matter.
const AMPLE_MINUTES = 120;

/** Returns drives to and from the job that do not fit in the time between jobs; overlaps are checked elsewhere. */
function findDriveConflicts(workOrder: PlannedWorkOrder, neighbors: Neighbors, drive: DriveLookup): DriveConflict[] {
  const { before, after } = neighbors;
  const legs: Leg[] = [];
  if (before && !isNightBetween(before, workOrder))
    legs.push({ from: before, to: workOrder, other: before, words: `from ${before.label}` });
  if (after && !isNightBetween(workOrder, after))
    legs.push({ from: workOrder, to: after, other: after, words: `to ${after.label}` });
  return legs.flatMap((leg) => legConflict(leg, drive) ?? []);
}

function legConflict({ from, to, other, words }: Leg, drive: DriveLookup): DriveConflict | null {
  const has = Math.floor((to.start - timeOnSite(from, null).end) / MINUTE_MS);
  if (has < 0) return null;
  const { minutes: needed } = drive(from.place, to.place);
  if (needed === null) {
    if (has >= AMPLE_MINUTES) return null;
    const message = `The drive time ${words} is unknown; ${has === 0 ? "no time" : formatDuration(has)} is available.`;
    return { kind: "drive_unknown", severity: "warning", otherWorkOrderId: other.id, message };
  }
  if (needed <= has) return null;
  const message = `The drive ${words} takes ${formatDuration(needed)}; ${has === 0 ? "no time" : `only ${formatDuration(has)}`} is available.`;
  return { kind: "drive", severity: "override", otherWorkOrderId: other.id, message };
}

type Place = { start: number; leadId: string | null };

/** A job in progress cannot change its start or place, only its length. Null: allowed. */
export function underWayRefusal(status: WorkOrderStatus, was: Place, requested: Place): string | null {
  if (!UNDER_WAY_STATUSES.some((one) => one === status)) return null;
  if (was.start === requested.start && was.leadId === requested.leadId) return null;
  return `This job is ${STATUS_LABELS[status]}. Only its duration can change.`;
}

type Verdict =
  | { kind: "free"; warnings: readonly Conflict[] }
  /** Can be booked with an override reason, overlapping the given jobs. */
  | { kind: "overridden"; overlapping: readonly string[]; warnings: readonly Conflict[] }
  | { kind: "refused"; message: string; overridable: boolean };

/** Whether a job can be booked under these conflicts, and with what reason. */
export function judge(conflicts: readonly Conflict[], reason: string | null): Verdict {
  const warnings = conflicts.filter(({ severity }) => severity === "warning");
  if (isFree(conflicts)) return { kind: "free", warnings };
  const against = conflicts.filter(({ severity }) => severity !== "warning");
  const blocked = against.filter(({ severity }) => severity === "blocked");
  if (reason === null || blocked.length > 0) {
    const reported = blocked.length > 0 ? blocked : against;
    return { kind: "refused", message: messagesOf(reported), overridable: blocked.length === 0 };
  }
  const doubled = against.filter(({ kind }) => kind === "double_booking");
  return {
    kind: "overridden",
    overlapping: [...new Set(doubled.flatMap(({ otherWorkOrderId }) => otherWorkOrderId ?? []))],
    warnings,
  };
}

/** Each message once. */
function messagesOf(conflicts: readonly Conflict[]): string {
  return [...new Set(conflicts.map(({ message }) => message))].join(" ");
}
