import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { decimalText } from "~/domain/shared/money";
import { importFixture } from "./import-file";
import { hasOpenQuestion } from "./layouts";

const folder = new URL("../../../fixtures/csv/shapes/", import.meta.url);

/** The same month in every file, each in the format published by banks of a country. */
const MONTH = [
  ["2024-01-05", "-12.50", "ALBERT HEIJN 1521"],
  ["2024-01-05", "-12.50", "ALBERT HEIJN 1521"],
  ["2024-01-08", "2345.67", "Salaris ACME BV"],
  ["2024-01-13", "-899.00", "Huur januari"],
  ["2024-01-17", "-45.99", "Café De Zon"],
  ["2024-01-22", "30.10", "Terugbetaling Jan"],
  ["2024-01-28", "-1234.56", "Belastingdienst"],
  ["2024-01-31", "-0.75", "Kosten rekening"],
] as const;

test.each(readdirSync(folder))("%s is read correctly, without questions", (name) => {
  const { rows, questions, errors } = importFixture(`shapes/${name}`);
  expect(hasOpenQuestion(questions)).toBe(false);
  // Its closing line has a date, a balance and half of an account number: no rule can tell it from a broken row.
  expect(errors).toHaveLength(name === "fr-no-header.csv" ? 1 : 0);
  const read = rows.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
  expect(read.map(({ date, amountMinor }) => [date, decimalText(amountMinor)])).toEqual(
    MONTH.map(([date, amount]) => [date, amount]),
  );
  for (const [at, [, , text]] of MONTH.entries()) {
    const { description = "", merchantName = "" } = read[at] ?? {};
    expect(`${description} ${merchantName}`).toContain(text);
  }
});
