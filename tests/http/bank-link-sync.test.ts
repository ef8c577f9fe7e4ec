import { expect, test } from "vitest";
import { newAccount, newTransaction } from "#tests/support/accounts";
import { bankHousehold, differences } from "#tests/support/bank-household";
import { heldCalls } from "#tests/support/held-calls";
import { testWorker } from "#tests/support/worker";
import { matchAccounts } from "~/domain/finance/bank-link/connect.server";
import { syncItem } from "~/domain/finance/bank-link/sync.server";

const worker = await testWorker();

async function edit(userId: string, id: string | undefined, description: string): Promise<void> {
  await worker.db
    .prepare(
      "UPDATE account_transactions SET description = ?, notes = 'mine', edited_fields = 'description', last_change = 'user', version = version + 1 WHERE user_id = ? AND id = ?",
    )
    .bind(description, userId, id ?? "")
    .run();
}

test("the first sync loads two years of history and the bank's balances, and the second adds nothing", async () => {
  const home = await bankHousehold(worker, { history: true });
  const first = await home.sync();
  expect(first).toMatchObject({ state: "synced", changed: 0, removed: 0 });
  expect(first.state === "synced" && first.added).toBeGreaterThan(1000);
  expect(await differences(worker, home)).toEqual([]);
  const { results } = await worker.db
    .prepare(
      "SELECT name, current_balance_minor AS minor, last_synced_at FROM bank_accounts WHERE user_id = ? ORDER BY name",
    )
    .bind(home.userId)
    .all<{ minor: number; last_synced_at: string }>();
  const stated = await home.bank.link.accounts((await tokenOf(home.itemId, home)) ?? "");
  expect(results.map((row) => row.minor).sort()).toEqual(stated.map((one) => one.currentMinor).sort());
  expect(await home.sync(1)).toEqual({ state: "synced", added: 0, changed: 0, removed: 0 });
});

async function tokenOf(itemId: string, home: Awaited<ReturnType<typeof bankHousehold>>) {
  return `access-sim.${itemId}.${home.bank.item(itemId).secret}`;
}

test("a pending purchase keeps its row, note and name when it posts under another ID", async () => {
  const home = await bankHousehold(worker);
  const id = home.bank.command(home.itemId, { op: "add", facts: { pending: true, amount: 20 } });
  await home.sync();
  const [pending] = await home.rows();
  expect(pending).toMatchObject({ pending: 1, amount_minor: -2000 });
  await edit(home.userId, pending?.id, "Dinner with Ana");
  home.bank.command(home.itemId, { op: "post", id, amount: 24 });
  expect(await home.sync(1)).toMatchObject({ added: 0, changed: 1, removed: 0 });
  const [posted, ...others] = await home.rows();
  expect(others).toEqual([]);
  expect(posted).toMatchObject({
    ...{ id: pending?.id, pending: 0, amount_minor: -2400, description: "Dinner with Ana", notes: "mine" },
    plaid_transaction_id: `${id}-posted`,
  });
});

test("a reconciled row does not change, and gets the bank's update once it is no longer reconciled", async () => {
  const home = await bankHousehold(worker);
  const id = home.bank.command(home.itemId, { op: "add", facts: { amount: 30 } });
  await home.sync();
  const reconcile = (to: number) =>
    worker.db
      .prepare(
        "UPDATE account_transactions SET is_reconciled = ?, last_change = 'user', version = version + 1 WHERE user_id = ?",
      )
      .bind(to, home.userId)
      .run();
  await reconcile(1);
  home.bank.command(home.itemId, { op: "modify", id, facts: { amount: 31 } });
  await home.sync(1);
  expect(await home.rows()).toMatchObject([{ amount_minor: -3000, is_reconciled: 1 }]);
  home.bank.command(home.itemId, { op: "add", facts: { amount: 1 } });
  await home.sync(2);
  await reconcile(0);
  await home.sync(3);
  expect(await differences(worker, home)).toEqual([]);
});

test("an account archived between syncs gets its missed rows when it is reactivated", async () => {
  const home = await bankHousehold(worker);
  await home.sync();
  const setActive = (to: number) =>
    worker.db.prepare("UPDATE bank_accounts SET is_active = ? WHERE user_id = ?").bind(to, home.userId).run();
  await setActive(0);
  home.bank.command(home.itemId, { op: "add", facts: { amount: 5 } });
  expect(await home.sync(1)).toMatchObject({ added: 0 });
  await setActive(1);
  expect(await home.sync(2)).toMatchObject({ added: 1 });
  expect(await differences(worker, home)).toEqual([]);
});

test.each([
  { trouble: "the data changes between two pages", fault: "mutation" as const, times: 3, page: 1 },
  { trouble: "the data never stops changing", fault: "mutation" as const, times: 5, page: 1 },
  { trouble: "the cursor is lost", fault: "lost_cursor" as const, times: 1 },
  { trouble: "the bank is busy for two calls", fault: "rate_limit" as const, times: 2 },
  { trouble: "two calls get no answer", fault: "timeout" as const, times: 2 },
  { trouble: "the answer is no JSON", fault: "garbage" as const, times: 1 },
])("when $trouble, the sync succeeds", async (fault) => {
  const home = await bankHousehold(worker);
  home.bank.command(home.itemId, { op: "add", facts: { amount: 7 } });
  await home.sync();
  home.bank.command(home.itemId, { op: "add", facts: { amount: 8 } });
  home.bank.command(home.itemId, { op: "fail", fault });
  expect(await home.sync(1)).toMatchObject({ state: "synced", added: 1 });
  expect(await differences(worker, home)).toEqual([]);
});

test("a connection that needs a sign-in says so and stops syncing", async () => {
  const home = await bankHousehold(worker);
  home.bank.command(home.itemId, { op: "item_error", code: "ITEM_LOGIN_REQUIRED" });
  expect(await home.sync()).toEqual({ state: "unusable" });
  const item = await worker.db
    .prepare("SELECT status, reason, lease_token FROM bank_items WHERE id = ?")
    .bind(home.itemId)
    .first();
  expect(item).toEqual({ status: "login_required", reason: "ITEM_LOGIN_REQUIRED", lease_token: null });
});

test("of two syncs at once, only one runs", async () => {
  const home = await bankHousehold(worker, { history: true });
  const states = (await Promise.all([home.sync(), home.sync()])).map((one) => one.state);
  expect(states.sort()).toEqual(["busy", "synced"]);
  expect(await differences(worker, home)).toEqual([]);
});

test("a household's edit at any point of a sync is not overwritten, and the bank's update is not lost", async () => {
  for (let k = 1; ; k += 1) {
    const home = await bankHousehold(worker);
    const id = home.bank.command(home.itemId, { op: "add", facts: { amount: 9, pending: true } });
    await home.sync();
    const [row] = await home.rows();
    home.bank.command(home.itemId, { op: "post", id, amount: 11 });
    let edited = false;
    const db = heldCalls(worker.db, async (call) => {
      if (call !== k) return;
      const { status } = await home.person.put(`/api/account-transactions/${row?.id}`, {
        ...{ amount: 9, transactionDate: row?.transaction_date, type: "withdrawal", category: "gift" },
        ...{ description: "My own words", notes: "for Ana" },
      });
      expect(status).toBe(200);
      edited = true;
    });
    await syncItem(home.ctx({ minutes: 1, db }), home);
    await home.sync(2);
    expect(await differences(worker, home), `before call ${k}`).toEqual([]);
    if (!edited) {
      // At least the lease, the read and the write.
      expect(k).toBeGreaterThan(3);
      break;
    }
    expect(await home.rows(), `before call ${k}`).toMatchObject([
      { id: row?.id, description: "My own words", notes: "for Ana", category: "gift", amount_minor: -1100, pending: 0 },
    ]);
  }
});

class PowerCut extends Error {}

test("a consumer that crashes at any call writes everything or nothing, and the next run completes it", async () => {
  let calls = 0;
  for (let k = 1; k === 1 || k <= calls; k += 1) {
    const home = await bankHousehold(worker);
    const made = Array.from({ length: 6 }, (_, at) =>
      home.bank.command(home.itemId, { op: "add", facts: { amount: at + 1, pending: at % 2 === 0 } }),
    );
    await home.sync();
    home.bank.command(home.itemId, { op: "post", id: made[0] ?? "" });
    home.bank.command(home.itemId, { op: "modify", id: made[1] ?? "", facts: { amount: 50 } });
    home.bank.command(home.itemId, { op: "remove", id: made[3] ?? "" });
    home.bank.command(home.itemId, { op: "add", facts: { amount: 70 } });
    const before = JSON.stringify(await home.rows());
    const beforeCall = (call: number) => {
      if (call === k) throw new PowerCut();
      if (k === 1) calls = Math.max(calls, call);
    };
    const broken = syncItem(home.ctx({ beforeCall, minutes: 1 }), home);
    await expect(broken, `call ${k}`).rejects.toThrow();
    if (k === 1) {
      let counted = 0;
      const count = () => {
        counted += 1;
      };
      await syncItem(home.ctx({ minutes: 1, beforeCall: count }), home);
      calls = counted;
    } else expect(JSON.stringify(await home.rows())).toBe(before);
    // The aborted sync's lease expires.
    await home.sync(10);
    expect(await differences(worker, home), `after call ${k}`).toEqual([]);
  }
  expect(calls).toBeGreaterThan(2);
});

test("any sequence of changes, postings and removals ends in the bank's state", async () => {
  for (let run = 0; run < 10; run += 1) {
    const home = await bankHousehold(worker);
    for (let round = 0; round < 4; round += 1) {
      const live = [...home.bank.truth(home.itemId).values()];
      const some = live.filter((_, at) => (at * 7 + run + round) % 3 === 0);
      for (const one of some) {
        if (one.pending) home.bank.command(home.itemId, { op: "post", id: one.transaction_id, named: run % 2 === 0 });
        else if ((run + round) % 2 === 0) home.bank.command(home.itemId, { op: "remove", id: one.transaction_id });
        else
          home.bank.command(home.itemId, { op: "modify", id: one.transaction_id, facts: { amount: one.amount + 1 } });
      }
      if (round === 2) home.bank.command(home.itemId, { op: "change_account_id", place: 0 });
      for (let at = 0; at < 5; at += 1) {
        home.bank.command(home.itemId, {
          op: "add",
          facts: { amount: run * 100 + round * 10 + at + 1, pending: at % 2 === 0 },
        });
      }
      await home.sync(round);
    }
    expect(await differences(worker, home), `run ${run}`).toEqual([]);
  }
});

test("an account that was entered with the wrong kind of balance takes the bank's when it is matched", async () => {
  const home = await bankHousehold(worker, { places: [0] });
  const visa = await newAccount(home.person, { name: "Visa", accountType: "other", currentBalance: 500 });
  await newTransaction(home.person, visa.id, { amount: 50, transactionDate: "2026-01-05", description: "Shoes" });
  const card = { name: "Harbor Card", mask: "9001", account_type: "credit", currency: "USD", current_minor: 64_210 };
  await worker.db
    .prepare(
      `INSERT INTO bank_item_accounts (user_id, item_id, id, state, name, mask, account_type, currency, current_minor)
      SELECT ?, ?, 'card', 'open', value ->> 'name', value ->> 'mask', value ->> 'account_type', value ->> 'currency', value ->> 'current_minor'
      FROM json_each(?)`,
    )
    .bind(home.userId, home.itemId, JSON.stringify([card]))
    .run();
  await matchAccounts(home.ctx(), home.itemId, {
    accounts: [{ plaidAccountId: "card", action: "link", accountId: visa.id }],
  });
  const stored = await home.person.get(`/api/bank-accounts/${visa.id}`);
  expect(stored.json).toMatchObject({ accountType: "credit", currentBalance: 450 });
  expect((await differences(worker, home)).filter((one) => one.startsWith("balance"))).toEqual([]);
});
