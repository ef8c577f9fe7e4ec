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
  ["by the business that a statement names", batch(["north-wind", 7, null]), "2"],
  ["by the household that it names", batch([1, "ada"]), "1"],
  ["by the business where a person is named too", batch(["ada", "north-wind"]), "2"],
  ["by the one statement of a batch that names one", batch([], ["x"], ["ada"]), "1"],
  ["by what its uses are counted under", batch(["org:north-wind"]), "2"],
  ["nowhere where it names none that is known", batch(["somebody"], [12]), null],
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
