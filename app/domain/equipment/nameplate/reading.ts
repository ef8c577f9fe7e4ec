/** One thing that a nameplate says. Nothing in it is made up: `source` is cut out of the text, and the values follow from it. */
export interface Said<T> {
  /** Null where it is to be asked. */
  value: T | null;
  /** Between 0 and 1; 0 where there is nothing. */
  confidence: number;
  /** The words it was read from; null where there are none. */
  source: string | null;
  /** Why it is to be asked, or what to look at; null where there is nothing to say. */
  note: string | null;
  /** What it may be instead, `value` not among them. */
  others: T[];
}

/** Below this a value is offered empty, with its reason. */
export const SURE_ENOUGH = 0.6;

export function nothing<T>(note: string): Said<T> {
  return { value: null, confidence: 0, source: null, note, others: [] };
}

export function asked<T>(note: string, others: readonly T[], source: string | null): Said<T> {
  return { value: null, confidence: 0, source, note, others: [...others] };
}

/** Something found in the text. */
export interface Found<T> {
  value: T;
  confidence: number;
  source: string;
  note?: string;
}

/** The one value that was found, however often; several different ones are asked about. */
export function only<T>(found: readonly Found<T>[], texts: { none: string; several: string }): Said<T> {
  const values = [...new Set(found.map(({ value }) => value))];
  const best = [...found].sort((a, b) => b.confidence - a.confidence)[0];
  if (!best) return nothing(texts.none);
  const { value, confidence, source, note = null } = best;
  if (values.length > 1) return asked(texts.several, values, found.map((one) => one.source).join(" · "));
  if (confidence < SURE_ENOUGH)
    return { value: null, confidence, source, note: note ?? "Hard to read.", others: [value] };
  return { value, confidence, source, note, others: [] };
}
