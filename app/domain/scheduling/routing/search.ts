import {
  isBetter,
  type Limits,
  lastMoment,
  mayDo,
  type Route,
  type Routes,
  reportRoutes,
  standingPlan,
  tryRoute,
} from "./routes";
import type { VroomJob, VroomProblem, VroomSolution } from "./vroom";

// Rounds of removing and reinserting a few jobs; a count instead of a time limit, so that the same seed gives the same plan.
const ROUNDS = 60;
const LARGEST_RUIN = 6;

/**
 * Improves the plan given by the vehicles' steps and inserts the jobs it leaves out. The result breaks no rule that the plan
 * satisfied, drops none of its jobs, and is never worse. The same problem and seed give the same result.
 */
export function solve(problem: VroomProblem, seed = 1): VroomSolution {
  const { limits, standing } = standingPlan(problem);
  let best = improve(insertAll(standing, limits), limits);
  const random = randomFrom(seed);
  for (let round = 0; round < ROUNDS; round++) {
    const tried = rebuilt(best, limits, random);
    if (tried && isBetter(tried, best)) best = improve(tried, limits);
  }
  return reportRoutes(best);
}

/** Scores the current plan and lists its violations, without changing it (VROOM's plan mode). */
export function explainPlan(problem: VroomProblem): VroomSolution {
  return reportRoutes(standingPlan(problem).standing);
}

function rebuilt(plan: Routes, limits: Limits, random: () => number): Routes | null {
  const jobs = plan.routes.flatMap((route) => route.jobs);
  const out = new Set<VroomJob>();
  const size = Math.min(jobs.length, 2 + Math.floor(random() * (LARGEST_RUIN - 1)));
  while (out.size < size) {
    const job = jobs[Math.floor(random() * jobs.length)];
    if (job) out.add(job);
  }
  const routes = plan.routes.flatMap((route) => {
    const remaining = route.jobs.filter((job) => !out.has(job));
    return remaining.length === route.jobs.length ? [route] : (tryRoute(route.vehicle, remaining, limits) ?? []);
  });
  if (routes.length < plan.routes.length) return null;
  const again = insertAll({ routes, unassigned: [...plan.unassigned, ...out] }, limits);
  const dropped = again.unassigned.some((job) => limits.vehicleOf.has(job.id));
  return dropped ? null : again;
}

// mulberry32: small, fast, and the same on every platform.
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Offer = { route: Route; added: number };

/** The cheapest position for the job in this route; null if every position breaks a rule. */
function bestInsertion(job: VroomJob, into: Route, limits: Limits): Offer | null {
  if (!mayDo(into.vehicle, job, limits)) return null;
  let best: Offer | null = null;
  for (let position = 0; position <= into.jobs.length; position++) {
    if (comesTooLate(job, { into, position }, limits)) continue;
    const route = tryRoute(into.vehicle, into.jobs.toSpliced(position, 0, job), limits);
    if (route && (!best || route.cost - into.cost < best.added)) best = { route, added: route.cost - into.cost };
  }
  return best;
}

// Quick check, ignoring breaks and setup, that the job or the stop after it would be late.
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
 * Inserts the jobs left out, most urgent first; among equals the one that would lose most by waiting (regret). Jobs that fit
 * nowhere stay out.
 */
function insertAll(plan: Routes, limits: Limits): Routes {
  let routes = plan.routes;
  const offers = new Map(plan.unassigned.map((job) => [job, routes.map((route) => bestInsertion(job, route, limits))]));
  const stay: VroomJob[] = [];
  while (offers.size > 0) {
    const { job, best } = nextToInsert(offers);
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

function nextToInsert(offers: ReadonlyMap<VroomJob, readonly (Offer | null)[]>): {
  job: VroomJob;
  best: Offer | null;
} {
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

/** Relocates single jobs and reverses stretches as long as that makes the plan cheaper; no job is dropped. */
function improve(plan: Routes, limits: Limits): Routes {
  let routes = plan.routes;
  for (let improved = true; improved; ) {
    improved = false;
    for (const change of [relocated, turned]) {
      const better = change(routes, limits);
      if (better) {
        routes = better;
        improved = true;
      }
    }
  }
  return { ...plan, routes };
}

// Relocate: tries every job in every other position; each gain is applied at once.
function relocated(routes: readonly Route[], limits: Limits): readonly Route[] | null {
  let current = routes;
  for (const job of routes.flatMap((route) => route.jobs)) current = moved(job, current, limits) ?? current;
  return current === routes ? null : current;
}

function moved(job: VroomJob, routes: readonly Route[], limits: Limits): readonly Route[] | null {
  const from = routes.findIndex((route) => route.jobs.includes(job));
  const old = routes[from];
  if (!old) return null;
  const without = tryRoute(old.vehicle, old.jobs.toSpliced(old.jobs.indexOf(job), 1), limits);
  if (!without) return null;
  const saved = old.cost - without.cost;
  let best: { at: number; route: Route; gain: number } | null = null;
  for (const [at, route] of routes.entries()) {
    const offer = bestInsertion(job, at === from ? without : route, limits);
    const gain = offer ? saved - offer.added : 0;
    if (offer && gain > (best?.gain ?? MIN_GAIN)) best = { at, route: offer.route, gain };
  }
  return best ? routes.with(from, without).with(best.at, best.route) : null;
}

// 2-opt: tries every stretch of a route in reverse.
function turned(routes: readonly Route[], limits: Limits): readonly Route[] | null {
  const better = routes.map((route) => bestTurn(route, limits) ?? route);
  return better.some((route, index) => route !== routes[index]) ? better : null;
}

function bestTurn(route: Route, limits: Limits): Route | null {
  let best: Route | null = null;
  for (let from = 0; from < route.jobs.length - 1; from++) {
    for (let to = from + 2; to <= route.jobs.length; to++) {
      const stretch = route.jobs.slice(from, to).toReversed();
      const tried = tryRoute(route.vehicle, route.jobs.toSpliced(from, to - from, ...stretch), limits);
      if (tried && tried.cost < (best ?? route).cost - MIN_GAIN) best = tried;
    }
  }
  return best;
}

const MIN_GAIN = 1e-6;
