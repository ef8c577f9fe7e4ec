import { formatAmountOf } from "~/domain/inventory/quantity";
import type { ChargeLine, Flag } from "./charges";
import { mulDiv } from "./totals";

/** A line with its net amount: after discounts, before tax. */
interface Line extends Pick<ChargeLine, "kind" | "description" | "equipment" | "quantityMilli" | "unit"> {
  netMinor: number;
}

/** `unitPriceMinor` null: no price is set, so no sum can include the charge. */
type Charge = Line & Pick<ChargeLine, "unitPriceMinor">;

interface Invoiced {
  /** The net amount of the invoice, less its credit notes. */
  netMinor: number;
  lines: readonly Line[];
}

/** Above this many open charges, only the first ones are added up to find the amount of a line. */
const MAX_ADDED_UP = 12;

/**
 * The quantity of each charge that is not on the job's invoice, in thousandths, in the order of the charges. An invoice over at
 * least the sum of the charges has billed all that have a price, whatever its lines say. Otherwise, charges are matched with
 * lines of the same wording, then of the same description, then of the same kind and unit, since a charge whose line was
 * reworded has been billed. A line left over has billed the charges that add up to its amount.
 */
export function notBilledMilli(charges: readonly Charge[], invoiced: Invoiced): number[] {
  const open = charges.map(({ quantityMilli }) => quantityMilli);
  const left = invoiced.lines.map(({ quantityMilli }) => quantityMilli);
  for (const isSame of [isSameWording, isSameDescription, isSameKind])
    match(charges, invoiced.lines, { open, left, isSame });
  if (invoiced.netMinor >= sumOf(charges.map(({ netMinor }) => netMinor)))
    return charges.map(({ unitPriceMinor }, at) => (unitPriceMinor === null ? (open[at] ?? 0) : 0));
  const amounts = invoiced.lines
    .filter(({ quantityMilli }, at) => left[at] === quantityMilli)
    .map((line) => line.netMinor);
  for (const amount of [...amounts, sumOf(amounts)]) for (const at of addingUpTo(amount, charges, open)) open[at] = 0;
  return open;
}

const isSameDescription = (charge: Line, line: Line) =>
  charge.description === line.description && charge.unit === line.unit;

const isSameKind = (charge: Line, line: Line) => charge.kind === line.kind && charge.unit === line.unit;

const isSameWording = (charge: Line, line: Line) =>
  isSameDescription(charge, line) && isSameKind(charge, line) && charge.equipment === line.equipment;

interface Matching {
  /** Quantities of the charges and of the lines that are not matched yet; reduced by what is. */
  open: number[];
  left: number[];
  isSame: (charge: Line, line: Line) => boolean;
}

function match(charges: readonly Line[], lines: readonly Line[], { open, left, isSame }: Matching): void {
  for (const [at, charge] of charges.entries())
    for (const [of, line] of lines.entries()) {
      const met = Math.min(open[at] ?? 0, left[of] ?? 0);
      if (met === 0 || !isSame(charge, line)) continue;
      open[at] = (open[at] ?? 0) - met;
      left[of] = (left[of] ?? 0) - met;
    }
}

/** The places of the fewest first open charges whose amounts add up to this one; none if no choice of them does. */
function addingUpTo(amount: number, charges: readonly Charge[], open: readonly number[]): number[] {
  const priced = charges.flatMap(({ netMinor, quantityMilli }, at) => {
    const minor = quantityMilli > 0 ? mulDiv(netMinor, open[at] ?? 0, quantityMilli) : 0;
    return minor > 0 ? [{ at, minor }] : [];
  });
  let sums: { minor: number; places: number[] }[] = [{ minor: 0, places: [] }];
  let found: number[] | null = null;
  for (const { at, minor } of priced.slice(0, MAX_ADDED_UP)) {
    const more = sums
      .map((one) => ({ minor: one.minor + minor, places: [...one.places, at] }))
      .filter((one) => one.minor <= amount);
    for (const { minor: sum, places } of more)
      if (sum === amount && (found === null || places.length < found.length)) found = places;
    sums = [...sums, ...more];
  }
  return found ?? [];
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** Messages about charges added to the job after its invoice was created. */
export function notBilledFlags(
  charges: readonly Pick<Line, "description" | "unit">[],
  open: readonly number[],
): Flag[] {
  return charges.flatMap(({ description, unit }, at): Flag[] => {
    const milli = open[at] ?? 0;
    if (milli === 0) return [];
    return [{ code: "not_billed", message: `Not on the invoice: ${formatAmountOf(milli, unit)} of ${description}.` }];
  });
}
