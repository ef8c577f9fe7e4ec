import { decode } from "~/domain/finance/imports/decode";
import type { Preview } from "~/domain/finance/imports/preview.server";
import { type RowOutcome, readOutcomes } from "~/domain/finance/imports/read-rows";
import { VERDICT_LETTERS } from "~/domain/finance/imports/verdicts";

/** What becomes of a row; the words for each are in `kind-words`. */
export const ROW_KINDS = ["new", "possible", "duplicate", "error", "skipped"] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** A row of the file as the preview lists it: a transaction, or a sentence about one that is none. */
export type FileRow =
  | { row: number; sentence: string }
  | { row: number; date: string; amountMinor: number; description: string; pending: boolean };

export type FileRows = Record<RowKind, FileRow[]>;

const kindOf: ReadonlyMap<string, RowKind> = new Map([
  [VERDICT_LETTERS.new, "new"],
  [VERDICT_LETTERS.duplicate, "duplicate"],
  [VERDICT_LETTERS.possible, "possible"],
]);

/** Rows between two looks at whether somebody waits for the screen. */
const slice = 4_000;

/**
 * All rows of the chosen file, read in the browser under the server's mapping and verdicts: the file need not travel for
 * each page of it. Null when `isWanted` turned false on the way, or where the two disagree about what a row is.
 */
export async function readFileRows(
  file: File,
  { mapping, verdicts, currency }: Pick<Preview, "mapping" | "verdicts"> & { currency: string },
  isWanted: () => boolean,
): Promise<FileRows | null> {
  const decoded = decode(new Uint8Array(await file.arrayBuffer()));
  if ("refusal" in decoded) return null;
  const rows: FileRows = { new: [], possible: [], duplicate: [], error: [], skipped: [] };
  let read = 0;
  let judged = 0;
  for (const outcome of readOutcomes(decoded.text, mapping, currency)) {
    read += 1;
    if (read % slice === 0) {
      await new Promise((resolve) => setTimeout(resolve));
      if (!isWanted()) return null;
    }
    if ("message" in outcome || "reason" in outcome) {
      rows["message" in outcome ? "error" : "skipped"].push(sentenceOf(outcome));
      continue;
    }
    const kind = kindOf.get(verdicts[judged] ?? "");
    judged += 1;
    if (!kind) return null;
    const { row, date, amountMinor, description, pending } = outcome;
    rows[kind].push({ row, date, amountMinor, description, pending });
  }
  return isWanted() && judged === verdicts.length ? rows : null;
}

function sentenceOf(outcome: Extract<RowOutcome, { message: string } | { reason: string }>): FileRow {
  const { row } = outcome;
  return { row, sentence: "message" in outcome ? outcome.message : `Row ${row}: ${outcome.reason}` };
}

/** The rows that a text typed into the filter names: by description, amount, date or row number. */
export function filterRows(rows: readonly FileRow[], query: string): readonly FileRow[] {
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = searchTextOf(row);
    return words.every((word) => text.includes(word));
  });
}

function searchTextOf(row: FileRow): string {
  if ("sentence" in row) return row.sentence.toLowerCase();
  return `row ${row.row} ${row.date} ${(row.amountMinor / 100).toFixed(2)} ${row.description.toLowerCase()}`;
}
