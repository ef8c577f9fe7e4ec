import { describe, expect, test } from "vitest";
import type { EquipmentType } from "~/domain/equipment/equipment";
import {
  type Addition,
  annualizingRate,
  leakedAdditions,
  leakRates,
  leakRatesEach,
} from "~/domain/refrigerant/leaks/leak-rate";
import { leakRule, leakState } from "~/domain/refrigerant/leaks/leak-rules";

test.each([
  [2, 20, 180, 20.28],
  [2, 20, 365, 10],
  [2, 20, 500, 10],
  [1, 15, 30, 81.11],
])("%d lb added to %d lb after %d days is %d percent a year", (added, charge, days, expected) => {
  expect(annualizingRate(added * 1000, charge * 1000, days)).toBeCloseTo(expected, 2);
});

describe("leak rates of a 20 lb circuit", () => {
  const on = (date: string, lb: number, workOrderId = date): Addition => ({ workOrderId, date, milliLb: lb * 1000 });
  const percents = (...additions: Addition[]) => {
    const rates = leakRates(additions, 20_000);
    return rates && [rates.annualizing.percent, rates.rolling.percent].map((one) => Number(one.toFixed(2)));
  };

  test.each<[string, Addition[], number[] | null]>([
    ["without additions there is no rate", [], null],
    ["a first addition counts over a year", [on("2026-06-01", 2)], [10, 10]],
    ["a second addition counts over the days since the first", [on("2026-01-10", 1), on("2026-07-09", 2)], [20.28, 15]],
    ["additions count in any order", [on("2026-07-09", 2), on("2026-01-10", 1)], [20.28, 15]],
    [
      "two additions on one job are one, on its last day",
      [on("2026-03-01", 1, "A"), on("2026-03-05", 1, "A")],
      [10, 10],
    ],
    [
      "two additions on one day are one, without a division by zero",
      [on("2026-03-01", 1, "A"), on("2026-03-01", 1, "B")],
      [10, 10],
    ],
    ["additions more than a year apart count over a year", [on("2026-01-10", 1), on("2027-06-09", 2)], [10, 10]],
    ["an addition exactly a year ago is outside the year", [on("2026-03-01", 1), on("2027-03-01", 2)], [10, 10]],
    [
      "an addition a day less than a year ago is within the year",
      [on("2026-03-02", 1), on("2027-03-01", 2)],
      [10.03, 15],
    ],
    ["additions before the rule took effect do not count", [on("2025-12-31", 5), on("2026-02-01", 2)], [10, 10]],
  ])("%s", (_name, additions, expected) => {
    expect(percents(...additions)).toEqual(expected);
  });
});

describe("what an addition replaced of leaked refrigerant", () => {
  type Line = [date: string, lb: number, recoveredOnJob: number, job?: string];
  const leaked = (installDate: string | null, ...lines: Line[]) =>
    leakedAdditions(
      lines.map(([date, lb, recovered, job = date]) => {
        return { date, workOrderId: job, milliLb: lb * 1000, recoveredMilliLb: recovered * 1000 };
      }),
      installDate,
    ).map(({ milliLb }) => milliLb / 1000);

  test.each<[string, string | null, Line[], number[]]>([
    ["all of it, if nothing was recovered", null, [["2026-03-01", 5, 0]], [5]],
    ["nothing, if all of it was recovered before", null, [["2026-03-01", 20, 20]], [0]],
    ["the difference, if less was recovered", null, [["2026-03-01", 20, 12]], [8]],
    ["nothing negative, if more was recovered", null, [["2026-03-01", 5, 20]], [0]],
    [
      "the difference once, over several additions of a job",
      null,
      [
        ["2026-03-01", 5, 12, "A"],
        ["2026-03-02", 15, 12, "A"],
      ],
      [0, 8],
    ],
    [
      "all of it, if it was recovered on another job",
      null,
      [
        ["2026-03-01", 5, 12],
        ["2026-03-02", 15, 0],
      ],
      [0, 15],
    ],
    [
      "nothing, as the first charge of new equipment",
      "2026-03-02",
      [
        ["2026-03-02", 20, 0],
        ["2026-03-03", 5, 0],
      ],
      [0, 5],
    ],
  ])("is %s", (_name, installDate, lines, expected) => {
    expect(leaked(installDate, ...lines)).toEqual(expected);
  });

  test("without any, there is no leak rate, and none as of that addition", () => {
    const additions = leakedAdditions(
      [
        { workOrderId: "A", date: "2026-03-01", milliLb: 2000, recoveredMilliLb: 0 },
        { workOrderId: "B", date: "2026-05-01", milliLb: 20_000, recoveredMilliLb: 20_000 },
      ],
      null,
    );
    expect(leakRates(additions.slice(1), 20_000)).toBeNull();
    expect(leakRates(additions, 20_000)).toMatchObject({ date: "2026-03-01", rolling: { percent: 10 } });
    expect(leakRatesEach(additions, 20_000).map((rates) => rates?.date ?? null)).toEqual(["2026-03-01", null]);
  });
});

test("what was only put back, or charged at first, is still the last addition before the next one", () => {
  const additions = leakedAdditions(
    [
      { workOrderId: "A", date: "2026-02-01", milliLb: 20_000, recoveredMilliLb: 0 },
      { workOrderId: "B", date: "2026-03-03", milliLb: 1000, recoveredMilliLb: 0 },
      { workOrderId: "C", date: "2026-06-01", milliLb: 20_000, recoveredMilliLb: 20_000 },
      { workOrderId: "D", date: "2026-07-01", milliLb: 1000, recoveredMilliLb: 0 },
    ],
    "2026-02-01",
  );
  expect(leakRates(additions, 20_000)).toMatchObject({ date: "2026-07-01", annualizing: { days: 30 } });
  const each = leakRatesEach(additions, 20_000);
  expect(each.map((rates) => rates?.annualizing.days ?? null)).toEqual([null, 30, null, 30]);
  expect(each.map((rates) => rates?.rolling.addedMilliLb ?? null)).toEqual([null, 1000, null, 2000]);
});

describe("leak rates as of each addition", () => {
  const on = (date: string, lb: number, workOrderId = date): Addition => ({ workOrderId, date, milliLb: lb * 1000 });

  test("are those known at the time, a job's on its last day, and none before additions count", () => {
    const additions = [
      ...[on("2025-12-01", 3), on("2026-01-10", 1), on("2026-03-01", 1, "A"), on("2026-03-05", 1, "A")],
      ...[on("2026-07-09", 2), on("2027-03-04", 1), on("2027-03-05", 1), on("2028-09-01", 4)],
    ];
    const seen = (upTo: string) =>
      leakRates(
        additions.filter(({ date }) => date <= upTo),
        20_000,
      );
    const days = ["2026-01-10", "2026-03-05", "2026-03-05", "2026-07-09", "2027-03-04", "2027-03-05", "2028-09-01"];
    expect(leakRatesEach(additions, 20_000)).toEqual([null, ...days.map(seen)]);
  });

  test("restart the day after a verified repair", () => {
    const additions = [on("2026-02-01", 2), on("2026-05-01", 2), on("2026-05-02", 1)];
    const sums = (...verified: string[]) =>
      leakRatesEach(additions, 20_000, verified).map((rates) => (rates?.rolling.addedMilliLb ?? 0) / 1000);
    expect(sums()).toEqual([2, 4, 5]);
    expect(sums("2026-05-01")).toEqual([2, 4, 1]);
    expect(sums("2026-05-01", "2026-03-01")).toEqual([2, 2, 1]);
  });
});

describe("the rule for a circuit", () => {
  const rule = (refrigerant: string, lb: number | null, equipmentType: EquipmentType, on = "2026-11-01") =>
    leakRule({ refrigerant, chargeMilliLb: lb === null ? null : lb * 1000, equipmentType }, on);

  test.each<[string, number | null, EquipmentType, string, string, number | null]>([
    ["R-22", 50, "chiller", "2026-11-01", "part82", 10],
    ["R-22", 49.999, "chiller", "2026-11-01", "exempt", null],
    ["R-22", 60, "packaged_unit", "2026-11-01", "part82", 10],
    ["R-22", 60, "chiller", "2020-04-09", "exempt", null],
    ["R-410A", 15, "chiller", "2026-01-01", "part84", 10],
    ["R-410A", 15, "chiller", "2025-12-31", "exempt", null],
    ["R-410A", 14.999, "chiller", "2026-11-01", "exempt", null],
    ["R-448A", 200, "refrigeration", "2026-11-01", "part84", 20],
    ["R-454B", 30, "packaged_unit", "2026-11-01", "exempt", null],
    ["R-410A", 8, "air_conditioner", "2026-11-01", "exempt", null],
    ["R-290", 500, "refrigeration", "2026-11-01", "exempt", null],
    ["R-134a", null, "chiller", "2026-11-01", "unknown", null],
    ["R-134a", 100, "other", "2026-11-01", "unknown", null],
  ])("%s, %d lb, %s on %s: %s", (refrigerant, lb, type, on, regime, thresholdPercent) => {
    const found = rule(refrigerant, lb, type, on);
    expect(found).toMatchObject({ regime, thresholdPercent });
    expect(found.why).not.toBe("");
  });

  test("a repair is due above the threshold, not at it", () => {
    const found = rule("R-410A", 20, "chiller");
    expect([9.99, 10, 10.004, 10.01].map((percent) => leakState(percent, found))).toEqual([
      "below",
      "at",
      "at",
      "over",
    ]);
    expect(leakState(90, rule("R-410A", 8, "air_conditioner"))).toBe("none");
  });
});
