import { expect, test } from "vitest";
import { readMeasure } from "~/domain/designs/measure";

test.each([
  ["blank", " ", {}, null],
  ["a whole number", "800", {}, 800],
  ["thousands", "1,200", {}, 1200],
  ["decimals", "7.25", {}, 7.25],
  ["steps of a tenth", "2.55", { divisor: 10 }, 26],
  ["a negative number", "-12", { least: -200 }, -12],
  ["a comma for a decimal point", "1,5", {}, undefined],
  ["half of a whole number", "450.5", { isWhole: true }, undefined],
  ["less than allowed", "-1", {}, undefined],
  ["more than allowed", "20,001", {}, undefined],
  ["an exponent", "1e3", {}, undefined],
  ["no digits", ".", {}, undefined],
  ["words", "six", {}, undefined],
])("a dimension typed as %s is read in American form", (_, text, limits, value) => {
  expect(readMeasure(text, { least: 0, most: 20_000, ...limits })).toBe(value);
});
