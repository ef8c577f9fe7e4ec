import type { ServerBuild } from "@remix-run/cloudflare";

/**
 * The router tries every route of a build in turn, several times for each page; with some hundreds of them that is a third of
 * a page's time. An address can only match routes that begin as it does, so each area of the product, what its addresses
 * begin with, is answered by a build that holds no others.
 */
export function areaBuilds(build: ServerBuild): (pathname: string) => ServerBuild {
  const areas = new Map<string, ServerBuild>();
  const areaOfRoute = new Map(Object.keys(build.routes).map((id) => [id, areaOf(build.routes, id)]));
  const known = new Set(areaOfRoute.values());
  return (pathname) => {
    const area = firstSegment(pathname);
    // Asks for the routes of any address.
    if (area === null || area === "__manifest") return build;
    const name = known.has(area) ? area : ANY;
    const made = areas.get(name) ?? withRoutes(build, (id) => [ANY, name].includes(areaOfRoute.get(id) ?? ANY));
    areas.set(name, made);
    return made;
  };
}

/** Of routes that may begin with anything: '/', layouts without a path, parameters. */
const ANY = "";

function areaOf(routes: ServerBuild["routes"], id: string): string {
  const { parentId, path = "" } = routes[id] ?? {};
  const above = parentId === undefined ? ANY : areaOf(routes, parentId);
  if (above !== ANY) return above;
  const [segment = ""] = path.split("/").filter(Boolean);
  return /^[\w.-]+$/.test(segment) ? segment.toLowerCase() : ANY;
}

/**
 * As the router reads it, which takes upper case as lower, and asks for a screen's data at its address with '.data', '/_root.data'
 * for '/'. Null where it can't be decoded.
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
