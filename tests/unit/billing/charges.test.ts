import { expect, test } from "vitest";
import { chargesOf, type JobFacts } from "~/domain/billing/charges";
import { UNSET_RULES } from "~/domain/billing/settings";

const workOrder: JobFacts = {
  serviceType: { id: "tune-up", name: "Tune-up", flatPriceMinor: null },
  laborSeconds: 3600,
  travelSeconds: 600,
  reachedSite: true,
  customerAbsent: false,
  crew: [{ id: "luis", name: "Luis", hourlyCostMinor: 3000 }],
  parts: [],
};
const flat: JobFacts = { ...workOrder, serviceType: { id: "tune-up", name: "Tune-up", flatPriceMinor: 18_900 } };

test.each([
  ["clocked labor is taxed if labor is taxable", workOrder, true],
  ["clocked labor is not taxed if labor is not taxable", workOrder, false],
  ["a flat price is taxed if labor is taxable", flat, true],
  ["a flat price is not taxed if labor is not taxable", flat, false],
])("%s", (_, given, laborTaxable) => {
  const { lines } = chargesOf(given, { ...UNSET_RULES, laborRateMinor: 12_000, laborTaxable });
  expect(lines.map(({ taxable }) => taxable)).toEqual([laborTaxable]);
});

test.each([
  ["the clocked travel time", 600, 3000, 500],
  ["an unknown amount if no travel was clocked", 0, 3000, null],
  ["an unknown amount if the hourly cost is unknown", 600, null, null],
])("a trip costs %s", (_, travelSeconds, hourlyCostMinor, cost) => {
  const crew = workOrder.crew.map((person) => ({ ...person, hourlyCostMinor }));
  const { lines } = chargesOf(
    { ...workOrder, crew, travelSeconds },
    { ...UNSET_RULES, laborRateMinor: 12_000, tripChargeMinor: 4900 },
  );
  expect(lines.find(({ kind }) => kind === "trip")).toMatchObject({ unitPriceMinor: 4900, costMinor: cost });
});

test.each([
  ["2 for $1.05 plus 50% are $0.79 each", 105, 2000, 500_000, 79],
  ["3 for $1.00 plus 100% are $0.67 each", 100, 3000, 1_000_000, 67],
  ["a known cost without a markup", 1999, 1000, 0, 1999],
])("a part's price is rounded once, after the markup: %s", (_, costMinor, quantityMilli, partsMarkupPpm, price) => {
  const part = { description: "Filter", equipment: null, quantityMilli, unit: "EA", costMinor, listPriceMinor: 500 };
  const rules = { ...UNSET_RULES, laborRateMinor: 12_000, partsPricing: "markup" as const, partsMarkupPpm };
  const { lines } = chargesOf({ ...workOrder, parts: [part] }, rules);
  expect(lines.find(({ kind }) => kind === "part")?.unitPriceMinor).toBe(price);
});
