import fc from "fast-check";
import { expect, test } from "vitest";
import { importText } from "./import-file";

const file = (...rows: string[]) => `Date,Description,Amount,Balance\n${rows.join("\n")}\n`;

test.each([
  ["oldest first", ["2025-01-01,a,-5.00,95.00", "2025-01-02,b,10.00,105.00", "2025-01-03,c,-1.00,104.00"]],
  ["newest first", ["2025-01-03,c,-1.00,104.00", "2025-01-02,b,10.00,105.00", "2025-01-01,a,-5.00,95.00"]],
  [
    "a balance on the day's last row only",
    ["2025-01-01,a,-5.00,95.00", "2025-01-02,b,10.00,", "2025-01-02,c,-1.00,104.00"],
  ],
  [
    "the balance before each amount, oldest first",
    ["2025-01-01,a,-5.00,100.00", "2025-01-02,b,10.00,95.00", "2025-01-03,c,-1.00,105.00"],
  ],
  [
    "the balance before each amount, newest first",
    ["2025-01-03,c,-1.00,105.00", "2025-01-02,b,10.00,95.00", "2025-01-01,a,-5.00,100.00"],
  ],
])("consistent balances give no warning: %s", (_, rows) => {
  expect(importText(file(...rows)).warnings).toEqual([]);
});

test("a gap names its row and the expected amount", () => {
  const rows = [
    "2025-01-01,a,-5.00,95.00",
    "2025-01-02,b,10.00,105.00",
    "2025-01-04,c,-1.00,103.00",
    "2025-01-05,d,-3.00,100.00",
  ];
  expect(importText(file(...rows)).warnings).toEqual([
    "Row 4: the balance is 103.00, but 105.00 and -1.00 make 104.00",
  ]);
});

test("rows in another order than the balances give no warning, whatever the order", () => {
  // Different amounts, so that no row matches another one's balance by chance.
  const amounts = fc.uniqueArray(
    fc.integer({ min: -90_000, max: 90_000 }).filter((minor) => Math.abs(minor) > 1000),
    { minLength: 10, maxLength: 30, selector: Math.abs },
  );
  fc.assert(
    fc.property(amounts, fc.infiniteStream(fc.nat()), (minors, order) => {
      let balance = 5_000_000;
      const written = (minor: number) => (minor / 100).toFixed(2);
      const rows = minors.map((minor, at) => {
        balance += minor;
        return `2025-01-${String(1 + Math.floor(at / 2)).padStart(2, "0")},row ${at},${written(minor)},${written(balance)}`;
      });
      const shuffled = rows.map((row) => ({ row, place: order.next().value })).sort((a, b) => a.place - b.place);
      const warnings = importText(file(...shuffled.map(({ row }) => row))).warnings;
      expect(warnings).toEqual([]);
    }),
  );
});

test("rows in another order with one missing give one warning", () => {
  const rows = ["2025-01-03,c,-3.00,92.00", "2025-01-01,a,-5.00,95.00", "2025-01-05,e,-1.00,90.00"];
  expect(importText(file(...rows)).warnings).toHaveLength(1);
});

test("more than three gaps are counted, not listed", () => {
  const rows = Array.from({ length: 40 }, (_, at) => `2025-01-01,a,-1.00,${1000 - at - Math.floor(at / 8)}.00`);
  const { warnings } = importText(file(...rows));
  expect(warnings).toHaveLength(4);
  expect(warnings.at(-1)).toBe("The balance does not add up in 1 more row.");
});

test("balances that never match name the first row", () => {
  const rows = ["2025-01-01,a,-5.00,105.00", "2025-01-02,b,10.00,97.00", "2025-01-03,c,-1.00,93.00"];
  expect(importText(file(...rows)).warnings).toEqual([
    "From row 3 on the balance does not add up: 97.00 where 115.00 is expected.",
  ]);
});

test("an unreadable row breaks the chain, not the check", () => {
  const rows = ["2025-01-01,a,-5.00,95.00", "2025-01-02,b,1O.00,105.00", "2025-01-03,c,-1.00,104.00"];
  expect(importText(file(...rows)).warnings).toEqual([]);
});

test("a pending row is not in the balance yet", () => {
  const rows = ["2025-01-01,a,-5.00,95.00,Posted", "2025-01-02,b,-7.00,,Pending", "2025-01-03,c,-1.00,94.00,Posted"];
  expect(importText(`Date,Description,Amount,Balance,Status\n${rows.join("\n")}\n`).warnings).toEqual([]);
});

test("a Bank of America summary that disagrees with its rows gives a warning", () => {
  const { warnings } = importText(
    [
      "Description,,Summary Amt.",
      'Total credits,,"2,150.00"',
      'Total debits,,"-99.00"',
      "",
      "Date,Description,Amount,Running Bal.",
      '11/14/2025,PAYROLL,"2,150.00","2,549.15"',
      '11/17/2025,GROCERIES,"-25.75","2,523.40"',
      "",
    ].join("\n"),
  );
  expect(warnings).toEqual(["Total debits in the file: -99.00. The rows add up to -25.75"]);
});

test.each([
  ["oldest first", ["2025-01-01,a,5.00,100.00", "2025-01-02,b,-10.00,95.00", "2025-01-03,c,1.00,105.00"]],
  ["newest first", ["2025-01-03,c,1.00,105.00", "2025-01-02,b,-10.00,95.00", "2025-01-01,a,5.00,100.00"]],
])("a balance before each amount proves that signs are reversed: %s", (_, rows) => {
  expect(importText(file(...rows)).rows.map(({ amountMinor }) => amountMinor)).toEqual(
    rows.map((row) => -100 * Number(row.split(",")[2])),
  );
});

test("without different days, balances never reverse the signs", () => {
  const rows = ["2025-01-01,a,-5.00,100.00", "2025-01-01,b,10.00,95.00", "2025-01-01,c,-1.00,105.00"];
  expect(importText(file(...rows)).rows.map(({ amountMinor }) => amountMinor)).toEqual([-500, 1000, -100]);
});
