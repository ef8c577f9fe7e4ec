import { REFRIGERANTS, type Refrigerant } from "~/domain/equipment/equipment";
import type { Line } from "./labeled";
import { misreadable } from "./ocr";
import { type Found, only, type ReadValue, unclear } from "./reading";

const AHEAD = "(?<![A-Z0-9])(?:R|HFC|HCFC|HFO|HC|REFRIGERANTE?|FREON)[\\s\\-–—.:_/]{0,3}";

const patterns = REFRIGERANTS.map((value) => {
  const code = value.slice(2).toUpperCase();
  return {
    value,
    pattern: new RegExp(`${AHEAD}(?:R[\\s-]?)?(${misreadable(code)})(?![A-Z0-9])`, "g"),
    plain: new RegExp(`${code}$`),
  };
});

const ANY = new RegExp(`${AHEAD}(?:R[\\s-]?)?([1-9]\\d{1,3}[A-Z]?)(?![A-Z0-9])`, "g");

/** "Not for R-22", "replaces R-22": mentioned, but not in the equipment. */
const NOT_IN_IT = /(?:\bNOT\b|\bREPLAC|\bSUBSTITUTE|\bNO USE|\bNE PAS|\bCONVERTED FROM)[^.;]{0,40}$/;

/** Returns the refrigerant named on a plate, if it is one of the supported ones. */
export function refrigerantOf(lines: readonly Line[]): ReadValue<Refrigerant> {
  const found: Found<Refrigerant>[] = [];
  const unknown: string[] = [];
  for (const line of lines) {
    const at = new Set<number>();
    for (const { value, pattern, plain } of patterns) {
      for (const match of line.folded.matchAll(pattern)) {
        at.add(match.index);
        if (NOT_IN_IT.test(line.folded.slice(0, match.index))) continue;
        const source = line.text.slice(match.index, match.index + match[0].length);
        if (plain.test(match[0])) found.push({ value, source, confidence: 0.95 });
        else found.push({ value, source, confidence: 0.75, note: `“${source}” was read as ${value}.` });
      }
    }
    for (const match of line.folded.matchAll(ANY)) {
      if (!at.has(match.index)) unknown.push(line.text.slice(match.index, match.index + match[0].length));
    }
  }
  const read = only(found, { none: "No refrigerant was found.", several: "More than one refrigerant is named." });
  const [strange] = unknown;
  if (strange === undefined) return read;
  const note =
    found.length > 0 ? "More than one refrigerant is named." : `“${strange}” is not in the list of refrigerants.`;
  return unclear(note, read.value ? [read.value] : read.others, strange);
}

const NUMBER = "([0-9OIL|SBZ]{1,4}(?:[.,][0-9OIL|SBZ]{1,4})?)";
const POUNDS = `${NUMBER}\\s*(?:LBS?|L8S?|POUNDS?|LIBRAS?|LIVRES?)(?![A-Z0-9])\\.?`;
const OUNCES = `${NUMBER}\\s*(?:[O0][Z2]S?|OUNCES?|ONZAS?|ONCES?)(?![A-Z0-9])\\.?`;
const KILOGRAMS = `${NUMBER}\\s*(?:KGS?|KILOS?)(?![A-Z0-9])\\.?`;

const WEIGHTS: { pattern: RegExp; pounds: (numbers: number[]) => number }[] = [
  {
    pattern: new RegExp(`(?<![A-Z0-9.,])${POUNDS}[\\s,&-]*(?:AND\\s+|Y\\s+|ET\\s+)?${OUNCES}`, "g"),
    pounds: ([pounds = 0, ounces = 0]) => pounds + ounces / 16,
  },
  { pattern: new RegExp(`(?<![A-Z0-9.,])${POUNDS}`, "g"), pounds: ([pounds = 0]) => pounds },
  { pattern: new RegExp(`(?<![A-Z0-9.,])${OUNCES}`, "g"), pounds: ([ounces = 0]) => ounces / 16 },
  { pattern: new RegExp(`(?<![A-Z0-9.,])${KILOGRAMS}`, "g"), pounds: ([kilograms = 0]) => kilograms / 0.45359237 },
];

const OF_CHARGE = /CHARG|CARGA|REFRIG|(?<![A-Z0-9])(?:R|HFC|HCFC)[\s-]?[\dOILSBZ]{2,3}[A-Z4]?(?![A-Z0-9])/;
const NOT_OF_CHARGE =
  /WEIGHT|PESO|POIDS|SHIP|\bPER\b|\/ ?(?:FT|M)\b|ADDITIONAL|\bADD\b|MAX|TORQUE|\bOIL\b|ACEITE|HUILE/;

/** Above this, it is the weight of the equipment, or misread. */
const MAX_POUNDS = 1000;

/** Returns the factory charge in pounds, to the thousandth. Equal amounts in pounds and kilograms count as one. */
export function chargeOf(lines: readonly Line[]): ReadValue<number> {
  const found: Found<number>[] = [];
  for (const [at, line] of lines.entries()) {
    if (NOT_OF_CHARGE.test(line.folded)) continue;
    const here = OF_CHARGE.test(line.folded);
    const above = lines[at - 1];
    if (!here && !(above && OF_CHARGE.test(above.folded) && !NOT_OF_CHARGE.test(above.folded))) continue;
    found.push(...weightsOf(line).map((one) => (here ? one : { ...one, confidence: one.confidence - 0.1 })));
  }
  const distinct = found.reduce<Found<number>[]>((unique, one) => {
    const same = unique.find((other) => Math.abs(other.value - one.value) <= 0.02 * other.value + 0.01);
    if (!same) unique.push(one);
    return unique;
  }, []);
  const texts = { none: "No factory charge was found.", several: "More than one charge is given." };
  const read = only(distinct, texts);
  if (read.value !== null && (read.value > MAX_POUNDS || read.value < 0.001)) {
    return unclear(`“${read.source}” cannot be a factory charge.`, [], read.source);
  }
  return read;
}

function weightsOf(line: Line): Found<number>[] {
  const taken: [number, number][] = [];
  return WEIGHTS.flatMap(({ pattern, pounds }) =>
    [...line.folded.matchAll(pattern)].flatMap((match) => {
      const end = match.index + match[0].length;
      if (taken.some(([from, to]) => match.index < to && end > from)) return [];
      taken.push([match.index, end]);
      const read = match.slice(1).map(amountOf);
      const source = line.text.slice(match.index, end);
      const value = Math.round(pounds(read.map(({ amount }) => amount)) * 1000) / 1000;
      const repairs = read.reduce((sum, one) => sum + one.repairs, 0);
      const note = repairs > 0 ? `“${source}” was read as ${value} lb.` : undefined;
      return [{ value, source, confidence: 0.95 - 0.2 * repairs, note }];
    }),
  );
}

const DIGIT: Record<string, string> = { O: "0", I: "1", L: "1", "|": "1", S: "5", B: "8", Z: "2", ",": "." };

function amountOf(text: string): { amount: number; repairs: number } {
  const repaired = text.replace(/[OIL|SBZ]/g, (char) => DIGIT[char] ?? char);
  const repairs = [...text].filter((char, at) => char !== repaired.charAt(at)).length;
  return { amount: Number(repaired.replace(",", ".")), repairs };
}
