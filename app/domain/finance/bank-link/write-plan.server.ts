import { sql } from "drizzle-orm";
import { jsonChunks } from "~/domain/finance/imports/chunks";
import type { Ctx } from "~/domain/shared/context";
import { assertRowsChanged, type Write } from "~/domain/shared/write.server";
import type { Leased } from "./lease.server";
import type { SyncPlan } from "./reconcile";

/** Named when a row was changed between its reading and the write: the sync looks again. */
export const rowsChanged = "bank_rows_changed";

/** The statements that make a plan true; each holds for the rows as they were read, or the batch is undone. */
export function planWrites(ctx: Ctx, { userId, itemId }: Leased, plan: SyncPlan): Write[] {
  const now = ctx.now.toISOString();
  const ids = new Map(plan.inserts.map(({ bank }) => [bank.id, ctx.newId()]));
  return [
    ...inPieces(
      ctx,
      plan.renames,
      ({ id, version, bankId }) => [id, version, bankId],
      (piece) => sql`
      UPDATE account_transactions SET plaid_transaction_id = r.value ->> 2, version = version + 1, updated_at = ${now}
      FROM json_each(${piece}) r WHERE ${asRead(userId)}`,
    ),
    ...inPieces(
      ctx,
      plan.removals,
      ({ id, version }) => [id, version],
      (piece) => sql`
      UPDATE account_transactions SET removed_at = ${now}, last_change = 'sync', version = version + 1, updated_at = ${now}
      FROM json_each(${piece}) r WHERE ${asRead(userId)} AND account_transactions.is_reconciled = 0`,
    ),
    ...updates(ctx, userId, plan),
    ...inPieces(
      ctx,
      plan.inserts,
      ({ bank, accountId }) => [
        ...[ids.get(bank.id), accountId, bank.date, bank.amountMinor, bank.type, bank.category, bank.description],
        ...[bank.merchantName, bank.checkNumber, bank.pending ? 1 : 0, bank.id],
      ],
      (piece) => sql`
      INSERT INTO account_transactions (user_id, id, account_id, transaction_date, amount_minor, type, category, description,
        merchant_name, check_number, pending, plaid_transaction_id, source, last_change, created_at, updated_at)
      SELECT ${userId}, ${at(0)}, ${at(1)}, ${at(2)}, ${at(3)}, ${at(4)}, ${at(5)}, ${at(6)}, ${at(7)}, ${at(8)}, ${at(9)}, ${at(10)},
        'bank', 'sync', ${now}, ${now} FROM json_each(${piece}) r`,
    ),
    ctx.db.run(sql`DELETE FROM bank_held_changes WHERE user_id = ${userId} AND item_id = ${itemId}`),
    ...pieces(plan.held, ({ bankId, bank }) => [bankId, bank && JSON.stringify(bank)]).map((piece) =>
      ctx.db.run(sql`
        INSERT INTO bank_held_changes (user_id, item_id, transaction_id, change, created_at)
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

function updates(ctx: Ctx, userId: string, plan: SyncPlan): Write[] {
  const now = ctx.now.toISOString();
  return inPieces(
    ctx,
    plan.updates,
    (u) => [
      ...[u.id, u.version, u.accountId, u.bankId, u.date, u.amountMinor, u.type, u.category, u.description],
      ...[u.merchantName, u.checkNumber, u.pending ? 1 : 0, u.cutTransfer ? 1 : 0, u.staysRemoved ? 1 : 0],
    ],
    (piece) => sql`
    UPDATE account_transactions SET account_id = ${at(2)}, plaid_transaction_id = ${at(3)}, transaction_date = ${at(4)},
      amount_minor = ${at(5)}, type = ${at(6)}, category = ${at(7)}, description = ${at(8)}, merchant_name = ${at(9)},
      check_number = ${at(10)}, pending = ${at(11)}, 
      removed_at = CASE ${at(13)} WHEN 1 THEN removed_at END, removed_batch_id = CASE ${at(13)} WHEN 1 THEN removed_batch_id END,
      last_change = CASE ${at(13)} WHEN 1 THEN last_change ELSE 'sync' END,
      leg = CASE ${at(12)} WHEN 1 THEN NULL ELSE leg END, pair_id = CASE ${at(12)} WHEN 1 THEN NULL ELSE pair_id END,
      other_account_id = CASE ${at(12)} WHEN 1 THEN NULL ELSE other_account_id END,
      version = version + 1, updated_at = ${now}
    FROM json_each(${piece}) r WHERE ${asRead(userId)} AND account_transactions.is_reconciled = 0`,
  );
}

const at = (place: number) => sql.raw(`r.value ->> ${place}`);

function asRead(userId: string) {
  return sql`account_transactions.user_id = ${userId} AND account_transactions.id = ${at(0)} AND account_transactions.version = ${at(1)}`;
}

/** Each piece's statement, and behind it what undoes everything unless it met every row of the piece. */
function inPieces<T>(
  ctx: Ctx,
  rows: readonly T[],
  cells: (row: T) => unknown[],
  write: (piece: string) => ReturnType<typeof sql>,
) {
  return pieces(rows, cells).flatMap((piece) => [ctx.db.run(write(piece)), assertRowsChanged(ctx, rowsChanged, piece)]);
}

function pieces<T>(rows: readonly T[], cells: (row: T) => unknown[]): string[] {
  return [...jsonChunks(rows.map((row) => JSON.stringify(cells(row))))];
}
