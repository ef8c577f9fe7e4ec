import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Account,
  aTransaction,
  balanceOf,
  newAccount,
  newTransaction,
  type Refusal,
  type Transaction,
  transactionsOf,
} from "#tests/support/accounts";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

async function twoAccounts() {
  const person = await worker.household();
  const from = await newAccount(person, { name: "From", currentBalance: 100 });
  const to = await newAccount(person, { name: "To", currentBalance: 0 });
  return { person, from, to };
}

const moving = (to: string, facts = {}) =>
  aTransaction({ type: "transfer", toAccountId: to, category: "savings", ...facts });

test("a transfer appears in both accounts with the same data", async () => {
  const { person, from, to } = await twoAccounts();
  await newTransaction(person, from.id, moving(to.id, { amount: 40 }));
  expect([await balanceOf(person, from.id), await balanceOf(person, to.id)]).toEqual([60, 40]);
  for (const account of [from, to]) {
    const { transactions } = await transactionsOf(person, account.id);
    expect(transactions).toMatchObject([{ accountId: from.id, toAccountId: to.id, amount: 40, type: "transfer" }]);
  }
});

test("paying a card lowers the amount owed", async () => {
  const { person, from } = await twoAccounts();
  const card = await newAccount(person, { accountType: "credit", currentBalance: 80 });
  await newTransaction(person, from.id, moving(card.id, { amount: 30, category: "other" }));
  expect([await balanceOf(person, from.id), await balanceOf(person, card.id)]).toEqual([70, 50]);
});

test("editing either half edits both", async () => {
  const { person, from, to } = await twoAccounts();
  const sent = await newTransaction(person, from.id, moving(to.id, { amount: 40 }));
  const [arrived] = (await transactionsOf(person, to.id)).transactions;
  const answer = await person.put<Transaction>(
    `/api/account-transactions/${arrived?.id}`,
    moving(to.id, { amount: 15, description: "Less", accountId: from.id, version: arrived?.version }),
  );
  expect(answer.json).toMatchObject({ amount: 15, description: "Less", accountId: from.id, toAccountId: to.id });
  expect((await transactionsOf(person, from.id)).transactions).toMatchObject([{ amount: 15, description: "Less" }]);
  await person.put(`/api/account-transactions/${sent.id}`, moving(to.id, { amount: 70 }));
  expect([await balanceOf(person, from.id), await balanceOf(person, to.id)]).toEqual([30, 70]);
});

test("changing the destination moves the receiving half", async () => {
  const { person, from, to } = await twoAccounts();
  const third = await newAccount(person, { name: "Third", currentBalance: 0 });
  const sent = await newTransaction(person, from.id, moving(to.id, { amount: 40 }));
  await person.put(`/api/account-transactions/${sent.id}`, moving(third.id, { amount: 40 }));
  expect([await balanceOf(person, to.id), await balanceOf(person, third.id)]).toEqual([0, 40]);
  expect((await transactionsOf(person, to.id)).total).toBe(0);
});

test("turning a transfer into a withdrawal removes its other half, and the reverse adds it", async () => {
  const { person, from, to } = await twoAccounts();
  const { id } = await newTransaction(person, from.id, moving(to.id, { amount: 40 }));
  await person.put(`/api/account-transactions/${id}`, aTransaction({ amount: 40 }));
  expect([await balanceOf(person, from.id), await balanceOf(person, to.id)]).toEqual([60, 0]);
  await person.put(`/api/account-transactions/${id}`, moving(to.id, { amount: 40 }));
  expect([await balanceOf(person, from.id), await balanceOf(person, to.id)]).toEqual([60, 40]);
  const [arrived] = (await transactionsOf(person, to.id)).transactions;
  await person.put(`/api/account-transactions/${arrived?.id}`, aTransaction({ type: "deposit", amount: 40 }));
  expect([await balanceOf(person, from.id), await balanceOf(person, to.id)]).toEqual([100, 40]);
});

test("deleting either half deletes both", async () => {
  const { person, from, to } = await twoAccounts();
  await newTransaction(person, from.id, moving(to.id, { amount: 40 }));
  const [arrived] = (await transactionsOf(person, to.id)).transactions;
  expect((await person.delete(`/api/account-transactions/${arrived?.id}`)).status).toBe(204);
  expect([await balanceOf(person, from.id), await balanceOf(person, to.id)]).toEqual([100, 0]);
  expect((await transactionsOf(person, from.id)).total).toBe(0);
});

test("each half is reconciled separately, and a reconciled half locks both amounts", async () => {
  const { person, from, to } = await twoAccounts();
  const sent = await newTransaction(person, from.id, moving(to.id, { amount: 40 }));
  const [arrived] = (await transactionsOf(person, to.id)).transactions;
  const path = `/api/account-transactions/${arrived?.id}`;
  const marked = await person.put<Transaction>(path, moving(to.id, { amount: 40, isReconciled: true }));
  expect(marked.json.isReconciled).toBe(true);
  expect((await transactionsOf(person, from.id)).transactions).toMatchObject([{ isReconciled: false }]);
  for (const refused of [
    await person.put<Refusal>(`/api/account-transactions/${sent.id}`, moving(to.id, { amount: 41 })),
    await person.delete<Refusal>(`/api/account-transactions/${sent.id}`),
    await person.put<Refusal>(path, moving(to.id, { amount: 41, isReconciled: true })),
  ]) {
    expect(refused.status).toBe(409);
  }
  expect([await balanceOf(person, from.id), await balanceOf(person, to.id)]).toEqual([60, 40]);
  await person.put(path, moving(to.id, { amount: 41, isReconciled: false }));
  expect([await balanceOf(person, from.id), await balanceOf(person, to.id)]).toEqual([59, 41]);
});

test.each([
  ["to itself", (own: string) => own, 400, "Please select a destination account"],
  [
    "without a destination",
    () => "0192f000-0000-7000-8000-000000000000",
    404,
    "Something this refers to no longer exists.",
  ],
])("a transfer %s is rejected", async (_, destination, status, message) => {
  const { person, from } = await twoAccounts();
  const path = `/api/bank-accounts/${from.id}/transactions`;
  const answer = await person.post<Refusal>(path, moving(destination(from.id)));
  expect([answer.status, answer.json.message]).toEqual([status, message]);
  expect(await balanceOf(person, from.id)).toBe(100);
});

test("a transfer can go only to an active account of the same currency and household", async () => {
  const { person, from, to } = await twoAccounts();
  const euros = await newAccount(person, { currency: "EUR" });
  const stranger = await worker.household();
  const foreign = await newAccount(stranger);
  await person.post(`/api/bank-accounts/${to.id}/archive`);
  const send = (id: string) => person.post<Refusal>(`/api/bank-accounts/${from.id}/transactions`, moving(id));
  expect((await send(euros.id)).json.message).toBe("Both accounts of a transfer must have the same currency");
  expect((await send(to.id)).status).toBe(409);
  expect((await send(foreign.id)).status).toBe(404);
  expect((await transactionsOf(person, from.id)).total).toBe(0);
});

test("the database rejects half of a transfer", async () => {
  const { person, from, to } = await twoAccounts();
  await newTransaction(person, from.id, moving(to.id));
  const { db } = worker;
  const alone = db
    .prepare(
      "INSERT INTO account_transactions (user_id, id, account_id, transaction_date, amount_minor, type, category, description, source, last_change, leg, pair_id, other_account_id, created_at, updated_at) VALUES (?, 'alone', ?, '2026-11-01', 100, 'transfer', 'other', 'x', 'manual', 'user', 'in', 'nobody', ?, 'x', 'x')",
    )
    .bind(person.userId, to.id, from.id);
  await expect(alone.run()).rejects.toThrow("transfer_one_legged");
  const bent = db
    .prepare("UPDATE account_transactions SET amount_minor = 1 WHERE user_id = ? AND leg = 'in'")
    .bind(person.userId);
  await expect(bent.run()).rejects.toThrow("transfer_one_legged");
});

interface Sums {
  account_id: string;
  current: number;
  opening: number;
  counted: number;
  effects: number;
  rows: number;
  days: number;
  day_net: number;
  net: number;
}

/** Each account's stored sums, and the sums of its rows. */
async function books(person: Visitor): Promise<Sums[]> {
  const { results } = await worker.db
    .prepare(
      `SELECT a.id AS account_id, a.current_balance_minor AS current, a.opening_balance_minor AS opening, a.transaction_count AS counted,
        (SELECT coalesce(sum(CASE WHEN t.pending = 1 THEN 0 WHEN a.account_type = 'credit' THEN -t.amount_minor ELSE t.amount_minor END), 0)
          FROM account_transactions t WHERE t.account_id = a.id AND t.removed_at IS NULL) AS effects,
        (SELECT coalesce(sum(t.amount_minor), 0) FROM account_transactions t WHERE t.account_id = a.id AND t.removed_at IS NULL AND t.pending = 0) AS net,
        (SELECT count(*) FROM account_transactions t WHERE t.account_id = a.id AND t.removed_at IS NULL) AS rows,
        (SELECT coalesce(sum(d.transaction_count), 0) FROM account_days d WHERE d.account_id = a.id) AS days,
        (SELECT coalesce(sum(d.net_minor), 0) FROM account_days d WHERE d.account_id = a.id) AS day_net
      FROM bank_accounts a WHERE a.user_id = ?`,
    )
    .bind(person.userId)
    .all<Sums>();
  return results;
}

const step = fc.record({
  kind: fc.constantFrom("add", "add", "add", "edit", "edit", "remove", "archive", "reactivate", "balance", "drop"),
  type: fc.constantFrom("deposit", "withdrawal", "transfer", "interest", "fee", "adjustment"),
  amount: fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100),
  day: fc.integer({ min: 1, max: 28 }).map((day) => `2026-10-${String(day).padStart(2, "0")}`),
  reconciled: fc.boolean(),
  one: fc.nat(),
  other: fc.nat(),
});

test("after any changes, balances match the rows, daily sums add up and transfers are pairs that sum to zero", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const person = await worker.household();
      for (const accountType of ["checking", "credit", "savings"]) await newAccount(person, { accountType });
      const accounts = (await person.get<Account[]>("/api/bank-accounts")).json;
      for (const { kind, type, amount, day, reconciled, one, other } of steps) {
        const account = accounts[one % accounts.length]?.id ?? "";
        const toAccountId = type === "transfer" ? accounts[other % accounts.length]?.id : undefined;
        const body = { type, amount, transactionDate: day, description: "x", isReconciled: reconciled, toAccountId };
        const { transactions = [] } = await transactionsOf(person, account);
        const row = transactions[other % Math.max(1, transactions.length)]?.id;
        if (kind === "add") await person.post(`/api/bank-accounts/${account}/transactions`, body);
        if (kind === "edit" && row) await person.put(`/api/account-transactions/${row}`, body);
        if (kind === "remove" && row) await person.delete(`/api/account-transactions/${row}`);
        if (kind === "archive") await person.post(`/api/bank-accounts/${account}/archive`);
        if (kind === "reactivate") await person.put(`/api/bank-accounts/${account}`, { isActive: true });
        if (kind === "balance")
          await person.put(`/api/bank-accounts/${account}`, {
            name: "x",
            currentBalance: amount,
            accountType: reconciled ? "credit" : "other",
          });
        if (kind === "drop" && one % 5 === 0) await person.delete(`/api/bank-accounts/${account}`);
      }
      for (const sums of await books(person)) {
        expect(sums.current).toBe(sums.opening + sums.effects);
        expect([sums.counted, sums.days]).toEqual([sums.rows, sums.rows]);
        expect(sums.day_net).toBe(sums.net);
      }
      const transfers = await worker.db
        .prepare(
          `SELECT coalesce(sum(amount_minor), 0) AS total, count(*) AS halves, count(DISTINCT min(id, pair_id)) AS pairs
          FROM account_transactions WHERE user_id = ? AND leg IS NOT NULL`,
        )
        .bind(person.userId)
        .first<{ total: number; halves: number; pairs: number }>();
      expect(transfers?.total).toBe(0);
      expect(transfers?.halves).toBe(2 * (transfers?.pairs ?? 0));
    }),
    { numRuns: 25 },
  );
}, 180_000);
