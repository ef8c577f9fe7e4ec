import type { ServerBuild } from "@remix-run/cloudflare";

/**
 * The router tries every route of a build in turn, several times per page; with hundreds of routes that is a third of a page's
 * time. A path can only match routes that start with the same segment, so each area of the product is served by a build that
 * holds only the routes of its first segment.
 */
export function areaBuilds(build: ServerBuild): (pathname: string) => ServerBuild {
  const areas = new Map<string, ServerBuild>();
  const areaOfRoute = new Map(Object.keys(build.routes).map((id) => [id, areaOf(build.routes, id)]));
  const known = new Set(areaOfRoute.values());
  return (pathname) => {
    const area = firstSegment(pathname);
    // `__manifest` requests the routes of any path.
    if (area === null || area === "__manifest") return build;
    const name = known.has(area) ? area : ANY;
    const made = areas.get(name) ?? withRoutes(build, (id) => [ANY, name].includes(areaOfRoute.get(id) ?? ANY));
    areas.set(name, made);
    return made;
  };
}

/** Routes that may match any first segment: '/', layouts without a path, parameters. */
const ANY = "";

function areaOf(routes: ServerBuild["routes"], id: string): string {
  const { parentId, path = "" } = routes[id] ?? {};
  const above = parentId === undefined ? ANY : areaOf(routes, parentId);
  if (above !== ANY) return above;
  const [segment = ""] = path.split("/").filter(Boolean);
  return /^[\w.-]+$/.test(segment) ? segment.toLowerCase() : ANY;
}

/**
 * The first segment as the router reads it, which ignores case and requests a screen's data at its path with '.data'
 * ('/_root.data' for '/'). Null if it cannot be decoded.
 */
function firstSegment(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname.replace(/\.data$/, "").split("/")[1] ?? "").toLowerCase();
  } catch {
    return null;
  }
}

function withRoutes(build: ServerBuild, holds: (id: string) => boolean): ServerBuild {
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => holds(id)));
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}
