import { formatDateTime, formatDay, formatDuration, formatTimeRange } from "~/domain/shared/date-format";
import { type Interval, MINUTE_MS, overlaps, subtract, totalMinutes } from "~/domain/shared/intervals";
import { type Instant, wallTimeOf } from "~/domain/shared/time-zones";
import { formatArrivalWindow, keepsWindow } from "~/domain/technicians/arrival-window";
import {
  type DriveLookup,
  isNightBetween,
  type Neighbours,
  neighboursOf,
  otherJobsOf,
  type Plan,
  type PlannedJob,
  type SchedulableTechnician,
  timeOnSite,
} from "~/domain/technicians/calendar";
import { qualificationGaps } from "~/domain/technicians/qualification";
import { holidaysIn, shiftsIn } from "~/domain/technicians/shifts";
import { STATUS_LABELS, UNDER_WAY_STATUSES, type WorkOrderStatus } from "~/domain/work-orders/work-order";

/** "blocked" always refuses, "override" allows a stored reason, "warning" is only shown. */
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
  /** Null: it is about the job's time, whoever goes. */
  technicianId: string | null;
  otherJobId: string | null;
  /** Times in it are the site's. */
  message: string;
};

/** All conflicts of the job's time, with its promised window and for each of its technicians, helpers included. */
export function jobConflicts(job: PlannedJob, team: readonly SchedulableTechnician[], plan: Plan): Conflict[] {
  const people = team.filter((technician) => job.technicianIds.includes(technician.id));
  return [...windowConflicts(job), ...people.flatMap((technician) => findConflicts(job, technician, plan))];
}

/** What stands against a start that leaves the window that the customer was promised. */
export function windowConflicts(
  job: Pick<PlannedJob, "start" | "arrivalWindow" | "customerName" | "zone">,
): Conflict[] {
  const { start, arrivalWindow: window, customerName, zone } = job;
  if (window === null || keepsWindow(start, window)) return [];
  const day = formatDay(window.start, zone);
  const isSameDay = day === formatDay(start, zone);
  const promised = `${isSameDay ? "" : `${day}, `}${formatArrivalWindow(window, zone)}`;
  return [aboutTime("arrival_window", `Promised ${promised} to ${customerName}.`)];
}

type DateConflict = { kind: "past" | "far_ahead" };

const FAR_AHEAD_MS = 2 * 365 * 86_400_000;

/** A new start on a day that is over is asked about, one further ahead than anybody plans is warned of: both are mistakes more often than not. */
export function dateConflicts(
  { start, minutes, zone }: Pick<PlannedJob, "start" | "minutes" | "zone">,
  now: Instant,
): Conflict[] {
  const at = formatDateTime(start, { zone, now });
  if (start + minutes * MINUTE_MS <= now) return [aboutTime("past", `${at} is in the past.`)];
  if (start - now > FAR_AHEAD_MS)
    return [{ ...aboutTime("far_ahead", `${at} is more than 2 years ahead.`), severity: "warning" }];
  return [];
}

function aboutTime(kind: Conflict["kind"], message: string): Conflict {
  return { kind, severity: "override", technicianId: null, otherJobId: null, message };
}

/** All conflicts of this technician doing the job at its time; the plan may contain the job's old time. */
export function findConflicts(job: PlannedJob, technician: SchedulableTechnician, plan: Plan): Conflict[] {
  const others = otherJobsOf(technician.id, job, plan);
  const neighbours = neighboursOf(job, others);
  const site = timeOnSite(job, neighbours.before);
  const date = wallTimeOf(job.start, job.zone).date;
  const lacks = qualificationGaps(technician, job.demands, date).map((gap) => ({
    ...gap,
    kind: "qualification" as const,
  }));
  return [
    ...doubleBookings(job, site, others).map((conflict) => ({
      ...conflict,
      message: `${technician.name} is at ${conflict.message}.`,
    })),
    ...findDriveConflicts(job, neighbours, plan.drive),
    ...findAbsences(site, technician),
    ...lacks,
  ].map((conflict) => ({ otherJobId: null, ...conflict, technicianId: technician.id }));
}

/** True when the job can be booked as it is, without an override. */
export function isFree(conflicts: readonly Conflict[]): boolean {
  return conflicts.every(({ severity }) => severity === "warning");
}

function doubleBookings(job: PlannedJob, site: Interval, others: readonly PlannedJob[]) {
  return others
    .map((other, index) => ({ other, taken: timeOnSite(other, others[index - 1] ?? null) }))
    .filter(({ taken }) => overlaps(site, taken))
    .map(({ other, taken }) => ({
      kind: "double_booking" as const,
      severity: "override" as const,
      otherJobId: other.id,
      message: `${other.customerName} (${other.label}) ${formatTimeRange(taken.start, taken.end, job.zone)}`,
    }));
}

type Absence = {
  kind: "break" | "time_off" | "holiday" | "off_shift" | "no_shift";
  severity: "override";
  message: string;
};

/** Why the technician is not at work during any part of the period, not at its start alone. */
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
  otherJobId: string;
  message: string;
};

type Leg = { from: PlannedJob; to: PlannedJob; other: PlannedJob; words: string };

// With this much time in between, the drive does not matter.
const AMPLE_MINUTES = 120;

/** Drives to the job and on from it that do not fit into the time between; overlapping jobs are not looked at here. */
function findDriveConflicts(job: PlannedJob, neighbours: Neighbours, drive: DriveLookup): DriveConflict[] {
  const { before, after } = neighbours;
  const legs: Leg[] = [];
  if (before && !isNightBetween(before, job))
    legs.push({ from: before, to: job, other: before, words: `from ${before.label}` });
  if (after && !isNightBetween(job, after))
    legs.push({ from: job, to: after, other: after, words: `to ${after.label}` });
  return legs.flatMap((leg) => legConflict(leg, drive) ?? []);
}

function legConflict({ from, to, other, words }: Leg, drive: DriveLookup): DriveConflict | null {
  const has = Math.floor((to.start - timeOnSite(from, null).end) / MINUTE_MS);
  if (has < 0) return null;
  const { minutes: needed } = drive(from.place, to.place);
  if (needed === null) {
    if (has >= AMPLE_MINUTES) return null;
    const message = `The drive time ${words} is unknown. There ${has === 1 ? "is" : "are"} ${formatDuration(has)} for it.`;
    return { kind: "drive_unknown", severity: "warning", otherJobId: other.id, message };
  }
  if (needed <= has) return null;
  const message = `The drive ${words} needs ${driveNeeds(needed, has)}.`;
  return { kind: "drive", severity: "override", otherJobId: other.id, message };
}

/** "50 min, has 30"; from an hour on in hours too. */
function driveNeeds(needed: number, has: number): string {
  return needed < 60 ? `${needed} min, has ${has}` : `${formatDuration(needed)}, has ${formatDuration(has)}`;
}

type Place = { start: number; leadId: string | null };

/** A job under way began where and when it began: only its length can change. null: nothing against it. */
export function underWayRefusal(status: WorkOrderStatus, was: Place, requested: Place): string | null {
  if (!UNDER_WAY_STATUSES.some((one) => one === status)) return null;
  if (was.start === requested.start && was.leadId === requested.leadId) return null;
  return `This job is ${STATUS_LABELS[status]}. Only its duration can change.`;
}

type Verdict =
  | { kind: "free"; warnings: readonly Conflict[] }
  /** It may be booked with an override reason, overlapping the given jobs. */
  | { kind: "overridden"; beside: readonly string[]; warnings: readonly Conflict[] }
  | { kind: "refused"; message: string; overridable: boolean };

/** Whether a job can be booked as things stand, and with what reason. */
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
  return { kind: "overridden", beside: [...new Set(doubled.flatMap(({ otherJobId }) => otherJobId ?? []))], warnings };
}

/** Each sentence once. */
function messagesOf(conflicts: readonly Conflict[]): string {
  return [...new Set(conflicts.map(({ message }) => message))].join(" ");
}
