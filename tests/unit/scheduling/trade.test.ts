import { expect, test } from "vitest";
import { shortName } from "~/domain/scheduling/scheduler";
import { tradeOf } from "~/domain/scheduling/trade";

test.each([
  ["No heat, furnace short-cycles", [], "heat"],
  ["Boiler leaks", [], "heat"],
  ["Carbon monoxide investigation", ["Combustion analysis"], "heat"],
  ["AC blows warm air", [], "cool"],
  ["A/C not starting", [], "cool"],
  ["Walk-in cooler repair", ["Walk-in coolers", "Refrigerant"], "cool"],
  ["Refrigerant leak search", [], "cool"],
  ["Furnace tune-up", ["Gas furnaces"], null],
  ["Rooftop unit maintenance", ["Rooftop units"], null],
  ["Heat pump install", ["Heat pumps", "Controls"], null],
  ["Furnace and AC replacement", [], null],
  ["Strange noise", ["Gas furnaces"], "heat"],
  ["Strange noise", ["Boilers", "Refrigerant"], null],
  ["Back the truck up", [], null],
])("%s (%j) is trade %s", (title, skills, trade) => {
  expect(tradeOf(title, skills)).toBe(trade);
});

test.each([
  ["Ana Alvarez", "Alvarez", "Alvarez"],
  ["Maria de la Cruz", "de la Cruz", "de la Cruz"],
  ["Bay View Dental", "Alvarez", "Bay View Dental"],
  ["Bay View Dental", null, "Bay View Dental"],
])("%s (%s) is shortened to %s", (name, lastName, short) => {
  expect(shortName(name, lastName)).toBe(short);
});
