import { and, desc, eq, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { jsonChunks } from "#drizzle/d1/json-chunks";
import { bankAccounts } from "#drizzle/schema/finance-accounts";
import { stagedImports, stagedRows } from "#drizzle/schema/finance-imports";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound, withErrorMessage } from "~/domain/shared/errors";
import type { Limit } from "~/domain/shared/limits";
import { limitUse, usageQuery } from "~/domain/shared/limits.server";
import { allowPerson } from "~/domain/shared/permissions";
import { isOnThisShard } from "~/domain/shared/shards.server";
import { DAY_MS, HOUR_MS, HOUR_SECONDS } from "~/domain/shared/time/dates";
import { assertHolds, assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import { type PossibleReason, ROW_KINDS, type RowClassification, type RowKind, type StagedKind } from "./classify";
import {
  type ClassifiedFile,
  classifyFile,
  datesOf,
  decodeUpload,
  digest,
  type ImportAccount,
  importableAccount,
  type ReadFile,
  readFile,
  type Upload,
} from "./classify.server";
import type { ImportRow } from "./csv/read-rows";
import type { Decisions, ImportChange, ImportOptions } from "./schema";

/** The stored data of a staged file apart from its rows. Amounts are those of new rows, in minor units, in + and out -. */
export interface ImportSummary extends Omit<ReadFile, "rows" | "errors" | "skipped" | "header"> {
  header: string[];
  counts: Record<RowKind, number>;
  /** The first messages about rows that could not be read. */
  errors: string[];
  firstDate: string | null;
  lastDate: string | null;
  /** Dates of the new rows only. */
  newDates: { first: string | null; last: string | null };
  moneyInMinor: number;
  moneyOutMinor: number;
  /** The file starts with its newest rows. */
  isNewestFirst: boolean;
  lastRow: number;
}

export interface RowSet {
  userId: string;
  setId: string;
}

/** The number of errors stored with an import and returned; all of them are counted. */
const MAX_ERRORS = 100;

/** Characters in one chunk of text: below D1's limit of 2 MB for any script. */
const TEXT_CHUNK_LENGTH = 600_000;

/** Reading a file takes seconds of processor time and up to 16 MB. */
export const IMPORTS: Limit = { name: "imports", what: "imports", perPerson: 100, seconds: HOUR_SECONDS };
const REREADS: Limit = { name: "import_rereads", what: "corrections", perPerson: 300, seconds: HOUR_SECONDS };

const stageFailed = "The file could not be read. Nothing was added. Please try again.";

/**
 * Reads a file once and stores its text and classified rows for review, correction and confirmation. The account is not changed.
 * @throws DomainError not_found, conflict for an archived account, unsupported_media_type, too_large, invalid
 */
export async function stageImport(
  ctx: Ctx,
  accountId: string,
  { upload, options }: { upload: Upload; options: ImportOptions },
): Promise<{ id: string }> {
  const { userId } = allowPerson(ctx);
  await limitUse(ctx, IMPORTS);
  const account = await importableAccount(ctx, { userId, accountId });
  await refuseTooManyStaged(ctx, userId);
  const input = { accountId, file: await digest(await upload.bytes()), options };
  return withErrorMessage(stageFailed, () =>
    once(ctx, "stageImport", input, async (commit) => {
      const [id, setId] = [ctx.newId(), ctx.newId()];
      const { file, encoding } = await readAndStoreText(ctx, account, { upload, options, setId: id });
      const classified = await classifyFile(ctx, account, file);
      await stageRows(ctx, { userId, setId }, { file: classified, kinds: ROW_KINDS });
      const at = ctx.now.toISOString();
      const row = ctx.db.insert(stagedImports).values({
        ...{ userId, id, accountId, setId, encoding },
        fileName: upload.name.slice(0, 300),
        options: JSON.stringify(options),
        summary: JSON.stringify(summaryOf(classified)),
        createdAt: at,
        updatedAt: at,
      });
      const waiting = sql`(SELECT count(*) FROM ${stagedImports} WHERE ${stagedImports.userId} = ${userId})`;
      return commit(null, {
        writes: [row, assertHolds(ctx, "too_many_staged", sql`${waiting} <= ${STAGED_IMPORT_QUOTA}`)],
        result: { id },
        refusals: { too_many_staged: tooManyStaged },
      });
    }),
  );
}

/** The maximum number of a household's files waiting for review. */
export const STAGED_IMPORT_QUOTA = 20;

/** Before the file is read; the write checks it again, because another file may be stored meanwhile. */
async function refuseTooManyStaged(ctx: Ctx, userId: string): Promise<void> {
  const { waiting } = await stagedUsage(ctx, userId);
  if (waiting >= STAGED_IMPORT_QUOTA) throw tooManyStaged();
}

function tooManyStaged(): DomainError {
  const text = `${STAGED_IMPORT_QUOTA} files are waiting to be reviewed. Confirm or discard one of them first.`;
  return new DomainError("conflict", text);
}

async function stagedUsage(ctx: Ctx, userId: string): Promise<{ waiting: number }> {
  const [row] = await ctx.db.all<{ waiting: number }>(
    sql`SELECT count(*) AS waiting FROM staged_imports WHERE user_id = ${userId}`,
  );
  return { waiting: row?.waiting ?? 0 };
}

/** A file that was uploaded but neither imported nor discarded. */
interface WaitingFile {
  id: string;
  fileName: string;
  accountId: string;
  accountName: string;
  createdAt: string;
}

/** A household's import quota: files waiting for review, how many may wait, and how many more can be imported this hour. */
export interface ImportUsage {
  waiting: WaitingFile[];
  allowed: number;
  leftThisHour: number;
}

export async function importUsage(ctx: Ctx): Promise<ImportUsage> {
  const { userId } = allowPerson(ctx);
  const files = ctx.db
    .select({
      id: stagedImports.id,
      fileName: stagedImports.fileName,
      accountId: stagedImports.accountId,
      accountName: bankAccounts.name,
      createdAt: stagedImports.createdAt,
    })
    .from(stagedImports)
    .innerJoin(bankAccounts, and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, stagedImports.accountId)))
    .where(eq(stagedImports.userId, userId))
    .orderBy(desc(stagedImports.id))
    .limit(STAGED_IMPORT_QUOTA);
  const [waiting, [used]] = await ctx.db.batch([files, usageQuery(ctx, userId, IMPORTS)]);
  return { waiting, allowed: STAGED_IMPORT_QUOTA, leftThisHour: Math.max(0, IMPORTS.perPerson - (used?.count ?? 0)) };
}

/** A separate function, because the caller's variables would keep the file's text in memory as long as it runs. */
async function readAndStoreText(
  ctx: Ctx,
  account: ImportAccount,
  { upload, options, setId }: { upload: Upload; options: ImportOptions; setId: string },
) {
  const source = await decodeUpload(upload);
  const file = await readFile(ctx, account, { source, options });
  let position = 0;
  for (const piece of textChunks(source.text)) {
    const values = { userId: account.userId, setId, kind: "text" as const, createdAt: ctx.now.toISOString() };
    await ctx.db.insert(stagedRows).values({ ...values, position, rows: JSON.stringify([piece]) });
    position += 1;
  }
  return { file, encoding: source.encoding };
}

/**
 * Corrects how a staged file is read, or decides on its possible matches. New options read the stored text again into a new set
 * of rows, which replaces the old one in a single write, and reset the decisions.
 * @throws DomainError not_found; conflict for an archived account or if another change came first; invalid
 */
export async function changeImport(ctx: Ctx, id: string, { options, decisions }: ImportChange): Promise<void> {
  if (options) await limitUse(ctx, REREADS);
  await withErrorMessage(stageFailed, () =>
    once(ctx, "changeImport", { id, options, decisions }, async (commit) => {
      const staged = await findStaged(ctx, id);
      const reread = options ? await rereadWrites(ctx, staged, { options: merged(staged.options, options) }) : [];
      const decided = decisions ? [decide(ctx, staged, decisions)] : [];
      return commit(null, {
        writes: [...reread, ...decided],
        result: null,
        refusals: { import_changed: () => new DomainError("conflict", "This import was changed at the same time.") },
      });
    }),
  );
}

/** A new delimiter or header invalidates the earlier options about columns and their words. */
function merged(before: ImportOptions, options: ImportOptions): ImportOptions {
  if (options.delimiter === undefined && options.headerRow === undefined) return { ...before, ...options };
  const { columns: _columns, moneyOut: _moneyOut, ...others } = before;
  return { ...others, ...options };
}

/** A decision for all rows replaces earlier ones; a decision for one row is added to them. */
function decide(ctx: Ctx, { userId, id }: StagedImport, decisions: Decisions): Write {
  const json = JSON.stringify(decisions);
  return ctx.db
    .update(stagedImports)
    .set({
      decisions: decisions.possible ? json : sql`json_patch(${stagedImports.decisions}, ${json})`,
      updatedAt: ctx.now.toISOString(),
    })
    .where(and(eq(stagedImports.userId, userId), eq(stagedImports.id, id)));
}

/** Reads a staged file's text again and compares its rows with the account as it is now; `decisions` replace its own. */
export async function rereadWrites(
  ctx: Ctx,
  staged: StagedImport,
  { options, decisions = {} }: { options: ImportOptions; decisions?: Decisions },
): Promise<[Write, ...Write[]]> {
  const { userId, id, encoding, version } = staged;
  const account = await importableAccount(ctx, staged);
  const readText = async () => {
    const source = { text: await storedText(ctx, { userId, setId: id }), encoding };
    return readFile(ctx, account, { source, options });
  };
  const classified = await classifyFile(ctx, account, await readText());
  const setId = ctx.newId();
  await stageRows(ctx, { userId, setId }, { file: classified, kinds: ROW_KINDS });
  const update = ctx.db
    .update(stagedImports)
    .set({
      setId,
      options: JSON.stringify(options),
      decisions: JSON.stringify(decisions),
      summary: JSON.stringify(summaryOf(classified)),
      version: version + 1,
      updatedAt: ctx.now.toISOString(),
    })
    .where(and(eq(stagedImports.userId, userId), eq(stagedImports.id, id), eq(stagedImports.version, version)));
  return [update, assertRowChanged(ctx, "import_changed"), deleteRowSet(ctx, { userId, setId: staged.setId })];
}

/** Deletes a staged file with its rows. @throws DomainError not_found */
export async function discardImport(ctx: Ctx, id: string): Promise<void> {
  const { userId, setId } = await findStaged(ctx, id);
  await ctx.db.batch([
    ctx.db.delete(stagedImports).where(and(eq(stagedImports.userId, userId), eq(stagedImports.id, id))),
    deleteRowSet(ctx, { userId, setId }),
    deleteRowSet(ctx, { userId, setId: id }),
  ]);
}

export function deleteRowSet(ctx: Ctx, { userId, setId }: RowSet) {
  return ctx.db.delete(stagedRows).where(and(eq(stagedRows.userId, userId), eq(stagedRows.setId, setId)));
}

/** @throws DomainError not_found */
export async function findStaged(ctx: Ctx, id: string): Promise<StagedImport> {
  return stagedImportOf(await stagedImportQuery(ctx, id));
}

/** The query behind `findStaged`, for callers that batch it with others. */
export function stagedImportQuery(ctx: Ctx, id: string) {
  const { userId } = allowPerson(ctx);
  return ctx.db
    .select()
    .from(stagedImports)
    .where(and(eq(stagedImports.userId, userId), eq(stagedImports.id, id)));
}

export type StagedImport = ReturnType<typeof stagedImportOf>;

/** @throws DomainError not_found */
export function stagedImportOf([row]: Awaited<ReturnType<typeof stagedImportQuery>>) {
  if (!row) throw notFound("Import not found");
  const options: ImportOptions = JSON.parse(row.options);
  const decisions: Decisions = JSON.parse(row.decisions);
  const summary: ImportSummary = JSON.parse(row.summary);
  return { ...row, options, decisions, summary };
}

/** Splits an upload's text into chunks that fit into a D1 value, without splitting a character. */
function* textChunks(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + TEXT_CHUNK_LENGTH;
    const isPair = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
    const next = isPair ? end - 1 : end;
    yield text.slice(at, next);
    at = next;
  }
}

async function storedText(ctx: Ctx, { userId, setId }: RowSet): Promise<string> {
  const pieces: string[] = [];
  for (let position = 0; ; position += 1) {
    const [row] = await ctx.db
      .select({ piece: sql<string>`${stagedRows.rows} ->> 0`.as("piece") })
      .from(stagedRows)
      .where(
        and(
          eq(stagedRows.userId, userId),
          eq(stagedRows.setId, setId),
          eq(stagedRows.kind, "text"),
          eq(stagedRows.position, position),
        ),
      );
    if (!row) return pieces.join("");
    pieces.push(row.piece);
  }
}

/** Stores rows in chunks, one per call, so that no more than one is in memory at a time. */
export async function stageRows(
  ctx: Ctx,
  set: RowSet,
  { file, kinds }: { file: ClassifiedFile; kinds: readonly RowKind[] },
): Promise<void> {
  for (const kind of kinds) await stageChunks(ctx, set, { kind, rows: stagedJson(file, kind) });
}

export async function stageChunks(
  ctx: Ctx,
  { userId, setId }: RowSet,
  { kind, rows }: { kind: StagedKind; rows: Iterable<string> },
): Promise<void> {
  const createdAt = ctx.now.toISOString();
  let position = 0;
  for (const piece of jsonChunks(rows)) {
    await ctx.db.insert(stagedRows).values({ userId, setId, kind, position, rows: piece, createdAt });
    position += 1;
  }
}

/** Each row of a kind as a JSON array; preview and confirm refer to its elements by index. */
function* stagedJson(file: ClassifiedFile, kind: RowKind): Generator<string> {
  if (kind === "error") {
    for (const { row, message } of file.errors) yield JSON.stringify([row, message]);
    return;
  }
  if (kind === "skipped") {
    for (const { row, reason } of file.skipped) yield JSON.stringify([row, `Row ${row}: ${reason}`]);
    return;
  }
  for (const [at, row] of file.rows.entries()) {
    const classification = file.classifications[at];
    if (classification?.kind === kind) yield JSON.stringify(stagedRow(row, file.keys[at] ?? "", classification));
  }
}

/** A transaction of a file as stored until it is confirmed. */
export type StagedRow = readonly [
  row: number,
  date: string,
  amountMinor: number,
  description: string,
  pending: 0 | 1,
  key: string,
  type: string,
  merchantName: string | null,
  notes: string | null,
  bankId: string | null,
  checkNumber: string | null,
  category: string,
  of?: string,
  reason?: PossibleReason,
  sure?: 0 | 1,
  /** The household's choices for the pending transaction that this row replaces. */
  editedFields?: string | null,
  excluded?: 0 | 1,
];

function stagedRow(row: ImportRow, key: string, classification: RowClassification): StagedRow {
  const fields = [
    row.row,
    row.date,
    row.amountMinor,
    row.description,
    row.pending ? 1 : 0,
    key,
    typeOf(row),
    row.merchantName ?? null,
    row.memo ?? null,
    row.bankId ?? null,
    row.checkNumber ?? null,
    "other",
  ] as const;
  if (classification.kind !== "possible") return fields;
  return [...fields, classification.of, classification.reason, classification.sure ? 1 : 0];
}

function typeOf({ amountMinor, type = "" }: ImportRow) {
  if (amountMinor > 0) return /\binterest\b/i.test(type) ? "interest" : "deposit";
  return /\bfees?\b/i.test(type) ? "fee" : "withdrawal";
}

export function summaryOf({
  rows,
  errors,
  skipped,
  keys: _,
  classifications,
  ...facts
}: ClassifiedFile): ImportSummary {
  const counts = { new: 0, possible: 0, duplicate: 0, error: errors.length, skipped: skipped.length };
  for (const { kind } of classifications) counts[kind] += 1;
  const added = rows.filter((_, at) => classifications[at]?.kind === "new");
  const { first, last } = datesOf(rows);
  return {
    ...facts,
    header: [...facts.header],
    counts,
    errors: errors.slice(0, MAX_ERRORS).map(({ message }) => message),
    firstDate: first,
    lastDate: last,
    newDates: datesOf(added),
    moneyInMinor: added.reduce((sum, { amountMinor }) => sum + Math.max(amountMinor, 0), 0),
    moneyOutMinor: added.reduce((sum, { amountMinor }) => sum + Math.min(amountMinor, 0), 0),
    isNewestFirst: (rows[0]?.date ?? "") > (rows.at(-1)?.date ?? ""),
    lastRow: rows.at(-1)?.row ?? 0,
  };
}

/** A staged import left unchanged this long counts as abandoned. */
const ABANDONED_AFTER_MS = 7 * DAY_MS;

/** Rows without a staged import either are still being written or belong to an interrupted attempt. */
const ORPHANED_AFTER_MS = HOUR_MS;

/** Deletes abandoned staged imports and orphaned rows. */
export async function sweepStagedImports(ctx: Ctx): Promise<void> {
  const ago = (ms: number) => new Date(ctx.now.getTime() - ms).toISOString();
  const across = sql.raw(acrossTenants);
  await ctx.db.batch([
    ctx.db.run(
      sql`DELETE ${across} FROM staged_imports WHERE updated_at < ${ago(ABANDONED_AFTER_MS)} AND ${isOnThisShard(sql`user_id`)}`,
    ),
    ctx.db.run(sql`
      DELETE ${across} FROM staged_rows WHERE created_at < ${ago(ORPHANED_AFTER_MS)} AND ${isOnThisShard(sql`user_id`)} AND NOT EXISTS (
        SELECT 1 FROM staged_imports i WHERE i.user_id = staged_rows.user_id
          AND (i.id = staged_rows.set_id OR i.set_id = staged_rows.set_id))`),
  ]);
}
