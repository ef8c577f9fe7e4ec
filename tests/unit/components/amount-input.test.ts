import fc from "fast-check";
import { expect, test } from "vitest";
import { caretAfter, shownAmount, steppedAmount } from "~/components/forms/amount-input";

test.each([
  ["", ""],
  ["0", "0"],
  ["007", "7"],
  ["1234", "1,234"],
  ["1234567.8", "1,234,567.8"],
  ["12.345", "12.34"],
  ["1.2.3", "1.23"],
  [".5", "0.5"],
  ["12.", "12."],
  ["$1,234.50", "1,234.50"],
  ["-5", "5"],
  ["abc", ""],
  ["1,2,3,4", "1,234"],
])("typing %j shows %j", (typed, shown) => {
  expect(shownAmount(typed)).toBe(shown);
});

test("a formatted amount is not changed again", () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const shown = shownAmount(typed);
      expect(shownAmount(shown)).toBe(shown);
      expect(shown).toMatch(/^(\d{1,3}(,\d{3})*(\.\d{0,2})?)?$/);
    }),
  );
});

test.each([
  ["", 1, "1"],
  ["", -1, "0"],
  ["9", 1, "10"],
  ["999", 1, "1,000"],
  ["1,000", -1, "999"],
  ["1.5", 1, "1.6"],
  ["0.9", 1, "1.0"],
  ["1.05", -1, "1.04"],
  ["0.01", -1, "0.00"],
  ["0.00", -1, "0.00"],
  ["0", -1, "0"],
  ["12.", 1, "13"],
  ["9,999,999,999,998", 1, "9,999,999,999,999"],
  ["9,999,999,999,999", 1, "9,999,999,999,999"],
  ["9,999,999,999,999.99", 1, "9,999,999,999,999.99"],
] as const)("stepping %j by %i gives %j", (typed, direction, shown) => {
  expect(steppedAmount(typed, direction)).toBe(shown);
});

test.each([
  ["1234", 4, "1,234", 5],
  ["1234", 1, "1,234", 1],
  ["1,2345", 6, "12,345", 6],
  ["12x", 3, "12", 2],
  ["1,234", 2, "1,234", 1],
])("after %j with the caret at %i became %j, the caret is at %i", (before, caret, after, expected) => {
  expect(caretAfter(before, caret, after)).toBe(expected);
});
