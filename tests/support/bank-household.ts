import { householdCtx } from "#tests/support/household-ctx";
import type { Visitor } from "#tests/support/visitor";
import type { TestWorker } from "#tests/support/worker";
import { type Exchanged, exchangeToken, matchAccounts } from "~/domain/finance/bank-link/connect.server";
import { disconnect, removeItem } from "~/domain/finance/bank-link/items.server";
import { simulatedPublicToken } from "~/domain/finance/bank-link/simulated";
import { type SyncOutcome, syncItem } from "~/domain/finance/bank-link/sync.server";
import { type TestBank, testBank } from "./bank";

export const noon = new Date("2026-11-20T12:00:00Z");

export interface BankHousehold {
  userId: string;
  /** A signed-in visitor of the household. */
  person: Visitor;
  bank: TestBank;
  itemId: string;
  exchanged: Exchanged;
  /** Removes the connection and creates another to the same accounts, whose bank has not reported anything yet. */
  reconnect: () => Promise<void>;
  ctx: (options?: {
    beforeCall?: (call: number) => void;
    minutes?: number;
    db?: D1Database;
  }) => ReturnType<typeof householdCtx>;
  sync: (minutes?: number) => Promise<SyncOutcome>;
  rows: () => Promise<Row[]>;
}

export interface Row {
  id: string;
  account_id: string;
  plaid_transaction_id: string | null;
  transaction_date: string;
  amount_minor: number;
  description: string;
  type: string;
  category: string;
  notes: string | null;
  excluded: number;
  edited_fields: string | null;
  pending: number;
  is_reconciled: number;
  removed_at: string | null;
  version: number;
}

/** A household with a simulated bank linked to its own accounts; without history by default. */
export async function bankHousehold(
  worker: TestWorker,
  { history = false, places = [0, 2], institution = "ins_sim_harbor" } = {},
): Promise<BankHousehold> {
  const person = await worker.household();
  const { userId } = person;
  const bank = testBank(() => noon);
  const ctx: BankHousehold["ctx"] = ({ beforeCall, minutes = 0, db = worker.db } = {}) => ({
    ...householdCtx(db, userId, { beforeCall, bankLink: bank.link }),
    now: new Date(noon.getTime() + minutes * 60_000),
  });
  const exchange = () =>
    exchangeToken(ctx(), {
      publicToken: simulatedPublicToken(institution, places, "holder"),
      accountIds: [],
      institutionName: null,
    });
  const exchanged = await exchange();
  if (!history) bank.command(exchanged.item.id, { op: "no_history" });
  const accounts = exchanged.accounts.map(({ id }) => ({ plaidAccountId: id, action: "create" as const }));
  await matchAccounts(ctx(), exchanged.item.id, { accounts });
  const home: BankHousehold = {
    ...{ userId, person, bank, itemId: exchanged.item.id, exchanged, ctx },
    reconnect: async () => {
      await disconnect(ctx(), home.itemId);
      await removeItem(ctx(), { userId, itemId: home.itemId });
      home.exchanged = await exchange();
      home.itemId = home.exchanged.item.id;
      bank.command(home.itemId, { op: "history", status: "NOT_READY" });
      const again = home.exchanged.accounts.map(({ id, match }) => ({
        plaidAccountId: id,
        ...(match ? { action: "link" as const, accountId: match.accountId } : { action: "create" as const }),
      }));
      await matchAccounts(ctx(), home.itemId, { accounts: again });
    },
    sync: (minutes) => syncItem(ctx({ minutes }), { userId, itemId: home.itemId }),
    rows: async () => {
      const statement = worker.db
        .prepare("SELECT * FROM account_transactions WHERE user_id = ? ORDER BY id")
        .bind(userId);
      return (await statement.all<Row>()).results;
    },
  };
  return home;
}

/** Compares the table with the bank: every transaction once, nothing else, and the bank's balances. */
export async function differences(
  worker: TestWorker,
  { userId, bank, itemId, rows }: BankHousehold,
): Promise<string[]> {
  const live = (await rows()).filter((row) => row.removed_at === null);
  const truth = bank.truth(itemId);
  const wrong = [...truth.values()].flatMap((one) => {
    const found = live.filter((row) => row.plaid_transaction_id === one.transaction_id);
    const right = found.length === 1 && found[0]?.amount_minor === -Math.round(one.amount * 100);
    return right ? [] : [`${one.transaction_id}: ${found.length} rows`];
  });
  const strays = live
    .filter((row) => !truth.has(row.plaid_transaction_id ?? ""))
    .map((row) => `stray ${row.description}`);
  const { results } = await worker.db
    .prepare(
      `SELECT name FROM bank_accounts a WHERE user_id = ? AND current_balance_minor <> opening_balance_minor + coalesce(
        (SELECT sum(CASE a.account_type WHEN 'credit' THEN -amount_minor ELSE amount_minor END) FROM account_transactions t
         WHERE t.user_id = a.user_id AND t.account_id = a.id AND t.pending = 0 AND t.removed_at IS NULL), 0)`,
    )
    .bind(userId)
    .all<{ name: string }>();
  return [...wrong, ...strays, ...results.map(({ name }) => `balance of ${name}`)];
}
