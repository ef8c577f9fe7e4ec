import { expect, test } from "vitest";
import { TenantShards } from "#drizzle/d1/tenant-shards";

function known(): TenantShards {
  const shards = new TenantShards();
  shards.learn({ orgId: "north-wind" }, "2");
  shards.learn({ orgId: "red-rock" }, "1");
  shards.learn({ userId: "ada" }, "1");
  return shards;
}

const batch = (...params: unknown[][]) => params.map((each) => ({ params: each }));

test.each([
  ["to the shard of the business a statement names", batch(["north-wind", 7, null]), "2"],
  ["to the shard of the household a statement names", batch([1, "ada"]), "1"],
  ["to the business's shard if a statement also names a person", batch(["ada", "north-wind"]), "2"],
  ["to the shard of the only statement that names an owner", batch([], ["x"], ["ada"]), "1"],
  ["to the shard of the owner of a usage count", batch(["org:north-wind"]), "2"],
  ["to no shard if it names no known owner", batch(["somebody"], [12]), null],
])("a batch goes %s", (_how, statements, shard) => {
  expect(known().of(statements)).toBe(shard);
});

test("a batch that spans two shards is rejected", () => {
  expect(() => known().of(batch(["north-wind"], ["red-rock"]))).toThrow("two shards");
});

test("a tenant's shard is found by its key alone", () => {
  const shards = known();
  expect([shards.shardOf("red-rock"), shards.shardOf("ada"), shards.shardOf("somebody")]).toEqual(["1", "1", null]);
  expect([shards.any(), new TenantShards().any()]).toEqual(["2", null]);
});
