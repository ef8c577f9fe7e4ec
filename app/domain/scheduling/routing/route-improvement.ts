import { bestInsertion } from "./route-insertion";
import { type Limits, type Route, type Routes, tryRoute } from "./route-limits";
import type { VroomJob } from "./vroom";

/** Moves single jobs and turns stretches round for as long as that makes the plan cheaper; nothing is left out by it. */
export function improve(plan: Routes, limits: Limits): Routes {
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

// Relocate: every job is tried in every other place; each gain is kept at once.
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
    if (offer && gain > (best?.gain ?? LEAST_GAIN)) best = { at, route: offer.route, gain };
  }
  return best ? routes.with(from, without).with(best.at, best.route) : null;
}

// 2-opt: every stretch of a route is tried the other way round.
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
      if (tried && tried.cost < (best ?? route).cost - LEAST_GAIN) best = tried;
    }
  }
  return best;
}

const LEAST_GAIN = 1e-6;
