import { expect, test } from "vitest";
import { chooseShard } from "~/domain/people/choose-shard";

const shard = (name: string, region: string | null, gigabytes: number) => ({ name, region, bytes: gigabytes * 1e9 });

test.each([
  ["the newest shard with room", [shard("1", null, 1), shard("2", null, 3)], null, "2"],
  ["a shard that is not nearly full", [shard("1", null, 1), shard("2", null, 7)], null, "1"],
  [
    "the emptiest shard if all are nearly full",
    [shard("1", null, 9), shard("2", null, 7.5), shard("3", null, 8)],
    null,
    "2",
  ],
  ["the nearest shard, even if another is newer", [shard("1", "weur", 1), shard("2", "enam", 1)], "EU", "1"],
  ["the nearest shard with room", [shard("1", "weur", 8), shard("2", "eeur", 1), shard("3", "enam", 1)], "EU", "2"],
  ["the newest of equally near shards", [shard("1", "oc", 1), shard("2", "oc", 1), shard("3", "enam", 1)], "OC", "2"],
  ["a distant shard if none is near", [shard("1", "enam", 1), shard("2", "wnam", 1)], "AS", "2"],
  ["a near shard before one with an unknown region", [shard("1", "enam", 1), shard("2", null, 1)], "NA", "1"],
  ["the newest shard if the tenant's location is unknown", [shard("1", "enam", 1), shard("2", "weur", 1)], "T1", "2"],
] as const)("a new tenant is placed in %s", (_which, shards, continent, shardName) => {
  expect(chooseShard(shards, continent)).toBe(shardName);
});

test("choosing a shard without databases throws", () => {
  expect(() => chooseShard([], "NA")).toThrow("no database");
});
