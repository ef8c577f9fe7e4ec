import { type Limits, mayDo, type Route, type Routes, tryRoute } from "./route-limits";
import { lastMoment } from "./route-walk";
import type { VroomJob } from "./vroom";

type Offer = { route: Route; added: number };

/** The cheapest place for the job in this route; null when every place breaks a rule. */
export function bestInsertion(job: VroomJob, into: Route, limits: Limits): Offer | null {
  if (!mayDo(into.vehicle, job, limits)) return null;
  let best: Offer | null = null;
  for (let position = 0; position <= into.jobs.length; position++) {
    if (comesTooLate(job, { into, position }, limits)) continue;
    const route = tryRoute(into.vehicle, into.jobs.toSpliced(position, 0, job), limits);
    if (route && (!best || route.cost - into.cost < best.added)) best = { route, added: route.cost - into.cost };
  }
  return best;
}

// Sees at a glance, breaks and setup aside, that the job or the stop after it would be late.
function comesTooLate(job: VroomJob, at: { into: Route; position: number }, limits: Limits): boolean {
  const { into, position } = at;
  const before = into.jobs[position - 1];
  const after = into.jobs[position];
  const free = before ? (into.walk.starts[position - 1] ?? 0) + before.service : into.vehicle.time_window[0];
  const arrives = free + (before ? driveBetween(before, job, limits) : 0);
  const begins = Math.max(arrives, job.time_windows[0]?.[0] ?? 0);
  if (begins > latestStart(job, limits)) return true;
  return after !== undefined && begins + job.service + driveBetween(job, after, limits) > latestStart(after, limits);
}

function driveBetween(from: VroomJob, to: VroomJob, { durations }: Limits): number {
  return durations[from.location_index]?.[to.location_index] ?? 0;
}

function latestStart(job: VroomJob, { delayOf }: Limits): number {
  return lastMoment(job) + (delayOf.get(job.id) ?? 0);
}

/**
 * Puts in what is left out, the most urgent first; among equals the one that would lose most by waiting (regret).
 * What fits nowhere stays out.
 */
export function insertAll(plan: Routes, limits: Limits): Routes {
  let routes = plan.routes;
  const offers = new Map(plan.unassigned.map((job) => [job, routes.map((route) => bestInsertion(job, route, limits))]));
  const stay: VroomJob[] = [];
  while (offers.size > 0) {
    const { job, best } = mostUrgent(offers);
    offers.delete(job);
    if (!best) {
      stay.push(job);
      continue;
    }
    const changed = routes.findIndex((route) => route.vehicle.id === best.route.vehicle.id);
    routes = routes.with(changed, best.route);
    for (const [waiting, list] of offers) list[changed] = bestInsertion(waiting, best.route, limits);
  }
  return { routes, unassigned: stay };
}

function mostUrgent(offers: ReadonlyMap<VroomJob, readonly (Offer | null)[]>): { job: VroomJob; best: Offer | null } {
  const [first, ...rest] = [...offers].map(([job, list]) => ({ job, ...compared(list) }));
  if (!first) throw new RangeError("nothing is left out");
  return rest.reduce((urgent, other) => {
    const rank = other.job.priority - urgent.job.priority || other.regret - urgent.regret;
    return rank > 0 ? other : urgent;
  }, first);
}

function compared(list: readonly (Offer | null)[]): { best: Offer | null; regret: number } {
  let best: Offer | null = null;
  let second = Number.POSITIVE_INFINITY;
  for (const offer of list) {
    if (!offer) continue;
    if (!best || offer.added < best.added) {
      second = best?.added ?? second;
      best = offer;
    } else second = Math.min(second, offer.added);
  }
  return { best, regret: best ? second - best.added : -1 };
}
