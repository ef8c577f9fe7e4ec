import type { ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, onTestFinished, test, vi } from "vitest";
import { areaBuilds } from "#worker/area-builds";
import routeConfig from "~/routes";

type Routes = ServerBuild["routes"];

const routes: Routes = {};
const addresses: string[] = [];

function add(entries: readonly RouteConfigEntry[], parentId: string | undefined, above: string): void {
  for (const { id: given, file, path, index, children = [] } of entries) {
    const id = given ?? file;
    routes[id] = { id, parentId, path, index, module: { default: () => null } } as unknown as Routes[string];
    const address = path ? `${above}/${path}` : above;
    if (path || index) addresses.push((address || "/").replaceAll(/:\w+/g, "01a2071e").replace("*", "some/where"));
    add(children, id, address);
  }
}

routes.root = { id: "root", path: "", module: { default: () => null } } as unknown as Routes[string];
add((await routeConfig) as RouteConfigEntry[], "root", "");
const whole = { routes, assets: { routes } } as unknown as ServerBuild;
const buildFor = areaBuilds(whole);

interface Branch {
  id: string;
  path?: string;
  index?: boolean;
  children?: Branch[];
}

const branches = (of: Routes, parentId?: string): Branch[] =>
  Object.values(of)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) => ({ id, path, index, children: branches(of, id) }));

const trees = new Map<ServerBuild, Branch[]>();

/** What the router matches: ids from the outermost to the innermost, and the parameters. */
function found(build: ServerBuild, address: string) {
  const tree = trees.get(build) ?? branches(build.routes);
  trees.set(build, tree);
  return matchRoutes(tree as never, address)?.map(({ route, params }) => [route.id, params]) ?? null;
}

test("an area's build matches the same routes as the whole build at each of its paths", () => {
  expect(addresses.length).toBeGreaterThan(200);
  for (const address of addresses) {
    const expected = found(whole, address);
    expect(expected, address).not.toBeNull();
    expect(found(buildFor(address), address), address).toEqual(expected);
    expect(found(buildFor(address === "/" ? "/_root.data" : `${address}.data`), address), address).toEqual(expected);
  }
});

test.each([
  "/WorkOrders/3",
  "/%77orkorders",
  "/workorders/",
  "//workorders",
  "/%2Fworkorders",
  "/%",
  "/%/workorders",
  "/nothing/of/the/kind",
  "/__proto__",
  "/constructor/create",
  "",
])("%s matches the same as in the whole build", (address) => {
  // The router warns about paths it cannot decode.
  const warnings = vi.spyOn(console, "warn").mockImplementation(() => {});
  onTestFinished(() => warnings.mockRestore());
  expect(found(buildFor(address), address)).toEqual(found(whole, address));
});

test("an area has its own routes and their parents, and the same for its assets", () => {
  const { routes: own, assets } = buildFor("/workorders");
  const ids = Object.keys(own);
  expect(ids.length).toBeLessThan(Object.keys(routes).length / 3);
  expect(Object.keys(assets.routes)).toEqual(ids);
  for (const { parentId } of Object.values(own)) expect(parentId === undefined || parentId in own).toBe(true);
});

test("builds are cached per area, not per path", () => {
  expect(buildFor("/workorders/3")).toBe(buildFor("/workorders"));
  expect(buildFor("/made-up")).toBe(buildFor("/also-made-up"));
  expect(buildFor("/__manifest")).toBe(whole);
});
