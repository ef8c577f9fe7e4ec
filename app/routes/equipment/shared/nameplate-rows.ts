import { poundsText } from "~/domain/equipment/equipment";
import type { Nameplate } from "~/domain/equipment/nameplate/nameplate";
import type { ReadValue } from "~/domain/equipment/nameplate/reading";
import { builtText } from "~/domain/equipment/nameplate/serial-dates";

/** Fields a nameplate fills if the form has them; everything else goes into the notes on a single line. */
const FIELDS = ["manufacturer", "modelNumber", "serialNumber", "refrigerant", "chargeLb"] as const;
export type FilledField = (typeof FIELDS)[number];

/** Current values of the form's fields. */
export type FormTexts = Partial<Record<FilledField, string>> & { notes: string };

const LABELS: Record<keyof Nameplate, string> = {
  manufacturer: "Manufacturer",
  modelNumber: "Model number",
  serialNumber: "Serial number",
  refrigerant: "Refrigerant",
  chargeLb: "Factory charge",
  built: "Built",
};

/** One value from a nameplate, as offered to the user. */
export interface NameplateRow {
  key: keyof Nameplate;
  label: string;
  /** Possible texts, starting with the one that was read first. */
  choices: string[];
  /** Null if the first choice is uncertain. */
  certainty: "Clear" | "Likely" | null;
  source: string | null;
  note: string | null;
}

/** Minimum confidence for a reading to be labeled clear. */
const CLEAR = 0.85;

/** `isRecognized`: the text was recognized from a photo and has not been checked. */
export function rowsOf(plate: Nameplate, { isRecognized = false } = {}): NameplateRow[] {
  const rows = [
    rowOf("manufacturer", plate.manufacturer, (text) => text),
    rowOf("modelNumber", plate.modelNumber, (text) => text),
    rowOf("serialNumber", plate.serialNumber, (text) => text),
    rowOf("refrigerant", plate.refrigerant, (text) => text),
    rowOf("chargeLb", plate.chargeLb, (pounds) => poundsText(Math.round(pounds * 1000))),
    rowOf("built", plate.built, builtText),
  ];
  return isRecognized ? rows.map((row) => ({ ...row, certainty: row.certainty && "Likely" })) : rows;
}

function rowOf<T>(key: keyof Nameplate, read: ReadValue<T>, textOf: (value: T) => string): NameplateRow {
  const { value, others, confidence, source, note } = read;
  const certainty = value === null ? null : confidence >= CLEAR ? "Clear" : "Likely";
  const choices = [...(value === null ? [] : [value]), ...others].map(textOf);
  return { key, label: LABELS[key], choices: [...new Set(choices)], certainty, source, note };
}

export type Confirmed = Partial<Record<keyof Nameplate, string>>;

/** Values for the form's fields, and the notes with a line for the rest. Null: the notes are unchanged. */
export function filledBy(
  confirmed: Confirmed,
  { notes, ...form }: FormTexts,
): { fields: [FilledField, string][]; notes: string | null } {
  const fields = FIELDS.flatMap((field): [FilledField, string][] => {
    const text = confirmed[field];
    if (text === undefined || form[field] === undefined) return [];
    return [[field, field === "chargeLb" ? String(Number.parseFloat(text)) : text]];
  });
  const enteredValue = (field: FilledField) => (form[field] === undefined ? confirmed[field] : undefined);
  const [refrigerant, chargeLb, { built }] = [enteredValue("refrigerant"), enteredValue("chargeLb"), confirmed];
  const rest = [refrigerant, chargeLb && `charge ${chargeLb}`, built && `built ${built}`].filter(Boolean);
  if (rest.length === 0) return { fields, notes: null };
  return { fields, notes: [notes.trim(), `Nameplate: ${rest.join(", ")}`].filter(Boolean).join("\n") };
}
