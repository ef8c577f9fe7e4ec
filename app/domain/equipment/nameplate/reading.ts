/** One value from a nameplate. Nothing is invented: `source` is an excerpt of the text, and the values follow from it. */
export interface ReadValue<T> {
  /** Null if the user has to decide. */
  value: T | null;
  /** Between 0 and 1; 0 if nothing was found. */
  confidence: number;
  /** The words it was read from; null if there are none. */
  source: string | null;
  /** Why the user has to decide, or what to check; null if there is nothing to note. */
  note: string | null;
  /** Alternative values, without `value`. */
  others: T[];
}

/** Maximum number of characters read; longer text is cut off. */
export const MAX_TEXT = 4000;

/** Below this confidence, a value is left empty, with the reason. */
export const SURE_ENOUGH = 0.6;

export function nothing<T>(note: string): ReadValue<T> {
  return { value: null, confidence: 0, source: null, note, others: [] };
}

export function unclear<T>(note: string, others: readonly T[], source: string | null): ReadValue<T> {
  return { value: null, confidence: 0, source, note, others: [...others] };
}

/** Something found in the text. */
export interface Found<T> {
  value: T;
  confidence: number;
  source: string;
  note?: string;
}

/** Returns the only value found, even if repeated; several different values become choices. */
export function only<T>(found: readonly Found<T>[], texts: { none: string; several: string }): ReadValue<T> {
  const values = [...new Set(found.map(({ value }) => value))];
  const best = [...found].sort((a, b) => b.confidence - a.confidence)[0];
  if (!best) return nothing(texts.none);
  const { value, confidence, source, note = null } = best;
  if (values.length > 1) return unclear(texts.several, values, found.map((one) => one.source).join(" · "));
  if (confidence < SURE_ENOUGH)
    return { value: null, confidence, source, note: note ?? "Hard to read.", others: [value] };
  return { value, confidence, source, note, others: [] };
}
