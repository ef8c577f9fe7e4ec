import fc from "fast-check";
import { expect, test } from "vitest";
import { type AgreedLine, withAgreed } from "~/domain/billing/agreed";
import type { ChargeLine } from "~/domain/billing/charges";
import { totals } from "~/domain/billing/totals";

const agreed = (given: Partial<AgreedLine> = {}): AgreedLine => ({
  ...{ estimateId: "first", addsToJob: 1, wholeDiscountPpm: null, wholeDiscountMinor: null },
  ...{ taxState: "known", taxNote: null, kind: "part", description: "Humidifier", unit: "EA" },
  ...{ quantityMilli: 1000, unitPriceMinor: 100_000, discountPpm: 0, taxable: 1 },
  ...given,
});
const part: ChargeLine = {
  ...{ kind: "part", description: "Coil", equipment: null, unit: "EA", quantityMilli: 1000, unitPriceMinor: 100_000 },
  ...{ discountPpm: 0, taxable: true, costMinor: null },
};
const charged = { lines: [part], flags: [] };
const taxes = [{ name: "Sales tax", ratePpm: 100_000 }];

function billed(lines: readonly AgreedLine[], rates = taxes) {
  const bill = withAgreed(charged, lines);
  const sums = totals(
    bill.lines.map((line) => ({ ...line, unitPriceMinor: line.unitPriceMinor ?? 0 })),
    { discount: bill.discountMinor > 0 ? { minor: bill.discountMinor } : null, rates: bill.exempt ? [] : rates },
  );
  return { ...bill, sums };
}

test("the discount of an estimate beside other lines leaves their tax as it is", () => {
  const { discountMinor, sums } = billed([agreed({ taxable: 0, wholeDiscountPpm: 500_000 })]);
  expect([discountMinor, sums.taxMinor, sums.totalMinor]).toEqual([0, 10_000, 160_000]);
});

test("each of several estimates keeps its own discount", () => {
  const { lines, sums } = billed([
    agreed({ estimateId: "main", addsToJob: 0, wholeDiscountMinor: 10_000 }),
    agreed({ wholeDiscountPpm: 250_000, taxable: 0 }),
  ]);
  expect(lines.map(({ discountAmountMinor }) => discountAmountMinor)).toEqual([10_000, 25_000]);
  expect([sums.taxMinor, sums.totalMinor]).toEqual([9000, 174_000]);
});

test("the discount of the estimate of a whole bill is the bill's", () => {
  const { lines, discountMinor } = billed([
    agreed({ addsToJob: 0, wholeDiscountPpm: 100_000 }),
    agreed({ addsToJob: 0, wholeDiscountPpm: 100_000, discountPpm: 500_000 }),
  ]);
  expect([discountMinor, lines.map(({ discountAmountMinor }) => discountAmountMinor)]).toEqual([15_000, [0, 0]]);
});

test.each([
  ["the estimate of a whole bill", [{ addsToJob: 0 }], "Resale", [true], 0],
  ["an additional estimate", [{}], null, [true, false], 10_000],
  ["every estimate of a whole bill", [{ addsToJob: 0 }, { estimateId: "second" }], "Resale", [true, true], 0],
  [
    "one of two estimates of a bill",
    [{ addsToJob: 0 }, { estimateId: "second", taxState: "known", taxNote: null } as const],
    ...([null, [false, true], 10_000] as const),
  ],
])("an exemption of %s is for its own lines", (_, given, exempt, taxable, taxMinor) => {
  const bill = billed(given.map((each) => agreed({ taxState: "exempt", taxNote: "Resale", ...each })));
  expect([bill.exempt, bill.lines.map((line) => line.taxable), bill.sums.taxMinor]).toEqual([
    ...[exempt, taxable, taxMinor],
  ]);
});

test("an additional estimate is billed to the cent as it was signed", () => {
  const line = fc.record({
    quantityMilli: fc.integer({ min: 1, max: 20_000 }),
    unitPriceMinor: fc.nat(100_000),
    discountPpm: fc.oneof(fc.constant(0), fc.nat(1_000_000)),
    taxable: fc.constantFrom(0, 1),
  });
  const terms = fc.oneof(
    fc.record({ wholeDiscountPpm: fc.nat(1_000_000), wholeDiscountMinor: fc.constant(null) }),
    fc.record({ wholeDiscountPpm: fc.constant(null), wholeDiscountMinor: fc.nat(200_000) }),
  );
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), terms, (given, whole) => {
      const lines = given.map((each) => agreed({ ...each, ...whole }));
      const { wholeDiscountPpm: ppm, wholeDiscountMinor: minor } = whole;
      const signed = totals(
        given.map((each) => ({ ...each, taxable: each.taxable === 1 })),
        { discount: ppm !== null ? { ppm } : { minor: minor ?? 0 }, rates: [] },
      );
      const { sums } = billed(lines);
      const own = sums.lines.slice(1).map(({ netMinor }) => netMinor);
      return own.join() === signed.lines.map(({ netMinor }) => netMinor).join() && sums.lines[0]?.netMinor === 100_000;
    }),
    { numRuns: 2000 },
  );
});
