import { improve } from "./route-improvement";
import { insertAll } from "./route-insertion";
import { isBetter, type Limits, type Routes, standingPlan, tryRoute } from "./route-limits";
import { reportRoutes } from "./route-report";
import type { VroomJob, VroomProblem, VroomSolution } from "./vroom";

// Rounds of taking a few jobs out and putting them in again; a count, not a time, so that the same seed gives the same plan.
const ROUNDS = 60;
const LARGEST_RUIN = 6;

/**
 * Improves on the plan that the vehicles' steps describe and puts in what it leaves out. The answer breaks no rule that the
 * plan kept, drops no job that it had, and is never worse: same problem and seed, same answer.
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

/** Scores the plan as it stands and lists what it violates, without changing it (VROOM's plan mode). */
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
    const kept = route.jobs.filter((job) => !out.has(job));
    return kept.length === route.jobs.length ? [route] : (tryRoute(route.vehicle, kept, limits) ?? []);
  });
  if (routes.length < plan.routes.length) return null;
  const again = insertAll({ routes, unassigned: [...plan.unassigned, ...out] }, limits);
  const dropped = again.unassigned.some((job) => limits.homeOf.has(job.id));
  return dropped ? null : again;
}

// mulberry32: small, fast, and the same everywhere.
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
