import fc from "fast-check";
import { expect, test } from "vitest";
import { bankOf, type HouseholdRecord, householdForecast, runway } from "~/domain/finance/forecast/runway";
import { safeToSpend } from "~/domain/finance/forecast/safe-to-spend";
import { applyWhatIf, type WhatIf } from "~/domain/finance/forecast/what-if";
import { expectedFlows } from "~/domain/finance/matching/expected-flows";
import { planKey } from "~/domain/finance/tracker/plan";
import { addDays } from "~/domain/shared/dates";
import { someItems } from "../items";

const today = "2026-11-20";
const view = { currency: "USD", floorMinor: 20_000, whatIf: [] } as const;

const someRows = fc
  .array(
    fc.record({
      back: fc.integer({ min: -5, max: 200 }),
      amountMinor: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      pending: fc.boolean(),
      /** Index of the item whose amount the row has, if there is such an item. */
      like: fc.nat(20),
    }),
    { maxLength: 40 },
  )
  .map((rows) => rows.map((row, at) => ({ ...row, id: `row ${at}` })));

const households: fc.Arbitrary<HouseholdRecord> = fc
  .record({ items: someItems, rows: someRows, budgets: fc.boolean(), synced: fc.boolean(), balanceMinor: fc.integer() })
  .map(({ items, rows, budgets, synced, balanceMinor }) => {
    const record: HouseholdRecord = {
      today,
      items: items.map((item) =>
        item.kind === "expense" ? { ...item, isBudget: budgets && item.category === "food" } : item,
      ),
      accounts: [
        { id: "daily", name: "Daily", accountType: "checking", currency: "USD", isActive: true, balanceMinor },
        { id: "card", name: "Card", accountType: "credit", currency: "USD", isActive: true, balanceMinor: 5_000 },
      ],
      rows: rows.map(({ id, back, amountMinor, pending, like }) => {
        const item = items[like];
        const own = item && (item.kind === "income" ? item.amountMinor : -item.amountMinor);
        const facts = { id, pending, date: addDays(today, -back), accountId: "daily", currency: "USD" as const };
        return { ...facts, amountMinor: own ?? amountMinor, type: "withdrawal", text: `Paid ${item?.name ?? "shop"}` };
      }),
      knownThrough: new Map(synced ? [["daily", today]] : []),
      asOf: today,
    };
    const spending = record.rows.map(({ id, ...row }) => ({
      ...{ rowId: id, date: row.date, currency: row.currency },
      ...{ category: "food" as const, amountMinor: -row.amountMinor },
    }));
    return { ...record, spending };
  });

test("the shared computation of balances and safe to spend equals the separate ones to the cent", () => {
  fc.assert(
    fc.property(households, fc.boolean(), (record, isChanged) => {
      const first = record.items[0];
      const whatIf: WhatIf[] = isChanged && first ? [{ kind: "disable", key: planKey(first) }] : [];
      const changed = applyWhatIf(record.items, whatIf, today);
      const found = runway(record, { ...view, whatIf });
      expect(found.planned).toEqual(householdForecast(record, record.items, view));
      expect(found.whatIf).toEqual(householdForecast(record, changed, view));
      const flows = expectedFlows(changed, bankOf(record), { today, to: addDays(today, 40) });
      expect(found.safe).toEqual(
        safeToSpend(
          { accounts: record.accounts, items: changed, flows },
          { today, currency: "USD", floorMinor: 20_000 },
        ),
      );
    }),
    { numRuns: 60 },
  );
});
