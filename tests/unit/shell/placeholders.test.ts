import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "~/routes";
import { placeholderFor } from "~/routes/shell/placeholders.server";

/** Every address of the tree with the id of its route. */
const flat = (entries: readonly RouteConfigEntry[], above = ""): { path: string; id: string }[] =>
  entries.flatMap((entry) => {
    const path = entry.path ? `${above}/${entry.path}` : above;
    return [{ path, id: entry.id ?? "" }, ...flat(entry.children ?? [], path)];
  });

const all = flat(await routes).filter(({ path }) => path !== "" && path !== "/*");
const isPlaceholder = ({ id }: { id: string }) => id.startsWith("placeholder:");
const planned = all.filter(isPlaceholder).map(({ path }) => path);
const built = all.filter((route) => !isPlaceholder(route)).map(({ path }) => path);
const withIds = (path: string) => path.replace(/:\w+/g, "12");

test.each(planned)("%s says what is coming and what is available now", (path) => {
  const placeholder = placeholderFor(withIds(path));
  expect(placeholder?.title).toMatch(/^[A-Z]/);
  expect(placeholder?.promise).toMatch(/\.$/);
  expect(placeholder?.meanwhile.length).toBeGreaterThan(0);
});

test("a placeholder's link goes to an existing screen", () => {
  const offered = planned.flatMap((path) => placeholderFor(withIds(path))?.meanwhile.map((link) => link.to) ?? []);
  expect([...new Set(offered)].filter((to) => to !== "/" && !built.includes(to))).toEqual([]);
});

test("visitors may look at no screen still to be built", () => {
  expect(planned.filter((path) => placeholderFor(withIds(path))?.open)).toEqual([]);
});

test("an address that is not planned has no placeholder", () => {
  expect(placeholderFor("/nowhere")).toBeUndefined();
  expect(placeholderFor("/mapmaker")).toBeUndefined();
});
