import { formatAmountOf } from "~/domain/inventory/quantity";
import type { ChargeLine, Flag, LineKind } from "./charges";

type Charge = Pick<ChargeLine, "kind" | "description" | "equipment" | "quantityMilli" | "unit">;

/** Invoiced quantity of one kind and unit that is not matched to a charge yet, in thousandths. */
interface Rest {
  kind: LineKind;
  unit: string;
  milli: number;
}

/**
 * The quantity of each charge that is not on the job's invoice, in thousandths, in the order of the charges. Each charge is
 * matched with invoice lines of the same wording first, then with any other lines of its kind and unit, since a charge whose
 * line was reworded has been billed.
 */
export function notBilledMilli(charges: readonly Charge[], invoiced: readonly Charge[]): number[] {
  const billed = new Map<string, number>();
  for (const line of invoiced) billed.set(wordingOf(line), (billed.get(wordingOf(line)) ?? 0) + line.quantityMilli);
  const open = charges.map((charge) => {
    const there = billed.get(wordingOf(charge)) ?? 0;
    const met = Math.min(there, charge.quantityMilli);
    billed.set(wordingOf(charge), there - met);
    return charge.quantityMilli - met;
  });
  const rests = restsOf(invoiced, billed);
  return charges.map(({ kind, unit }, at) => {
    const missing = open[at] ?? 0;
    const rest = rests.find((one) => one.kind === kind && one.unit === unit);
    if (!rest) return missing;
    const met = Math.min(rest.milli, missing);
    rest.milli -= met;
    return missing - met;
  });
}

const wordingOf = ({ kind, description, equipment, unit }: Charge) =>
  JSON.stringify([kind, description, equipment, unit]);

function restsOf(invoiced: readonly Charge[], left: ReadonlyMap<string, number>): Rest[] {
  const rests: Rest[] = [];
  const counted = new Set<string>();
  for (const line of invoiced) {
    const wording = wordingOf(line);
    if (counted.has(wording)) continue;
    counted.add(wording);
    const { kind, unit } = line;
    const rest = rests.find((one) => one.kind === kind && one.unit === unit);
    if (rest) rest.milli += left.get(wording) ?? 0;
    else rests.push({ kind, unit, milli: left.get(wording) ?? 0 });
  }
  return rests;
}

/** Messages about charges added to the job after its invoice was created. */
export function notBilledFlags(charges: readonly Charge[], open: readonly number[]): Flag[] {
  return charges.flatMap(({ description, unit }, at): Flag[] => {
    const milli = open[at] ?? 0;
    if (milli === 0) return [];
    return [{ code: "not_billed", message: `Not on the invoice: ${formatAmountOf(milli, unit)} of ${description}.` }];
  });
}
