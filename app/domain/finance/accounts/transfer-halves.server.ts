import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/domain/shared/context";
import type { Write } from "~/domain/shared/write.server";

/** Where rows have arrived: in these accounts, with dates from the first to the last. */
interface Arrived {
  /** A JSON array of account ids. */
  accounts: string;
  from: SQL | string;
  to: SQL | string;
}

/**
 * Writes that run after those by which a sync or an import brings rows in: a row that is the other half of a marked transfer steps
 * aside for it, as the trigger account_transactions_become_a_transfer does with one that was there before. This is no trigger on
 * the rows, because it would run before the one that adds them to the balance.
 */
export function stepAsideForHalves(ctx: Ctx, userId: string, arrived: Arrived): Write[] {
  const { accounts, from, to } = arrived;
  const now = ctx.now.toISOString();
  const nearest = sql`SELECT c.id FROM account_transactions c
      WHERE c.user_id = h.user_id AND c.account_id = h.account_id
        AND c.transaction_date BETWEEN date(h.transaction_date, '-5 days') AND date(h.transaction_date, '+5 days')
        AND c.amount_minor = h.amount_minor AND c.leg IS NULL AND c.source <> 'manual' AND c.type <> 'adjustment' AND c.pending = 0
        AND c.category IN ('other', 'debt', 'bill', 'savings', 'investing') AND c.removed_at IS NULL AND c.is_reconciled = 0
        AND c.updated_at = ${now}
        AND NOT EXISTS (SELECT 1 FROM planned_matches m WHERE m.user_id = c.user_id AND m.transaction_id = c.id AND m.same = 1)
      ORDER BY abs(julianday(c.transaction_date) - julianday(h.transaction_date)), c.id LIMIT 1`;
  const write = () =>
    ctx.db.run(sql`
    UPDATE account_transactions SET removed_at = ${now}, transfer_half_id = waiting.half_id, last_change = 'user', version = version + 1
    FROM (
      SELECT h.id AS half_id, (${nearest}) AS row_id FROM account_transactions h
      WHERE h.user_id = ${userId} AND h.account_id IN (SELECT value FROM json_each(${accounts})) AND h.leg = 'in'
        AND h.transaction_date BETWEEN date(${from}, '-5 days') AND date(${to}, '+5 days') AND h.removed_at IS NULL AND h.pending = 0
        AND EXISTS (SELECT 1 FROM account_transactions o WHERE o.user_id = h.user_id AND o.id = h.pair_id AND o.source <> 'manual')
        AND NOT EXISTS (SELECT 1 FROM account_transactions c WHERE c.user_id = h.user_id AND c.transfer_half_id = h.id)
    ) waiting WHERE account_transactions.user_id = ${userId} AND account_transactions.id = waiting.row_id`);
  // The second finds another row for a half whose nearest one stands aside for its neighbor.
  return [write(), write()];
}
