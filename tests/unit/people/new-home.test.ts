import { expect, test } from "vitest";
import { chooseHome } from "~/domain/people/new-home";

const shard = (name: string, region: string | null, gigabytes: number) => ({ name, region, bytes: gigabytes * 1e9 });

test.each([
  ["the newest that has room", [shard("1", null, 1), shard("2", null, 3)], null, "2"],
  ["not one that is nearly full", [shard("1", null, 1), shard("2", null, 7)], null, "1"],
  [
    "the emptiest where all are nearly full",
    [shard("1", null, 9), shard("2", null, 7.5), shard("3", null, 8)],
    null,
    "2",
  ],
  ["the nearest, even where another is newer", [shard("1", "weur", 1), shard("2", "enam", 1)], "EU", "1"],
  ["the nearest of those with room", [shard("1", "weur", 8), shard("2", "eeur", 1), shard("3", "enam", 1)], "EU", "2"],
  [
    "the newest of those that are equally near",
    [shard("1", "oc", 1), shard("2", "oc", 1), shard("3", "enam", 1)],
    "OC",
    "2",
  ],
  ["one that is far where none is near", [shard("1", "enam", 1), shard("2", "wnam", 1)], "AS", "2"],
  ["one whose region is not told only where none is near", [shard("1", "enam", 1), shard("2", null, 1)], "NA", "1"],
  [
    "the newest for whoever comes from a place that is not known",
    [shard("1", "enam", 1), shard("2", "weur", 1)],
    "T1",
    "2",
  ],
] as const)("a new tenant is placed in %s", (_which, shards, continent, home) => {
  expect(chooseHome(shards, continent)).toBe(home);
});

test("choosing a home without databases throws", () => {
  expect(() => chooseHome([], "NA")).toThrow("no database");
});
