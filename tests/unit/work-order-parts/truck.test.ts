import { expect, test } from "vitest";
import { type LoadState, loadOf, truckCheckLine } from "~/domain/work-order-parts/truck";

const need = { plannedMilli: 0, usedMilli: 0, reservedHereMilli: 0, freeHereMilli: 0, elsewhereMilli: 0 };

test.each([
  ["no stock anywhere", { plannedMilli: 3000 }, ["missing", 3000, 0, 0, 3000]],
  ["all of it reserved on the truck", { plannedMilli: 3000, reservedHereMilli: 3000 }, ["on_truck", 3000, 3000, 0, 0]],
  ["enough free on the truck", { plannedMilli: 3000, freeHereMilli: 9000 }, ["on_truck", 3000, 3000, 0, 0]],
  ["some free on the truck", { plannedMilli: 3000, freeHereMilli: 500 }, ["missing", 3000, 500, 0, 2500]],
  [
    "the rest on the pick list",
    { plannedMilli: 3000, reservedHereMilli: 1000, elsewhereMilli: 2000 },
    ["to_load", 3000, 1000, 2000, 0],
  ],
  ["all of it used", { plannedMilli: 3000, usedMilli: 3000, freeHereMilli: 5000 }, ["used", 3000, 0, 0, 0]],
  ["more used than planned", { plannedMilli: 3000, usedMilli: 4000 }, ["used", 4000, 0, 0, 0]],
  ["a manual reservation but no plan", { elsewhereMilli: 2000 }, ["to_load", 2000, 0, 2000, 0]],
  ["negative stock on the truck", { plannedMilli: 1000, freeHereMilli: -200 }, ["missing", 1000, 0, 0, 1000]],
] as const)("a part with %s", (_, given, expected) => {
  const { state, neededMilli, onTruckMilli, toLoadMilli, missingMilli } = loadOf({ ...need, ...given });
  expect([state, neededMilli, onTruckMilli, toLoadMilli, missingMilli]).toEqual(expected);
});

const truck = { name: "Truck 2" };
const line = (states: LoadState[], who: { truck: typeof truck | null; technicianName: string | null }) =>
  truckCheckLine({ ...who, parts: states.map((state) => ({ state })) });
const luis = { truck, technicianName: "Luis Ortega" };

test("one line summarizes what remains before the truck leaves", () => {
  expect(line([], luis)).toBeNull();
  expect(line(["used"], luis)).toBeNull();
  expect(line(["on_truck", "used"], luis)).toEqual({ text: "All parts are on Truck 2", isReady: true });
  expect(line(["missing", "to_load", "to_load"], luis)?.text).toBe("1 part missing and 2 parts to load for Truck 2");
  expect(line(["missing"], { truck: null, technicianName: "Luis Ortega" })?.text).toBe(
    "1 part missing; Luis Ortega has no truck",
  );
  expect(line(["to_load"], { truck: null, technicianName: null })?.text).toBe("1 part to load; no one is assigned");
});
