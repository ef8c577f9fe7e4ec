import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type BookedOccurrence,
  compareToBook,
  type MaintenancePlan,
  nextDue,
  occurrencesToBook,
  PLAN_BASES,
  PLAN_UNITS,
} from "~/domain/equipment/maintenance-plans";
import { addDays } from "~/domain/shared/time/dates";

const TWICE_A_YEAR: MaintenancePlan = {
  startsOn: "2026-04-15",
  every: 6,
  unit: "month",
  basis: "due_date",
  endsOn: null,
};

function done(dueOn: string, completedOn: string | null = dueOn): BookedOccurrence {
  return { dueOn, completedOn, cancelled: false };
}

test("occurrences up to the look-ahead are booked, in order", () => {
  const when = { today: "2026-04-01", through: "2027-05-01" };
  expect(occurrencesToBook(TWICE_A_YEAR, [], when)).toEqual(["2026-04-15", "2026-10-15", "2027-04-15"]);
});

test("due dates are booked oldest first, and those of plans that could not be booked last, in turn", () => {
  const due = [
    { planId: "d", dueOn: "2026-03-01", triedAt: "2026-04-02T08:00:00.000Z" },
    { planId: "b", dueOn: "2026-04-15", triedAt: null },
    { planId: "e", dueOn: "2026-05-01", triedAt: "2026-04-01T08:00:00.000Z" },
    { planId: "a", dueOn: "2026-04-15", triedAt: null },
    { planId: "c", dueOn: "2026-04-10", triedAt: null },
  ];
  expect(due.toSorted(compareToBook).map(({ planId }) => planId)).toEqual(["c", "a", "b", "e", "d"]);
});

test("running again books nothing twice", () => {
  const when = { today: "2026-04-01", through: "2026-11-01" };
  const first = occurrencesToBook(TWICE_A_YEAR, [], when);
  expect(first).toEqual(["2026-04-15", "2026-10-15"]);
  expect(
    occurrencesToBook(
      TWICE_A_YEAR,
      first.map((dueOn) => done(dueOn, null)),
      when,
    ),
  ).toEqual([]);
});

test("due-date basis: a late visit does not move the next one", () => {
  const booked = [done("2026-04-15", "2026-07-01")];
  expect(nextDue(TWICE_A_YEAR, booked)).toBe("2026-10-15");
});

test("completion basis: a late visit postpones the next one, and an early one brings it forward", () => {
  const plan: MaintenancePlan = { ...TWICE_A_YEAR, basis: "completion" };
  expect(nextDue(plan, [done("2026-04-15", "2026-07-01")])).toBe("2027-01-01");
  expect(nextDue(plan, [done("2026-04-15", "2026-03-31")])).toBe("2026-09-30");
});

test("completion basis: nothing is booked while a visit is open", () => {
  const plan: MaintenancePlan = { ...TWICE_A_YEAR, basis: "completion" };
  const when = { today: "2026-11-20", through: "2028-01-01" };
  expect(occurrencesToBook(plan, [], when)).toEqual(["2026-04-15"]);
  expect(occurrencesToBook(plan, [done("2026-04-15", null)], when)).toEqual([]);
  expect(nextDue(plan, [done("2026-04-15", null)])).toBe("2026-04-15");
  expect(occurrencesToBook(plan, [done("2026-04-15", "2026-11-19")], when)).toEqual(["2027-05-19"]);
});

test("a canceled visit is neither rebooked nor waited for", () => {
  const cancelled = [{ ...done("2026-04-15", null), cancelled: true }];
  const when = { today: "2026-04-01", through: "2026-11-01" };
  for (const basis of PLAN_BASES) {
    expect(occurrencesToBook({ ...TWICE_A_YEAR, basis }, cancelled, when)).toEqual(["2026-10-15"]);
  }
});

test("a visit a full interval early does not make the next one due on the same date", () => {
  const monthly: MaintenancePlan = { ...TWICE_A_YEAR, every: 1, basis: "completion" };
  expect(nextDue(monthly, [done("2026-04-15", "2026-03-15")])).toBe("2026-04-16");
});

test("of several missed occurrences, only the latest is made up", () => {
  const monthly: MaintenancePlan = { ...TWICE_A_YEAR, startsOn: "2025-01-31", every: 1 };
  const when = { today: "2026-11-20", through: "2026-12-31" };
  expect(occurrencesToBook(monthly, [], when)).toEqual(["2026-10-31", "2026-11-30", "2026-12-31"]);
});

test("the 31st returns after a short month", () => {
  const monthly: MaintenancePlan = { ...TWICE_A_YEAR, startsOn: "2026-12-31", every: 1 };
  const when = { today: "2026-12-01", through: "2027-04-01" };
  expect(occurrencesToBook(monthly, [], when)).toEqual(["2026-12-31", "2027-01-31", "2027-02-28", "2027-03-31"]);
  expect(occurrencesToBook(monthly, [done("2027-02-28")], when)).toEqual(["2027-03-31"]);
});

test("a plan that has ended books nothing more", () => {
  const ending: MaintenancePlan = { ...TWICE_A_YEAR, endsOn: "2026-10-15" };
  expect(occurrencesToBook(ending, [done("2026-04-15")], { today: "2026-11-20", through: "2030-01-01" })).toEqual([
    "2026-10-15",
  ]);
  expect(nextDue(ending, [done("2026-04-15"), done("2026-10-15")])).toBeNull();
});

test("repeated runs at any time never book an occurrence twice", () => {
  const plans = fc.record({
    startsOn: fc.integer({ min: 0, max: 400 }).map((days) => addDays("2026-01-01", days)),
    every: fc.integer({ min: 1, max: 5 }),
    unit: fc.constantFrom(...PLAN_UNITS),
    basis: fc.constantFrom(...PLAN_BASES),
    endsOn: fc.constant(null),
  });
  const runs = fc.array(fc.tuple(fc.nat(60), fc.boolean()), { maxLength: 20 });
  fc.assert(
    fc.property(plans, runs, (plan, steps) => {
      const booked: BookedOccurrence[] = [];
      let today = "2026-01-01";
      for (const [days, visited] of steps) {
        today = addDays(today, days);
        if (visited) for (const open of booked) open.completedOn ??= today;
        for (const dueOn of occurrencesToBook(plan, booked, { today, through: addDays(today, 30) }))
          booked.push(done(dueOn, null));
      }
      expect(new Set(booked.map(({ dueOn }) => dueOn)).size).toBe(booked.length);
    }),
  );
});
