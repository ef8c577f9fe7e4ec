import { expect, test } from "vitest";
import { importFixture, inShort } from "./import-file";

const BANKS: { file: string; format: string | null; rows: string[] }[] = [
  {
    file: "chase-checking.csv",
    format: "Chase checking",
    rows: [
      "2025-11-18 -41.20 CARD PURCHASE 11/17 SHELL OIL 5744 AUSTIN TX",
      "2025-11-17 -4.75 BLUE BOTTLE COFFEE",
      "2025-11-17 -4.75 BLUE BOTTLE COFFEE",
      "2025-11-14 2150.00 ACME HEATING PAYROLL PPD ID: 1234567890",
      "2025-11-12 -180.00 CHECK 1042",
    ],
  },
  {
    file: "bofa-checking.csv",
    format: "Bank of America checking",
    rows: [
      "2025-11-03 -3100.85 PROPERTY MGMT DES:RENT ID:XXXXX12345",
      "2025-11-14 2150.00 ACME HEATING DES:PAYROLL",
      "2025-11-17 -25.75 TRADER JOE'S #123 AUSTIN TX",
    ],
  },
  {
    file: "wells-fargo.csv",
    format: "Wells Fargo",
    rows: [
      "2009-12-04 -12.07 CHECK CRD PURCHASE 12/03 PEETS COFFEE",
      "2009-12-03 -250.00 CHECK # 1177",
      "2009-12-01 1500.00 ACME HEATING PAYROLL 091201",
    ],
  },
  {
    file: "capital-one-360.csv",
    format: "Capital One 360",
    rows: ["2025-11-05 -12.50 Withdrawal to VENMO", "2025-11-04 2000.00 Deposit from ACME HEATING PAYROLL"],
  },
  {
    file: "schwab-bank.csv",
    format: "Schwab bank",
    rows: [
      "2025-11-14 2150.00 ACME HEATING PAYROLL",
      "2025-11-12 -1234.56 Check Paid #214",
      "2025-11-12 -15.49 NETFLIX.COM",
    ],
  },
  {
    file: "ally.csv",
    format: "Ally",
    rows: ["2025-11-14 2150.00 ACME HEATING PAYROLL", "2025-11-12 -63.18 AUSTIN ENERGY BILLPAY"],
  },
  {
    file: "provident.csv",
    format: "Provident Credit Union",
    rows: [
      "2025-11-14 2150.00 Deposit ACH ACME HEATING",
      "2025-11-03 -1350.00 Check",
      "2025-11-01 -20.00 Withdrawal POS",
    ],
  },
  {
    file: "dcu.csv",
    format: "DCU",
    rows: ["2025-11-17 -7971.39 TRANSFER TO LOAN 11", "2025-11-14 9000.00 DIRECT DEPOSIT"],
  },
  {
    file: "old-credit-union.csv",
    format: null,
    rows: ["2025-11-17 -80.69 GROCERY OUTLET", "2025-11-14 0.12 DIVIDEND"],
  },
];

test.each(BANKS)("$file is read without questions, errors or warnings", ({ file, format, rows }) => {
  const read = importFixture(file);
  expect(read.mapping.format).toBe(format);
  expect(read.rows.map(inShort)).toEqual(rows);
  expect([read.questions, read.errors, read.warnings]).toEqual([[], [], []]);
});

test("a Chase row without a balance is pending, and trailing blank lines are not rows", () => {
  const { rows, errors, skipped } = importFixture("chase-checking.csv");
  expect(rows.map((row) => row.pending)).toEqual([true, false, false, false, false]);
  expect([errors, skipped]).toEqual([[], []]);
});

test("check numbers are read if the bank has a column for them", () => {
  expect(importFixture("chase-checking.csv").rows.at(-1)?.checkNumber).toBe("1042");
  expect(importFixture("wells-fargo.csv").rows.map((row) => row.checkNumber)).toEqual([undefined, "1177", undefined]);
  expect(importFixture("schwab-bank.csv").rows[1]?.checkNumber).toBe("214");
});

test("the beginning balance in a Bank of America statement is skipped with the reason", () => {
  const { mapping, skipped } = importFixture("bofa-checking.csv");
  expect(mapping).toMatchObject({ headerRow: 7, firstRow: 8 });
  expect(skipped).toEqual([{ row: 8, reason: "a balance, not a transaction" }]);
});

test("a bank's own id and memo are read", () => {
  expect(importFixture("dcu.csv").rows[1]).toMatchObject({ bankId: "89410020", memo: "ACME HEATING" });
});

test("a pending status is stored with its row", () => {
  expect(importFixture("schwab-bank.csv").rows.map((row) => row.pending)).toEqual([false, false, true]);
});
