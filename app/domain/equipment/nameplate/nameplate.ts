import type { Refrigerant } from "~/domain/equipment/equipment";
import { type Label, linesOf, numbersOf, stretchesOf } from "./labeled";
import { MAKERS, type Maker } from "./makers";
import { folded, misreadable } from "./ocr";
import { builtOn } from "./printed-date";
import { type Found, MAX_TEXT, nothing, only, type ReadValue, SURE_ENOUGH, unclear } from "./reading";
import { chargeOf, refrigerantOf } from "./refrigerant";
import { type Built, type Decoded, decodeSerial } from "./serial-dates";

export interface Nameplate {
  manufacturer: ReadValue<string>;
  modelNumber: ReadValue<string>;
  serialNumber: ReadValue<string>;
  refrigerant: ReadValue<Refrigerant>;
  /** Pounds, to the thousandth. */
  chargeLb: ReadValue<number>;
  built: ReadValue<Built>;
}

/**
 * Parses the text of a nameplate, typed or recognized from a photo with typical recognition errors. Every value is in the text
 * or follows from it; uncertain values have to be confirmed.
 */
export function readNameplate(text: string, thisYear: number): Nameplate {
  const lines = linesOf(text.slice(0, MAX_TEXT));
  if (lines.length === 0) return all("The text is empty.");
  const makers = makersIn(text.slice(0, MAX_TEXT));
  const serials = numbersOf(stretchesOf(lines, "serial"));
  const plain = folded(text.slice(0, MAX_TEXT));
  if (serials.length === 0 && /\bMERV\b|\bAIR FILTER|\bFILTRO DE AIRE|\bFILTRE A AIR/.test(plain)) {
    return all("This is the label of a filter, not of a unit.");
  }
  const manufacturer = only(makers, {
    none: "No known manufacturer was found.",
    several: "More than one brand is named.",
  });
  const families = MAKERS.find(({ name }) => name === manufacturer.value)?.families ?? [];
  const { serialNumber, decoded } = serialOf(serials, families, thisYear);
  const printed = builtOn(stretchesOf(lines, "built"), thisYear);
  return {
    manufacturer,
    modelNumber: numberOf(numbersOf(stretchesOf(lines, "model")), "model"),
    serialNumber,
    refrigerant: refrigerantOf(lines),
    chargeLb: chargeOf(lines),
    built: builtBy(printed, decoded, { manufacturer: manufacturer.value, families, serial: serialNumber }),
  };
}

function all(note: string): Nameplate {
  return {
    manufacturer: nothing(note),
    modelNumber: nothing(note),
    serialNumber: nothing(note),
    refrigerant: nothing(note),
    chargeLb: nothing(note),
    built: nothing(note),
  };
}

const brands = MAKERS.flatMap((maker) =>
  (maker.words ?? [maker.name.toUpperCase()]).map((word) => ({
    maker,
    word,
    // Short names are not matched with misreadings: "16" is not LG.
    pattern: new RegExp(`(?<![A-Z0-9])${word.length > 3 ? misreadable(word) : word}(?![A-Z0-9])`, "g"),
  })),
);

/** Before a brand: it names the builder for the brand on the plate, or the maker of a part. */
const BUILT_BY = /(?:\bBY|\bPOR|\bPAR|DIVISION OF|SUBSIDIARY OF|COMPRESSOR|MOTOR|LICENSE FROM)[\s:.,]*(?:THE\s+)?$/;

/** The brands named in a text. The builder counts only if no other brand is named. */
function makersIn(text: string): Found<string>[] {
  const plain = folded(text);
  const named = brands.flatMap(({ maker, word, pattern }) =>
    [...plain.matchAll(pattern)].flatMap((match) => {
      const ahead = plain.slice(Math.max(0, match.index - 40), match.index);
      if (isPlace(maker, ahead)) return [];
      const source = text.slice(match.index, match.index + match[0].length);
      const isPlain = match[0].replace(/\s+/g, " ") === word;
      const note = isPlain ? undefined : `“${source}” was read as ${maker.name}.`;
      return [{ value: maker.name, source, confidence: isPlain ? 0.95 : 0.75, note, isBuilder: BUILT_BY.test(ahead) }];
    }),
  );
  const own = named.filter(({ isBuilder }) => !isBuilder);
  return own.length > 0 ? own : named;
}

/** "New York" is not the brand York. */
function isPlace(maker: Maker, ahead: string): boolean {
  return maker.name === "York" && /NEW\s+$/.test(ahead);
}

function numberOf(found: readonly Found<string>[], label: Label): ReadValue<string> {
  return only(found, { none: `No ${label} number was found.`, several: `More than one ${label} number is given.` });
}

/** The serial number, with letters read as digits if only that matches its maker's format. */
function serialOf(
  found: readonly Found<string>[],
  families: Maker["families"],
  thisYear: number,
): { serialNumber: ReadValue<string>; decoded: Decoded | null } {
  const printedNumber = numberOf(found, "serial");
  const printed = printedNumber.value;
  if (printed === null) return { serialNumber: printedNumber, decoded: null };
  const decoded = decodeSerial(printed, families, thisYear);
  if (!decoded || decoded.repairs === 0) return { serialNumber: printedNumber, decoded };
  const repaired = respaced(decoded.serial, printed);
  const confidence = printedNumber.confidence - 0.12 * decoded.repairs;
  const note = `Printed numbers of this brand have digits here: “${printed}” was read as ${repaired}.`;
  if (confidence < SURE_ENOUGH)
    return { serialNumber: unclear(note, [repaired, printed], printedNumber.source), decoded: null };
  return { serialNumber: { ...printedNumber, value: repaired, confidence, note, others: [printed] }, decoded };
}

/** Inserts the spaces and hyphens of `printed` into `serial`. */
function respaced(serial: string, printed: string): string {
  let at = 0;
  return printed.replace(/[^\s-]/g, () => serial.charAt(at++));
}

/** The date printed on the plate, else the one in the serial number; if they contradict each other, neither. */
function builtBy(
  printed: ReadValue<Built>,
  decoded: Decoded | null,
  unit: { manufacturer: string | null; families: Maker["families"]; serial: ReadValue<string> },
): ReadValue<Built> {
  const stated = printed.value ?? printed.others[0];
  if (stated === undefined) return decoded ? ofSerial(decoded, unit.serial) : { ...nothing(whyNoDate(unit)) };
  const agrees = !decoded || decoded.dates.some((date) => date.slice(0, 4) === stated.slice(0, 4));
  if (agrees) return printed;
  return unclear(
    "The date on the plate and the one in the serial number differ.",
    [...new Set([stated, ...decoded.dates])],
    printed.source,
  );
}

function ofSerial(decoded: Decoded, serial: ReadValue<string>): ReadValue<Built> {
  const { dates } = decoded;
  const confidence = Math.min(decoded.trust, serial.confidence);
  const [first] = dates;
  if (dates.length === 1 && first !== undefined)
    return only([{ value: first, confidence, source: serial.source ?? "" }], { none: "", several: "" });
  const years = [...new Set(dates.map((date) => date.slice(0, 4)))];
  const [year] = years;
  if (years.length === 1 && year !== undefined) {
    return {
      value: year,
      confidence,
      source: serial.source,
      note: "Year confirmed, month unknown.",
      others: [...dates],
    };
  }
  return unclear("This serial code repeats in later years.", dates, serial.source);
}

function whyNoDate({ manufacturer, families, serial }: Parameters<typeof builtBy>[2]): string {
  if (serial.value === null) return "No date and no certain serial number were found.";
  if (manufacturer === null) return "The code in a serial number can be read only when the brand is known.";
  if (families.length === 0) return `No published code of ${manufacturer} serial numbers is known.`;
  return `The serial number fits no known format of ${manufacturer}.`;
}
