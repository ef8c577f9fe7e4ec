import { keysOf } from "~/domain/shared/objects";
import { folded, misreadable } from "./ocr";
import type { Found } from "./reading";

export type Label = "model" | "serial" | "built" | "other";

/** Label words in English, Spanish and French, longest first. `other` ends the preceding value. */
const WORDS: Record<Label, readonly string[]> = {
  model: ["MODELO", "MODELE", "MODEL", "M/N", "MOD"],
  serial: ["SERIAL", "SERIE", "S/N", "SER"],
  built: [
    ...["FECHA DE FABRICACION", "DATE DE FABRICATION", "DATE OF MANUFACTURE", "DATE MANUFACTURED", "MANUFACTURE DATE"],
    ...[
      "MANUFACTURED",
      "MFG. DATE",
      "MFG DATE",
      "MFR. DATE",
      "MFR DATE",
      "DATE OF MFR",
      "DATE OF MFG",
      "DATE CODE",
      "MFD",
    ],
  ],
  other: [
    ...["REFRIGERANT", "REFRIGERANTE", "FACTORY CHARGE", "CHARGE", "CARGA", "VOLTS", "VOLTAGE", "VOLTAJE", "TENSION"],
    ...[
      "SERIES",
      "PHASE",
      "FASE",
      "HERTZ",
      "HZ",
      "PRODUCT",
      "PROD",
      "PART NO",
      "ITEM",
      "COMPRESSOR",
      "COMPRESOR",
      "COMPRESSEUR",
    ],
  ],
};

/** Text between a label and its value: "NO.", "NUMBER", "N°", "DE". */
const BETWEEN = /^(?:[\s:;.,#=|/–—-]|(?:NUMBER|NUMERO|NUM|NOS|NO|N[°ºO0]|DE|DU|D')(?![A-Z0-9]))*/;

/** Before a label on its line: the label refers to a part, or to something else. */
const OF_A_PART =
  /(?:COMPRESS?OR|COMPRESSEUR|MOTOR|MOTEUR|FAN|VENTILADOR|COIL|BOARD|FILTER|FILTRO|FILTRE|HEATER KIT|THERMOSTAT|VALVE)S?\s*$/;

const patterns = keysOf(WORDS).flatMap((label) =>
  WORDS[label].map((word) => ({
    label,
    pattern: new RegExp(`(?<![A-Z0-9])${misreadable(word)}(?![A-Z0-9])`, "g"),
  })),
);

interface Mark {
  label: Label;
  start: number;
  end: number;
  ofPart: boolean;
}

export interface Line {
  /** The line as in the text, and normalized for comparison. */
  text: string;
  folded: string;
  marks: Mark[];
}

/** The non-empty lines of a text, with their labels in order. */
export function linesOf(text: string): Line[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .filter((line) => line.trim() !== "")
    .map((line) => ({ text: line, folded: folded(line), marks: marksOf(folded(line)) }));
}

function marksOf(line: string): Mark[] {
  const found = patterns.flatMap(({ label, pattern }) =>
    [...line.matchAll(pattern)].map(({ index, 0: words }) => ({ label, start: index, end: index + words.length })),
  );
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const marks: Mark[] = [];
  for (const one of found) {
    const last = marks.at(-1);
    if (last && one.start < last.end) continue;
    marks.push({ ...one, ofPart: OF_A_PART.test(line.slice(0, one.start).replace(/[\s:.]*$/, "")) });
  }
  return marks;
}

/** The text that belongs to a label: the rest of its line, or the line below. */
export interface Stretch {
  text: string;
  folded: string;
  /** The text comes from the line below. */
  below: boolean;
}

/** Returns the text after each label of a kind, or from the line below if nothing follows it. */
export function stretchesOf(lines: readonly Line[], label: Label): Stretch[] {
  return lines.flatMap((line, at) =>
    line.marks.flatMap((mark, nth) => {
      if (mark.label !== label || mark.ofPart) return [];
      const rest = afterMark(line, nth);
      if (rest === "again") return [];
      if (rest) return [rest];
      const below = belowMark(lines, at, nth);
      return below ? [below] : [];
    }),
  );
}

function afterMark(line: Line, nth: number): Stretch | "again" | null {
  const mark = line.marks[nth];
  if (!mark) return null;
  const { end, label } = mark;
  const next = line.marks[nth + 1];
  const until = next?.start ?? line.text.length;
  const skipped = BETWEEN.exec(line.folded.slice(end, until))?.[0].length ?? 0;
  const text = line.text.slice(end + skipped, until).trimEnd();
  if (text !== "") return { text, folded: folded(text), below: false };
  // "MODEL / MODELO / MODÈLE: 24ABC6": the value follows the last of them.
  return next?.label === label ? "again" : null;
}

/** Handles a row of labels above a row of values: as many words as labels without a value. */
function belowMark(lines: readonly Line[], at: number, nth: number): Stretch | null {
  const line = lines[at];
  const under = lines[at + 1];
  if (!line || !under || under.marks.length > 0) return null;
  const bare = line.marks.flatMap((_, i) => (afterMark(line, i) === null ? [i] : []));
  if (!bare.includes(nth)) return null;
  if (bare.length === 1) return { text: under.text.trim(), folded: folded(under.text.trim()), below: true };
  const words = under.text.trim().split(/\s+/);
  const word = words.length === bare.length ? words[bare.indexOf(nth)] : undefined;
  return word ? { text: word, folded: folded(word), below: true } : null;
}

const WORD = /[A-Z0-9][A-Z0-9|\-/.*]*/g;

/** Words on plates that look like numbers but do not identify the equipment. */
const NOT_A_NUMBER =
  /^(?:(?:R|HFC|HCFC|HFO|HC)-?[\dOILSBZ]{2,3}[A-Z4]?|\d{2,3}\/\d{2,3}(?:\/\d+)*|\d+(?:\.\d+)?(?:V|VAC|HZ|PH|A|AMPS?|W|KW|LBS?|OZ|KG|PSIG?|KPA|BTUH?|MBH|TONS?))$/;

/** A model or serial number after its label: the first word containing a digit, and directly following words with digits. */
export function numbersOf(stretches: readonly Stretch[]): Found<string>[] {
  return stretches.flatMap(({ text, folded: plain, below }) => {
    const words = [...plain.matchAll(WORD)].map(({ index, 0: word }) => ({
      index,
      word: word.replace(/[.*\-/|]+$/, ""),
    }));
    const begin = words.findIndex(({ word }) => /\d/.test(word));
    const first = words[begin];
    // Preceded by a word longer than stray characters: this is a sentence, not a number.
    if (!first || words.slice(0, begin).some(({ word }) => word.length > 2) || NOT_A_NUMBER.test(first.word)) return [];
    let end = first.index + first.word.length;
    let parts = 1;
    for (const { index, word } of words.slice(begin + 1)) {
      const near = index - end <= 2 && /\d/.test(word) && word.length > 1 && !NOT_A_NUMBER.test(word);
      if (!near || parts === 3) break;
      end = index + word.length;
      parts += 1;
    }
    const source = text.slice(first.index, end);
    const value = source.toUpperCase().replace(/\s+/g, " ");
    if (value.length < 4 || value.length > 40 || folded(value) !== plain.slice(first.index, end).replace(/\s+/g, " "))
      return [];
    const strays = begin > 0 ? 0.15 : 0;
    return [{ value, source, confidence: (below ? 0.85 : 0.95) - (parts - 1) * 0.1 - strays }];
  });
}
