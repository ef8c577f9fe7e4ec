import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeFormula, writeCsv } from "~/domain/shared/csv/write";
import { decimalText } from "~/domain/shared/money";
import { importText } from "./import-file";

test.each([" =1+2", "\n-1", "=1+2", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\0=1"])(
  "a cell that starts like %j is text to a spreadsheet",
  (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`);
  },
);

test.each(["Coffee", "a=b", "'quoted", "", "1+1"])("%j is written unchanged", (text) => {
  expect(escapeFormula(text)).toBe(text);
});

test.each([
  [0, "0.00"],
  [7, "0.07"],
  [-7, "-0.07"],
  [-123_456, "-1234.56"],
  [900_000_000_000_000, "9000000000000.00"],
])("%d cents are written as %s", (minor, text) => {
  expect(decimalText(minor)).toBe(text);
});

test("an export imports again unchanged", () => {
  const description = fc.stringMatching(/^[=+\-@A-Za-z][A-Za-z0-9 ,;"']{0,20}[A-Za-z0-9]$/);
  const row = fc.tuple(
    description,
    fc.integer({ min: -90_000_000, max: 90_000_000 }).filter((minor) => minor !== 0),
  );
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (rows) => {
      const cells = rows.map(([text, minor]) => ["2025-11-14", escapeFormula(text), decimalText(minor)]);
      const read = importText(writeCsv(["Date", "Description", "Amount"], cells)).rows;
      expect(read.map((one) => [one.description, one.amountMinor])).toEqual(
        rows.map(([text, minor]) => [text.replace(/ +/g, " "), minor]),
      );
    }),
  );
});
