import { and, eq, inArray, isNull, notExists, sql } from "drizzle-orm";
import { jsonChunks } from "#drizzle/d1/json-chunks";
import { accountTransactions } from "#drizzle/schema/finance-accounts";
import {
  importBatches,
  importMappings,
  importMatches,
  stagedImports,
  stagedRows,
} from "#drizzle/schema/finance-imports";
import { stepAsideForHalves } from "~/domain/finance/accounts/transfer-halves.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, withErrorMessage } from "~/domain/shared/errors";
import { limitUse } from "~/domain/shared/limits.server";
import { allowPerson } from "~/domain/shared/permissions";
import { addDays } from "~/domain/shared/time/dates";
import { assertRowChanged, type Change, once, type Write } from "~/domain/shared/write.server";
import { actionFor, MATCH_WINDOW } from "./classify";
import {
  type AccountKey,
  archived,
  classifyFile,
  datesOf,
  decodeUpload,
  digest,
  type ImportAccount,
  importableAccount,
  readFile,
  type Upload,
} from "./classify.server";
import { type ImportResult, importResult } from "./history.server";
import type { Decisions, ImportOptions } from "./schema";
import {
  deleteRowSet,
  findStaged,
  IMPORTS,
  type ImportSummary,
  type RowSet,
  rereadWrites,
  type StagedImport,
  type StagedRow,
  stageChunks,
  stageRows,
  summaryOf,
} from "./stage.server";

/** An import to be carried out: the rows of a set, what is known about them, and the household's decisions. */
interface PendingImport extends AccountKey, RowSet {
  importId: string;
  fileName: string;
  options: ImportOptions;
  decisions: Decisions;
  summary: ImportSummary;
}

const importFailed = "The import failed. Nothing was added. Please try again.";

/**
 * Moves a staged file's rows into its account, all or none.
 * @throws DomainError not_found; invalid with `{ questions }` while questions about the file are open; conflict for an archived
 * account, if it was already confirmed, or if the account has new transactions that may be rows of the file
 */
export async function confirmImport(ctx: Ctx, id: string): Promise<ImportResult> {
  const { userId } = allowPerson(ctx);
  const result = await withErrorMessage(importFailed, () =>
    once(ctx, "confirmImport", { id }, async (commit) => {
      const staged = await stagedOrConfirmed(ctx, userId, id);
      await importableAccount(ctx, staged);
      await refuseOutdated(ctx, staged);
      const { writes, ...change } = await importChange(ctx, { ...staged, importId: id });
      const leave = ctx.db
        .delete(stagedImports)
        .where(
          and(eq(stagedImports.userId, userId), eq(stagedImports.id, id), eq(stagedImports.version, staged.version)),
        );
      const first = [leave, assertRowChanged(ctx, "import_confirmed")];
      const refusals = { ...change.refusals, import_confirmed: confirmedBefore };
      const text = deleteRowSet(ctx, { userId, setId: id });
      return commit(null, { ...change, refusals, writes: [...first, ...writes, text] });
    }),
  );
  return asStored(ctx, result);
}

const confirmedBefore = () => new DomainError("conflict", "This import was already confirmed or changed.");

/**
 * The bank or the household may have added a transaction of the file since it was read. The file is then compared again and
 * left for review; the decision for all possible matches is dropped, since it was not about the new ones.
 */
async function refuseOutdated(ctx: Ctx, staged: StagedImport): Promise<void> {
  if (!(await hasNewerMatch(ctx, staged))) return;
  const { rows } = staged.decisions;
  const [update, ...others] = await rereadWrites(ctx, staged, { options: staged.options, decisions: { rows } });
  await ctx.db.batch([update, ...others]);
  throw new DomainError(
    "conflict",
    "The account has new transactions that may already be in this file. Review the possible matches, then import again.",
  );
}

/** Whether a row staged as new may be a transaction that the account has received from elsewhere since. */
async function hasNewerMatch(ctx: Ctx, { userId, accountId, setId, summary }: StagedImport): Promise<boolean> {
  const { first, last } = summary.newDates;
  if (first === null || last === null) return false;
  const { before, after } = MATCH_WINDOW;
  const day = (days: number) => sql`date(r.value ->> 1, ${`${days} days`})`;
  const found = await ctx.db.all(sql`
    WITH newer AS MATERIALIZED (
      SELECT t.amount_minor AS amount, t.transaction_date AS day FROM account_transactions t
      WHERE t.user_id = ${userId} AND t.account_id = ${accountId} AND t.source <> 'csv' AND t.removed_at IS NULL
        AND t.transaction_date BETWEEN ${addDays(first, -before)} AND ${addDays(last, after)}
        AND t.created_at >= (SELECT min(created_at) FROM staged_rows WHERE user_id = ${userId} AND set_id = ${setId} AND kind = 'new')
        AND NOT EXISTS (SELECT 1 FROM import_matches m WHERE m.user_id = ${userId} AND m.transaction_id = t.id))
    SELECT 1 AS one FROM staged_rows s CROSS JOIN json_each(s.rows) r
    JOIN newer ON newer.amount = r.value ->> 2 AND newer.day BETWEEN ${day(-before)} AND ${day(after)}
    WHERE s.user_id = ${userId} AND s.set_id = ${setId} AND s.kind = 'new' AND EXISTS (SELECT 1 FROM newer) LIMIT 1`);
  return found.length > 0;
}

async function stagedOrConfirmed(ctx: Ctx, userId: string, id: string) {
  try {
    return await findStaged(ctx, id);
  } catch (error) {
    const [done] = await ctx.db
      .select({ id: importBatches.id })
      .from(importBatches)
      .where(and(eq(importBatches.userId, userId), eq(importBatches.id, id)));
    throw done ? confirmedBefore() : error;
  }
}

/**
 * Stages and confirms a file in one step: options that the household does not set are detected. Importing the same file again
 * adds nothing.
 * @throws DomainError as stageImport and confirmImport
 */
export async function importFile(
  ctx: Ctx,
  accountId: string,
  input: { upload: Upload; options: ImportOptions; decisions: Decisions },
): Promise<ImportResult> {
  const { userId } = allowPerson(ctx);
  await limitUse(ctx, IMPORTS);
  const { upload, options, decisions } = input;
  const fingerprint = { accountId, file: await digest(await upload.bytes()), options, decisions };
  const result = await withErrorMessage(importFailed, () =>
    once(ctx, "importFile", fingerprint, async (commit) => {
      const account = await importableAccount(ctx, { userId, accountId });
      const importId = ctx.newId();
      const set = { userId, setId: importId };
      const summary = await stageToAdd(ctx, account, { upload, options, set });
      const change = { ...set, accountId, importId, fileName: upload.name, options, decisions, summary };
      return commit(null, await importChange(ctx, change));
    }),
  );
  return asStored(ctx, result);
}

/** Stores the rows that may be added; without a preview, the rest of the file and its text are not needed. */
async function stageToAdd(
  ctx: Ctx,
  account: ImportAccount,
  { upload, options, set }: { upload: Upload; options: ImportOptions; set: RowSet },
): Promise<ImportSummary> {
  const read = async () => readFile(ctx, account, { source: await decodeUpload(upload), options });
  const file = await classifyFile(ctx, account, await read());
  checkQuestions(file);
  await stageRows(ctx, set, { file, kinds: ["new", "possible"] });
  return summaryOf(file);
}

function checkQuestions({ questions }: Pick<ImportSummary, "questions">): void {
  const needed = questions.filter((question) => question.needed);
  if (needed.length === 0) return;
  throw new DomainError("invalid", needed.map((question) => question.text).join(" "), {
    details: { questions: needed },
  });
}

/** Another import of the same file at the same time may have left fewer rows to add than expected. */
function asStored(ctx: Ctx, result: ImportResult): ImportResult | Promise<ImportResult> {
  return result.importId === null ? result : importResult(ctx, result.importId);
}

async function importChange(ctx: Ctx, pending: PendingImport): Promise<Change<ImportResult>> {
  const { summary, importId, userId, setId } = pending;
  checkQuestions(summary);
  const plan = await decidePossibleRows(ctx, pending);
  await replaceAddedRows(ctx, { userId, setId }, plan.added);
  const added = summary.counts.new + plan.added.length;
  const { counts } = summary;
  const outcome = {
    importedCount: added,
    skippedCount: counts.new + counts.possible + counts.duplicate - added + counts.skipped,
    errors: summary.errors,
    errorCount: counts.error,
  };
  const last = [...saveMapping(ctx, pending), deleteRowSet(ctx, { userId, setId })];
  if (added === 0 && plan.matches.length === 0) return { writes: last, result: { importId: null, ...outcome } };
  return {
    writes: [
      batchRow(ctx, pending, { outcome, added: plan.added }),
      insertStagedRows(ctx, pending),
      countRows(ctx, pending, added + outcome.skippedCount),
      ...insertMatches(ctx, pending, plan.matches),
      ...replacePending(ctx, pending, plan.replaced),
      ...halvesOf(ctx, pending, importId),
      ...last,
    ],
    result: { importId, ...outcome },
    refusals: { account_inactive: archived },
  };
}

interface PossiblePlan {
  /** Possible matches that become transactions. */
  added: StagedRow[];
  /** Rows of the file that the account already has: `[importKey, transactionId]`. */
  matches: [string, string][];
  /** Ids of pending transactions whose posted rows are in this file. */
  replaced: string[];
}

/**
 * Decides each possible match. If undecided, it is merged only when the match is certain and added otherwise, since every row of
 * a file is a transaction. A row listed twice in the file has nothing to merge with: 'merge' omits it.
 */
async function decidePossibleRows(ctx: Ctx, pending: PendingImport): Promise<PossiblePlan> {
  const plan: PossiblePlan = { added: [], matches: [], replaced: [] };
  if (pending.summary.counts.possible === 0) return plan;
  const rows = await possibleRows(ctx, pending);
  const existing = await openTransactions(ctx, pending, rows);
  for (const row of rows) {
    const [number, , , , isPending, key, , , , , , , of = "", reason, sure] = row;
    const action = actionFor({ row: number, sure: sure === 1 }, pending.decisions) ?? "add";
    if (action === "leave" || (action === "merge" && reason === "same-row-id")) continue;
    const match = action === "merge" ? existing.get(of) : undefined;
    if (!match) {
      plan.added.push(row);
      continue;
    }
    plan.matches.push([key, match.id]);
    // A reconciled transaction is not changed, and a pending row does not replace a pending one.
    if (!match.pending || match.isReconciled || isPending === 1) continue;
    plan.added.push(withOverrides(row, match));
    plan.replaced.push(match.id);
  }
  return plan;
}

async function possibleRows(ctx: Ctx, { userId, setId }: RowSet): Promise<StagedRow[]> {
  const pieces = await ctx.db
    .select({ rows: stagedRows.rows })
    .from(stagedRows)
    .where(and(eq(stagedRows.userId, userId), eq(stagedRows.setId, setId), eq(stagedRows.kind, "possible")))
    .orderBy(stagedRows.position);
  return pieces.flatMap((piece) => {
    const rows: StagedRow[] = JSON.parse(piece.rows);
    return rows;
  });
}

type OpenTransaction = Awaited<ReturnType<typeof openTransactions>> extends Map<string, infer T> ? T : never;

/**
 * The transactions that possible matches may be merged with now: some may have been removed or matched since the file was read.
 */
async function openTransactions(ctx: Ctx, { userId, accountId }: AccountKey, rows: readonly StagedRow[]) {
  const t = accountTransactions;
  const matched = ctx.db
    .select({ one: sql`1` })
    .from(importMatches)
    .where(and(eq(importMatches.userId, userId), eq(importMatches.transactionId, t.id)));
  const query = (ids: string) =>
    ctx.db
      .select({
        id: t.id,
        pending: t.pending,
        amountMinor: t.amountMinor,
        type: t.type,
        description: t.description,
        category: t.category,
        notes: t.notes,
        editedFields: t.editedFields,
        excluded: t.excluded,
        isReconciled: t.isReconciled,
      })
      .from(t)
      .where(
        and(
          eq(t.userId, userId),
          eq(t.accountId, accountId),
          inArray(t.id, sql`(SELECT value FROM json_each(${ids}))`),
          isNull(t.removedAt),
          notExists(matched),
        ),
      );
  const found: Awaited<ReturnType<typeof query>> = [];
  for (const ids of jsonChunks(rows.map((row) => JSON.stringify(row[12] ?? "")))) found.push(...(await query(ids)));
  return new Map(found.map((one) => [one.id, one]));
}

/** Copies the household's edits of a pending transaction to its posted row, where a rule or a sync must not undo them. */
function withOverrides(row: StagedRow, pending: OpenTransaction): StagedRow {
  const { editedFields, category } = pending;
  const edited = editedFields?.split(",") ?? [];
  const [number, date, amountMinor, ownDescription, isPending, key, ownType, merchant, ownNotes, bankId, check] = row;
  const text = edited.includes("description") ? pending.description : ownDescription;
  const keepsType = edited.includes("type") && Math.sign(pending.amountMinor) === Math.sign(amountMinor);
  const type = keepsType ? pending.type : ownType;
  const notes = pending.notes ?? ownNotes;
  const facts = [
    number,
    date,
    amountMinor,
    text,
    isPending,
    key,
    type,
    merchant,
    notes,
    bankId,
    check,
    category,
  ] as const;
  return [...facts, undefined, undefined, undefined, editedFields, pending.excluded ? 1 : 0];
}

/** Replaces rows that an earlier attempt may have left. */
async function replaceAddedRows(ctx: Ctx, set: RowSet, rows: readonly StagedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await ctx.db
    .delete(stagedRows)
    .where(and(eq(stagedRows.userId, set.userId), eq(stagedRows.setId, set.setId), eq(stagedRows.kind, "add")));
  await stageChunks(ctx, set, { kind: "add", rows: rows.map((row) => JSON.stringify(row)) });
}

type Outcome = Omit<ImportResult, "importId">;

function batchRow(
  ctx: Ctx,
  { userId, accountId, importId, fileName, summary }: PendingImport,
  { outcome, added }: { outcome: Outcome; added: readonly StagedRow[] },
): Write {
  const { newDates, mapping } = summary;
  const ends = [newDates.first, newDates.last].flatMap((date) => (date === null ? [] : [{ date }]));
  const { first, last } = datesOf([...ends, ...added.map(([, date]) => ({ date }))]);
  return ctx.db.insert(importBatches).values({
    ...{ userId, accountId, id: importId, firstDate: first, lastDate: last },
    fileName: fileName.slice(0, 300),
    format: mapping.format,
    errorCount: outcome.errorCount,
    errors: JSON.stringify(outcome.errors),
    createdAt: ctx.now.toISOString(),
  });
}

/** The prefix of an import's row ids; it is followed by their positions in the file. */
export function idStartOf(importId: string): string {
  return importId.slice(0, 24);
}

/** Ids within a day follow the bank's own order, whether the file starts with the oldest or the newest row. */
function insertStagedRows(ctx: Ctx, { userId, accountId, importId, setId, summary }: PendingImport): Write {
  const now = ctx.now.toISOString();
  const at = (place: number) => sql.raw(`r.value ->> ${place}`);
  const place = summary.isNewestFirst ? sql`${summary.lastRow} - ${at(0)}` : at(0);
  return ctx.db.run(sql`
    INSERT INTO account_transactions (user_id, id, account_id, transaction_date, amount_minor, type, category, description,
      merchant_name, notes, pending, import_key, bank_id, check_number, edited_fields, excluded, batch_id, source, last_change, created_at, updated_at)
    SELECT s.user_id, ${idStartOf(importId)} || printf('%012x', ${place}), ${accountId}, ${at(1)}, ${at(2)}, ${at(6)}, ${at(11)}, ${at(3)},
      ${at(7)}, ${at(8)}, ${at(4)}, ${at(5)}, ${at(9)}, ${at(10)}, ${at(15)}, coalesce(${at(16)}, 0), ${importId}, 'csv', 'import', ${now}, ${now}
    FROM staged_rows s, json_each(s.rows) r
    WHERE s.user_id = ${userId} AND s.set_id = ${setId} AND s.kind IN ('new', 'add') AND NOT EXISTS (
      SELECT 1 FROM import_matches m WHERE m.user_id = ${userId} AND m.account_id = ${accountId} AND m.import_key = ${at(5)})
    ON CONFLICT (user_id, account_id, import_key) WHERE import_key IS NOT NULL DO NOTHING`);
}

/** Runs right after `insertStagedRows`: rows it did not add already existed. */
function countRows(ctx: Ctx, { userId, importId }: PendingImport, rowsRead: number): Write {
  return ctx.db
    .update(importBatches)
    .set({ importedCount: sql`changes()`, skippedCount: sql`${rowsRead} - changes()` })
    .where(and(eq(importBatches.userId, userId), eq(importBatches.id, importId)));
}

function insertMatches(
  ctx: Ctx,
  { userId, accountId, importId }: PendingImport,
  matches: readonly [string, string][],
): Write[] {
  return [...jsonChunks(matches.map((match) => JSON.stringify(match)))].map((piece) =>
    ctx.db.run(sql`
      INSERT INTO import_matches (user_id, account_id, import_key, transaction_id, batch_id)
      SELECT ${userId}, ${accountId}, value ->> 0, value ->> 1, ${importId} FROM json_each(${piece}) WHERE true
      ON CONFLICT (user_id, account_id, import_key) DO NOTHING`),
  );
}

/** Replaces pending transactions with their posted rows; an undo restores them. */
function replacePending(ctx: Ctx, { userId, importId }: PendingImport, ids: readonly string[]): Write[] {
  const now = ctx.now.toISOString();
  return [...jsonChunks(ids.map((id) => JSON.stringify(id)))].map((piece) =>
    ctx.db
      .update(accountTransactions)
      .set({ removedAt: now, removedBatchId: importId, lastChange: "import", updatedAt: now })
      .where(
        and(
          eq(accountTransactions.userId, userId),
          inArray(accountTransactions.id, sql`(SELECT value FROM json_each(${piece}))`),
          isNull(accountTransactions.removedAt),
          isNull(accountTransactions.leg),
          eq(accountTransactions.isReconciled, false),
        ),
      ),
  );
}

/** Halves of marked transfers may await rows of an import. */
export function halvesOf(ctx: Ctx, { userId, accountId }: AccountKey, importId: string): Write[] {
  const day = (column: string) =>
    sql`(SELECT ${sql.raw(column)} FROM import_batches WHERE user_id = ${userId} AND id = ${importId})`;
  const accounts = JSON.stringify([accountId]);
  return stepAsideForHalves(ctx, userId, { accounts, from: day("first_date"), to: day("last_date") });
}

/** Saves the household's options for the next file with the same header. */
function saveMapping(ctx: Ctx, { userId, accountId, options, summary }: PendingImport): Write[] {
  if (Object.keys(options).length === 0) return [];
  const saved = { mapping: JSON.stringify(summary.mapping), updatedAt: ctx.now.toISOString() };
  return [
    ctx.db
      .insert(importMappings)
      .values({ userId, accountId, headerHash: summary.headerHash, ...saved })
      .onConflictDoUpdate({
        target: [importMappings.userId, importMappings.accountId, importMappings.headerHash],
        set: saved,
      }),
  ];
}
