import fc from "fast-check";
import { expect, test } from "vitest";
import { isBlank, readRecords } from "~/domain/finance/imports/csv/parse";
import { readRows } from "~/domain/finance/imports/csv/read-rows";
import { dialects, transactions, writeFile } from "./bank-file";
import { detectBytes, detectText, importText } from "./import-file";

test("in any bank's file style, no row is lost and no date, sign or scale is changed", () => {
  fc.assert(
    fc.property(transactions, dialects, (written, dialect) => {
      const { mapping, text } = detectBytes(writeFile(written, dialect));
      const answered = {
        ...mapping,
        dateOrder: mapping.dateOrder ?? dialect.dateOrder,
        decimalMark: mapping.decimalMark ?? dialect.decimalMark,
      };
      const { rows, errors, skipped } = readRows(text, answered);
      expect([errors, skipped]).toEqual([[], []]);
      expect(rows.map((row) => [row.date, row.amountMinor, row.description])).toEqual(
        written.map((row) => [row.date, row.amountMinor, row.description.replace(/ +/g, " ")]),
      );
    }),
    { numRuns: 1_000 },
  );
});

test("before the questions are answered, a row is right or an error, never wrong", () => {
  fc.assert(
    fc.property(transactions, dialects, (written, dialect) => {
      const { mapping, text } = detectBytes(writeFile(written, dialect));
      const { rows, errors } = readRows(text, mapping);
      expect(rows.length + errors.length).toBe(written.length);
      for (const row of rows) {
        expect([row.date, row.amountMinor]).toEqual([written[row.row - 2]?.date, written[row.row - 2]?.amountMinor]);
      }
    }),
    { numRuns: 500 },
  );
});

const HEADER = "Date,Description,Amount\n";
const { mapping: PLAIN } = detectText(`${HEADER}2025-11-14,Coffee,-4.75\n`);

test("each row of any file is in exactly one of rows, errors and skipped", () => {
  const cell = fc.oneof(
    fc.constantFrom("2025-11-14", "14/11/2025", "-4.75", "12,3.4", "", '"', '""', '"a"', "a", " ", "=1", "\0", "0.00"),
    fc.string({ maxLength: 4 }),
  );
  const line = fc.array(cell, { maxLength: 5 }).map((cells) => cells.join(",").replace(/[\r\n"]/g, ""));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const { rows, errors, skipped } = readRows(HEADER + lines.join("\n"), PLAIN);
      const filled = lines.flatMap((text, at) => (/[^\s,]/.test(text) ? [at + 2] : []));
      const seen = [...rows, ...errors, ...skipped].map((one) => one.row);
      expect(seen.toSorted((one, other) => one - other)).toEqual(filled);
    }),
    { numRuns: 500 },
  );
});

test("with quotes anywhere, each non-empty row is accounted for once", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a1,"\n\r .-]{0,80}$/), (rest) => {
      const file = `${HEADER}${rest}\n2025-11-14,Last,-1.00\n`;
      const { rows, errors, skipped } = readRows(file, PLAIN);
      const filled = Array.from(readRecords(file, { delimiter: ",", columns: 3 }), (record) =>
        isBlank(record) ? [] : [record.number],
      ).flat();
      const seen = [...rows, ...errors, ...skipped].map((one) => one.row);
      expect([1, ...seen].toSorted((one, other) => one - other)).toEqual(filled);
    }),
    { numRuns: 1_000 },
  );
});

test("an unclosed quote is an error of its own row only", () => {
  const description = fc.constantFrom("Coffee", '"Coffee"', '"Coffee, black"', '""', '"say ""hi"""');
  fc.assert(
    fc.property(fc.array(description, { minLength: 2, maxLength: 8 }), fc.nat(), (descriptions, pick) => {
      const broken = pick % descriptions.length;
      const lines = descriptions.map((text, at) => `2025-11-14,${at === broken ? '"Rent' : text},-${at + 1}.00`);
      const { rows, errors } = importText(`${HEADER}${lines.join("\n")}\n`);
      expect(errors).toEqual([{ row: broken + 2, message: `Row ${broken + 2}: an opening quote is never closed` }]);
      expect(rows.map((row) => row.amountMinor)).toEqual(
        descriptions.flatMap((_, at) => (at === broken ? [] : [-100 * (at + 1)])),
      );
    }),
    { numRuns: 300 },
  );
});
