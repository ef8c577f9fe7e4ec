import { expect, test } from "vitest";
import { importFixture, importText, inShort } from "./import-file";

test("a Mint export is unsigned: the transaction type gives the direction", () => {
  const { mapping, rows } = importFixture("mint.csv");
  expect(mapping).toMatchObject({ format: "Mint", signStyle: "direction" });
  expect(rows.map(inShort)).toEqual(["2023-01-15 -4.75 Blue Bottle", "2023-01-13 2150.00 Paycheck"]);
});

test("a YNAB register has outflow and inflow columns, both with dollar signs", () => {
  const { mapping, rows, questions } = importFixture("ynab.csv");
  expect(mapping).toMatchObject({ format: "YNAB", signStyle: "split", dateOrder: "mdy" });
  expect(rows.map(inShort)).toEqual(["2025-11-17 -1500.00 Landlord", "2025-11-14 2150.00 Acme Heating"]);
  expect(questions).toEqual([]);
});

test("an Actual Budget export: the parts of a split count, not its empty total", () => {
  const { rows, skipped } = importFixture("actual.csv");
  expect(rows.map(inShort)).toEqual([
    "2025-11-17 -40.50 Target",
    "2025-11-17 -20.00 Target",
    "2025-11-14 2150.00 Acme Heating",
  ]);
  expect(skipped).toEqual([{ row: 2, reason: "the amount is zero" }]);
});

test("a PayPal file: net amounts in the account's currency that changed its balance", () => {
  const { mapping, rows, skipped, warnings } = importFixture("paypal.csv", "USD");
  expect(mapping).toMatchObject({ format: "PayPal", columnCount: 41 });
  expect(rows.map(inShort)).toEqual([
    "2025-11-15 -11.62 General Currency Conversion",
    "2025-11-15 11.62 Bank Deposit to PP Account",
    "2025-11-17 1067.80 Jane Roe",
  ]);
  expect(skipped).toEqual([
    { row: 2, reason: "in EUR, the account is in USD" },
    { row: 3, reason: "in EUR, the account is in USD" },
    { row: 7, reason: "“Memo” is a zero amount" },
    { row: 8, reason: "Denied: never posted" },
  ]);
  expect(warnings).toEqual([]);
});

test("a file with several accounts asks which one to import", () => {
  const text =
    "Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared\nA,2025-01-01,x,,,-5,0,\nB,2025-01-02,y,,,-6,0,\n";
  const { questions } = importText(text);
  expect(questions).toEqual([
    { kind: "account", needed: true, text: "The file has several accounts. Which one is this?", choices: ["A", "B"] },
  ]);
});
