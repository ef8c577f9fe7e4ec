import { expect, test } from "vitest";
import {
  aTransaction,
  balanceOf,
  newAccount,
  newTransaction,
  type Refusal,
  type Transaction,
  transactionsOf,
} from "#tests/support/accounts";
import { importCsv } from "#tests/support/csv-upload";
import { databaseCosts } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

test.each([
  [{ amount: 0 }, "amount", "Please enter a valid positive amount"],
  [{ amount: -3 }, "amount", "Please enter a valid positive amount"],
  [{ amount: "" }, "amount", "Please enter a valid positive amount"],
  [{ amount: "12,50" }, "amount", "Please enter a valid positive amount"],
  [{ amount: 1.234 }, "amount", "Please use at most 2 decimals"],
  [{ description: " " }, "description", "Description is required"],
  [{ transactionDate: undefined }, "transactionDate", "Date is required"],
  [{ transactionDate: "2026-02-30" }, "transactionDate", "Please enter a valid date"],
  [{ type: "transfer" }, "toAccountId", "Please select a destination account"],
  [{ category: "salary" }, "category", "Salary can't be used for this type of transaction"],
  [{ type: "deposit", category: "housing" }, "category", "Housing can't be used for this type of transaction"],
  [
    { type: "transfer", category: "dining", toAccountId: "x" },
    "category",
    "Dining can't be used for this type of transaction",
  ],
])("a transaction %j is rejected at %s: %s", async (facts, field, message) => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const answer = await person.post<Refusal>(`/api/bank-accounts/${id}/transactions`, aTransaction(facts));
  expect(answer.status).toBe(400);
  expect(answer.json.fields?.[field]).toEqual([message]);
  expect((await transactionsOf(person, id)).total).toBe(0);
});

test("a transaction has all documented fields and defaults to type deposit and category other", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const sent = { amount: 12.5, transactionDate: "2026-11-01T12:00:00.000Z", description: "Refund", accountId: id };
  const answer = await person.post<Transaction>(`/api/bank-accounts/${id}/transactions`, sent);
  expect(answer.status).toBe(201);
  expect(answer.json).toEqual({
    id: expect.any(String),
    accountId: id,
    toAccountId: null,
    amount: 12.5,
    transactionDate: "2026-11-01",
    description: "Refund",
    merchantName: null,
    type: "deposit",
    category: "other",
    isReconciled: false,
    notes: null,
    pending: false,
    plaidTransactionId: null,
    version: 1,
  });
});

test.each([
  ["deposit", 110, -10],
  ["interest", 110, -10],
  ["adjustment", 110, -10],
  ["withdrawal", 90, 10],
  ["fee", 90, 10],
])(
  "%s: an amount of 10 changes a checking balance of 100 to %d and a card's 0 to %d owed",
  async (type, checking, owed) => {
    const person = await worker.household();
    const [account, card] = [
      await newAccount(person),
      await newAccount(person, { accountType: "credit", currentBalance: 0 }),
    ];
    await newTransaction(person, account.id, { type, amount: 10 });
    await newTransaction(person, card.id, { type, amount: 10 });
    expect([await balanceOf(person, account.id), await balanceOf(person, card.id)]).toEqual([checking, owed]);
  },
);

test("pages are newest first with each row once at any depth, and the last page reads days instead of rows", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const rows = Array.from({ length: 4000 }, (_, i) => [
    `t${String(i).padStart(5, "0")}`,
    `2026-0${1 + (i % 9)}-${String(1 + (i % 28)).padStart(2, "0")}`,
  ]);
  await worker.db
    .prepare(
      "INSERT INTO account_transactions (user_id, id, account_id, transaction_date, amount_minor, type, category, description, source, last_change, created_at, updated_at) SELECT ?, value ->> 0, ?, value ->> 1, 100, 'deposit', 'other', 'x', 'manual', 'user', 'x', 'x' FROM json_each(?)",
    )
    .bind(person.userId, id, JSON.stringify(rows))
    .run();
  const seen: Transaction[] = [];
  for (let offset = 0; offset < 4000; offset += 100) {
    const { transactions, total } = await transactionsOf(person, id, 100, offset);
    expect(total).toBe(4000);
    seen.push(...transactions);
  }
  const order = rows
    .map(([rowId = "", date = ""]) => `${date} ${rowId}`)
    .sort()
    .reverse();
  expect(seen.map((row) => `${row.transactionDate} ${row.id}`)).toEqual(order);
  const deep = await person.get(`/api/bank-accounts/${id}/transactions?limit=10&offset=3990`);
  expect(databaseCosts(deep).read).toBeLessThan(1500);
  expect((await transactionsOf(person, id, 10, 9000)).transactions).toEqual([]);
});

test("a page has ten rows by default and at most a hundred", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  for (let i = 0; i < 12; i++) await newTransaction(person, id);
  const path = `/api/bank-accounts/${id}/transactions`;
  expect((await person.get<{ transactions: unknown[] }>(path)).json.transactions).toHaveLength(10);
  expect((await person.get(`${path}?limit=101`)).status).toBe(400);
  expect((await person.get(`${path}?offset=-1`)).status).toBe(400);
});

test("an edit moves the balance by the difference, and a stale version gets a conflict", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const row = await newTransaction(person, id, { amount: 10 });
  const path = `/api/account-transactions/${row.id}`;
  const edited = await person.put<Transaction>(path, aTransaction({ amount: 25, version: 1, accountId: id }));
  expect(edited.json).toMatchObject({ amount: 25, version: 2 });
  expect(await balanceOf(person, id)).toBe(75);
  const stale = await person.put<Refusal & { current: { amountMinor: number } }>(path, aTransaction({ version: 1 }));
  expect(stale.status).toBe(409);
  expect(stale.json.current.amountMinor).toBe(-2500);
  expect((await person.put(path, aTransaction({ accountId: "elsewhere" }))).status).toBe(400);
});

test("the amount of a reconciled row cannot change until it is unreconciled", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const row = await newTransaction(person, id, { amount: 10, isReconciled: true });
  const path = `/api/account-transactions/${row.id}`;
  const refused = await person.put<Refusal>(path, aTransaction({ amount: 11 }));
  expect(refused.status).toBe(409);
  expect(refused.json.message).toContain("This transaction is reconciled.");
  expect((await person.delete(path)).status).toBe(409);
  const noted = await person.put<Transaction>(path, aTransaction({ amount: 10, description: "Market", notes: "cash" }));
  expect(noted.json).toMatchObject({ description: "Market", isReconciled: true });
  const freed = await person.put<Transaction>(path, aTransaction({ amount: 11, isReconciled: false }));
  expect(freed.json).toMatchObject({ amount: 11, isReconciled: false });
  expect(await balanceOf(person, id)).toBe(89);
});

test("the database rejects changes to a reconciled row by an import or a sync", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const row = await newTransaction(person, id, { isReconciled: true });
  for (const by of ["import", "sync"]) {
    const change = worker.db
      .prepare("UPDATE account_transactions SET category = 'food', last_change = ? WHERE user_id = ? AND id = ?")
      .bind(by, person.userId, row.id);
    await expect(change.run()).rejects.toThrow("transaction_reconciled");
  }
});

test("pending rows are listed but not counted in the balance", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const row = await newTransaction(person, id, { amount: 10 });
  await worker.db
    .prepare("UPDATE account_transactions SET pending = 1 WHERE user_id = ? AND id = ?")
    .bind(person.userId, row.id)
    .run();
  expect(await balanceOf(person, id)).toBe(100);
  expect((await transactionsOf(person, id)).transactions).toMatchObject([{ pending: true }]);
});

test("a double click creates one transaction", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const send = () =>
    person.post<Transaction>(`/api/bank-accounts/${id}/transactions`, aTransaction(), {
      "idempotency-key": "one-click-1",
    });
  const [first, second] = await Promise.all([send(), send()]);
  expect(second.json.id).toBe(first.json.id);
  expect((await transactionsOf(person, id)).total).toBe(1);
});

test("a bank row keeps its category when it is edited, even one that the form would not offer for its type", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const content = "Date,Description,Amount\n2026-10-05,PAYMENT THANK YOU,80.00\n2026-10-06,CLINIC REFUND,35.00\n";
  await importCsv(person, id, { content, options: { flip: false } });
  // As the bank link stores money back: a deposit with the category of what was paid.
  await worker.db
    .prepare(
      "UPDATE account_transactions SET category = CASE amount_minor WHEN 8000 THEN 'debt' ELSE 'healthcare' END WHERE user_id = ?",
    )
    .bind(person.userId)
    .run();
  const [refund, payment] = (await transactionsOf(person, id)).transactions;
  const put = (row: Transaction | undefined, facts: object) =>
    person.put<Transaction & Refusal>(`/api/account-transactions/${row?.id}`, { ...row, ...facts });
  const edited = await put(refund, { notes: "overpaid" });
  expect([edited.status, edited.json.category]).toEqual([200, "healthcare"]);
  const form = { ...payment, amount: String(payment?.amount), isReconciled: "on", toAccountId: "", notes: "" };
  const saved = await person.submit(`/finances/accounts/${id}/transactions/${payment?.id}`, {
    ...Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)])),
  });
  expect([saved.status, saved.text.includes("can't be used")]).toEqual([302, false]);
  expect((await transactionsOf(person, id)).transactions).toMatchObject([
    { id: refund?.id, type: "deposit", category: "healthcare", notes: "overpaid" },
    { id: payment?.id, type: "deposit", category: "debt", isReconciled: true },
  ]);

  // Another category or type has to fit.
  const message = "Utilities can't be used for this type of transaction";
  const refused = await put(refund, { category: "utilities", version: undefined });
  expect([refused.status, refused.json.fields?.category]).toEqual([400, [message]]);
  expect((await put(refund, { type: "interest", version: undefined })).status).toBe(400);
  expect((await put(refund, { type: "withdrawal", version: undefined })).json.type).toBe("withdrawal");
});

test("a withdrawal that becomes a balance adjustment still lowers the balance, and the API takes the amount it gave", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const row = await newTransaction(person, id, { amount: 30 });
  const put = (facts: object) => person.put<Transaction>(`/api/account-transactions/${row.id}`, { ...row, ...facts });
  const adjusted = await put({ type: "adjustment", version: undefined });
  expect([adjusted.status, adjusted.json.amount, await balanceOf(person, id)]).toEqual([200, -30, 70]);
  expect((await put({ ...adjusted.json, notes: "counted cash" })).json).toMatchObject({ amount: -30 });
  expect(await balanceOf(person, id)).toBe(70);
  await put({ type: "adjustment", amount: 5, version: undefined });
  expect(await balanceOf(person, id)).toBe(105);
});

test("a balance adjustment is entered as one that lowers the balance, and stays one when it is edited", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const form = {
    type: "adjustment",
    category: "other",
    amount: "40.00",
    transactionDate: "2026-11-02",
    description: "Cash",
  };
  const screen = `/finances/accounts/${id}/transactions`;
  await person.submit(`${screen}/new`, { ...form, lowers: "on" });
  expect(await balanceOf(person, id)).toBe(60);
  const [row] = (await transactionsOf(person, id)).transactions;
  const { text } = await person.get(`${screen}/${row?.id}`);
  expect(/<input[^>]*name="lowers"[^>]*>/.exec(text)?.[0]).toContain("checked");
  await person.submit(`${screen}/${row?.id}`, {
    ...form,
    amount: "25.00",
    lowers: "on",
    version: String(row?.version),
  });
  expect(await balanceOf(person, id)).toBe(75);
});
