import { type SQL, sql } from "drizzle-orm";
import { jsonChunks } from "#drizzle/d1/json-chunks";
import { stepAsideForHalves } from "~/domain/finance/accounts/transfer-halves.server";
import type { BankChanges, ItemKey } from "~/domain/finance/bank-link/item";
import type { LedgerRow } from "~/domain/finance/bank-link/ledger-row";
import type { SyncPlan } from "~/domain/finance/bank-link/reconcile";
import { MATCH_WINDOW } from "~/domain/finance/imports/classify";
import type { Ctx } from "~/domain/shared/context";
import { addDays } from "~/domain/shared/time/dates";
import { assertRowsChanged, type Write } from "~/domain/shared/write.server";

export interface StoredRow
  extends Omit<LedgerRow, "pending" | "isReconciled" | "hasNotes" | "isTransfer" | "reported"> {
  pending: number;
  isReconciled: number;
  hasNotes: number;
  isTransfer: number;
  reportedDate: string | null;
  reportedMinor: number | null;
  reportedText: string | null;
}

/** Columns of a `LedgerRow` from `t`, with `relatedRows` joined to it. */
export const ledgerColumns =
  sql.raw(`t.id AS id, t.version AS version, t.account_id AS accountId, t.plaid_transaction_id AS bankId,
  t.plaid_item_id AS itemId, i.institution_id AS institutionId,
  b.transaction_date AS reportedDate, b.amount_minor AS reportedMinor, b.description AS reportedText,
  t.source AS source, t.transaction_date AS date, t.amount_minor AS amountMinor, t.type AS type, t.category AS category,
  t.description AS description, t.merchant_name AS merchantName, t.check_number AS checkNumber, t.pending AS pending,
  t.is_reconciled = 1 OR coalesce(p.is_reconciled, 0) = 1 AS isReconciled, t.edited_fields AS editedFields, t.rule_fields AS ruleFields,
  t.notes IS NOT NULL AS hasNotes, t.leg IS NOT NULL AS isTransfer,
  CASE WHEN t.removed_at IS NULL THEN NULL WHEN t.last_change IN ('user', 'import') THEN t.last_change ELSE 'sync' END AS removedBy`);
/** Joins the other half of a transfer, the connection that reported the row, and the bank's report if the row was changed. */
export const relatedRows = sql.raw(`LEFT JOIN account_transactions p ON p.user_id = t.user_id AND p.id = t.pair_id
  LEFT JOIN bank_items i ON i.user_id = t.user_id AND i.id = t.plaid_item_id
  LEFT JOIN bank_reports b ON b.user_id = t.user_id AND b.row_id = t.id`);

/** Reads the ledger rows that the bank's changes may affect, in one round trip, or two if a file has replaced pending ones. */
export async function readLedger(
  ctx: Ctx,
  { userId, itemId, links }: ItemKey & { links: readonly { accountId: string | null }[] },
  changes: BankChanges,
): Promise<{ rows: LedgerRow[]; others: LedgerRow[]; replacements: Map<string, LedgerRow> }> {
  const accounts = JSON.stringify(links.flatMap((link) => link.accountId ?? []));
  const inAccounts = sql`t.user_id = ${userId} AND t.account_id IN (SELECT value FROM json_each(${accounts}))`;
  const own = changes.fromStart
    ? [
        sql`SELECT ${ledgerColumns} FROM account_transactions t ${relatedRows} WHERE ${inAccounts} AND t.plaid_transaction_id IS NOT NULL`,
      ]
    : [...byBankId(userId, changes), possiblyReportedAgain(inAccounts, { changes, itemId })];
  const [others, ...found] = await readAll(ctx, [othersOf(inAccounts, changes), ...own]);
  const rows = new Map(found.flat().map((row) => [row.id, row]));
  const replaced = [...rows.values()].filter((row) => row.removedBy === "import");
  const replacements = await replacementsOf(ctx, userId, replaced);
  return { rows: [...rows.values()], others: others ?? [], replacements };
}

/** A file's posted rows that have no bank id yet, by the ids of the pending rows that they replaced. */
async function replacementsOf(ctx: Ctx, userId: string, replaced: readonly LedgerRow[]) {
  const found = new Map<string, LedgerRow>();
  for (const ids of jsonChunks(replaced.map((row) => JSON.stringify(row.id)))) {
    const rows = await ctx.db.all<StoredRow & { replacedId: string }>(sql`
      SELECT ${ledgerColumns}, m.transaction_id AS replacedId FROM json_each(${ids}) j
      CROSS JOIN import_matches m ON m.user_id = ${userId} AND m.transaction_id = j.value
      CROSS JOIN account_transactions t ON t.user_id = ${userId} AND t.account_id = m.account_id AND t.import_key = m.import_key
      ${relatedRows} WHERE t.plaid_transaction_id IS NULL`);
    for (const { replacedId, ...row } of rows) found.set(replacedId, rowOf(row));
  }
  return found;
}

function byBankId(userId: string, changes: BankChanges): SQL[] {
  const ids = new Set(changes.removed);
  for (const { id, pendingId } of changes.present.values()) {
    ids.add(id);
    if (pendingId !== null) ids.add(pendingId);
  }
  return [...jsonChunks([...ids].map((id) => JSON.stringify(id)))].map(
    (chunk) => sql`SELECT ${ledgerColumns} FROM json_each(${chunk}) j
      CROSS JOIN account_transactions t ON t.user_id = ${userId} AND t.plaid_transaction_id = j.value ${relatedRows} WHERE true`,
  );
}

/** Days during which a transaction may be reported again under another id: longer than any posting takes. */
const POSTING_DAYS = 14;

/**
 * Rows that may be reported again under another id: removed by the bank, or from an earlier connection. They are searched by
 * their own date and by the date the bank reported, because the household may have edited it.
 */
function possiblyReportedAgain(inAccounts: SQL, { changes, itemId }: { changes: BankChanges; itemId: string }): SQL {
  const { from, to } = daysOf(changes, { before: POSTING_DAYS, after: POSTING_DAYS });
  return sql`SELECT ${ledgerColumns} FROM account_transactions t ${relatedRows} WHERE ${inAccounts}
    AND (t.transaction_date BETWEEN ${from} AND ${to} OR b.transaction_date BETWEEN ${from} AND ${to})
    AND t.plaid_transaction_id IS NOT NULL
    AND ((t.removed_at IS NOT NULL AND t.last_change = 'sync') OR t.plaid_item_id <> ${itemId})`;
}

function daysOf(changes: BankChanges, { before, after }: { before: number; after: number }) {
  let [first, last] = ["9999-12-31", "0001-01-01"];
  for (const { date } of changes.present.values()) {
    if (date < first) first = date;
    if (date > last) last = date;
  }
  if (changes.present.size === 0) return { from: first, to: last };
  return { from: addDays(first, -before), to: addDays(last, after) };
}

function othersOf(inAccounts: SQL, changes: BankChanges): SQL {
  const { from, to } = daysOf(changes, MATCH_WINDOW);
  return sql`SELECT ${ledgerColumns} FROM account_transactions t ${relatedRows} WHERE ${inAccounts}
    AND t.transaction_date BETWEEN ${from} AND ${to} AND t.plaid_transaction_id IS NULL AND t.removed_at IS NULL AND t.leg IS NULL
    AND t.type <> 'adjustment'
    AND NOT EXISTS (SELECT 1 FROM bank_matches m WHERE m.user_id = t.user_id AND m.other_row_id = t.id AND m.verdict IS NULL)`;
}

async function readAll(ctx: Ctx, queries: SQL[]): Promise<LedgerRow[][]> {
  const [first, ...rest] = queries.map((query) => ctx.db.all<StoredRow>(query));
  if (!first) return [];
  return (await ctx.db.batch([first, ...rest])).map((rows) => rows.map(rowOf));
}

export function rowOf({ reportedDate, reportedMinor, reportedText, ...row }: StoredRow): LedgerRow {
  return {
    ...row,
    reported:
      reportedDate === null || reportedMinor === null || reportedText === null
        ? null
        : { date: reportedDate, amountMinor: reportedMinor, description: reportedText },
    pending: row.pending === 1,
    isReconciled: row.isReconciled === 1,
    hasNotes: row.hasNotes === 1,
    isTransfer: row.isTransfer === 1,
  };
}

/** The assertion that fails if a row was changed between the read and the write; the sync then reads again. */
export const ROWS_CHANGED = "bank_rows_changed";

/** Halves of marked transfers may await rows that the plan adds or posts. */
export function halvesOf(ctx: Ctx, userId: string, { inserts, updates }: SyncPlan): Write[] {
  const arrived = [
    ...inserts.map(({ bank, accountId }) => ({ accountId, date: bank.date, pending: bank.pending })),
    ...updates,
  ].filter(({ pending }) => !pending);
  const [first, ...others] = arrived;
  if (!first) return [];
  let [from, to] = [first.date, first.date];
  for (const { date } of others) {
    if (date < from) from = date;
    if (date > to) to = date;
  }
  const accounts = JSON.stringify([...new Set(arrived.map(({ accountId }) => accountId))]);
  return stepAsideForHalves(ctx, userId, { accounts, from, to });
}

/** The statements that carry out a plan; each requires the rows to be unchanged since they were read, or the batch is undone. */
export function planWrites(ctx: Ctx, { userId, itemId }: ItemKey, plan: SyncPlan): Write[] {
  const now = ctx.now.toISOString();
  const ids = new Map(plan.inserts.map(({ bank }) => [bank.id, ctx.newId()]));
  return [
    ...inChunks(
      ctx,
      plan.renames,
      ({ id, version, bankId }) => [id, version, bankId],
      (piece) => sql`
      UPDATE account_transactions SET plaid_transaction_id = r.value ->> 2, plaid_item_id = ${itemId}, version = version + 1, updated_at = ${now}
      FROM json_each(${piece}) r WHERE ${asRead(userId)}`,
    ),
    ...inChunks(
      ctx,
      plan.removals,
      ({ id, version }) => [id, version],
      (piece) => sql`
      UPDATE account_transactions SET removed_at = ${now}, removed_batch_id = NULL, last_change = 'sync', version = version + 1, updated_at = ${now}
      FROM json_each(${piece}) r WHERE ${asRead(userId)} AND account_transactions.is_reconciled = 0`,
    ),
    ...reportWrites(ctx, userId, plan),
    ...rowUpdates(ctx, { userId, itemId }, plan),
    ...inChunks(
      ctx,
      plan.inserts,
      ({ bank, accountId }) => [
        ...[ids.get(bank.id), accountId, bank.date, bank.amountMinor, bank.type, bank.category, bank.description],
        ...[bank.merchantName, bank.checkNumber, bank.pending ? 1 : 0, bank.id],
      ],
      (piece) => sql`
      INSERT INTO account_transactions (user_id, id, account_id, transaction_date, amount_minor, type, category, description,
        merchant_name, check_number, pending, plaid_transaction_id, plaid_item_id, source, last_change, created_at, updated_at)
      SELECT ${userId}, ${at(0)}, ${at(1)}, ${at(2)}, ${at(3)}, ${at(4)}, ${at(5)}, ${at(6)}, ${at(7)}, ${at(8)}, ${at(9)}, ${at(10)},
        ${itemId}, 'bank', 'sync', ${now}, ${now} FROM json_each(${piece}) r`,
    ),
    ctx.db.run(sql`
      DELETE FROM deferred_bank_changes WHERE user_id = ${userId} AND (item_id = ${itemId} OR NOT EXISTS (
        SELECT 1 FROM account_transactions t WHERE t.user_id = ${userId} AND t.plaid_transaction_id = transaction_id
      ))`),
    ...pieces(plan.deferred, ({ bankId, bank }) => [bankId, bank && JSON.stringify(bank)]).map((piece) =>
      ctx.db.run(sql`
        INSERT INTO deferred_bank_changes (user_id, item_id, transaction_id, change, created_at)
        SELECT ${userId}, ${itemId}, ${at(0)}, ${at(1)}, ${now} FROM json_each(${piece}) r`),
    ),
    ...pieces(plan.matches, ({ bankId, otherRowId, kind }) => [ids.get(bankId), otherRowId, kind, ctx.newId()]).map(
      (piece) =>
        ctx.db.run(sql`
        INSERT INTO bank_matches (user_id, id, row_id, other_row_id, kind, created_at)
        SELECT ${userId}, ${at(3)}, ${at(0)}, ${at(1)}, ${at(2)}, ${now} FROM json_each(${piece}) r WHERE true ON CONFLICT DO NOTHING`),
    ),
  ];
}

/** Stores the bank's reports of rows whose values differ from them. */
function reportWrites(ctx: Ctx, userId: string, { reports }: SyncPlan): Write[] {
  const gone = reports.filter(({ reported }) => reported === null);
  const differing = reports.flatMap(({ id, reported }) => (reported ? [{ id, ...reported }] : []));
  return [
    ...pieces(gone, ({ id, version }) => [id, version]).map((piece) =>
      ctx.db.run(sql`
      DELETE FROM bank_reports WHERE user_id = ${userId} AND row_id IN (
        SELECT t.id FROM json_each(${piece}) r CROSS JOIN account_transactions t
        ON t.user_id = ${userId} AND t.id = ${at(0)} AND t.version = ${at(1)})`),
    ),
    ...pieces(differing, ({ id, date, amountMinor, description }) => [id, date, amountMinor, description]).map(
      (piece) =>
        ctx.db.run(sql`
      INSERT INTO bank_reports (user_id, row_id, transaction_date, amount_minor, description)
      SELECT ${userId}, ${at(0)}, ${at(1)}, ${at(2)}, ${at(3)} FROM json_each(${piece}) r WHERE true
      ON CONFLICT (user_id, row_id) DO UPDATE SET transaction_date = excluded.transaction_date,
        amount_minor = excluded.amount_minor, description = excluded.description`),
    ),
  ];
}

function rowUpdates(ctx: Ctx, { userId, itemId }: ItemKey, plan: SyncPlan): Write[] {
  const now = ctx.now.toISOString();
  return inChunks(
    ctx,
    plan.updates,
    (u) => [
      ...[u.id, u.version, u.accountId, u.bankId, u.date, u.amountMinor, u.type, u.category, u.description],
      ...[u.merchantName, u.checkNumber, u.pending ? 1 : 0, u.cutTransfer ? 1 : 0, u.staysRemoved ? 1 : 0],
      u.ruleFields,
    ],
    (piece) => sql`
    UPDATE account_transactions SET account_id = ${at(2)}, plaid_transaction_id = ${at(3)}, plaid_item_id = ${itemId}, transaction_date = ${at(4)},
      amount_minor = ${at(5)}, type = ${at(6)}, category = ${at(7)}, description = ${at(8)}, merchant_name = ${at(9)},
      check_number = ${at(10)}, pending = ${at(11)}, 
      removed_at = CASE ${at(13)} WHEN 1 THEN removed_at END, removed_batch_id = CASE ${at(13)} WHEN 1 THEN removed_batch_id END,
      last_change = CASE ${at(13)} WHEN 1 THEN last_change ELSE 'sync' END,
      leg = CASE ${at(12)} WHEN 1 THEN NULL ELSE leg END, pair_id = CASE ${at(12)} WHEN 1 THEN NULL ELSE pair_id END,
      other_account_id = CASE ${at(12)} WHEN 1 THEN NULL ELSE other_account_id END,
      version = version + 1, updated_at = ${now}
    FROM json_each(${piece}) r WHERE ${asRead(userId)} AND account_transactions.is_reconciled = 0
      AND account_transactions.rule_fields IS ${at(14)}`,
  );
}

const at = (place: number) => sql.raw(`r.value ->> ${place}`);

function asRead(userId: string) {
  return sql`account_transactions.user_id = ${userId} AND account_transactions.id = ${at(0)} AND account_transactions.version = ${at(1)}`;
}

/** Splits a write into chunks, each followed by an assertion that undoes the batch unless every row of the chunk was changed. */
function inChunks<T>(
  ctx: Ctx,
  rows: readonly T[],
  cells: (row: T) => unknown[],
  write: (piece: string) => ReturnType<typeof sql>,
) {
  return pieces(rows, cells).flatMap((piece) => [
    ctx.db.run(write(piece)),
    assertRowsChanged(ctx, ROWS_CHANGED, piece),
  ]);
}

function pieces<T>(rows: readonly T[], cells: (row: T) => unknown[]): string[] {
  return [...jsonChunks(rows.map((row) => JSON.stringify(cells(row))))];
}
