import { and, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { actionFor, type PossibleAction, type PossibleReason, type RowKind } from "./classify";
import { type ImportResult, importResult, pastImport } from "./history.server";
import type { Decisions, RowsQuery } from "./schema";
import { type StagedRow, stagedImportOf, stagedImportQuery } from "./stage.server";

export type ImportPreview = Awaited<ReturnType<typeof previewImport>>;

/** The transaction that a row of the file matches, or may match. */
interface ExistingMatch {
  date: string;
  amountMinor: number;
  description: string;
  /** The household removed it; it is not added again. */
  removed: boolean;
}

/** A row of the file with a transaction. Amounts in minor units, in + and out -. */
export interface PreviewRow {
  row: number;
  date: string;
  amountMinor: number;
  description: string;
  pending: boolean;
  match: ExistingMatch | null;
  /** For a possible match: the reason, whether it is merged without asking, and the current decision. */
  possible: {
    reason: PossibleReason;
    sure: boolean;
    /** The number of the earlier row of the file that it may duplicate. */
    earlierRow: number | null;
    action: PossibleAction | null;
  } | null;
}

/** A row that is not a transaction, with a message that explains why. */
export interface MessageRow {
  row: number;
  message: string;
}

export interface RowsPage {
  rows: (PreviewRow | MessageRow)[];
  /** How many rows of the kind match the search. */
  total: number;
  nextCursor: string | null;
}

/**
 * Previews the import of a staged file with the current options and decisions.
 * @throws DomainError not_found
 */
export async function previewImport(ctx: Ctx, id: string) {
  const { userId } = allowPerson(ctx);
  const possible = ctx.db
    .select({ rows: sql<string>`json_group_array(json_array(r.value ->> 0, r.value ->> 14))`.as("rows") })
    .from(rowsOf("possible", userId, id));
  const [found, [possibleRows]] = await ctx.db.batch([stagedImportQuery(ctx, id), possible]);
  const { accountId, fileName, createdAt, options, decisions, summary } = stagedImportOf(found);
  const { headerHash: _hash, newDates: _dates, isNewestFirst: _order, lastRow: _last, ...facts } = summary;
  const rows: [number, number][] = JSON.parse(possibleRows?.rows ?? "[]");
  const actions = rows.map(([row, sure]) => actionFor({ row, sure: sure === 1 }, decisions));
  return {
    ...{ id, accountId, fileName, createdAt, options, decisions },
    ...facts,
    /** The number of possible matches without a decision. */
    undecided: actions.filter((action) => action === null).length,
    /** The number of transactions a confirmation would add. */
    toAdd: summary.counts.new + actions.filter((action) => action === "add").length,
  };
}

/** The stored rows of one kind, each as `r.value` at `r.key` in the chunk at `s.position`. */
function rowsOf(kind: RowKind, userId: string, id: string): SQL {
  return sql`staged_imports i
    JOIN staged_rows s ON s.user_id = i.user_id AND s.set_id = i.set_id AND s.kind = ${kind}
    JOIN json_each(s.rows) r ON i.user_id = ${userId} AND i.id = ${id}`;
}

/**
 * A page of a staged file's rows of one kind, in file order, in one round trip.
 * @throws DomainError not_found
 */
export async function importRows(ctx: Ctx, id: string, query: RowsQuery): Promise<RowsPage> {
  const { userId } = allowPerson(ctx);
  const { kind, limit } = query;
  const rows = rowsOf(kind, userId, id);
  const searched = and(...searchWords(query.search).map((word) => hasWord(kind, word)));
  // Without a search, the summary has the count.
  const count = ctx.db
    .select({ total: sql<number>`count(*)`.as("total") })
    .from(rows)
    .where(searched);
  const [found, page, [counted]] = await ctx.db.batch([
    stagedImportQuery(ctx, id),
    pageOfRows(ctx, rows, { userId, query, searched }),
    count,
  ]);
  const { summary, decisions } = stagedImportOf(found);
  const shown = page.slice(0, limit);
  const last = page.length > limit ? shown.at(-1) : undefined;
  return {
    rows: shown.map((row) =>
      kind === "error" || kind === "skipped" ? messageRow(row.value) : previewRow(row, decisions),
    ),
    total: searched ? (counted?.total ?? 0) : summary.counts[kind],
    nextCursor: last ? `${last.position}.${last.place}` : null,
  };
}

interface PageQuery {
  userId: string;
  query: RowsQuery;
  searched: SQL | undefined;
}

/**
 * Reads one row more than the page holds, to tell whether another page follows, each with the transaction that a duplicate or
 * possible match refers to.
 */
function pageOfRows(ctx: Ctx, rows: SQL, { userId, query, searched }: PageQuery) {
  const [position, place] = (query.cursor ?? "0.-1").split(".").map(Number);
  const key = sql`user_id = ${userId} AND account_id = i.account_id AND import_key = r.value ->> 5`;
  const matchId = {
    possible: sql`r.value ->> 12`,
    duplicate: sql`coalesce((SELECT id FROM account_transactions WHERE ${key}), (SELECT transaction_id FROM import_matches WHERE ${key}))`,
    new: sql`NULL`,
    error: sql`NULL`,
    skipped: sql`NULL`,
  }[query.kind];
  return ctx.db
    .select({
      position: sql<number>`s.position`.as("position"),
      place: sql<number>`r.key`.as("place"),
      value: sql<string>`r.value`.as("value"),
      date: sql<string | null>`t.transaction_date`.as("date"),
      amountMinor: sql<number>`t.amount_minor`.as("amount"),
      description: sql<string>`t.description`.as("description"),
      removed: sql<number>`t.removed_at IS NOT NULL`.as("removed"),
    })
    .from(sql`${rows} LEFT JOIN account_transactions t ON t.user_id = ${userId} AND t.id = ${matchId}`)
    .where(and(sql`s.position >= ${position} AND (s.position > ${position} OR r.key > ${place})`, searched))
    .orderBy(sql`s.position`)
    .limit(query.limit + 1);
}

const MAX_WORDS = 8;

function searchWords(search: string): string[] {
  return search.trim().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
}

/** SQLite changes the case of ASCII letters only, so a word with other letters is searched in both cases. */
function hasWord(kind: RowKind, word: string): SQL {
  const at = (place: number) => sql.raw(`r.value ->> ${place}`);
  const text =
    kind === "error" || kind === "skipped"
      ? sql`(${at(1)})`
      : sql`('row ' || (${at(0)}) || ' ' || (${at(1)}) || printf(' %.2f ', (${at(2)}) / 100.0) || (${at(3)}))`;
  return sql`(instr(lower(${text}), ${word.toLowerCase()}) OR instr(upper(${text}), ${word.toUpperCase()}))`;
}

function messageRow(json: string): MessageRow {
  const [row, message]: [number, string] = JSON.parse(json);
  return { row, message };
}

type FoundRow = Awaited<ReturnType<typeof pageOfRows>>[number];

function previewRow(found: FoundRow, decisions: Decisions): PreviewRow {
  const staged: StagedRow = JSON.parse(found.value);
  const [row, date, amountMinor, description, pending, , , , , , , , of, reason, sure] = staged;
  const match =
    found.date === null
      ? null
      : {
          date: found.date,
          amountMinor: found.amountMinor,
          description: found.description,
          removed: found.removed === 1,
        };
  const fields = { row, date, amountMinor, description, pending: pending === 1, match };
  if (of === undefined || reason === undefined) return { ...fields, possible: null };
  const isSure = sure === 1;
  const action = actionFor({ row, sure: isSure }, decisions);
  return {
    ...fields,
    possible: { reason, sure: isSure, earlierRow: reason === "same-row-id" ? Number(of) : null, action },
  };
}

/** A staged import or, once confirmed, its result; neither if it was discarded or had nothing to add. */
export async function stagedOrImported(
  ctx: Ctx,
  id: string,
): Promise<{ preview: ImportPreview | null; result: ImportResult | null; fileName: string | null }> {
  const preview = await previewImport(ctx, id).catch(nullIfMissing);
  if (preview) return { preview, result: null, fileName: preview.fileName };
  const past = await pastImport(ctx, id).catch(nullIfMissing);
  if (!past) return { preview, result: null, fileName: null };
  return { preview, result: await importResult(ctx, id), fileName: past.fileName };
}

function nullIfMissing(error: unknown): null {
  if (error instanceof DomainError && error.code === "not_found") return null;
  throw error;
}
