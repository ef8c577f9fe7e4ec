import { expect, test } from "vitest";
import { readAmount, readWithEachMark } from "~/domain/finance/imports/csv/amounts";
import type { DecimalMark } from "~/domain/finance/imports/formats";

test.each<[string, DecimalMark, number]>([
  ["12", ".", 1_200],
  ["12.5", ".", 1_250],
  ["12.50", ".", 1_250],
  ["0.07", ".", 7],
  [".5", ".", 50],
  ["12.500", ".", 1_250],
  ["1,234.56", ".", 123_456],
  ["1,234,567.89", ".", 123_456_789],
  ["1,234", ".", 123_400],
  ["1'234.50", ".", 123_450],
  ["1’234.50", ".", 123_450],
  ["1 234.50", ".", 123_450],
  ["12,34,567.00", ".", 123_456_700],
  ["1.234,56", ",", 123_456],
  ["1\u00a0234,56", ",", 123_456],
  ["1\u202f234,56", ",", 123_456],
  ["2150,00", ",", 215_000],
  ["12.345", ",", 1_234_500],
  ["-12.50", ".", -1_250],
  ["+12.50", ".", 1_250],
  ["\u221212.50", ".", -1_250],
  ["- 12.50", ".", -1_250],
  ["12.50-", ".", -1_250],
  ["12,50 -", ",", -1_250],
  ["(52.00)", ".", -5_200],
  ["($1,350.00)", ".", -135_000],
  ["$(52.00)", ".", -5_200],
  ["-$7,971.39", ".", -797_139],
  ["$-7,971.39", ".", -797_139],
  ["$1,234.56", ".", 123_456],
  ["£67.40", ".", 6_740],
  ["-12,50 €", ",", -1_250],
  ["€ 12,50", ",", 1_250],
  ["USD 12.50", ".", 1_250],
  ["12.50USD", ".", 1_250],
  ["US$12.50", ".", 1_250],
  ["12.50 DR", ".", -1_250],
  ["12.50DR", ".", -1_250],
  ["12.50 CR", ".", 1_250],
  ["DR 12.50", ".", -1_250],
  ["-0000000000080.69", ".", -8_069],
  ["'-12.50", ".", -1_250],
  ["0.00", ".", 0],
  ["-0.00", ".", 0],
  ["199999.99", ".", 19_999_999],
  ["9,000,000,000,000.00", ".", 900_000_000_000_000],
])("'%s' with decimal mark '%s' is %d cents", (text, mark, minor) => {
  expect(readAmount(text, mark)).toBe(minor);
});

test.each<[string, DecimalMark, string]>([
  ["", ".", "empty"],
  ["-", ".", "empty"],
  ["\u2013", ",", "empty"],
  ["\u2014", ".", "empty"],
  ["12,3.4", ".", "not-a-number"],
  ["12,3.4", ",", "not-a-number"],
  ["12,50", ".", "not-a-number"],
  ["1,234.56", ",", "not-a-number"],
  ["1,23,4.00", ".", "not-a-number"],
  ["0,123.00", ".", "not-a-number"],
  ["1,234 567.00", ".", "not-a-number"],
  ["--12.50", ".", "not-a-number"],
  ["-12.50-", ".", "not-a-number"],
  ["(-12.50)", ".", "not-a-number"],
  ["-12.50 DR", ".", "not-a-number"],
  ["(12.50) CR", ".", "not-a-number"],
  ["12.50 XYZ", ".", "not-a-number"],
  ["Apt 12", ".", "not-a-number"],
  ["1e5", ".", "not-a-number"],
  ["NaN", ".", "not-a-number"],
  ["$", ".", "not-a-number"],
  ["=1+2", ".", "not-a-number"],
  ["12.345", ".", "too-many-decimals"],
  ["23631.9805", ".", "too-many-decimals"],
  ["1,234", ",", "too-many-decimals"],
  ["9000000000000.01", ".", "too-large"],
  ["99999999999999999999", ".", "too-large"],
])("'%s' with decimal mark '%s' is rejected: %s", (text, mark, fault) => {
  expect(readAmount(text, mark)).toBe(fault);
});

test.each([
  ["12.50", "."],
  ["12,50", ","],
  ["1,234.56", "."],
  ["1.234,56", ","],
  ["1,234,567", "."],
  ["0.345", "."],
  ["1234.567", "."],
  ["1'234,5", ","],
  ["1,234", null],
  ["12.345", null],
  ["1.000", null],
  ["120", null],
  ["12,3.4", null],
])("'%s' proves the decimal mark is %s", (text, mark) => {
  expect(readWithEachMark(text).proves).toBe(mark);
});

test("with an undecided mark, only amounts that read the same either way are accepted", () => {
  expect(readAmount("120", null)).toBe(12_000);
  expect(readAmount("12.50", null)).toBe(1_250);
  expect(readAmount("1.000", null)).toBe("unclear-mark");
  expect(readAmount("12.345", null)).toBe("unclear-mark");
});
