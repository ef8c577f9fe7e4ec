import { expect, test } from "vitest";
import { importFixture, inShort } from "./import-file";

const BANKS: { file: string; mapping: object; rows: string[] }[] = [
  {
    file: "ing-nl.csv",
    mapping: { format: "ING", delimiter: ",", dateOrder: "ymd", decimalMark: ",", signStyle: "direction" },
    rows: ["2025-11-17 -23.45 ALBERT HEIJN 1521 AMSTERDAM", "2025-11-14 2150.00 ACME VERWARMING BV"],
  },
  {
    file: "ing-en.csv",
    mapping: { format: "ING", delimiter: ";", dateOrder: "ymd", decimalMark: ",", signStyle: "direction" },
    rows: ["2025-11-17 -23.45 ALBERT HEIJN 1521", "2025-11-14 2150.00 ACME VERWARMING BV"],
  },
  {
    file: "monzo.csv",
    mapping: { format: "Monzo", dateOrder: "dmy", signStyle: "signed" },
    rows: ["2025-03-01 -3.45 PRET A MANGER LONDON", "2025-03-02 100.00 BIRTHDAY"],
  },
  {
    file: "n26.csv",
    mapping: { format: "N26", dateOrder: "ymd", currency: "EUR" },
    rows: ["2025-11-03 -31.07 REWE Markt", "2025-11-01 2150.00 ACME Heizung GmbH"],
  },
  {
    file: "bunq.csv",
    mapping: { format: "bunq", delimiter: ";", decimalMark: "," },
    rows: ["2025-11-03 -12.50 2 koffie", "2025-11-01 1000.00 Top up"],
  },
  {
    file: "revolut-old.csv",
    mapping: { format: "Revolut (old export)", delimiter: ";", signStyle: "split", currency: "EUR" },
    rows: ["2018-11-30 -23.45 Lidl", "2018-11-01 1100.00 Payment from Jane Roe"],
  },
  {
    file: "sparkasse.csv",
    mapping: { encoding: "windows-1252", delimiter: ";", dateOrder: "dmy", decimalMark: "," },
    rows: ["2025-11-17 -6.80 Brötchen & Kaffee", "2025-11-14 2150.00 Gehalt November", "2025-11-03 -1234.56 Miete"],
  },
  {
    file: "french.csv",
    mapping: { dateOrder: "dmy", decimalMark: ",", signStyle: "split", negativeDebits: true },
    rows: ["2025-11-17 -6.80 CARTE BOULANGERIE PAUL", "2025-11-14 2000.00 VIR SALAIRE ACME CHAUFFAGE"],
  },
  {
    file: "spanish.csv",
    mapping: { encoding: "windows-1252", headerRow: 3, dateOrder: "dmy", decimalMark: "," },
    rows: ["2025-11-17 -23.45 Compra Mercadona", "2025-11-03 1000.00 Nómina"],
  },
  {
    file: "dutch.csv",
    mapping: { dateOrder: "dmy", decimalMark: ",", signStyle: "split" },
    rows: ["2025-11-17 -45.10 Boodschappen", "2025-11-03 1000.00 Salaris"],
  },
  {
    file: "swiss-utf16.csv",
    mapping: { encoding: "utf-16le", delimiter: "\t", dateOrder: "dmy", decimalMark: "." },
    rows: ["2025-11-17 -1234.50 Migros Zürich", "2025-11-14 10000.00 Lohn"],
  },
];

test.each(BANKS)("$file is read without questions, errors or warnings", ({ file, mapping, rows }) => {
  const read = importFixture(file);
  expect(read.mapping).toMatchObject(mapping);
  expect(read.rows.map(inShort)).toEqual(rows);
  expect([read.questions, read.errors, read.skipped, read.warnings]).toEqual([[], [], [], []]);
});

test("a Revolut file: fees are included in their amounts, other currencies and reverted rows are skipped with a reason", () => {
  const { rows, skipped, warnings } = importFixture("revolut.csv", "EUR");
  expect(rows.map(inShort)).toEqual([
    "2025-11-01 500.00 Payment from Jane Roe",
    "2025-11-02 -23.45 Lidl",
    "2025-11-04 -102.00 Cash at Sparkasse",
    "2025-11-05 -50.00 Exchanged to USD",
    "2025-11-06 -14.20 Uber",
  ]);
  expect(rows.map((row) => row.pending)).toEqual([false, false, false, false, true]);
  expect(skipped).toEqual([
    { row: 6, reason: "in USD, the account is in EUR" },
    { row: 8, reason: "REVERTED: never posted" },
  ]);
  expect(warnings).toEqual([]);
});

test("payee, memo and bank id are imported", () => {
  expect(importFixture("monzo.csv").rows[0]).toMatchObject({
    merchantName: "Pret A Manger",
    memo: "#breakfast",
    bankId: "tx_0000B1aA",
    balanceMinor: 9_655,
    currency: "GBP",
  });
  expect(importFixture("sparkasse.csv").rows[2]).toMatchObject({ merchantName: "Hausverwaltung Weiß", pending: true });
});
