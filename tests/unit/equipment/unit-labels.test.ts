import { expect, test } from "vitest";
import { type NamedUnit, unitLabels } from "~/domain/equipment/unit-labels";

const unit = (id: string, name: string, facts: Partial<NamedUnit> = {}): NamedUnit => ({
  ...{ id, name, type: "furnace", location: null, serialNumber: null },
  ...facts,
});
const labels = (...units: NamedUnit[]) => [...unitLabels(units).values()];

test("a unit with a unique name is labeled with it", () => {
  expect(labels(unit("a", "Attic unit"), unit("b", "Basement unit", { location: "Basement" }))).toEqual([
    "Attic unit",
    "Basement unit",
  ]);
});

test("units with the same name are distinguished by the first fact that differs for all", () => {
  expect(labels(unit("a", "RTU", { location: "North roof" }), unit("b", "rtu", { location: "South roof" }))).toEqual([
    "RTU (North roof)",
    "rtu (South roof)",
  ]);
  expect(labels(unit("a", "Attic unit"), unit("b", "Attic unit", { type: "air_conditioner" }))).toEqual([
    "Attic unit (Furnace)",
    "Attic unit (Air conditioner)",
  ]);
  expect(labels(unit("a", "Furnace", { serialNumber: "A1" }), unit("b", "Furnace", { serialNumber: "A2" }))).toEqual([
    "Furnace (serial A1)",
    "Furnace (serial A2)",
  ]);
});

test("if nothing distinguishes units, their labels list all known facts", () => {
  const roof = { location: "Roof", serialNumber: "A1" };
  expect(labels(unit("a", "RTU", roof), unit("b", "RTU", roof))).toEqual([
    "RTU (Roof, Furnace, serial A1)",
    "RTU (Roof, Furnace, serial A1)",
  ]);
});
