import { expect, test } from "vitest";
import { importText, inShort } from "./import-file";

const read = (text: string) => {
  const { rows, errors } = importText(text);
  return { rows: rows.map(inShort), errors: errors.map(({ message }) => message) };
};

test("a row that lost a cell is an error, wherever the cell was", () => {
  const head = "Date,Description,Ref,Amount,Fx\n2025-01-05,A,7,-4.00,1\n2025-01-07,C,8,-6.00,1\n";
  expect(read(`${head}2025-01-06,B,-5.00,1\n`)).toEqual({
    rows: ["2025-01-05 -4.00 A", "2025-01-07 -6.00 C"],
    errors: ["Row 4: 4 columns where 5 are expected"],
  });
  expect(read(`${head}2025-01-06,B,9,1\n`).errors).toEqual(["Row 4: 4 columns where 5 are expected"]);
});

test("trailing columns that are always empty may be missing", () => {
  const { rows, errors } = read("Date,Description,Amount,Notes\n2025-01-05,A,-4.00,\n2025-01-06,B,-5.00\n");
  expect([rows, errors]).toEqual([["2025-01-05 -4.00 A", "2025-01-06 -5.00 B"], []]);
});

test("a single row that is shorter than the others has lost a cell", () => {
  const { rows, errors } = read(
    "Date,Description,Amount,Rate\n2025-01-05,A,1.04\n2025-01-06,B,-5.00,1.08\n2025-01-07,C,-6.00,1.03\n",
  );
  expect([rows, errors]).toEqual([
    ["2025-01-06 -5.00 B", "2025-01-07 -6.00 C"],
    ["Row 2: 3 columns where 4 are expected"],
  ]);
});

test("trailing columns that many rows omit may be missing if the rest fits in only one way", () => {
  const { rows, errors } = read(
    "Date,Description,Amount,Notes\n2025-01-05,A,-4.00,gift\n2025-01-06,B,-5.00\n2025-01-07,C,-6.00,trip\n2025-01-08,-7.00,trip\n",
  );
  expect(rows).toEqual(["2025-01-05 -4.00 A", "2025-01-06 -5.00 B", "2025-01-07 -6.00 C"]);
  expect(errors).toEqual(["Row 5: 3 columns where 4 are expected"]);
});

test.each([
  ["in the description", "2025-01-08,ACME, INC,-5.00", "2025-01-08 -5.00 ACME, INC"],
  ["in an amount with its currency", "2025-01-08,PAYMENT,-£1,100.00", "2025-01-08 -1100.00 PAYMENT"],
])("an unquoted delimiter %s is restored", (_, row, expected) => {
  const { rows, errors } = read(`Date,Description,Amount\n2025-01-05,A,-£4.00\n${row}\n`);
  expect([rows[1], errors]).toEqual([expected, []]);
});

test.each(["2025-01-08,PAYMENT,1,100.00", "2025-01-08,Bad,12,3.4", "2025-01-08,A,B,C,-5.00,7"])(
  "a row with an extra cell that can be read two ways, or none, is an error: %s",
  (row) => {
    const { rows, errors } = read(`Date,Description,Amount\n2025-01-05,A,-4.00\n${row}\n`);
    expect([rows.length, errors.length]).toEqual([1, 1]);
  },
);

test("backslash-escaped quotes are part of the cell", () => {
  const { rows } = read(
    'Date,Payee,Reference,Amount\n"2025-01-05","QUOTES \\"COMPANY\\"","a, \\"b\\", c",-14.99\n"2025-01-06","C:\\",x,-1.00\n',
  );
  expect(rows).toContain('2025-01-05 -14.99 QUOTES "COMPANY"');
});
