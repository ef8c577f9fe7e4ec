import fc from "fast-check";
import { expect, test } from "vitest";
import {
  decimalText,
  formatMoney,
  formatSignedMoney,
  hasWholeCents,
  MAX_MINOR,
  minorFromDecimal,
  parseAmount,
  percentOf,
  toDecimal,
} from "~/domain/shared/money";

const minor = fc.integer({ min: -MAX_MINOR, max: MAX_MINOR });

test("a JSON decimal becomes whole cents, rounded half away from zero", () => {
  const cases: [number, number | null][] = [
    [0, 0],
    [-0, 0],
    [12.5, 1250],
    [-12.5, -1250],
    [0.1 + 0.2, 30],
    [0.125, 13],
    [-0.125, -13],
    [23_631.9805, 2_363_198],
    [199_999.99, 19_999_999],
    [9_000_000_000_000, MAX_MINOR],
    [9_000_000_000_000.02, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
  ];
  for (const [decimal, expected] of cases) expect(minorFromDecimal(decimal), String(decimal)).toBe(expected);
});

test("every amount in cents round-trips through a decimal", () => {
  fc.assert(fc.property(minor, (amount) => minorFromDecimal(toDecimal(amount)) === amount));
});

test("an amount is shown in a form as it is typed, with both decimals", () => {
  const cases: [number | null, string][] = [
    [null, ""],
    [0, "0.00"],
    [-0, "0.00"],
    [7, "0.07"],
    [-7, "-0.07"],
    [1250, "12.50"],
    [-123_456, "-1234.56"],
    [MAX_MINOR - 1, "8999999999999.99"],
  ];
  for (const [amount, text] of cases) expect(decimalText(amount), String(amount)).toBe(text);
  fc.assert(fc.property(minor, (amount) => parseAmount(decimalText(amount)) === amount));
});

test("a decimal with more than two places is not whole cents", () => {
  for (const amount of [0, 5, 12.5, -0.07, 199_999.99, 1_000_000.1]) expect(hasWholeCents(amount)).toBe(true);
  for (const amount of [0.001, 12.345, 1.005, 1e-9, Number.NaN]) expect(hasWholeCents(amount)).toBe(false);
});

test("a typed amount is parsed digit by digit, and its scale never changes silently", () => {
  const cases: [string, number | null][] = [
    ["0", 0],
    ["-0", 0],
    ["12", 1200],
    ["12.", 1200],
    ["12.5", 1250],
    ["12.50", 1250],
    [".5", 50],
    [" 1,234.56 ", 123_456],
    ["1234.56", 123_456],
    ["1,234,567", 123_456_700],
    ["$1,234.50", 123_450],
    ["-€3", -300],
    ["0000080.69", 8069],
    ["9,000,000,000,000.00", MAX_MINOR],
    ["9,000,000,000,000.01", null],
    ["99999999999999999999", null],
    ["12.345", null],
    ["1,23", null],
    ["1.234,56", null],
    ["12,34.5", null],
    ["1e3", null],
    ["12.5.1", null],
    ["12 5", null],
    ["0x10", null],
    ["٣", null],
    ["NaN", null],
    [".", null],
    ["-", null],
    ["", null],
  ];
  for (const [text, expected] of cases) expect(parseAmount(text), JSON.stringify(text)).toBe(expected);
});

test("an amount formatted in dollars parses back", () => {
  fc.assert(fc.property(minor, (amount) => parseAmount(formatMoney(amount)) === amount));
});

test("money is formatted the US way in all five currencies", () => {
  const cases = [
    [formatMoney(123_450), "$1,234.50"],
    [formatMoney(-150_000), "-$1,500.00"],
    [formatMoney(-0), "$0.00"],
    [formatMoney(99, "EUR"), "€0.99"],
    [formatMoney(-300, "GBP"), "-£3.00"],
    [formatMoney(100_000_000, "CAD"), "CA$1,000,000.00"],
    [formatMoney(5, "AUD"), "A$0.05"],
    [formatMoney(MAX_MINOR), "$9,000,000,000,000.00"],
    [formatSignedMoney(500), "+$5.00"],
    [formatSignedMoney(-500), "-$5.00"],
    [formatSignedMoney(0), "$0.00"],
  ];
  for (const [shown, expected] of cases) expect(shown).toBe(expected);
});

test("a percentage of zero is zero", () => {
  expect(percentOf(1, 3)).toBeCloseTo(33.3333, 4);
  expect(percentOf(-500, 0)).toBe(0);
});
