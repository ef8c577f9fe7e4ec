import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type AccountRow,
  balanceBands,
  firstRowDate,
  seededRandom,
  spendingBands,
  unscheduledSpending,
  wholePastMonths,
} from "~/domain/finance/forecast/bands";
import { balanceLine } from "~/domain/finance/forecast/forecast";

const horizon = { from: "2027-01-15", months: 24 };

test("a seed always draws the same numbers, uniform between 0 and 1", () => {
  const draw = (seed: number) => {
    const random = seededRandom(seed);
    return Array.from({ length: 10_000 }, random);
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  const numbers = draw(7);
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  const tenths = Array.from(
    { length: 10 },
    (_, at) => numbers.filter((number) => Math.floor(number * 10) === at).length,
  );
  for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(120);
});

test("identical months give a band of zero width", () => {
  const bands = spendingBands([400, 400, 400], horizon, seededRandom(1));
  expect(bands).toHaveLength(24);
  expect(bands[0]).toEqual({ through: "2027-02-14", p10Minor: 400, p50Minor: 400, p90Minor: 400 });
  expect(bands.at(-1)).toEqual({ through: "2029-01-14", p10Minor: 9600, p50Minor: 9600, p90Minor: 9600 });
});

test("one month with a laptop widens the band's top and leaves its middle alone", () => {
  const [first] = spendingBands([...Array<number>(8).fill(50_000), 250_000, 250_000], horizon, seededRandom(3));
  expect(first).toMatchObject({ p10Minor: 50_000, p50Minor: 50_000, p90Minor: 250_000 });
});

test("fewer than three full months give no band", () => {
  expect(spendingBands([1, 2], horizon, seededRandom(1))).toEqual([]);
});

test("bands are ordered, grow month by month and stay between the extremes", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 3, maxLength: 24 }), fc.integer(), (history, seed) => {
      const bands = spendingBands(history, { ...horizon, months: 6 }, seededRandom(seed));
      let before = { p10Minor: 0, p50Minor: 0, p90Minor: 0 };
      bands.forEach((band, at) => {
        expect(band.p10Minor <= band.p50Minor && band.p50Minor <= band.p90Minor).toBe(true);
        expect(band.p10Minor >= Math.max(before.p10Minor, (at + 1) * Math.min(...history))).toBe(true);
        expect(band.p90Minor <= (at + 1) * Math.max(...history)).toBe(true);
        before = band;
      });
    }),
    { numRuns: 40 },
  );
});

test("a band matches the 10th, 50th and 90th percentiles of a thousand plainly sorted runs", () => {
  const plain = (history: readonly number[], months: number, random: () => number) => {
    let runs = Array<number>(1000).fill(0);
    return Array.from({ length: months }, () => {
      runs = runs.map((run) => run + (history[Math.floor(random() * history.length)] ?? 0));
      const sorted = runs.toSorted((a, b) => a - b);
      return [sorted[99], sorted[499], sorted[899]];
    });
  };
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -50_000, max: 1_000_000 }), { minLength: 3, maxLength: 24 }),
      fc.integer(),
      (history, seed) => {
        const bands = spendingBands(history, horizon, seededRandom(seed));
        expect(bands.map(({ p10Minor, p50Minor, p90Minor }) => [p10Minor, p50Minor, p90Minor])).toEqual(
          plain(history, horizon.months, seededRandom(seed)),
        );
      },
    ),
    { numRuns: 20 },
  );
});

test("the first row is the earliest, regardless of row order", () => {
  const dates = ["2026-09-03", "2026-08-31", "2026-10-01"];
  expect(firstRowDate(dates.map((date) => ({ date })))).toBe("2026-08-31");
  expect(firstRowDate([])).toBe(null);
});

test("a band is deducted from the balance day by day, the most from the low one", () => {
  const window = { from: "2027-01-01", to: "2027-02-28" };
  const line = balanceLine({ balanceMinor: 100_000, floorMinor: null }, [], window);
  const bands = [
    { through: "2027-01-31", p10Minor: 3100, p50Minor: 6200, p90Minor: 31_000 },
    { through: "2027-02-28", p10Minor: 5900, p50Minor: 9000, p90Minor: 59_000 },
  ];
  const { p10, p50, p90 } = balanceBands(line, bands);
  expect([p10.length, p50.length, p90.length]).toEqual([59, 59, 59]);
  expect([p10[0], p50[0], p90[0]]).toEqual([99_000, 99_800, 99_900]);
  expect([p10[30], p50[30], p90[30]]).toEqual([69_000, 93_800, 96_900]);
  expect([p10[58], p50[58], p90[58]]).toEqual([41_000, 91_000, 94_100]);
});

test("only full months before the current one count as history", () => {
  expect(wholePastMonths("2026-08-02", "2026-11-20")).toEqual(["2026-09", "2026-10"]);
  expect(wholePastMonths("2026-08-01", "2026-11-20")).toEqual(["2026-08", "2026-09", "2026-10"]);
  expect(wholePastMonths("2026-11-03", "2026-11-20")).toEqual([]);
  expect(wholePastMonths("2020-01-01", "2026-11-20")).toHaveLength(24);
});

test("unplanned spending is withdrawals and fees outside the plan, and 0 in a month without any", () => {
  const row = (id: string, date: string, given: Partial<AccountRow> = {}): AccountRow => ({
    id,
    date,
    amountMinor: -100,
    currency: "USD",
    type: "withdrawal",
    ...given,
  });
  const rows = [
    row("shop", "2026-09-03"),
    row("fee", "2026-09-30", { type: "fee", amountMinor: -7 }),
    row("rent", "2026-09-01", { amountMinor: -5000 }),
    row("to savings", "2026-09-05", { type: "transfer" }),
    row("salary", "2026-09-25", { type: "deposit", amountMinor: 9000 }),
    row("trip", "2026-09-12", { currency: "EUR" }),
    row("later", "2026-11-01"),
  ];
  const spending = { currency: "USD", plannedRowIds: new Set(["rent"]) } as const;
  expect(unscheduledSpending(rows, ["2026-09", "2026-10"], spending)).toEqual([107, 0]);
});
