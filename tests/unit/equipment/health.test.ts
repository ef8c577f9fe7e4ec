import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChargeTrend } from "~/domain/equipment/charge-trend";
import { EQUIPMENT_TYPES } from "~/domain/equipment/equipment";
import { type HealthFacts, healthScore } from "~/domain/equipment/health-score";
import { addDays } from "~/domain/shared/time/dates";

const NEW: HealthFacts = {
  today: "2026-11-20",
  type: "air_conditioner",
  installDate: "2026-11-20",
  lifespanYears: null,
  warrantyExpirationDate: null,
  repairsLastYear: 0,
  nextMaintenanceDate: null,
  criticalAlerts: 0,
  chargeTrends: [],
};

const drifting: ChargeTrend = {
  ...{ state: "drifting", figure: "subcooling", direction: "falling", fromF: 1, toF: -2, verdict: null },
  ...{ since: "2025-05-01", latest: "2026-11-01", leavesOn: "2027-03-20" },
};

const low: ChargeTrend = { ...drifting, state: "out", leavesOn: null, verdict: "Low on refrigerant" };

test.each([
  ["installed today", {}, 100],
  ["halfway through its life", { installDate: "2019-05-22" }, 70],
  ["at the end of its life", { installDate: "2011-11-20" }, 40],
  ["long past its life", { installDate: "1990-01-01" }, 15],
  ["still in warranty after five years", { installDate: "2021-11-20", warrantyExpirationDate: "2031-11-20" }, 100],
  ["halfway from warranty to its end", { installDate: "2014-05-22", warrantyExpirationDate: "2024-05-22" }, 70],
  ["with three repairs", { repairsLastYear: 3 }, 82],
  ["with more repairs than are counted", { repairsLastYear: 12 }, 70],
  ["a week overdue", { nextMaintenanceDate: "2026-11-13" }, 90],
  ["four months overdue", { nextMaintenanceDate: "2026-07-20" }, 85],
  ["due today", { nextMaintenanceDate: "2026-11-20" }, 100],
  ["whose charge leaves its range in four months", { chargeTrends: [drifting] }, 90],
  ["whose charge leaves its range in two weeks", { chargeTrends: [{ ...drifting, leavesOn: "2026-12-04" }] }, 85],
  ["whose charge leaves its range in two years", { chargeTrends: [{ ...drifting, leavesOn: "2028-11-20" }] }, 100],
  ["with one drifting and one low circuit", { chargeTrends: [drifting, low] }, 80],
  ["with two critical alerts", { criticalAlerts: 2 }, 70],
  ["with a shorter lifespan", { installDate: "2021-11-20", lifespanYears: 10 }, 70],
])("a unit %s loses the right number of points", (_, change, score) => {
  expect(healthScore({ ...NEW, ...change }).score).toBe(score);
});

test("a charge drifting out of range is the reason given, and one already out cites the last reading", () => {
  const reasonOf = (trend: ChargeTrend) => healthScore({ ...NEW, chargeTrends: [trend] }).factors[0]?.reason;
  expect(reasonOf(drifting)).toBe("Subcooling is falling: out of range in about 4 months at this rate");
  expect(reasonOf({ ...drifting, leavesOn: "2026-11-01" })).toBe(
    "Subcooling was falling and is out of range by now at that rate",
  );
  expect(reasonOf(low)).toBe("Low on refrigerant at the last reading");
});

test("every lost point has a reason", () => {
  const worn = {
    ...NEW,
    installDate: "2019-05-22",
    repairsLastYear: 3,
    nextMaintenanceDate: "2026-11-19",
    criticalAlerts: 1,
  };
  expect(healthScore(worn)).toEqual({
    score: 27,
    factors: [
      { factor: "age", points: -30, reason: "7 years old, expected life 15 years" },
      { factor: "repairs", points: -18, reason: "3 repairs in 12 months" },
      { factor: "maintenance", points: -10, reason: "Maintenance 1 day overdue" },
      { factor: "alerts", points: -15, reason: "1 critical alert" },
    ],
    unknown: null,
  });
});

test("without an install date the score is unknown, not 100, and known factors still show", () => {
  expect(healthScore({ ...NEW, installDate: null, repairsLastYear: 1 })).toEqual({
    score: null,
    factors: [{ factor: "repairs", points: -6, reason: "1 repair in 12 months" }],
    unknown: "The install date is missing.",
  });
  expect(healthScore({ ...NEW, installDate: "2027-01-01" }).unknown).toBe("The install date is in the future.");
});

const anyFacts = fc.record({
  today: fc.constant("2026-11-20"),
  type: fc.constantFrom(...EQUIPMENT_TYPES),
  installDate: fc.integer({ min: -20_000, max: 0 }).map((days) => addDays("2026-11-20", days)),
  lifespanYears: fc.option(fc.integer({ min: 1, max: 40 })),
  warrantyExpirationDate: fc.option(
    fc.integer({ min: -20_000, max: 20_000 }).map((days) => addDays("2026-11-20", days)),
  ),
  repairsLastYear: fc.nat(20),
  nextMaintenanceDate: fc.option(fc.integer({ min: -500, max: 500 }).map((days) => addDays("2026-11-20", days))),
  criticalAlerts: fc.nat(9),
  chargeTrends: fc.subarray([drifting, low]),
});

test("the score is 100 plus its reasons' negative points, and never below 0", () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const { score, factors } = healthScore(facts);
      expect(score).toBe(100 + factors.reduce((sum, { points }) => sum + points, 0));
      expect(score).toBeGreaterThanOrEqual(0);
      expect(factors.every(({ points }) => points < 0)).toBe(true);
    }),
  );
});

test("another repair, alert or year never improves a unit's score", () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const score = healthScore(facts).score ?? 0;
      expect(healthScore({ ...facts, repairsLastYear: facts.repairsLastYear + 1 }).score).toBeLessThanOrEqual(score);
      expect(healthScore({ ...facts, criticalAlerts: facts.criticalAlerts + 1 }).score).toBeLessThanOrEqual(score);
      expect(healthScore({ ...facts, today: addDays(facts.today, 365) }).score).toBeLessThanOrEqual(score);
    }),
  );
});
