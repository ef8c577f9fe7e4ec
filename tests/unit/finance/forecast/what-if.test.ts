import fc from "fast-check";
import { expect, test } from "vitest";
import { aDate, expense, income, someItems } from "#tests/unit/finance/items";
import { applyWhatIf, type WhatIf } from "~/domain/finance/forecast/what-if";
import { type PlannedItem, planKey } from "~/domain/finance/tracker/plan";
import { expand } from "~/domain/finance/tracker/recurrence";
import { addMonths, weekday } from "~/domain/shared/time/dates";

const today = "2025-03-10";
const key = "expense:rent";

function dates(item: PlannedItem, change: WhatIf, to = "2025-12-31") {
  return applyWhatIf([item], [change], today).flatMap((changed) => expand(changed, "2025-01-01", to));
}

test("a disabled item is removed and a hypothetical one is added", () => {
  const rent = expense({ date: "2025-01-01", amountMinor: 100 });
  const car = expense({ id: "car", date: "2025-06-01", amountMinor: 300 });
  expect(
    applyWhatIf(
      [rent],
      [
        { kind: "disable", key },
        { kind: "add", item: car },
      ],
      today,
    ),
  ).toEqual([car]);
  expect(
    applyWhatIf([income({ id: "rent", date: "2025-01-01", amountMinor: 100 })], [{ kind: "disable", key }], today),
  ).toHaveLength(1);
});

test("an item that stops on a day does not occur from that day on", () => {
  const rent = expense({ date: "2025-01-31", amountMinor: 100 });
  expect(dates(rent, { kind: "stop", key, from: "2025-04-30" })).toEqual(["2025-01-31", "2025-02-28", "2025-03-31"]);
  expect(dates(rent, { kind: "stop", key, from: "2025-01-31" })).toEqual([]);
  const once = expense({ date: "2025-05-10", frequency: "once", amountMinor: 100 });
  expect(dates(once, { kind: "stop", key, from: "2025-05-10" })).toEqual([]);
  expect(dates(once, { kind: "stop", key, from: "2025-05-11" })).toEqual(["2025-05-10"]);
  const ending = expense({ date: "2025-01-31", amountMinor: 100, endDate: "2025-02-28" });
  expect(dates(ending, { kind: "stop", key, from: "2025-09-01" })).toEqual(["2025-01-31", "2025-02-28"]);
});

test("a delay moves future occurrences, keeps past ones and preserves the 31st", () => {
  const rent = expense({ date: "2025-01-31", amountMinor: 100, endDate: "2025-05-31" });
  expect(dates(rent, { kind: "delay", key, months: 1 })).toEqual([
    "2025-01-31",
    "2025-02-28",
    "2025-04-30",
    "2025-05-31",
    "2025-06-30",
  ]);
  expect(dates(rent, { kind: "delay", key, months: 11 }, "2026-12-31")).toEqual([
    "2025-01-31",
    "2025-02-28",
    "2026-02-28",
    "2026-03-31",
    "2026-04-30",
  ]);
  const sofa = expense({ date: "2025-03-31", frequency: "once", amountMinor: 100 });
  expect(dates(sofa, { kind: "delay", key, months: 3 })).toEqual(["2025-06-30"]);
});

test("a delayed weekly item keeps its weekday and moves by at least the given months", () => {
  const friday = expense({ date: "2025-01-03", frequency: "biweekly", amountMinor: 100 });
  const [first, ...rest] = dates(friday, { kind: "delay", key, months: 1 }).filter((date) => date >= today);
  expect(first).toBe("2025-04-25");
  expect(rest.every((date) => weekday(date) === 5)).toBe(true);
});

test("a new amount applies from today on, on the same days", () => {
  const rent = expense({ date: "2025-01-31", amountMinor: 100 });
  const changed = applyWhatIf([rent], [{ kind: "amount", key, amountMinor: 70 }], today);
  const amounts = changed.flatMap((item) =>
    expand(item, "2025-01-01", "2025-06-30").map((date) => [date, item.amountMinor]),
  );
  expect(amounts).toEqual([
    ["2025-01-31", 100],
    ["2025-02-28", 100],
    ["2025-03-31", 70],
    ["2025-04-30", 70],
    ["2025-05-31", 70],
    ["2025-06-30", 70],
  ]);
  const sofa = expense({ date: "2025-05-10", frequency: "once", amountMinor: 100 });
  expect(applyWhatIf([sofa], [{ kind: "amount", key, amountMinor: 1 }], today)).toEqual([{ ...sofa, amountMinor: 1 }]);
  const over = expense({ date: "2025-01-01", endDate: "2025-03-01", amountMinor: 100 });
  expect(applyWhatIf([over], [{ kind: "amount", key, amountMinor: 1 }], today)).toEqual([over]);
});

test("a new amount and a delay give the same result in either order", () => {
  fc.assert(
    fc.property(someItems, aDate, fc.integer({ min: 1, max: 18 }), (items, now, months) => {
      for (const item of items) {
        const of = planKey(item);
        const changes: WhatIf[] = [
          { kind: "amount", key: of, amountMinor: 12_345 },
          { kind: "delay", key: of, months },
        ];
        const flows = (order: readonly WhatIf[]) =>
          applyWhatIf([item], order, now).flatMap((changed) =>
            expand(changed, "2000-01-01", "2040-12-31").map((date) => [date, changed.amountMinor]),
          );
        expect(flows(changes)).toEqual(flows(changes.toReversed()));
        const past = expand(item, "2000-01-01", "2040-12-31").filter((date) => date < now);
        expect(flows(changes).slice(0, past.length)).toEqual(past.map((date) => [date, item.amountMinor]));
      }
    }),
  );
});

test("past occurrences cannot be delayed", () => {
  for (const item of [
    expense({ date: "2025-03-09", frequency: "once", amountMinor: 1 }),
    expense({ date: "2025-01-01", endDate: "2025-03-01", amountMinor: 1 }),
  ]) {
    expect(applyWhatIf([item], [{ kind: "delay", key, months: 2 }], today)).toEqual([item]);
  }
});

test("a delay keeps the number of occurrences and all past ones", () => {
  fc.assert(
    fc.property(someItems, aDate, fc.integer({ min: 1, max: 18 }), (items, now, months) => {
      for (const open of items) {
        const item = { ...open, endDate: open.endDate ?? "2031-12-31" };
        const whole = (changed: PlannedItem) => expand(changed, "2000-01-01", "2040-12-31");
        const before = whole(item);
        const after = applyWhatIf([item], [{ kind: "delay", key: planKey(item), months }], now).flatMap(whole);
        const past = before.filter((date) => date < now);
        expect(after.length).toBe(before.length);
        expect(after.slice(0, past.length)).toEqual(past);
        const [next, delayed] = [before[past.length], after[past.length]];
        if (next && delayed) expect(delayed >= addMonths(next, months)).toBe(true);
      }
    }),
  );
});

test("a scenario never changes the saved items", () => {
  fc.assert(
    fc.property(
      someItems,
      aDate,
      fc.array(fc.tuple(fc.nat(11), fc.constantFrom("disable", "delay", "stop", "amount"), aDate), { maxLength: 5 }),
      (items, now, picks) => {
        const saved = structuredClone(items);
        const changes = picks.flatMap(([at, kind, from]): WhatIf[] => {
          const item = items[at];
          if (!item) return [];
          const of = planKey(item);
          return [
            kind === "delay"
              ? { kind, key: of, months: 2 }
              : kind === "stop"
                ? { kind, key: of, from }
                : kind === "amount"
                  ? { kind, key: of, amountMinor: 5 }
                  : { kind: "disable", key: of },
          ];
        });
        applyWhatIf(items, changes, now);
        expect(items).toEqual(saved);
      },
    ),
  );
});
