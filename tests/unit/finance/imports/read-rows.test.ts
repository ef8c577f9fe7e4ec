import { expect, test } from "vitest";
import { readRows } from "~/domain/finance/imports/csv/read-rows";
import { importFixture, importText, inShort } from "./import-file";

test("each unreadable row gives the reason and its spreadsheet row number", () => {
  const { rows, errors, skipped } = importFixture("bad-rows.csv");
  expect(errors.map((error) => error.message)).toEqual([
    "Row 4: amount “12,3.4” is not a number",
    "Row 5: date “2025-13-03” is not a date",
    "Row 6: amount “12.345” has more than 2 decimals",
    "Row 13: date “yesterday” is not a date",
    "Row 14: amount is empty",
  ]);
  expect(skipped).toEqual([
    { row: 2, reason: "a balance, not a transaction" },
    { row: 11, reason: "no date and no amount" },
    { row: 12, reason: "the amount is zero" },
  ]);
  expect(rows.map(inShort)).toEqual([
    "2025-11-02 -4.75 Coffee",
    "2025-11-05 -12.50 Trailing minus",
    "2025-11-06 -12.50 Debit word",
    "2025-11-07 -52.00 Brackets",
    "2025-11-08 -5.00 ACME, INC",
  ]);
});

test("an unclosed quote is an error of its row, and the surrounding rows are read", () => {
  const { rows, errors } = importFixture("unclosed-quotes.csv");
  expect(errors.map((error) => error.message)).toEqual([
    "Row 2: an opening quote is never closed",
    "Row 5: an opening quote is never closed",
  ]);
  expect(rows.map(inShort)).toEqual([
    '2025-11-15 -12.00 Lunch "to go"',
    '2025-11-16 -30.00 12" pipe, brass',
    "2025-11-18 -40.00 Gas",
  ]);
});

test("a date that does not fit the column's order is an error, not a different date", () => {
  const { mapping, text } = importText("Date,Description,Amount\n03/25/2025,a,-1.00\n25/03/2025,b,-2.00\n");
  expect(readRows(text, { ...mapping, dateOrder: "mdy" }).errors.map((error) => error.message)).toEqual([
    "Row 3: date “25/03/2025” is not in the order month, day, year",
  ]);
});

test("a word without a direction, and a sign next to a direction, are errors", () => {
  const { errors } = importText(
    "Date;Text;Bedrag;Af Bij\n2025-01-01;a;5,00;Af\n2025-01-02;b;6,00;Weg\n2025-01-03;c;-7,00;Bij\n",
  );
  expect(errors.map((error) => error.message)).toEqual([
    "Row 3: “Weg” does not say whether money went in or out",
    "Row 4: amount “-7,00” has a sign besides “Bij”",
  ]);
});

test.each(["-", "\u2013", "\u2014"])("the dash %s in place of money out or money in is no amount", (dash) => {
  const lines = [
    `2025-01-20,Shop,5.00,${dash},95.00`,
    `2025-01-21,Pay,${dash},60.00,155.00`,
    `2025-01-22,Fee,${dash},${dash},155.00`,
    `2025-01-23,Shop,15.00,${dash},140.00`,
  ];
  const { rows, errors } = importText(`Date,Text,Debit,Credit,Balance\n${lines.join("\n")}\n`);
  expect(rows.map(inShort)).toEqual(["2025-01-20 -5.00 Shop", "2025-01-21 60.00 Pay", "2025-01-23 -15.00 Shop"]);
  expect(errors.map((error) => error.message)).toEqual(["Row 4: amount is empty"]);
});

test("a row with both money out and money in is an error, and a lone opposite sign is a reversal", () => {
  const { rows, errors } = importText(
    "Date,Text,Debit,Credit\n2025-01-20,a,5.00,6.00\n2025-01-21,b,7.00,0.00\n2025-01-22,c,8.00,\n2025-01-23,d,-2.00,\n",
  );
  expect(errors.map((error) => error.message)).toEqual(["Row 2: has both money out and money in"]);
  expect(rows.map((row) => row.amountMinor)).toEqual([-700, -800, 200]);
});

test("text is one line without control characters, and a quote before a formula is removed", () => {
  const { rows } = importText(
    "Date,Description,Amount,Notes\n2025-01-20,\"Rent\tJan\u0001\n2025\",-5.00,'=SUM(A1)\n2025-01-21,'tis,-6.00,\n",
  );
  expect(rows.map((row) => [row.description, row.memo])).toEqual([
    ["Rent Jan 2025", "=SUM(A1)"],
    ["'tis", undefined],
  ]);
});

test("a row without any text gets a placeholder description", () => {
  expect(importText("Date,Description,Amount\n2025-01-20,,-5.00\n").rows[0]?.description).toBe("(no description)");
});

test("a row for another account in the file is skipped with the reason", () => {
  const { mapping, text } = importText("Date,Description,Amount,Account\n2025-01-20,a,-5.00,A\n2025-01-21,b,-6.00,B\n");
  const { rows, skipped } = readRows(text, { ...mapping, onlyAccount: "B" });
  expect(rows.map((row) => row.description)).toEqual(["b"]);
  expect(skipped).toEqual([{ row: 2, reason: "belongs to another account: A" }]);
});

test("lines with only a description continue the transaction above, however many there are", () => {
  const lines = [
    "Transaction date,Value date,Description,Withdrawals (SGD),Deposits (SGD)",
    "15/02/2024,15/02/2024,POINT-OF-SALE PURCHASE,10.00,",
    ",,FAIRPRICE FINEST,,",
    ",,SINGAPORE 2024",
    "16/02/2024,16/02/2024,SALARY,,100.00",
    ",,Closing balance,,",
    ",,after a line about the balance,,",
    "17/02/2024,17/02/2024,No such amount,1x.00,",
    ",,below an error,,",
    "18/02/2024,18/02/2024,RENT,900.00,",
  ];
  const { rows, errors, skipped } = importText(`${lines.join("\n")}\n`);
  expect(rows.map(inShort)).toEqual([
    "2024-02-15 -10.00 POINT-OF-SALE PURCHASE FAIRPRICE FINEST SINGAPORE 2024",
    "2024-02-16 100.00 SALARY",
    "2024-02-18 -900.00 RENT",
  ]);
  expect(errors).toHaveLength(1);
  const continued = "continues the description of the row above";
  expect(skipped.map(({ row, reason }) => [row, reason])).toEqual([
    [3, continued],
    [4, continued],
    [6, "no date and no amount"],
    [7, "no date and no amount"],
    [9, "no date and no amount"],
  ]);
});

test("a note in the first column is not added to the description above", () => {
  const { rows } = importText("Description,Date,Amount\nCoffee,2024-02-05,-4.00\nThank you for banking with us,,\n");
  expect(rows.map(inShort)).toEqual(["2024-02-05 -4.00 Coffee"]);
});
