import { type Durations, isAble, type Van, vanOf, type Walk, walkRoute } from "./route-walk";
import type { VroomJob, VroomProblem, VroomVehicle } from "./vroom";

export type Route = { vehicle: Van; jobs: readonly VroomJob[]; walk: Walk; cost: number };

export type Routes = { routes: readonly Route[]; unassigned: readonly VroomJob[] };

/** How far the plan as it stands already breaks each rule: no change may go further. */
export type Limits = {
  durations: Durations;
  /** The vehicle that had the job to begin with. */
  homeOf: ReadonlyMap<number, number>;
  delayOf: ReadonlyMap<number, number>;
  overtimeOf: ReadonlyMap<number, number>;
};

// What it is worth, in seconds of driving, not to send somebody else than the customer was told.
const CHANGE_OF_TECHNICIAN = 3600;

/** The plan as it stands, and what it allows itself; a job that is planned twice or unknown counts once or not at all. */
export function standingPlan(problem: VroomProblem): { limits: Limits; standing: Routes } {
  const { durations } = problem.matrices.car;
  const open = new Map(problem.jobs.map((job) => [job.id, job]));
  const planned = problem.vehicles.map((vehicle) => ({
    vehicle: vanOf(vehicle),
    jobs: vehicle.steps.flatMap(({ id }) => take(open, id)),
  }));
  const homeOf = new Map(planned.flatMap(({ vehicle, jobs }) => jobs.map((job) => [job.id, vehicle.id] as const)));
  const walks = planned.map(({ vehicle, jobs }) => ({ vehicle, jobs, walk: walkRoute(vehicle, jobs, durations) }));
  const limits: Limits = {
    durations,
    homeOf,
    delayOf: new Map(walks.flatMap(({ jobs, walk }) => jobs.map((job, index) => [job.id, walk.delays[index] ?? 0]))),
    overtimeOf: new Map(walks.map(({ vehicle, walk }) => [vehicle.id, walk.overtime])),
  };
  const routes = walks.map((route) => ({ ...route, cost: costOf(route, limits) }));
  return { limits, standing: { routes, unassigned: [...open.values()] } };
}

/** The vehicle's route with these jobs, or null when it would break a rule further than the standing plan does. */
export function tryRoute(vehicle: Van, jobs: readonly VroomJob[], limits: Limits): Route | null {
  const walk = walkRoute(vehicle, jobs, limits.durations);
  if (walk.overtime > (limits.overtimeOf.get(vehicle.id) ?? 0)) return null;
  const late = jobs.some((job, index) => (walk.delays[index] ?? 0) > (limits.delayOf.get(job.id) ?? 0));
  return late ? null : { vehicle, jobs, walk, cost: costOf({ vehicle, jobs, walk }, limits) };
}

/** Able by skill, or already entrusted with the job in the standing plan. */
export function mayDo(vehicle: VroomVehicle, job: VroomJob, limits: Limits): boolean {
  return limits.homeOf.get(job.id) === vehicle.id || isAble(vehicle, job);
}

/** Less is better: first what is left out by priority, then driving, waiting customers and changes of technician. */
export function isBetter(one: Routes, other: Routes): boolean {
  const leftOut = leftOutOf(one) - leftOutOf(other);
  return leftOut < 0 || (leftOut === 0 && totalCost(one) < totalCost(other));
}

export function totalCost({ routes }: Routes): number {
  return routes.reduce((sum, route) => sum + route.cost, 0);
}

function leftOutOf({ unassigned }: Routes): number {
  return unassigned.reduce((sum, job) => sum + 1 + job.priority, 0);
}

function costOf({ vehicle, jobs, walk }: Omit<Route, "cost">, limits: Limits): number {
  let cost = walk.driving;
  jobs.forEach((job, index) => {
    const home = limits.homeOf.get(job.id);
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
