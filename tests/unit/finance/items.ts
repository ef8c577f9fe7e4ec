import fc from "fast-check";
import { FREQUENCIES } from "~/domain/finance/tracker/categories";
import type { PlannedExpense, PlannedIncome, Timing } from "~/domain/finance/tracker/plan";
import { addDays, civilDate, dayNumber } from "~/domain/shared/time/dates";

type Given<Item> = Partial<Item> & { date: string; amountMinor: number };

export function income(given: Given<PlannedIncome>): PlannedIncome {
  const id = given.id ?? "salary";
  return { ...common, kind: "income", id, name: id, category: "salary", ...given };
}

export function expense(given: Given<PlannedExpense>): PlannedExpense {
  const id = given.id ?? "rent";
  return { ...common, kind: "expense", id, name: id, category: "housing", ...given };
}

const common = { frequency: "monthly", endDate: null, currency: "USD", accountId: null } as const;

export const aDate = fc.integer({ min: dayNumber("2019-01-01"), max: dayNumber("2030-12-31") }).map(civilDate);

export const aTiming: fc.Arbitrary<Timing> = fc
  .record({
    date: aDate,
    frequency: fc.constantFrom(...FREQUENCIES),
    lasts: fc.option(fc.integer({ min: -10, max: 1500 })),
  })
  .map(({ date, frequency, lasts }) => ({ date, frequency, endDate: lasts === null ? null : addDays(date, lasts) }));

export const someItems = fc
  .array(fc.record({ timing: aTiming, kind: fc.constantFrom("income", "expense"), amountMinor: fc.nat(1_000_000) }), {
    maxLength: 12,
  })
  .map((list) =>
    list.map(({ timing, kind, amountMinor }, at) =>
      kind === "income"
        ? income({ ...timing, amountMinor, id: `i${at}`, category: at % 2 ? "salary" : "gift" })
        : expense({ ...timing, amountMinor, id: `e${at}`, category: at % 2 ? "food" : "housing" }),
    ),
  );
