import fc from "fast-check";
import { expect, test } from "vitest";
import { aTiming, expense, income } from "#tests/unit/finance/items";
import { movedItem } from "~/domain/finance/tracker/move";
import type { PlannedItem } from "~/domain/finance/tracker/plan";
import { expand } from "~/domain/finance/tracker/recurrence";
import { addDays } from "~/domain/shared/time/dates";

// Two years beyond the latest end, so that later occurrences are included.
const [from, to] = ["2018-01-01", "2036-12-31"];
const days = (items: readonly PlannedItem[]) => items.flatMap((item) => expand(item, from, to)).sort();

function daysAfter(item: PlannedItem, move: Parameters<typeof movedItem>[1]): string[] {
  const { revised, split } = movedItem(item, move);
  return days([revised, ...split]);
}

test("a one-time bill moves to its new day", () => {
  const sofa = expense({ date: "2026-11-20", amountMinor: 100, frequency: "once" });
  expect(movedItem(sofa, { date: "2026-11-20", to: "2026-12-03", scope: "later" })).toEqual({
    revised: { ...sofa, date: "2026-12-03", anchorDay: undefined },
    split: [],
  });
});

test("one rent payment moves, and the others stay on the 31st through February", () => {
  const rent = expense({ date: "2026-10-31", amountMinor: 100, endDate: "2027-05-31" });
  expect(daysAfter(rent, { date: "2026-11-30", to: "2026-12-04", scope: "one" })).toEqual([
    "2026-10-31",
    "2026-12-04",
    "2026-12-31",
    "2027-01-31",
    "2027-02-28",
    "2027-03-31",
    "2027-04-30",
    "2027-05-31",
  ]);
});

test("moving this and all later rent payments keeps their number, on the new day of the month", () => {
  const rent = expense({ date: "2026-10-01", amountMinor: 100, endDate: "2027-02-01" });
  expect(daysAfter(rent, { date: "2026-12-01", to: "2026-12-05", scope: "later" })).toEqual([
    "2026-10-01",
    "2026-11-01",
    "2026-12-05",
    "2027-01-05",
    "2027-02-05",
  ]);
});

test("moving this and all later payments into a longer or shorter month drops none", () => {
  const rent = expense({ date: "2027-01-30", amountMinor: 100, endDate: "2027-02-28" });
  expect(daysAfter(rent, { date: "2027-01-30", to: "2027-03-01", scope: "later" })).toEqual([
    "2027-03-01",
    "2027-04-01",
  ]);
  expect(daysAfter(rent, { date: "2027-01-30", to: "2027-01-31", scope: "later" })).toEqual([
    "2027-01-31",
    "2027-02-28",
  ]);
});

test("moving the first occurrence leaves no empty item", () => {
  const pay = income({ date: "2026-11-06", amountMinor: 100, frequency: "biweekly" });
  const later = movedItem(pay, { date: "2026-11-06", to: "2026-11-05", scope: "later" });
  expect(later).toMatchObject({ revised: { date: "2026-11-05" }, split: [] });
  const one = movedItem(pay, { date: "2026-11-06", to: "2026-11-05", scope: "one" });
  expect(one).toMatchObject({ revised: { date: "2026-11-20" }, split: [{ date: "2026-11-05", frequency: "once" }] });
});

test("a day without an occurrence cannot be moved", () => {
  const rent = expense({ date: "2026-10-01", amountMinor: 100 });
  expect(() => movedItem(rent, { date: "2026-10-02", to: "2026-10-05", scope: "one" })).toThrow(RangeError);
});

test("moving one occurrence changes only that day", () => {
  fc.assert(
    fc.property(aTiming, fc.nat(40), fc.integer({ min: -400, max: 400 }), (timing, nth, shift) => {
      const item = expense({ ...timing, amountMinor: 100 });
      const before = days([item]);
      const date = before[nth % Math.max(1, before.length)];
      fc.pre(date !== undefined);
      const target = addDays(date, shift);
      fc.pre(target >= from && target <= to);
      const expected = [...before];
      expected[before.indexOf(date)] = target;
      expect(daysAfter(item, { date, to: target, scope: "one" })).toEqual(expected.sort());
    }),
    { numRuns: 300 },
  );
});

test("moving an occurrence and all later ones keeps the earlier ones and the total number", () => {
  fc.assert(
    fc.property(aTiming, fc.nat(40), fc.integer({ min: 1, max: 60 }), (timing, nth, shift) => {
      fc.pre(timing.endDate !== null && timing.frequency !== "once" && timing.endDate >= timing.date);
      const item = expense({ ...timing, amountMinor: 100 });
      const before = days([item]);
      const at = nth % before.length;
      const date = before[at];
      fc.pre(date !== undefined);
      const after = daysAfter(item, { date, to: addDays(date, shift), scope: "later" });
      expect(after.slice(0, at)).toEqual(before.slice(0, at));
      expect(after.length).toBe(before.length);
    }),
    { numRuns: 300 },
  );
});
