import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import type {
  TimeWindow,
  VroomJob,
  VroomProblem,
  VroomRoute,
  VroomSolution,
  VroomStep,
  VroomVehicle,
  VroomViolation,
} from "./vroom";

/** One vehicle's day, stop by stop; the lists are parallel to its jobs. */
type Walk = {
  /** Seconds of driving, including the drive to the first stop. */
  driving: number;
  arrivals: number[];
  starts: number[];
  setups: number[];
  /** Seconds by which work starts after the last window. */
  delays: number[];
  /** Seconds by which the day ends after the shift. */
  overtime: number;
};

type Durations = VroomProblem["matrices"]["car"]["durations"];

// Arrival times are multiples of five minutes, as dispatchers plan them.
const GRID = 300;

/** A vehicle with its breaks laid out. */
type Van = VroomVehicle & { pauses: readonly TimeWindow[] };

function vanOf(vehicle: VroomVehicle): Van {
  const pauses = vehicle.breaks.map(({ time_windows: [[from]], service }): TimeWindow => [from, from + service]);
  return { ...vehicle, pauses };
}

/** Simulates a route with its windows and breaks, each stop as early as possible. */
function walkRoute(van: Van, jobs: readonly VroomJob[], durations: Durations): Walk {
  const walk: Walk = { driving: 0, arrivals: [], starts: [], setups: [], delays: [], overtime: 0 };
  let now = van.time_window[0];
  let place = van.start_index;
  jobs.forEach((job, index) => {
    const drive = place === undefined ? 0 : (durations[place]?.[job.location_index] ?? 0);
    const arrival = index === 0 ? now : arriveAfter(now, drive, van);
    const setup = index > 0 && place === job.location_index ? 0 : job.setup;
    const start = earliestStart(job, arrival, { van, work: setup + job.service });
    walk.driving += drive;
    walk.arrivals.push(arrival);
    walk.starts.push(start);
    walk.setups.push(setup);
    walk.delays.push(Math.max(0, start - lastMoment(job)));
    now = start + setup + job.service;
    place = job.location_index;
  });
  walk.overtime = Math.max(0, now - van.time_window[1]);
  return walk;
}

/** True if the vehicle has every skill that the job needs. */
function isAble(vehicle: VroomVehicle, job: VroomJob): boolean {
  return job.skills.every((skill) => vehicle.skills.includes(skill));
}

function earliestStart(job: VroomJob, arrival: number, on: { van: Van; work: number }): number {
  let start = arrival;
  for (const [opens, closes] of job.time_windows) {
    start = afterBreaks(arrival <= opens ? opens : onGrid(arrival), on);
    if (start <= closes) return start;
  }
  return start;
}

function afterBreaks(start: number, { van, work }: { van: Van; work: number }): number {
  let moved = start;
  for (const [from, until] of van.pauses) {
    if (moved < until && from < moved + work) moved = until;
  }
  return moved;
}

function arriveAfter(leave: number, drive: number, van: Van): number {
  let arrival = leave + drive;
  if (drive === 0) return arrival;
  for (const [from, until] of van.pauses) {
    if (leave < until && from < arrival) arrival += until - Math.max(from, leave);
  }
  return arrival;
}

/** The latest start of work that is not late. */
export function lastMoment(job: VroomJob): number {
  return job.time_windows.at(-1)?.[1] ?? Number.MAX_SAFE_INTEGER;
}

function onGrid(time: number): number {
  return Math.ceil(time / GRID) * GRID;
}

export type Route = { vehicle: Van; jobs: readonly VroomJob[]; walk: Walk; cost: number };

export type Routes = { routes: readonly Route[]; unassigned: readonly VroomJob[] };

/** How far the current plan already violates each rule: no change may make it worse. */
export type Limits = {
  durations: Durations;
  /** The vehicle that originally had the job. */
  vehicleOf: ReadonlyMap<number, number>;
  delayOf: ReadonlyMap<number, number>;
  overtimeOf: ReadonlyMap<number, number>;
};

// Cost, in seconds of driving, of sending a technician other than the expected one.
const CHANGE_OF_TECHNICIAN = HOUR_SECONDS;

/** Returns the current plan and the violations it already has; a job planned twice counts once, an unknown one not at all. */
export function standingPlan(problem: VroomProblem): { limits: Limits; standing: Routes } {
  const { durations } = problem.matrices.car;
  const open = new Map(problem.jobs.map((job) => [job.id, job]));
  const planned = problem.vehicles.map((vehicle) => ({
    vehicle: vanOf(vehicle),
    jobs: vehicle.steps.flatMap(({ id }) => take(open, id)),
  }));
  const vehicleOf = new Map(planned.flatMap(({ vehicle, jobs }) => jobs.map((job) => [job.id, vehicle.id] as const)));
  const walks = planned.map(({ vehicle, jobs }) => ({ vehicle, jobs, walk: walkRoute(vehicle, jobs, durations) }));
  const limits: Limits = {
    durations,
    vehicleOf,
    delayOf: new Map(walks.flatMap(({ jobs, walk }) => jobs.map((job, index) => [job.id, walk.delays[index] ?? 0]))),
    overtimeOf: new Map(walks.map(({ vehicle, walk }) => [vehicle.id, walk.overtime])),
  };
  const routes = walks.map((route) => ({ ...route, cost: costOf(route, limits) }));
  return { limits, standing: { routes, unassigned: [...open.values()] } };
}

/** Returns the vehicle's route with these jobs, or null if it would violate a rule more than the current plan does. */
export function tryRoute(vehicle: Van, jobs: readonly VroomJob[], limits: Limits): Route | null {
  const walk = walkRoute(vehicle, jobs, limits.durations);
  if (walk.overtime > (limits.overtimeOf.get(vehicle.id) ?? 0)) return null;
  const late = jobs.some((job, index) => (walk.delays[index] ?? 0) > (limits.delayOf.get(job.id) ?? 0));
  return late ? null : { vehicle, jobs, walk, cost: costOf({ vehicle, jobs, walk }, limits) };
}

/** Has the skills, or already has the job in the current plan. */
export function mayDo(vehicle: VroomVehicle, job: VroomJob, limits: Limits): boolean {
  return limits.vehicleOf.get(job.id) === vehicle.id || isAble(vehicle, job);
}

/** Lower is better: first the priority of the jobs left out, then driving, waiting customers and changes of technician. */
export function isBetter(one: Routes, other: Routes): boolean {
  const leftOut = leftOutOf(one) - leftOutOf(other);
  return leftOut < 0 || (leftOut === 0 && totalCost(one) < totalCost(other));
}

function totalCost({ routes }: Routes): number {
  return routes.reduce((sum, route) => sum + route.cost, 0);
}

function leftOutOf({ unassigned }: Routes): number {
  return unassigned.reduce((sum, job) => sum + 1 + job.priority, 0);
}

function costOf({ vehicle, jobs, walk }: Omit<Route, "cost">, limits: Limits): number {
  let cost = walk.driving;
  jobs.forEach((job, index) => {
    const home = limits.vehicleOf.get(job.id);
    if (home === undefined) return;
    if (home !== vehicle.id) cost += CHANGE_OF_TECHNICIAN;
    const opens = job.time_windows[0]?.[0] ?? 0;
    cost += Math.max(0, (walk.starts[index] ?? 0) - opens) / 2;
  });
  return cost;
}

function take(open: Map<number, VroomJob>, id: number): VroomJob[] {
  const job = open.get(id);
  open.delete(id);
  return job ? [job] : [];
}

/** Returns the plan in VROOM's format. */
export function reportRoutes(plan: Routes): VroomSolution {
  const routes = plan.routes.map(reportRoute);
  const served = plan.routes.flatMap((route) => route.jobs);
  return {
    code: 0,
    summary: {
      cost: totalCost(plan),
      duration: routes.reduce((sum, route) => sum + route.duration, 0),
      unassigned: plan.unassigned.length,
      priority: served.reduce((sum, job) => sum + job.priority, 0),
      violations: routes.flatMap((route) => route.steps.flatMap((step) => step.violations)).length,
    },
    unassigned: plan.unassigned.map(({ id, description }) => ({ id, description })),
    routes,
  };
}

function reportRoute(route: Route): VroomRoute {
  const { vehicle, jobs, walk } = route;
  const [begins, ends] = vehicle.time_window;
  const last = jobs.length - 1;
  const finish = last < 0 ? begins : (walk.starts[last] ?? 0) + (walk.setups[last] ?? 0) + (jobs[last]?.service ?? 0);
  return {
    vehicle: vehicle.id,
    description: vehicle.description,
    duration: walk.driving,
    steps: [
      plainStep("start", begins, []),
      ...jobs.map((job, index) => jobStep(job, index, route)),
      plainStep("end", finish, finish > ends ? [{ cause: "delay", duration: finish - ends }] : []),
    ],
  };
}

function jobStep(job: VroomJob, index: number, { vehicle, walk }: Route): VroomStep {
  const arrival = walk.arrivals[index] ?? 0;
  const delay = walk.delays[index] ?? 0;
  const late: VroomViolation[] = delay > 0 ? [{ cause: "delay", duration: delay }] : [];
  const unable: VroomViolation[] = isAble(vehicle, job) ? [] : [{ cause: "skills" }];
  return {
    type: "job",
    id: job.id,
    description: job.description,
    arrival,
    waiting_time: (walk.starts[index] ?? 0) - arrival,
    setup: walk.setups[index] ?? 0,
    service: job.service,
    violations: [...late, ...unable],
  };
}

function plainStep(type: "start" | "end", arrival: number, violations: VroomViolation[]): VroomStep {
  return { type, arrival, waiting_time: 0, setup: 0, service: 0, violations };
}
