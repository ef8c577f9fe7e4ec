import { expect, test } from "vitest";
import { Homes } from "#drizzle/d1/homes";

function known(): Homes {
  const homes = new Homes();
  homes.learn({ orgId: "north-wind" }, "2");
  homes.learn({ orgId: "red-rock" }, "1");
  homes.learn({ userId: "ada" }, "1");
  return homes;
}

const batch = (...params: unknown[][]) => params.map((each) => ({ params: each }));

test.each([
  ["to the shard of the business a statement names", batch(["north-wind", 7, null]), "2"],
  ["to the shard of the household a statement names", batch([1, "ada"]), "1"],
  ["to the business's shard if a statement also names a person", batch(["ada", "north-wind"]), "2"],
  ["to the shard of the only statement that names an owner", batch([], ["x"], ["ada"]), "1"],
  ["to the shard of the owner of a usage count", batch(["org:north-wind"]), "2"],
  ["to no shard if it names no known owner", batch(["somebody"], [12]), null],
])("a batch goes %s", (_how, statements, home) => {
  expect(known().of(statements)).toBe(home);
});

test("a batch that spans two shards is rejected", () => {
  expect(() => known().of(batch(["north-wind"], ["red-rock"]))).toThrow("two shards");
});

test("a tenant's home is found by its key alone", () => {
  const homes = known();
  expect([homes.homeOf("red-rock"), homes.homeOf("ada"), homes.homeOf("somebody")]).toEqual(["1", "1", null]);
  expect([homes.any(), new Homes().any()]).toEqual(["2", null]);
});
