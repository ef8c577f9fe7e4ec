import { expect, test } from "vitest";
import { notBilledFlags, notBilledMilli } from "~/domain/billing/not-billed";

/** At $100 an hour and $10 each. */
const labor = charge({
  kind: "labor",
  description: "Labor, Luis",
  quantityMilli: 1500,
  unit: "HR",
  unitPriceMinor: 10_000,
});
const filter = charge({ kind: "part", description: "Filter", equipment: "Furnace", quantityMilli: 2000 });
const trip = charge({ kind: "trip", description: "Trip charge", quantityMilli: 1000, unitPriceMinor: 8900 });
const gasket = charge({ kind: "part", description: "Gasket", quantityMilli: 1000, unitPriceMinor: 700 });

type Charge = Parameters<typeof notBilledMilli>[0][number];

function charge(given: Pick<Charge, "kind" | "description" | "quantityMilli"> & Partial<Charge>): Charge {
  const line = { equipment: null, unit: "EA", unitPriceMinor: 1000, ...given };
  return { ...line, netMinor: given.netMinor ?? ((line.unitPriceMinor ?? 0) * line.quantityMilli) / 1000 };
}
const more = ({ netMinor: _, ...line }: Charge, quantityMilli: number) => charge({ ...line, quantityMilli });
const whole = (netMinor: number) => charge({ kind: "service", description: "Repair", quantityMilli: 1000, netMinor });

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
  ["a smaller line of one kind bills none of another", [filter], [whole(1999)], [2000]],
  [
    "a line of another kind in the same words bills its quantity",
    [filter],
    [{ ...more(filter, 1000), kind: "other" as const }],
    [1000],
  ],
  ["one line bills one of two that say the same", [filter, filter], [filter], [0, 2000]],
  ["two lines that say the same bill two", [more(filter, 4000)], [filter, filter], [0]],
  ["one line over the sum of the charges bills them all", [labor, trip], [whole(23_900)], [0, 0]],
  ["one line above the sum of the charges bills them all", [labor, trip], [whole(25_000)], [0, 0]],
  ["one line below the sum bills none it does not add up to", [labor, trip], [whole(23_899)], [1500, 1000]],
  ["a part added after one line over the rest is not billed", [labor, trip, gasket], [whole(23_900)], [0, 0, 1000]],
  ["a line of the amount of one charge bills that one", [labor, trip, gasket], [labor, whole(700)], [0, 1000, 0]],
  ["two lines of other kinds bill one charge together", [whole(23_900), gasket], [labor, trip], [0, 1000]],
  [
    "a charge without a price is in no sum",
    [labor, { ...gasket, unitPriceMinor: null, netMinor: 0 }],
    [labor],
    [0, 1000],
  ],
])("%s", (_, charges, lines, open) => {
  expect(notBilledMilli(charges, { lines, netMinor: lines.reduce((sum, { netMinor }) => sum + netMinor, 0) })).toEqual(
    open,
  );
});

test("an amount credited on the invoice covers no other charge", () => {
  const lines = [{ ...labor, netMinor: 20_000 }];
  expect(notBilledMilli([labor, gasket], { lines, netMinor: 20_000 })).toEqual([0, 0]);
  expect(notBilledMilli([labor, gasket], { lines, netMinor: 15_000 })).toEqual([0, 1000]);
});

test("many open charges are matched without trying every combination", () => {
  const charges = Array.from({ length: 600 }, (_, at) => more(gasket, 1000 + at));
  const open = notBilledMilli(charges, { lines: Array.from({ length: 300 }, () => whole(1)), netMinor: 300 });
  expect(open).toEqual(charges.map(({ quantityMilli }) => quantityMilli));
});

test("uninvoiced work is listed with its quantity", () => {
  expect(notBilledFlags([labor, filter], [500, 0])).toEqual([
    { code: "not_billed", message: "Not on the invoice: 0.5 HR of Labor, Luis." },
  ]);
});
