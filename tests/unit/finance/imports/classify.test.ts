import { expect, test } from "vitest";
import { type Candidate, classifyRows, type Existing } from "~/domain/finance/imports/classify";
import { importKeys, importText } from "./import-file";

const NOTHING: Existing = { keys: new Map(), candidates: [] };
const bankRow = (id: string, date: string, amountMinor: number, more: Partial<Candidate> = {}): Candidate => ({
  id,
  date,
  amountMinor,
  otherSource: true,
  pending: false,
  ...more,
});

function classified(rows: string[], existing: Existing, header = "Date,Description,Amount") {
  const read = importText(`${header}\n${rows.join("\n")}\n`).rows;
  return classifyRows(read, importKeys("a", read), existing);
}

function keysOf(rows: string[], header = "Date,Description,Amount"): Map<string, string> {
  const read = importText(`${header}\n${rows.join("\n")}\n`).rows;
  return new Map(importKeys("a", read).map((key, at) => [key, `t${at + 1}`]));
}

test("rows that already exist are duplicates of their transactions, and others are new", () => {
  const keys = keysOf(["2025-11-14,Coffee,-4.75", "2025-11-15,Rent,-900.00"]);
  expect(
    classified(["2025-11-15,Rent,-900.00", "2025-11-14,Coffee,-4.75", "2025-11-14,Coffee,-4.75"], {
      keys,
      candidates: [],
    }),
  ).toEqual([{ kind: "duplicate", of: "t2" }, { kind: "duplicate", of: "t1" }, { kind: "new" }]);
});

test.each([
  ["2025-11-10", "new"],
  ["2025-11-11", "possible"],
  ["2025-11-14", "possible"],
  ["2025-11-21", "possible"],
  ["2025-11-22", "new"],
])("a row dated November 14 and a bank-linked one dated %s: %s", (date, kind) => {
  const existing = { keys: new Map(), candidates: [bankRow("p1", date, -475)] };
  expect(classified(["2025-11-14,Coffee,-4.75"], existing)).toMatchObject([{ kind }]);
});

test("a different amount, or a posted row of the same source, is not a match", () => {
  const candidates = [bankRow("p1", "2025-11-14", -476), bankRow("c1", "2025-11-14", -475, { otherSource: false })];
  expect(classified(["2025-11-14,Coffee,-4.75"], { keys: new Map(), candidates })).toEqual([{ kind: "new" }]);
});

test("a pending row of the same source may be the posted one now", () => {
  const candidates = [bankRow("c1", "2025-11-12", -475, { otherSource: false, pending: true })];
  expect(classified(["2025-11-14,Coffee,-4.75"], { keys: new Map(), candidates })).toMatchObject([
    { kind: "possible", of: "c1" },
  ]);
});

test("two coffees match two bank rows, nearest date first, and a third is new", () => {
  const candidates = [bankRow("p1", "2025-11-17", -475), bankRow("p2", "2025-11-14", -475)];
  const coffee = "2025-11-14,Coffee,-4.75";
  expect(classified([coffee, coffee, coffee], { keys: new Map(), candidates })).toEqual([
    { kind: "possible", of: "p2", reason: "same-amount", sure: false },
    { kind: "possible", of: "p1", reason: "same-amount", sure: false },
    { kind: "new" },
  ]);
});

test("the same check number or merchant beats the nearest date and makes the match certain", () => {
  const candidates = [
    bankRow("p1", "2025-11-14", -18_000),
    bankRow("p2", "2025-11-16", -18_000, { checkNumber: "1042" }),
  ];
  const header = "Date,Description,Amount,Check Number";
  expect(classified(["2025-11-14,CHECK,-180.00,1042"], { keys: new Map(), candidates }, header)).toEqual([
    { kind: "possible", of: "p2", reason: "same-amount", sure: true },
  ]);
  const shops = [bankRow("p3", "2025-11-14", -500, { merchantName: "ACME" })];
  expect(
    classified(["2025-11-14,Acme,-5.00"], { keys: new Map(), candidates: shops }, "Date,Payee,Amount"),
  ).toMatchObject([{ of: "p3", sure: true }]);
});

test("a known bank id with a different amount is a possible match, neither new nor a duplicate", () => {
  const header = "Date,Description,Amount,Transaction ID";
  const candidates = [bankRow("c1", "2025-11-14", -400, { otherSource: false, bankId: "T1" })];
  expect(classified(["2025-11-14,Coffee,-4.75,T1"], { keys: new Map(), candidates }, header)).toEqual([
    { kind: "possible", of: "c1", reason: "same-bank-id", sure: false },
  ]);
});

test("a recurring monthly reference does not match last month's rent", () => {
  const header = "Date,Description,Amount,Reference";
  const candidates = [bankRow("c1", "2025-10-01", -90_000, { otherSource: false, bankId: "RENT" })];
  expect(classified(["2025-11-01,Rent,-900.00,RENT"], { keys: new Map(), candidates }, header)).toEqual([
    { kind: "new" },
  ]);
});

test("a row listed twice in the file under one bank id is a possible match", () => {
  const header = "Date,Description,Amount,Transaction ID";
  const row = "2025-11-14,Coffee,-4.75,T1";
  expect(classified([row, row], NOTHING, header)).toEqual([
    { kind: "new" },
    { kind: "possible", of: "2", reason: "same-row-id", sure: false },
  ]);
});

test("a transaction already matched as a duplicate is not offered to another row", () => {
  const header = "Date,Description,Amount,Reference";
  const keys = keysOf(["2025-11-14,Coffee,-4.75,R1"], header);
  const candidates = [bankRow("t1", "2025-11-14", -475, { otherSource: false, bankId: "R1" })];
  expect(classified(["2025-11-14,Fee,-1.00,R1", "2025-11-14,Coffee,-4.75,R1"], { keys, candidates }, header)).toEqual([
    { kind: "new" },
    { kind: "duplicate", of: "t1" },
  ]);
});
