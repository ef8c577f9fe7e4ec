import fc from "fast-check";
import { expect, test } from "vitest";
import { importFixture, importKeys, importText } from "./import-file";

const file = (...rows: string[]) => importText(`Date,Description,Amount\n${rows.join("\n")}\n`).rows;
const withIds = (...rows: string[]) => importText(`Date,Description,Amount,Transaction ID\n${rows.join("\n")}\n`).rows;
const COFFEE = "2025-11-14,Coffee,-4.75";
const RENT = "2025-11-15,Rent,-900.00";

test("two identical rows get different keys", () => {
  const { rows } = importFixture("chase-card.csv");
  expect(new Set(importKeys("a", rows)).size).toBe(4);
});

test("the same rows get the same keys in another file", () => {
  const one = importKeys("a", file(COFFEE, COFFEE, RENT));
  expect(importKeys("a", file(RENT, COFFEE, "2025-11-16,Gas,-40.00", COFFEE)).toSorted()).toEqual(
    expect.arrayContaining(one.toSorted()),
  );
});

test("a third coffee in a later file is the only new key", () => {
  const before = new Set(importKeys("a", file(COFFEE, COFFEE)));
  const after = importKeys("a", file(COFFEE, COFFEE, COFFEE));
  expect(after.map((key) => before.has(key))).toEqual([true, true, false]);
});

test("account, date, amount, description and check number each change the key", () => {
  const keys = [
    ...importKeys("a", file(COFFEE)),
    ...importKeys("b", file(COFFEE)),
    ...importKeys("a", file("2025-11-15,Coffee,-4.75")),
    ...importKeys("a", file("2025-11-14,Coffee,4.75")),
    ...importKeys("a", file("2025-11-14,Coffee bar,-4.75")),
    ...importKeys("a", importText("Date,Description,Amount,Check Number\n2025-11-14,Coffee,-4.75,7\n").rows),
  ];
  expect(new Set(keys).size).toBe(6);
});

test("case and spaces in the description do not change the key", () => {
  expect(importKeys("a", file("2025-11-14,COFFEE   Bar,-4.75"))).toEqual(
    importKeys("a", file("2025-11-14,Coffee bar,-4.75")),
  );
});

test("a bank id replaces the description", () => {
  expect(importKeys("a", withIds("2025-11-14,Coffee,-4.75,T1"))).toEqual(
    importKeys("a", withIds("2025-11-14,COFFEE BAR AUSTIN,-4.75,T1")),
  );
});

test("an id shared by several transactions does not drop any of them", () => {
  const keys = importKeys(
    "a",
    withIds("2025-10-01,Rent,-900.00,RENT", "2025-11-01,Rent,-900.00,RENT", "2025-11-01,Fee,-9.00,RENT"),
  );
  expect(new Set(keys).size).toBe(3);
});

test("any multiset of rows, in any order, gives one set of distinct keys", () => {
  const row = fc.constantFrom(COFFEE, RENT, "2025-11-14,Coffee,-4.76", "2025-11-15,Coffee,-4.75");
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), (rows) => {
      const keys = importKeys("a", file(...rows));
      expect(new Set(keys).size).toBe(rows.length);
      expect(importKeys("a", file(...rows.toReversed())).toSorted()).toEqual(keys.toSorted());
    }),
    { numRuns: 50 },
  );
});
