import { isBlank, readRecords } from "./records";

export const DELIMITERS = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const SAMPLE = 60;
const EXCEL_HINT = /^sep=(.)\s*\r?\n/i;

/**
 * The delimiters that split the first rows, the likeliest first: most rows with one common column count, then the
 * larger count. Empty when none splits the text into columns.
 */
export function rankDelimiters(text: string): Delimiter[] {
  const named = DELIMITERS.find((delimiter) => delimiter === EXCEL_HINT.exec(text)?.[1]);
  if (named) return [named];
  const scores = DELIMITERS.map((delimiter) => ({ delimiter, ...consistency(text, delimiter) }));
  return scores
    .filter((score) => score.columns > 1)
    .sort((one, other) => other.share - one.share || other.columns - one.columns)
    .map((score) => score.delimiter);
}

/** The most frequent column count above one, and the share of rows that have it. */
function consistency(text: string, delimiter: Delimiter): { columns: number; share: number } {
  const rowsByCount = new Map<number, number>();
  let rows = 0;
  for (const record of readRecords(text, { delimiter })) {
    if (isBlank(record)) continue;
    rowsByCount.set(record.count, (rowsByCount.get(record.count) ?? 0) + 1);
    rows += 1;
    if (rows === SAMPLE) break;
  }
  let best = { columns: 1, share: 0 };
  for (const [columns, count] of rowsByCount) {
    if (columns > 1 && count / rows > best.share) best = { columns, share: count / rows };
  }
  return best;
}
