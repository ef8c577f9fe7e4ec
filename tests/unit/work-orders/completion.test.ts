import { expect, test } from "vitest";
import { canComplete, canDelete } from "~/domain/work-orders/completion";

test("a job of which nothing is known to be open can be completed", () => {
  expect(canComplete({})).toEqual([]);
  expect(canComplete({ openTasks: [], unpostedParts: 0, signatureRequired: true, signed: true })).toEqual([]);
});

test("every gap is listed in the order in which to close it", () => {
  const gaps = canComplete({
    openTasks: ["Check the flue", "Photo of the nameplate"],
    missingReadings: ["Supply temperature"],
    signatureRequired: true,
    unpostedParts: 3,
    runningTimers: 1,
    unloggedCircuits: ["RTU-1"],
  });
  expect(gaps.map((gap) => [gap.item, gap.message])).toEqual([
    ["tasks", "Finish 2 tasks: Check the flue, Photo of the nameplate."],
    ["readings", "Take 1 reading: Supply temperature."],
    ["signature", "Get the customer's signature."],
    ["parts", "Post 3 parts from stock."],
    ["timers", "Stop 1 running timer."],
    ["refrigerant_log", "Log the refrigerant for 1 circuit: RTU-1."],
  ]);
});

test.each([
  [{ status: "unscheduled" as const }, []],
  [{ status: "scheduled" as const, movements: 0, notes: 0 }, []],
  [{ status: "dispatched" as const }, ["Work has gone out on it."]],
  [{ status: "cancelled" as const }, ["Work has gone out on it."]],
  [{ status: "scheduled" as const, movements: 1 }, ["Parts have moved for it."]],
  [{ status: "scheduled" as const, timeEntries: 1 }, ["Time is recorded on it."]],
  [{ status: "unscheduled" as const, notes: 1, invoices: 1 }, ["It has notes.", "It has an invoice."]],
])("deleting %o is held back by %o", (facts, reasons) => {
  expect(canDelete(facts)).toEqual(reasons);
});
