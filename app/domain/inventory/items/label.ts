/** Label formats: Avery 5160 on letter paper, and a roll of 2 by 1 inch. */
export const LABEL_SHEETS = ["5160", "roll"] as const;
export type LabelSheet = (typeof LABEL_SHEETS)[number];

export const LABEL_SHEET_LABELS: Record<LabelSheet, string> = {
  "5160": "Avery 5160 (30 on letter)",
  roll: "Roll, 2 × 1 in",
};

export const LABELS_ON_SHEET: Record<LabelSheet, number> = { "5160": 30, roll: 1 };

/** Width in inches next to the QR code, available for the barcode. */
const BARS_WIDTH: Record<LabelSheet, number> = { "5160": 1.6, roll: 1.1 };
/** Inches: not every scanner reads narrower bars (the smallest X-dimension in general use). */
const MIN_MODULE = 0.0075;

/** Whether a barcode of this many modules can be printed wide enough; otherwise only the QR code is printed. */
export function fitsLabel(modules: number, sheet: LabelSheet): boolean {
  return modules * MIN_MODULE <= BARS_WIDTH[sheet];
}

/** Code 128 holds ASCII. */
export const canBeBars = (code: string): boolean => /^[\x20-\x7e]+$/.test(code);

/** Labels by page, after the used labels of the first sheet; null: an empty position. */
export function sheetsOf<T>(labels: readonly T[], sheet: LabelSheet, used: number): (T | null)[][] {
  const each = LABELS_ON_SHEET[sheet];
  const places = [...Array.from({ length: sheet === "roll" ? 0 : used % each }, () => null), ...labels];
  return Array.from({ length: Math.ceil(places.length / each) }, (_, at) => places.slice(at * each, (at + 1) * each));
}
