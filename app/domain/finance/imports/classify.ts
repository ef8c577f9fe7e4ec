import { dayNumber } from "~/domain/shared/time/dates";
import type { ImportRow } from "./csv/read-rows";
import { createHasher } from "./sha256";

/** How many days an existing row may be from the file's date to be the same transaction. */
export const MATCH_WINDOW = { before: 3, after: 7 } as const;

/** The window's days, nearest first. */
const OFFSETS = Array.from(
  { length: MATCH_WINDOW.before + MATCH_WINDOW.after + 1 },
  (_, at) => at - MATCH_WINDOW.before,
).sort((one, other) => Math.abs(one) - Math.abs(other));

/** The classes of a file's rows, in review order. */
export const ROW_KINDS = ["new", "possible", "duplicate", "error", "skipped"] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** The number of rows on a page of the preview. */
export const ROWS_PER_PAGE = 25;

/** How a staged file is stored: its text, its rows by kind, and the possible matches that are added as new rows. */
export type StagedKind = RowKind | "text" | "add";

export const POSSIBLE_REASONS = ["same-bank-id", "same-row-id", "same-amount"] as const;
export type PossibleReason = (typeof POSSIBLE_REASONS)[number];

/**
 * An existing transaction that may match a row of the file: one from another source (manual or bank link), a pending one, or one
 * with a bank id. Already matched ones must be left out.
 */
export type Candidate = {
  id: string;
  date: string;
  amountMinor: number;
  otherSource: boolean;
  pending: boolean;
  bankId?: string;
  checkNumber?: string;
  merchantName?: string;
};

/**
 * The classification of a row. `duplicate`: the same row exists already. `possible`: `of` may be the same transaction (an
 * existing id, or for 'same-row-id' the number of an earlier row of the file); `sure` if the check number or merchant matches
 * too, so that it can be merged without asking.
 */
export type RowClassification =
  | { kind: "new" }
  | { kind: "duplicate"; of: string }
  | { kind: "possible"; of: string; reason: PossibleReason; sure: boolean };

/**
 * `keys` returns the transaction id for an import key that the account has, or for the key of the row at an index in the file.
 */
export type Existing = {
  keys: { get: (key: string, place: number) => string | undefined };
  candidates: readonly Candidate[];
};

/** Classifies each row, in order; no existing transaction is proposed for two rows. */
export function classifyRows(
  rows: readonly ImportRow[],
  keys: readonly string[],
  existing: Existing,
): RowClassification[] {
  const taken = duplicated(keys, existing);
  const sameAmount = grouped(existing.candidates.filter(isOpen), (one) => String(one.amountMinor));
  const sameBankId = grouped(existing.candidates, (one) => one.bankId);
  const seen = new Map<string, number>();

  const propose = (candidate: Candidate, reason: PossibleReason, row: ImportRow): RowClassification => {
    taken.add(candidate.id);
    return { kind: "possible", of: candidate.id, reason, sure: reason === "same-amount" && agrees(row, candidate) };
  };
  return rows.map((row, index): RowClassification => {
    const duplicate = existing.keys.get(keys[index] ?? "", index);
    const earlier = rowWithItsId(row, seen);
    if (duplicate !== undefined) return { kind: "duplicate", of: duplicate };
    if (earlier !== null) return { kind: "possible", of: String(earlier), reason: "same-row-id", sure: false };
    const sameId = nearest(row, sameBankId.get(row.bankId ?? ""), taken);
    if (sameId) return propose(sameId, "same-bank-id", row);
    const match = nearest(row, sameAmount.get(String(row.amountMinor)), taken);
    return match ? propose(match, "same-amount", row) : added;
  });
}

/** Existing transactions that duplicate a row of the file; few even for a large file. */
function duplicated(keys: readonly string[], { keys: known, candidates }: Existing): Set<string> {
  const taken = new Set<string>();
  if (candidates.length === 0) return taken;
  const ids = new Set(candidates.map(({ id }) => id));
  for (const [place, key] of keys.entries()) {
    const id = known.get(key, place);
    if (id !== undefined && ids.has(id)) taken.add(id);
  }
  return taken;
}

function isOpen(candidate: Candidate): boolean {
  return candidate.otherSource || candidate.pending;
}

/** The number of an earlier row with the same bank id, date and amount: possibly one row listed twice. */
function rowWithItsId(row: ImportRow, seen: Map<string, number>): number | null {
  if (!row.bankId) return null;
  const identity = `${row.date} ${row.amountMinor} ${row.bankId}`;
  const earlier = seen.get(identity) ?? null;
  if (earlier === null) seen.set(identity, row.row);
  return earlier;
}

const COMPARED = 20;

/** One shared object, because a file may have 200,000 new rows. */
const added: RowClassification = { kind: "new" };

type ByDay = Map<number, Candidate[]>;

function grouped(candidates: readonly Candidate[], keyOf: (one: Candidate) => string | undefined): Map<string, ByDay> {
  const groups = new Map<string, ByDay>();
  for (const candidate of candidates) {
    const key = keyOf(candidate);
    if (!key) continue;
    const days = groups.get(key) ?? new Map<number, Candidate[]>();
    const sameDay = days.get(dayNumber(candidate.date)) ?? [];
    sameDay.push(candidate);
    days.set(dayNumber(candidate.date), sameDay);
    groups.set(key, days);
  }
  return groups;
}

/** The candidate in the window that matches on check number or merchant if there is one, else the nearest by date. */
function nearest(row: ImportRow, group: ByDay | undefined, taken: ReadonlySet<string>): Candidate | null {
  if (!group) return null;
  const day = dayNumber(row.date);
  const free = OFFSETS.flatMap((offset) => firstFree(group.get(day + offset), taken));
  return free.find((one) => agrees(row, one)) ?? free[0] ?? null;
}

/** Only the first few: comparing thousands of candidates of one day and amount with thousands of rows would be too slow. */
function firstFree(candidates: Candidate[] | undefined, taken: ReadonlySet<string>): Candidate[] {
  if (!candidates) return [];
  while (candidates[0] && taken.has(candidates[0].id)) candidates.shift();
  return candidates.slice(0, COMPARED).filter((one) => !taken.has(one.id));
}

function agrees(row: ImportRow, candidate: Candidate): boolean {
  const sameCheck = row.checkNumber !== undefined && row.checkNumber === candidate.checkNumber;
  const merchant = row.merchantName?.toLowerCase();
  return sameCheck || (merchant !== undefined && merchant === candidate.merchantName?.toLowerCase());
}

/** merge: it is the existing transaction; add: it is a different one; leave: it is not imported. */
export const POSSIBLE_ACTIONS = ["merge", "add", "leave"] as const;
export type PossibleAction = (typeof POSSIBLE_ACTIONS)[number];

interface DecisionsByRow {
  /** The action for possible matches not listed in `rows`. */
  possible?: PossibleAction;
  /** Row number -> decision. */
  rows?: Readonly<Record<string, PossibleAction>>;
}

/** The decision on a possible match: as given, else merge if the match is certain; null while undecided. */
export function actionFor(
  { row, sure }: { row: number; sure: boolean },
  decisions: DecisionsByRow,
): PossibleAction | null {
  return decisions.rows?.[String(row)] ?? decisions.possible ?? (sure ? "merge" : null);
}

const SEPARATOR = "\u001f";

/**
 * Returns a function that gives each row of one file, in order, its key of 32 hexadecimal digits: importing a transaction twice
 * gives the same key, and two transactions of one account never share one. The key is derived from the account, date, amount and
 * the bank's own id (or else its text and check number), and k for the k-th such row of the file, because equal rows are
 * separate transactions. Date and amount are included along with the bank's id because not every 'Reference' is unique.
 */
export function createKeyer(accountId: string | number): (row: ImportRow) => string {
  const hash = createHasher();
  const seen = new Map<string, number>();
  return (row) => {
    const parts = row.bankId
      ? ["id", row.bankId]
      : ["row", normalized(row.keyText ?? row.description), row.checkNumber ?? ""];
    const text = [accountId, row.date, row.amountMinor, ...parts].join(SEPARATOR);
    const first = hash(text);
    const k = (seen.get(first) ?? 0) + 1;
    seen.set(first, k);
    return k === 1 ? first : hash(text + SEPARATOR + k);
  };
}

/**
 * Normalizes case and letter forms, which differ between two exports of one bank; spaces were collapsed when the row was read.
 */
function normalized(description: string): string {
  return description.normalize("NFKC").toLowerCase();
}
