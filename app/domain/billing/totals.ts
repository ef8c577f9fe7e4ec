/**
 * The totals of a document. Amounts are cents, quantities thousandths, rates parts per million. A line's amount is quantity times
 * price, rounded half up once; then the discount; then tax per rate on the sum of its lines, spread over them by largest
 * remainder, so that lines, rates and total all add up. One computation for the form, the API and the printed document.
 */

export interface PricedLine {
  quantityMilli: number;
  unitPriceMinor: number;
  /** The discount on this line only. */
  discountPpm: number;
  /** An amount off the line, after that; none if omitted. */
  discountAmountMinor?: number;
  taxable: boolean;
}

export interface TaxRate {
  name: string;
  ratePpm: number;
}

/** The discount on the whole document, applied after those on its lines. */
export type Discount = { ppm: number } | { minor: number } | null;

interface Terms {
  discount: Discount;
  /** Each is charged on every taxable line. */
  rates: readonly TaxRate[];
}

interface LineTotals {
  amountMinor: number;
  /** The line's own discount and its share of the document's. */
  discountMinor: number;
  netMinor: number;
  taxMinor: number;
}

export interface TaxTotals extends TaxRate {
  taxableMinor: number;
  taxMinor: number;
}

export interface Totals {
  /** In the order they were given. */
  lines: LineTotals[];
  subtotalMinor: number;
  discountMinor: number;
  netMinor: number;
  taxes: TaxTotals[];
  taxMinor: number;
  totalMinor: number;
}

export const PPM = 1_000_000;

/** Expects no negative quantities, prices, rates or discounts; a fixed discount is capped at the amount it applies to. */
export function totals(lines: readonly PricedLine[], { discount, rates }: Terms): Totals {
  const amounts = lines.map(({ quantityMilli, unitPriceMinor }) => mulDiv(quantityMilli, unitPriceMinor, 1000));
  const own = lines.map((line, at) => ownDiscount(line, amounts[at] ?? 0));
  const afterOwn = amounts.map((amount, at) => amount - (own[at] ?? 0));
  const shared = spread(discountOf(discount, sum(afterOwn)), afterOwn);
  const nets = afterOwn.map((net, at) => net - (shared[at] ?? 0));
  const taxableNets = nets.map((net, at) => (lines[at]?.taxable ? net : 0));
  const taxableMinor = sum(taxableNets);
  const taxes = rates.map((rate) => ({ ...rate, taxableMinor, taxMinor: mulDiv(taxableMinor, rate.ratePpm, PPM) }));
  const shares = taxes.map(({ taxMinor }) => spread(taxMinor, taxableNets));
  const lineTotals = nets.map((netMinor, at) => ({
    amountMinor: amounts[at] ?? 0,
    discountMinor: (own[at] ?? 0) + (shared[at] ?? 0),
    netMinor,
    taxMinor: sum(shares.map((share) => share[at] ?? 0)),
  }));
  const [netMinor, taxMinor] = [sum(nets), sum(taxes.map((tax) => tax.taxMinor))];
  return {
    lines: lineTotals,
    subtotalMinor: sum(amounts),
    discountMinor: sum(lineTotals.map((line) => line.discountMinor)),
    ...{ netMinor, taxes, taxMinor, totalMinor: netMinor + taxMinor },
  };
}

function ownDiscount({ discountPpm, discountAmountMinor = 0 }: PricedLine, amountMinor: number): number {
  const rated = mulDiv(amountMinor, discountPpm, PPM);
  return rated + Math.min(discountAmountMinor, amountMinor - rated);
}

function discountOf(discount: Discount, whole: number): number {
  if (!discount) return 0;
  return "ppm" in discount ? mulDiv(whole, discount.ppm, PPM) : Math.min(discount.minor, whole);
}

/** a x b / divisor, rounded half up and exact however large the product; for numbers of 0 or more. */
export function mulDiv(a: number, b: number, divisor: number): number {
  const product = a * b;
  if (product < Number.MAX_SAFE_INTEGER / 4) {
    const rest = product % divisor;
    return (product - rest) / divisor + (rest * 2 >= divisor ? 1 : 0);
  }
  return Number((BigInt(a) * BigInt(b) * 2n + BigInt(divisor)) / (2n * BigInt(divisor)));
}

/**
 * Splits a whole in proportion to weights, by largest remainder: the parts add up to the whole, and none differs by more than a
 * cent from its exact share. If all weights are 0, all parts are 0.
 */
export function spread(whole: number, weights: readonly number[]): number[] {
  const all = BigInt(sum(weights));
  if (all === 0n || whole === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(whole) * BigInt(weight));
  const parts = exact.map((share) => Number(share / all));
  const left = whole - sum(parts);
  const rest = exact.map((share) => share % all);
  const largest = rest
    .map((_, at) => at)
    .sort((one, other) => compare(rest[other] ?? 0n, rest[one] ?? 0n) || one - other)
    .slice(0, left);
  for (const at of largest) parts[at] = (parts[at] ?? 0) + 1;
  return parts;
}

const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);

interface Credited {
  netMinor: number;
  taxMinor: number;
}

/**
 * The tax refunded with a credit of `netMinor` on an issued line: its share of the stored tax, computed over all credits of the
 * line together, so that the last one takes the rest and no credit ever exceeds the amount charged.
 */
export function creditedTax(line: Credited, before: Credited, netMinor: number): number {
  const credited = before.netMinor + netMinor;
  if (credited >= line.netMinor) return line.taxMinor - before.taxMinor;
  return mulDiv(line.taxMinor, credited, line.netMinor) - before.taxMinor;
}

function sum(amounts: readonly number[]): number {
  let total = 0;
  for (const amount of amounts) total += amount;
  return total;
}
