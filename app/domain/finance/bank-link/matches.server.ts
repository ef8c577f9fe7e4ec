import { type SQL, sql } from "drizzle-orm";
import type { TransactionType } from "~/domain/finance/accounts/types";
import type { Ctx } from "~/domain/shared/context";
import type { Currency } from "~/domain/shared/money";
import { decodeCursor, type Page, page } from "~/domain/shared/paging.server";
import { allowPerson } from "~/domain/shared/permissions";
import type { MatchKind, Verdict } from "./rules";
import type { MatchList } from "./schema";

/** One of the two rows, as the household decides by it. */
export interface MatchRow {
  id: string;
  date: string;
  description: string;
  merchantName: string | null;
  category: string;
  type: TransactionType;
  amountMinor: number;
  notes: string | null;
  pending: 0 | 1;
  isReconciled: 0 | 1;
  source: "manual" | "csv" | "bank";
}

interface Stored {
  id: string;
  kind: MatchKind;
  verdict: Verdict | null;
  decidedAt: string | null;
  accountId: string;
  accountName: string;
  currency: Currency;
  /** Each a `MatchRow` as JSON: what the bank told, and what the household had. */
  bank: string;
  own: string;
}

const side = (t: string) => `json_object('id', ${t}.id, 'date', ${t}.transaction_date, 'description', ${t}.description,
  'merchantName', ${t}.merchant_name, 'category', ${t}.category, 'type', ${t}.type, 'amountMinor', ${t}.amount_minor,
  'notes', ${t}.notes, 'pending', ${t}.pending, 'isReconciled', ${t}.is_reconciled, 'source', ${t}.source)`;
const sides = sql.raw(`${side("b")} AS bank, ${side("o")} AS own`);
const pairs = sql.raw(`FROM bank_matches m
  JOIN account_transactions b ON b.user_id = m.user_id AND b.id = m.row_id
  JOIN account_transactions o ON o.user_id = m.user_id AND o.id = m.other_row_id
  JOIN bank_accounts a ON a.user_id = m.user_id AND a.id = b.account_id`);
/** The question still stands: the bank still tells of its row, and nothing has become of the other meanwhile. */
const open = sql.raw(`m.verdict IS NULL AND b.removed_at IS NULL AND b.plaid_transaction_id IS NOT NULL AND CASE m.kind
  WHEN 'pending' THEN o.removed_at IS NOT NULL AND o.last_change = 'sync'
  ELSE o.removed_at IS NULL AND o.plaid_transaction_id IS NULL END`);

/** The statement behind a page of pairs: open ones as they came in, decided ones from the latest on. */
export function matchesQuery(ctx: Ctx, userId: string, { state, limit, after }: Asked) {
  const [decidedAt, id] = after ?? [null, null];
  const from: SQL = sql`${decidedAt} IS NULL OR coalesce(m.decided_at, '') < ${decidedAt}
    OR coalesce(m.decided_at, '') = ${decidedAt} AND m.id > ${id}`;
  return ctx.db.all<Stored>(sql`
    SELECT m.id AS id, m.kind AS kind, m.verdict AS verdict, m.decided_at AS decidedAt, b.account_id AS accountId,
      a.name AS accountName, a.currency AS currency, ${sides} ${pairs}
    WHERE m.user_id = ${userId} AND ${state === "open" ? open : sql.raw("m.verdict IS NOT NULL")} AND (${from})
    ORDER BY m.decided_at DESC, m.id LIMIT ${limit}`);
}

interface Asked {
  state: MatchList["state"];
  limit: number;
  after?: (string | number)[] | null;
}

/** The statement behind the number of pairs to decide, for each account that has any. */
export function matchCountsQuery(ctx: Ctx, userId: string) {
  return ctx.db.all<{ accountId: string; count: number }>(
    sql`SELECT b.account_id AS accountId, count(*) AS count ${pairs} WHERE m.user_id = ${userId} AND ${open} GROUP BY b.account_id`,
  );
}

export function matchOf({ bank, own, ...match }: Stored): MatchView {
  const [bankRow, ownRow]: [MatchRow, MatchRow] = [JSON.parse(bank), JSON.parse(own)];
  return { ...match, bank: bankRow, own: ownRow };
}

export interface MatchView extends Omit<Stored, "bank" | "own"> {
  bank: MatchRow;
  own: MatchRow;
}

/** Pairs of rows that may be one transaction. @throws DomainError invalid for a cursor that was not given out */
export async function listMatches(ctx: Ctx, { state, limit, cursor }: MatchList): Promise<Page<MatchView>> {
  const { userId } = allowPerson(ctx);
  const [rows, counts] = await ctx.db.batch([
    matchesQuery(ctx, userId, { state, limit: limit + 1, after: decodeCursor(cursor, 2) }),
    matchCountsQuery(ctx, userId),
  ]);
  const total = state === "open" ? counts.reduce((sum, { count }) => sum + count, 0) : null;
  return page(rows.map(matchOf), limit, total, ({ decidedAt, id }) => [decidedAt ?? "", id]);
}
