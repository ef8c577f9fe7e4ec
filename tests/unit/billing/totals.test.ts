import fc from "fast-check";
import { expect, test } from "vitest";
import {
  creditedTax,
  type Discount,
  PPM,
  type PricedLine,
  spread,
  type TaxRate,
  totals,
} from "~/domain/billing/totals";

const line = (quantity: number, price: number, more: Partial<PricedLine> = {}): PricedLine => ({
  quantityMilli: Math.round(quantity * 1000),
  unitPriceMinor: Math.round(price * 100),
  ...{ discountPpm: 0, taxable: true },
  ...more,
});
const percent = (rate: number) => Math.round(rate * 10_000);
const tax = (rate: number, name = "Sales tax"): TaxRate => ({ name, ratePpm: percent(rate) });

test("an amount is rounded once, then discounted, then taxed", () => {
  const made = totals([line(16, 348.35, { discountPpm: percent(4) })], { discount: null, rates: [tax(22)] });
  expect([made.subtotalMinor, made.discountMinor, made.netMinor, made.taxMinor, made.totalMinor]).toEqual([
    557_360, 22_294, 535_066, 117_715, 652_781,
  ]);
});

test("a document's discount is spread over its lines and deducted before tax", () => {
  const made = totals([line(1, 100), line(1, 50, { taxable: false })], { discount: { minor: 1000 }, rates: [tax(8)] });
  expect(made.lines.map(({ discountMinor, netMinor, taxMinor }) => [discountMinor, netMinor, taxMinor])).toEqual([
    [667, 9333, 747],
    [333, 4667, 0],
  ]);
  expect([made.netMinor, made.taxMinor, made.totalMinor]).toEqual([14_000, 747, 14_747]);
});

test("each of several tax rates applies to the sum of the taxable lines", () => {
  const made = totals([line(3, 0.33), line(1, 0.01)], { discount: null, rates: [tax(5, "State"), tax(0.9, "County")] });
  expect(made.taxes.map(({ name, taxMinor }) => [name, taxMinor])).toEqual([
    ["State", 5],
    ["County", 1],
  ]);
  expect(made.lines.reduce((sum, { taxMinor }) => sum + taxMinor, 0)).toBe(made.taxMinor);
});

test("half a cent rounds up", () => {
  const made = totals([line(0.5, 0.01), line(0.499, 0.01)], { discount: null, rates: [] });
  expect(made.lines.map(({ amountMinor }) => amountMinor)).toEqual([1, 0]);
});

test("four credits per line return exactly the amount charged", () => {
  const made = totals([line(1, 68.33), line(1, 68.33), line(1, 57.5), line(1, 85)], {
    discount: null,
    rates: [tax(20)],
  });
  expect(made.totalMinor).toBe(33_499);
  const credits = made.lines.map(
    (each) => each.netMinor + creditedTax(each, { netMinor: 0, taxMinor: 0 }, each.netMinor),
  );
  expect(credits.reduce((sum, credit) => sum + credit, 0)).toBe(33_499);
});

test("any series of credits for a line adds up to the line, and none is negative", () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(30_000), fc.array(fc.nat(20_000), { maxLength: 8 }), (net, taxMinor, parts) => {
      let before = { netMinor: 0, taxMinor: 0 };
      for (const part of [...parts, net]) {
        const credit = Math.min(part, net - before.netMinor);
        const share = creditedTax({ netMinor: net, taxMinor }, before, credit);
        expect(share).toBeGreaterThanOrEqual(0);
        before = { netMinor: before.netMinor + credit, taxMinor: before.taxMinor + share };
        if (before.netMinor === net) break;
      }
      expect(before).toEqual({ netMinor: net, taxMinor });
    }),
  );
});

test("a spread amount adds up, with remainders assigned by size and then by line order", () => {
  expect(spread(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(spread(5, [0, 3, 4])).toEqual([0, 2, 3]);
  expect(spread(0, [1, 2])).toEqual([0, 0]);
});

const lines = fc.array(
  fc.record({
    quantityMilli: fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 1_000_000_000 })),
    unitPriceMinor: fc.oneof(fc.nat(50_000), fc.nat(100_000_000)),
    discountPpm: fc.oneof(fc.constant(0), fc.nat(PPM)),
    discountAmountMinor: fc.oneof(fc.constant(0), fc.nat(100_000)),
    taxable: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);
const rates = fc.array(fc.record({ name: fc.constant("Tax"), ratePpm: fc.nat(250_000) }), { maxLength: 4 });
const discounts: fc.Arbitrary<Discount> = fc.oneof(
  fc.constant(null),
  fc.record({ ppm: fc.nat(PPM) }),
  fc.record({ minor: fc.nat(200_000) }),
);

const MILLION = 1_000_000n;
const halfUp = (numerator: bigint, denominator: bigint) => (2n * numerator + denominator) / (2n * denominator);

test("10,000 random documents match an exact computation, and all ways of summing them agree", () => {
  fc.assert(
    fc.property(lines, rates, discounts, (given, charged, discount) => {
      const made = totals(given, { discount, rates: charged });
      const amounts = given.map((each) => halfUp(BigInt(each.quantityMilli) * BigInt(each.unitPriceMinor), 1000n));
      const afterOwn = amounts.map((amount, at) => {
        const rated = amount - halfUp(amount * BigInt(given[at]?.discountPpm ?? 0), MILLION);
        const fixed = BigInt(given[at]?.discountAmountMinor ?? 0);
        return fixed < rated ? rated - fixed : 0n;
      });
      const whole = afterOwn.reduce((sum, each) => sum + each, 0n);
      const off = exactDiscount(discount, whole);
      const add = (of: (each: (typeof made.lines)[number], at: number) => number) =>
        made.lines.reduce((sum, each, at) => sum + of(each, at), 0);
      const nets = exactParts(off, afterOwn).map((share, at) => (afterOwn[at] ?? 0n) - share);
      const taxable = nets.reduce((sum, each, at) => (given[at]?.taxable ? sum + each : sum), 0n);
      const taxes = charged.map(({ ratePpm }) => halfUp(taxable * BigInt(ratePpm), MILLION));
      const tax = taxes.reduce((sum, each) => sum + each, 0n);
      const net = whole - off;
      const figures = [made.netMinor, made.taxMinor, made.totalMinor, made.subtotalMinor - made.discountMinor];
      const sums = [add((each) => each.netMinor), add((each) => each.taxMinor), add((each) => each.amountMinor)];
      const subtotal = amounts.reduce((sum, each) => sum + each, 0n);
      return (
        figures.join() === [net, tax, net + tax, net].join() &&
        sums.join() === [net, tax, subtotal].join() &&
        made.lines.map(({ netMinor }) => netMinor).join() === nets.join() &&
        made.taxes.map(({ taxMinor }) => taxMinor).join() === taxes.join() &&
        made.lines.every(({ netMinor, taxMinor }, at) => netMinor >= 0 && (given[at]?.taxable || taxMinor === 0))
      );
    }),
    { numRuns: 10_000 },
  );
});

function exactDiscount(discount: Discount, whole: bigint): bigint {
  if (!discount) return 0n;
  if ("ppm" in discount) return halfUp(whole * BigInt(discount.ppm), MILLION);
  return BigInt(discount.minor) < whole ? BigInt(discount.minor) : whole;
}

/** Adds a cent to the parts that lost most by rounding down; the first among equals comes first. */
function exactParts(whole: bigint, weights: readonly bigint[]): bigint[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0n);
  if (all === 0n) return weights.map(() => 0n);
  const lost = weights.map((weight, at) => ({ at, part: (whole * weight) / all, rest: (whole * weight) % all }));
  const missing = Number(lost.reduce((sum, { part }) => sum - part, whole));
  const raised = lost
    .toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
    .slice(0, missing);
  return lost.map((each) => each.part + (raised.includes(each) ? 1n : 0n));
}
