import { expect, test } from "vitest";
import { notBilledFlags, notBilledMilli } from "~/domain/billing/not-billed";

const labor = { kind: "labor", description: "Labor, Luis", equipment: null, quantityMilli: 1500, unit: "HR" } as const;
const filter = { kind: "part", description: "Filter", equipment: "Furnace", quantityMilli: 2000, unit: "EA" } as const;
const more = (charge: typeof labor | typeof filter, quantityMilli: number) => ({ ...charge, quantityMilli });

test.each([
  ["nothing is billed without an invoice", [labor, filter], [], [1500, 2000]],
  ["what is on the invoice is billed", [labor, filter], [filter, labor], [0, 0]],
  ["of what grew the rest is not billed", [more(labor, 2000), filter], [labor, filter], [500, 0]],
  ["a part that was added later is not billed", [labor, filter], [labor], [0, 2000]],
  ["a line in other words bills what it is of", [labor], [{ ...labor, description: "Repair" }], [0]],
  [
    "a line in other words bills no more than it says",
    [more(labor, 2000)],
    [{ ...labor, description: "Repair" }],
    [500],
  ],
  ["a line of one kind bills none of another", [filter], [{ ...filter, kind: "other" as const }], [2000]],
  ["one line bills one of two that say the same", [filter, filter], [filter], [0, 2000]],
  ["two lines that say the same bill two", [more(filter, 4000)], [filter, filter], [0]],
  ["more on the invoice than happened is no debt of the rest", [labor, filter], [more(labor, 9000), filter], [0, 0]],
])("%s", (_, charges, invoiced, open) => {
  expect(notBilledMilli(charges, invoiced)).toEqual(open);
});

test("uninvoiced work is listed with its quantity", () => {
  expect(notBilledFlags([labor, filter], [500, 0])).toEqual([
    { code: "not_billed", message: "Not on the invoice: 0.5 HR of Labor, Luis." },
  ]);
});
