import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "~/routes";
import { comingArea } from "~/routes/shell/coming.server";

const flat = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])]);

const all = flat(await routes).filter((entry) => entry.path && entry.path !== "*");
const coming = all.filter((entry) => entry.id?.startsWith("next:")).map((entry) => `/${entry.path}`);
const here = all.filter((entry) => !entry.id?.startsWith("next:")).map((entry) => `/${entry.path}`);
const withIds = (path: string) => path.replace(/:\w+/g, "12");

test.each(coming)("%s says what will be there and what works until then", (path) => {
  const area = comingArea(withIds(path));
  expect(area?.title).toMatch(/^[A-Z]/);
  expect(area?.promise).toMatch(/\.$/);
  expect(area?.meanwhile.length).toBeGreaterThan(0);
});

test("what works until then is a screen that is there", () => {
  const offered = coming.flatMap((path) => comingArea(withIds(path))?.meanwhile.map((link) => link.to) ?? []);
  expect([...new Set(offered)].filter((to) => to !== "/" && !here.includes(to))).toEqual([]);
});

test("visitors may look at the two maps and at nothing else that is coming", () => {
  expect(coming.filter((path) => comingArea(withIds(path))?.open)).toEqual(["/map", "/map2"]);
});

test("an address of no area has no words", () => {
  expect(comingArea("/nowhere")).toBeUndefined();
  expect(comingArea("/mapmaker")).toBeUndefined();
});
