import { expect, test } from "vitest";
import { importFixture, inShort } from "./import-file";

const CARDS: { file: string; format: string; rows: string[] }[] = [
  {
    file: "chase-card.csv",
    format: "Chase card",
    rows: [
      "2025-11-14 -4.75 SQ *BLUE BOTTLE COFFEE",
      "2025-11-14 -4.75 SQ *BLUE BOTTLE COFFEE",
      "2025-11-12 23.99 AMAZON.COM*ZX12, SEATTLE",
      "2025-11-10 1200.00 Payment Thank You - Web",
    ],
  },
  {
    file: "chase-card-with-number.csv",
    format: "Chase card",
    rows: ["2025-02-03 -18.40 UBER *TRIP", "2025-02-01 -39.00 LATE FEE"],
  },
  {
    file: "chase-card-2013.csv",
    format: "Chase card (2013)",
    rows: ["2013-05-06 -56.78 TRADER JOE'S #123", "2013-05-01 300.00 Payment Thank You"],
  },
  {
    file: "bofa-card.csv",
    format: "Bank of America card",
    rows: [
      "2025-11-12 -82.14 WHOLEFDS LMR #10145",
      "2025-11-10 -3.07 Interest Charged on Purchases",
      "2025-11-08 500.00 PAYMENT - THANK YOU",
    ],
  },
  {
    file: "capital-one-card.csv",
    format: "Capital One card",
    rows: ["2023-05-02 -34.30 TACO CABANA", "2023-05-01 450.00 CAPITAL ONE MOBILE PYMT"],
  },
  {
    file: "capital-one-card-2025.csv",
    format: "Capital One card",
    rows: ["2025-01-09 -112.08 H-E-B #455", "2025-01-08 75.50 CAPITAL ONE AUTOPAY PYMT"],
  },
  {
    file: "amex.csv",
    format: "American Express",
    rows: [
      "2025-11-14 -431.20 DELTA AIR LINES",
      "2025-11-12 812.55 AUTOPAY PAYMENT - THANK YOU",
      "2025-11-02 15.99 AMAZON.COM",
    ],
  },
  {
    file: "amex-business.csv",
    format: "American Express",
    rows: ["2025-11-14 -219.90 HOME DEPOT 6502", "2025-11-13 100.00 ONLINE PAYMENT - THANK YOU"],
  },
  {
    file: "amex-uk.csv",
    format: "American Express",
    rows: ["2025-03-25 -7.40 TFL TRAVEL CHARGE", "2025-04-03 220.10 PAYMENT RECEIVED - THANK YOU"],
  },
  {
    file: "discover.csv",
    format: "Discover",
    rows: ["2025-03-04 -143.22 COSTCO WHSE #0681 AUSTIN TX", "2025-03-02 500.00 INTERNET PAYMENT - THANK YOU"],
  },
  {
    file: "apple-card.csv",
    format: "Apple Card",
    rows: [
      "2025-11-11 -2.99 APPLE.COM/BILL ONE APPLE PARK WAY CUPERTINO 95014 CA USA",
      "2025-11-09 150.00 ACH DEPOSIT INTERNET TRANSFER FROM ACCOUNT ENDING IN 1234",
    ],
  },
  {
    file: "citi.csv",
    format: "Citi",
    rows: [
      "2025-11-18 -10.99 SPOTIFY USA",
      "2025-11-15 -80.68 COSTCO WHSE #1202 TORRANCE CA",
      "2025-11-12 165.35 AUTOPAY 999990000012345RAUTOPAY AUTO-PMT",
    ],
  },
];

test.each(CARDS)("$file: purchases are money out, payments and refunds money in", ({ file, format, rows }) => {
  const read = importFixture(file);
  expect(read.mapping.format).toBe(format);
  expect(read.rows.map(inShort)).toEqual(rows);
  expect([read.questions, read.errors, read.skipped, read.warnings]).toEqual([[], [], [], []]);
});

test("an American Express row keeps line breaks in its cells, and its reference loses its quotes", () => {
  const [flight] = importFixture("amex.csv").rows;
  expect(flight).toMatchObject({ memo: "PASSENGER TICKET FROM: AUSTIN TO: SEATTLE", bankId: "320253180012345678" });
});

test("a blank reference is not a bank id", () => {
  expect(importFixture("bofa-card.csv").rows.map((row) => row.bankId)).toEqual([
    "24692165316100123456789",
    undefined,
    "55432865312200987654321",
  ]);
});

test("an Apple Card row has its merchant and currency", () => {
  expect(importFixture("apple-card.csv").rows[0]).toMatchObject({ merchantName: "Apple Services", currency: "USD" });
});

test("an unrecognized card export asks whether its positive amounts are money out", () => {
  const { questions, rows } = importFixture("amex-short.csv");
  expect(questions).toEqual([
    {
      kind: "sign",
      needed: true,
      text: "2 of 3 amounts are positive. Is row 2 (DELTA AIR LINES, 431.20) money in or money out?",
      choices: ["false", "true"],
      labels: ["Money in (+431.20)", "Money out (-431.20)"],
    },
  ]);
  expect(rows.map((row) => row.amountMinor)).toEqual([43_120, 5_811, -81_255]);
});

test("M&S writes Pending in the date column: that row is skipped, with the reason", () => {
  const { rows, skipped } = importFixture("ms-card.csv");
  expect(rows.map(inShort)).toEqual([
    "2025-03-24 67.40 M&S SIMPLY FOOD",
    "2025-03-21 -100.00 PAYMENT RECEIVED - THANK YOU",
  ]);
  expect(skipped).toEqual([{ row: 2, reason: "pending, without a date yet" }]);
});
