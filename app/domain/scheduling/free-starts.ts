import { addDays } from "~/domain/shared/dates";
import { type Instant, startOfDay, wallTimeOf } from "~/domain/shared/time-zones";
import { isFree, jobConflicts } from "./conflicts";
import { driveMs, otherJobsOf, type Plan, type PlannedJob, type SchedulableTechnician, timeOnSite } from "./jobs";
import { type Interval, MINUTE_MS } from "./rules";
import { workingTime } from "./shifts";

/** The plan as it stands at a moment; nothing is moved to before it. */
export type PlanNow = Plan & { now: Instant };

const GRID_MS = 5 * MINUTE_MS;

/** The start nearest to the planned one, that day or the next, at which nothing stands against any of the job's people. */
export function nearestFreeStart(
  job: PlannedJob,
  team: readonly SchedulableTechnician[],
  plan: PlanNow,
): Instant | null {
  const today = wallTimeOf(job.start, job.zone).date;
  const period = { start: startOfDay(today, job.zone), end: startOfDay(addDays(today, 2), job.zone) };
  const people = team.filter((technician) => job.technicianIds.includes(technician.id));
  const starts = new Set(people.flatMap((person) => startsBeside(job, person, { plan, period })));
  const nearest = [...starts]
    .filter((start) => start !== job.start && start >= plan.now && start >= period.start && start < period.end)
    .sort((a, b) => Math.abs(a - job.start) - Math.abs(b - job.start));
  return nearest.find((start) => isFree(jobConflicts({ ...job, start }, people, plan))) ?? null;
}

// A free time begins or ends where something else ends or begins: only those starts are worth trying.
function startsBeside(
  job: PlannedJob,
  person: SchedulableTechnician,
  where: { plan: Plan; period: Interval },
): Instant[] {
  const { plan, period } = where;
  const length = timeOnSite(job, null).end - job.start;
  const near = otherJobsOf(person.id, job, plan).filter(({ start }) => start >= period.start && start < period.end);
  const hours = workingTime(period, person);
  return [
    ...near.map((other) => ceilToGrid(timeOnSite(other, null).end + driveMs(plan.drive, other, job))),
    ...near.map((other) => floorToGrid(other.start - driveMs(plan.drive, job, other) - length)),
    ...hours.flatMap(({ start, end }) => [ceilToGrid(start), floorToGrid(end - length)]),
  ];
}

export function ceilToGrid(instant: Instant): Instant {
  return Math.ceil(instant / GRID_MS) * GRID_MS;
}

function floorToGrid(instant: Instant): Instant {
  return Math.floor(instant / GRID_MS) * GRID_MS;
}
