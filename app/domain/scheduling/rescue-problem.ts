import { type Instant, wallTimeOf } from "~/domain/shared/time-zones";
import type { Priority } from "~/domain/work-orders/work-order";
import type { Place } from "./drive-time";
import { blocksCalendar, type Plan, type PlannedJob, type SchedulableTechnician } from "./jobs";
import { demandKeys, heldKeys } from "./qualification";
import type { TimeWindow, VroomJob, VroomProblem, VroomVehicle } from "./routing/vroom";
import { type Interval, MINUTE_MS, overlaps } from "./rules";
import { holidaysIn, type Shift, shiftOn } from "./shifts";

export type RescueJob = PlannedJob & { priority: Priority };

export type RescueRequest = {
  /** The technician who is out. */
  technicianId: string;
  /** The civil day to rescue, in each technician's own zone. */
  date: string;
  now: Instant;
  team: readonly SchedulableTechnician[];
  jobs: readonly RescueJob[];
  drive: Plan["drive"];
  /** How far a start may move that was not promised as a window. */
  slackMinutes: number;
};

/** "keep": everybody else keeps his own jobs; "share": jobs may change hands among those who work, too. */
export type Others = "keep" | "share";

// Assumed where a drive is unknown, so that nobody is sent across town in no time.
const UNKNOWN_DRIVE_MINUTES = 30;

const PRIORITY_WEIGHT: Record<Priority, number> = { low: 10, normal: 30, high: 60, emergency: 100 };

type Working = { technician: SchedulableTechnician; shift: Shift };

/** The day as a routing problem: everybody else's plan as it stands, and the jobs of the one who is out left over. */
export function rescueProblem(request: RescueRequest, others: Others): VroomProblem {
  const working = workingOthers(request);
  const appointments = [...working.flatMap((person) => visitsOf(person, request)), ...orphansOf(request)];
  const places = [
    ...working.flatMap(({ technician }) => technician.home ?? technician.depot ?? []),
    ...appointments.map(({ job }) => job.place),
  ];
  const index = numbered(places.map(({ addressId }) => addressId));
  const skills = numbered([
    ...working.map(({ technician }) => pinOf(technician.id)),
    ...appointments.flatMap(({ job }) => demandKeys(job.demands)),
  ]);
  const jobs = appointments.map((visit, id) => asVroomJob(visit, { id, index, skills, request, others }));
  return {
    vehicles: working.map((person, id) => ({
      ...asVroomVehicle(person, { id, index, skills, request, others }),
      steps: appointments.flatMap(({ by }, job) =>
        by === person.technician.id ? [{ type: "job" as const, id: job }] : [],
      ),
    })),
    jobs,
    matrices: { car: { durations: matrixOf(places, index, request.drive) } },
  };
}

/** Jobs of the one who is out that still need somebody. */
export function jobsToRescue({ technicianId, date, team, jobs }: RescueRequest): RescueJob[] {
  const zone = team.find(({ id }) => id === technicianId)?.zone;
  return jobs.filter(
    (job) =>
      job.technicianIds.includes(technicianId) &&
      (job.status === "scheduled" || job.status === "dispatched" || job.status === "en_route") &&
      wallTimeOf(job.start, zone ?? job.zone).date === date,
  );
}

/** `by` null: nobody yet. */
type Visit = { job: RescueJob; by: string | null };

function workingOthers({ team, technicianId, date }: RescueRequest): Working[] {
  return team.flatMap((technician) => {
    const shift = technician.id === technicianId ? null : shiftOn(date, technician);
    return shift && holidaysIn(shift, technician).length === 0 ? [{ technician, shift }] : [];
  });
}

function visitsOf({ technician, shift }: Working, { jobs }: RescueRequest): Visit[] {
  return jobs
    .filter((job) => job.technicianIds.includes(technician.id) && blocksCalendar(job))
    .filter((job) => overlaps(shift, { start: job.start, end: job.start + job.minutes * MINUTE_MS }))
    .toSorted((a, b) => a.start - b.start)
    .map((job) => ({ job, by: technician.id }));
}

function orphansOf(request: RescueRequest): Visit[] {
  return jobsToRescue(request).map((job) => ({ job, by: null }));
}

type Coding = {
  id: number;
  index: ReadonlyMap<string, number>;
  skills: ReadonlyMap<string, number>;
  request: RescueRequest;
  others: Others;
};

function asVroomJob({ job, by }: Visit, { id, index, skills, request, others }: Coding): VroomJob {
  const pinned = by !== null && (others === "keep" || isFixed(job, request.now));
  const wanted = [...demandKeys(job.demands), ...(pinned ? [pinOf(by)] : [])];
  return {
    id,
    description: job.id,
    location_index: index.get(job.place.addressId) ?? 0,
    setup: (job.setupMinutes ?? 0) * 60,
    service: job.minutes * 60,
    skills: wanted.flatMap((key) => skills.get(key) ?? []),
    priority: PRIORITY_WEIGHT[job.priority],
    time_windows: [startWindow({ job, by }, request)],
  };
}

function asVroomVehicle(
  { technician, shift }: Working,
  { id, index, skills, request }: Coding,
): Omit<VroomVehicle, "steps"> {
  const home = technician.home ?? technician.depot;
  const away = [...shift.breaks, ...technician.timeOff.filter((absence) => overlaps(absence, shift))];
  return {
    id,
    description: technician.id,
    start_index: home ? index.get(home.addressId) : undefined,
    skills: [pinOf(technician.id), ...heldKeys(technician, request.date)].flatMap((key) => skills.get(key) ?? []),
    time_window: [seconds(shift.start), seconds(shift.end)],
    breaks: away.toSorted((a, b) => a.start - b.start).map((pause, number) => asBreak(pause, number)),
  };
}

// Others keep their times and may only be later within what was promised; with two people on a job nobody moves.
function startWindow({ job, by }: Visit, { now, slackMinutes }: RescueRequest): TimeWindow {
  const slack = slackMinutes * MINUTE_MS;
  const window = job.arrivalWindow ?? { start: job.start - slack, end: job.start + slack };
  const exact = job.technicianIds.length > 1 || (by !== null && isFixed(job, now));
  if (exact) return [seconds(job.start), seconds(job.start)];
  const from = Math.max(by === null ? window.start : job.start, now);
  return [seconds(from), seconds(Math.max(from, window.end))];
}

function isFixed(job: RescueJob, now: Instant): boolean {
  return (
    job.technicianIds.length > 1 || job.start < now || !(job.status === "scheduled" || job.status === "dispatched")
  );
}

function asBreak({ start, end }: Interval, id: number): VroomVehicle["breaks"][number] {
  return {
    id,
    description: "away",
    time_windows: [[seconds(start), seconds(start)]],
    service: seconds(end) - seconds(start),
  };
}

function matrixOf(places: readonly Place[], index: ReadonlyMap<string, number>, drive: Plan["drive"]): number[][] {
  const distinct = [...index.keys()].flatMap(
    (addressId) => places.find((place) => place.addressId === addressId) ?? [],
  );
  return distinct.map((from) => distinct.map((to) => (drive(from, to).minutes ?? UNKNOWN_DRIVE_MINUTES) * 60));
}

function numbered(names: readonly string[]): Map<string, number> {
  return new Map([...new Set(names)].map((name, index) => [name, index]));
}

function pinOf(technicianId: string): string {
  return `only:${technicianId}`;
}

function seconds(instant: Instant): number {
  return Math.round(instant / 1000);
}
