import { type SQL, sql } from "drizzle-orm";
import { jsonChunks } from "~/domain/finance/imports/chunks";
import { MATCH_WINDOW } from "~/domain/finance/imports/verdicts";
import type { Ctx } from "~/domain/shared/context";
import { addDays } from "~/domain/shared/dates";
import type { KnownRow } from "./known-row";
import type { Leased } from "./lease.server";
import type { BankChanges } from "./rules";

/** Pending rows the bank took away are remembered so long for a booking that does not name them. */
const bookedLater = 30;

export interface StoredRow extends Omit<KnownRow, "pending" | "isReconciled" | "hasNotes" | "isTransfer"> {
  pending: number;
  isReconciled: number;
  hasNotes: number;
  isTransfer: number;
}

/** A `KnownRow` of `t`, with `otherHalf` joined to it. */
export const knownColumns =
  sql.raw(`t.id AS id, t.version AS version, t.account_id AS accountId, t.plaid_transaction_id AS bankId,
  t.source AS source, t.transaction_date AS date, t.amount_minor AS amountMinor, t.type AS type, t.category AS category,
  t.description AS description, t.merchant_name AS merchantName, t.check_number AS checkNumber, t.pending AS pending,
  t.is_reconciled = 1 OR coalesce(p.is_reconciled, 0) = 1 AS isReconciled, t.edited_fields AS editedFields,
  t.notes IS NOT NULL AS hasNotes, t.leg IS NOT NULL AS isTransfer,
  CASE WHEN t.removed_at IS NULL THEN NULL WHEN t.last_change = 'user' THEN 'user' ELSE 'sync' END AS removedBy`);
export const otherHalf = sql.raw("LEFT JOIN account_transactions p ON p.user_id = t.user_id AND p.id = t.pair_id");

/** What the household's table knows of what the bank says, in one round trip. */
export async function knownRows(
  ctx: Ctx,
  { userId, links }: Leased,
  changes: BankChanges,
): Promise<{ rows: KnownRow[]; others: KnownRow[] }> {
  const accounts = JSON.stringify(links.flatMap((link) => link.accountId ?? []));
  const inAccounts = sql`t.user_id = ${userId} AND t.account_id IN (SELECT value FROM json_each(${accounts}))`;
  const since = addDays(ctx.now.toISOString().slice(0, 10), -bookedLater);
  const own = changes.complete
    ? [
        sql`SELECT ${knownColumns} FROM account_transactions t ${otherHalf} WHERE ${inAccounts} AND t.plaid_transaction_id IS NOT NULL`,
      ]
    : [
        ...byBankId(userId, changes),
        sql`SELECT ${knownColumns} FROM account_transactions t ${otherHalf} WHERE ${inAccounts} AND t.transaction_date >= ${since}
          AND t.removed_at IS NOT NULL AND t.last_change = 'sync' AND t.pending = 1 AND t.plaid_transaction_id IS NOT NULL`,
      ];
  const [others, ...found] = await readAll(ctx, [othersOf(inAccounts, changes), ...own]);
  const rows = new Map(found.flat().map((row) => [row.id, row]));
  return { rows: [...rows.values()], others: others ?? [] };
}

function byBankId(userId: string, changes: BankChanges): SQL[] {
  const ids = new Set(changes.removed);
  for (const { id, pendingId } of changes.present.values()) {
    ids.add(id);
    if (pendingId !== null) ids.add(pendingId);
  }
  return [...jsonChunks([...ids].map((id) => JSON.stringify(id)))].map(
    (chunk) => sql`SELECT ${knownColumns} FROM json_each(${chunk}) j
      CROSS JOIN account_transactions t ON t.user_id = ${userId} AND t.plaid_transaction_id = j.value ${otherHalf} WHERE true`,
  );
}

function othersOf(inAccounts: SQL, changes: BankChanges): SQL {
  let [first, last] = ["9999-12-31", "0001-01-01"];
  for (const { date } of changes.present.values()) {
    if (date < first) first = date;
    if (date > last) last = date;
  }
  const none = changes.present.size === 0;
  const from = none ? first : addDays(first, -MATCH_WINDOW.before);
  const to = none ? last : addDays(last, MATCH_WINDOW.after);
  return sql`SELECT ${knownColumns} FROM account_transactions t ${otherHalf} WHERE ${inAccounts}
    AND t.transaction_date BETWEEN ${from} AND ${to} AND t.plaid_transaction_id IS NULL AND t.removed_at IS NULL AND t.leg IS NULL
    AND t.type <> 'adjustment'
    AND NOT EXISTS (SELECT 1 FROM bank_matches m WHERE m.user_id = t.user_id AND m.other_row_id = t.id AND m.verdict IS NULL)`;
}

async function readAll(ctx: Ctx, queries: SQL[]): Promise<KnownRow[][]> {
  const [first, ...rest] = queries.map((query) => ctx.db.all<StoredRow>(query));
  if (!first) return [];
  return (await ctx.db.batch([first, ...rest])).map((rows) => rows.map(rowOf));
}

export function rowOf(row: StoredRow): KnownRow {
  return {
    ...row,
    pending: row.pending === 1,
    isReconciled: row.isReconciled === 1,
    hasNotes: row.hasNotes === 1,
    isTransfer: row.isTransfer === 1,
  };
}
