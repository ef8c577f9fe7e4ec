import type { Ctx } from "~/domain/shared/context";
import { type Decided, type Step, stepFor } from "./decide";
import type { JudgedFile } from "./judged-file.server";
import type { KnownTransaction, Place } from "./known-rows.server";
import type { ImportRow } from "./row";

/** What an import will write, decided row by row. */
export interface ImportPlan extends Place {
  batchId: string;
  /** How many rows become transactions. */
  added: number;
  /** Nothing is added and nothing merged. */
  isEmpty: boolean;
  firstDate: string | null;
  lastDate: string | null;
  /** The rows to add, each as the JSON array that `arrivalWrites` takes apart. */
  rows: () => Generator<string>;
  /** Rows of the file that are transactions the account has: `[importKey, transactionId]`. */
  matches: [string, string][];
  /** Ids of pending transactions whose booked rows come with this file. */
  replaced: string[];
}

export function importPlan(
  ctx: Ctx,
  place: Place,
  { file, decisions }: { file: JudgedFile; decisions: Decided },
): ImportPlan {
  const steps = file.rows.map((row, at): Step => stepFor(row, file.verdicts[at] ?? { kind: "new" }, decisions));
  const merged = mergesOf(file, steps);
  const isAdded = (at: number) => steps[at]?.kind === "add" || merged.booked.has(at);
  const added = steps.reduce((count, _, at) => count + (isAdded(at) ? 1 : 0), 0);
  const dates = file.rows.filter((_, at) => isAdded(at)).map((row) => row.date);
  const newestFirst = (dates[0] ?? "") > (dates.at(-1) ?? "");

  function* rows(): Generator<string> {
    let place = 0;
    for (const [at, row] of file.rows.entries()) {
      if (!isAdded(at)) continue;
      // Ids of one day follow the bank's own order, whichever end its file begins at.
      const order = newestFirst ? added - place : place;
      place += 1;
      yield rowJson(row, { order, key: file.keys[at] ?? "", pending: merged.booked.get(at) });
    }
  }
  return {
    ...place,
    batchId: ctx.newId(),
    added,
    isEmpty: added === 0 && merged.matches.length === 0,
    firstDate: dates.reduce<string | null>((first, date) => (first === null || date < first ? date : first), null),
    lastDate: dates.reduce<string | null>((last, date) => (last === null || date > last ? date : last), null),
    rows,
    matches: merged.matches,
    replaced: [...merged.booked.values()].map((pending) => pending.id),
  };
}

interface Merges {
  matches: [string, string][];
  /** Place of a row that books a pending transaction. */
  booked: Map<number, KnownTransaction>;
}

function mergesOf({ rows, keys, candidates }: JudgedFile, steps: readonly Step[]): Merges {
  const merges: Merges = { matches: [], booked: new Map() };
  for (const [at, step] of steps.entries()) {
    const known = step.kind === "merge" ? candidates.get(step.of) : undefined;
    if (!known) continue;
    merges.matches.push([keys[at] ?? "", known.id]);
    // A reconciled transaction stays as it is, and a pending row does not book a pending one.
    if (known.pending && !known.isReconciled && rows[at]?.pending === false) merges.booked.set(at, known);
  }
  return merges;
}

interface RowFacts {
  order: number;
  key: string;
  /** The pending transaction that this row books: what the household said of it goes over. */
  pending: KnownTransaction | undefined;
}

function rowJson(row: ImportRow, { order, key, pending }: RowFacts): string {
  const edited = pending?.editedFields?.split(",") ?? [];
  return JSON.stringify([
    order,
    row.date,
    row.amountMinor,
    typeOf(row),
    pending?.category ?? "other",
    pending && edited.includes("description") ? pending.description : row.description,
    row.merchantName ?? null,
    pending?.notes ?? row.memo ?? null,
    row.pending ? 1 : 0,
    key,
    row.bankId ?? null,
    row.checkNumber ?? null,
  ]);
}

function typeOf({ amountMinor, type = "" }: ImportRow) {
  if (amountMinor > 0) return /\binterest\b/i.test(type) ? "interest" : "deposit";
  return /\bfees?\b/i.test(type) ? "fee" : "withdrawal";
}
