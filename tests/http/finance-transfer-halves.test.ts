import { expect, test } from "vitest";
import { balanceOf, newAccount, type Refusal, type Transaction, transactionsOf } from "#tests/support/accounts";
import { type BankHousehold, bankHousehold, differences, type Row } from "#tests/support/bank-household";
import { importCsv } from "#tests/support/csv-upload";
import type { Cashflow } from "#tests/support/household";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

const live = async (home: BankHousehold) => (await home.rows()).filter((row) => row.removed_at === null);

/** Two synced accounts, and the end of a move that the bank has reported first. */
async function sentOnly(out: object = {}) {
  const home = await bankHousehold(worker, { places: [0, 1] });
  const [checking, savings] = home.bank.item(home.itemId).accounts;
  const facts = { account_id: checking?.id, amount: 500, date: "2026-11-10", name: "Transfer to savings", ...out };
  return { home, savings: savings?.id, sent: home.bank.command(home.itemId, { op: "add", facts }) };
}

function arrivesAt(home: BankHousehold, savings: string | undefined, into: object = {}) {
  const facts = { account_id: savings, amount: -500, date: "2026-11-12", name: "Transfer from checking", ...into };
  return home.bank.command(home.itemId, { op: "add", facts });
}

/** Two synced accounts, and both ends of a move between them as the bank reports them. */
async function moved({ out = {}, into = {} } = {}) {
  const { home, savings, sent } = await sentOnly(out);
  const arrived = arrivesAt(home, savings, into);
  await home.sync();
  const rows = await live(home);
  const of = (id: string) => rows.find((row) => row.plaid_transaction_id === id) as Row;
  return { home, sent: of(sent), arrived: of(arrived), arrivedAtBank: arrived, sentAtBank: sent };
}

type Moved = Awaited<ReturnType<typeof moved>>;

const ofMonth = async ({ home }: Moved) => {
  const { json } = await home.person.get<Cashflow>("/api/cashflow/monthly?year=2026&month=11");
  return [json.income.total, json.expenses.total];
};

const balances = ({ home, sent, arrived }: Moved) =>
  Promise.all([sent, arrived].map((row) => balanceOf(home.person, row.account_id)));

async function edit({ home }: Moved, row: Row, facts: object) {
  const { transactions } = await transactionsOf(home.person, row.account_id);
  const now = transactions.find(({ id }) => id === row.id);
  return home.person.put<Transaction & Refusal>(`/api/account-transactions/${row.id}`, { ...now, ...facts });
}

const markAsTransfer = async (move: Moved) => {
  const { account_id: toAccountId } = move.arrived;
  const answer = await edit(move, move.sent, { type: "transfer", category: "savings", toAccountId });
  expect([answer.status, answer.json]).toMatchObject([200, { type: "transfer" }]);
};
const unmark = async (move: Moved) =>
  expect((await edit(move, move.sent, { type: "withdrawal", category: "other" })).status).toBe(200);

test("a bank row marked as a transfer takes the bank's own row in the other account as its other half", async () => {
  const move = await moved();
  const before = await balances(move);
  expect(await ofMonth(move)).toEqual([0, 0]);
  await markAsTransfer(move);
  expect(await ofMonth(move)).toEqual([0, 0]);
  expect(await balances(move)).toEqual(before);
  expect((await transactionsOf(move.home.person, move.arrived.account_id)).transactions).toMatchObject([
    { type: "transfer", amount: 500, accountId: move.sent.account_id },
  ]);

  // The bank's later reports change neither half.
  move.home.bank.command(move.home.itemId, { op: "modify", id: move.arrivedAtBank, facts: { name: "From checking" } });
  await move.home.sync(1);
  await worker.db.prepare("UPDATE bank_items SET sync_cursor = NULL WHERE id = ?").bind(move.home.itemId).run();
  await move.home.sync(2);
  expect(await live(move.home)).toHaveLength(2);
  expect(await balances(move)).toEqual(before);
  expect(await ofMonth(move)).toEqual([0, 0]);
});

test("turning the transfer back releases the bank's row unchanged", async () => {
  const move = await moved();
  const before = await balances(move);
  await markAsTransfer(move);
  await unmark(move);
  const facts = (row: Row | undefined) => ({ ...row, version: 0, updated_at: "", last_change: "" });
  const after = await live(move.home);
  expect(after).toHaveLength(2);
  expect(facts(after.find(({ id }) => id === move.arrived.id))).toEqual(facts(move.arrived));
  expect(await balances(move)).toEqual(before);
  expect(await differences(worker, move.home)).toEqual([]);
  await move.home.sync(1);
  expect(await live(move.home)).toHaveLength(2);
  await markAsTransfer(move);
  expect(await live(move.home)).toHaveLength(2);
  expect(await ofMonth(move)).toEqual([0, 0]);
});

test("the other half follows the transfer's destination and amount", async () => {
  const move = await moved();
  const wrong = await newAccount(move.home.person, { name: "Vacation", currentBalance: 0 });
  const to = (toAccountId: string, amount = 500) =>
    edit(move, move.sent, { type: "transfer", category: "savings", toAccountId, amount });
  const isShown = async () => (await live(move.home)).some(({ id }) => id === move.arrived.id);
  await to(wrong.id);
  expect(await isShown()).toBe(true);
  await to(move.arrived.account_id);
  expect(await isShown()).toBe(false);
  await to(move.arrived.account_id, 480);
  expect(await isShown()).toBe(true);
  await to(move.arrived.account_id);
  expect(await isShown()).toBe(false);
  expect((await move.home.person.delete(`/api/account-transactions/${move.sent.id}`)).status).toBe(204);
  expect(await live(move.home)).toMatchObject([{ id: move.arrived.id }]);
});

test("turning the receiving half into a deposit leaves the bank's sending row in place", async () => {
  const move = await moved();
  const before = await balances(move);
  await markAsTransfer(move);
  const [half] = (await transactionsOf(move.home.person, move.arrived.account_id)).transactions;
  const deposit = {
    ...half,
    type: "deposit",
    category: "other",
    toAccountId: null,
    accountId: move.arrived.account_id,
  };
  expect((await move.home.person.put(`/api/account-transactions/${half?.id}`, deposit)).status).toBe(200);
  const rows = await live(move.home);
  expect(rows).toHaveLength(2);
  expect(rows.find(({ id }) => id === move.sent.id)).toMatchObject({ type: "withdrawal", amount_minor: -50000 });
  expect(await balances(move)).toEqual(before);
  expect(await ofMonth(move)).toEqual([0, 0]);
});

test.each([
  ["of another amount", { amount: -501 }],
  ["more than five days away", { date: "2026-11-16" }],
  ["of money earned", { personal_finance_category: { primary: "INCOME", detailed: "INCOME_WAGES" } }],
  ["that is pending", { pending: true }],
])("a row %s stays beside the transfer", async (_, into) => {
  const move = await moved({ into });
  await markAsTransfer(move);
  expect(await live(move.home)).toHaveLength(3);
  expect((await live(move.home)).map(({ id }) => id)).toContain(move.arrived.id);
});

interface Linked {
  id: string;
  plaidAccountId: string | null;
}

/** The sending end, marked as a transfer into the other account before that account's bank has reported it. */
async function markedFirst() {
  const { home, savings, sent } = await sentOnly();
  await home.sync();
  const accounts = (await home.person.get<Linked[]>("/api/bank-accounts")).json;
  const to = accounts.find(({ plaidAccountId }) => plaidAccountId === savings)?.id as string;
  const [row] = await live(home);
  const early = { home, sent: row as Row, arrived: { account_id: to } as Row, arrivedAtBank: "", sentAtBank: sent };
  await markAsTransfer(early);
  const arrives = async (into?: object) => {
    const id = arrivesAt(home, savings, into);
    await home.sync(1);
    return id;
  };
  return { ...early, arrives };
}

test("a bank row that arrives after its transfer was marked steps aside for the other half", async () => {
  const move = await markedFirst();
  await move.arrives();
  expect(await live(move.home)).toHaveLength(2);
  expect(await ofMonth(move)).toEqual([0, 0]);
  expect((await differences(worker, move.home)).join()).not.toContain("balance");
  // The second one is another transaction.
  await move.arrives({ date: "2026-11-13" });
  expect(await live(move.home)).toHaveLength(3);
  await unmark(move);
  expect((await live(move.home)).map(({ type }) => type).sort()).toEqual(["deposit", "deposit", "withdrawal"]);
  expect(await differences(worker, move.home)).toEqual([]);
});

test("a bank row that arrives as pending steps aside once it is posted", async () => {
  const move = await markedFirst();
  const id = await move.arrives({ pending: true });
  expect(await live(move.home)).toHaveLength(3);
  move.home.bank.command(move.home.itemId, { op: "modify", id, facts: { pending: false } });
  await move.home.sync(2);
  expect(await live(move.home)).toHaveLength(2);
  expect(await ofMonth(move)).toEqual([0, 0]);
});

test.each([
  ["of another amount", { amount: -501 }],
  ["more than five days later", { date: "2026-11-16" }],
  ["of money earned", { personal_finance_category: { primary: "INCOME", detailed: "INCOME_WAGES" } }],
])("a bank row %s that arrives later stays beside the transfer", async (_, into) => {
  const move = await markedFirst();
  await move.arrives(into);
  expect(await live(move.home)).toHaveLength(3);
});

test("a bank row that a category rule makes income stays beside the transfer", async () => {
  const move = await markedFirst();
  const rule = { pattern: "from checking", types: ["deposit"], category: "salary" };
  expect((await move.home.person.post("/api/category-rules", rule)).status).toBe(201);
  await move.arrives();
  expect(await live(move.home)).toHaveLength(3);
});

test("an imported row that arrives after its transfer was marked steps aside, also when its import is redone", async () => {
  const person = await worker.household();
  const [checking, savings] = [await newAccount(person), await newAccount(person, { currentBalance: 0 })];
  const file = (amount: string) => ({
    content: `Date,Description,Amount\n2026-11-10,Transfer,${amount}\n`,
    options: { flip: false },
  });
  await importCsv(person, checking.id, file("-40.00"));
  const [row] = (await transactionsOf(person, checking.id)).transactions;
  const save = (facts: object) =>
    person.put<Transaction>(`/api/account-transactions/${row?.id}`, { ...row, version: undefined, ...facts });
  await save({ type: "transfer", toAccountId: savings.id });
  const { json } = await importCsv(person, savings.id, file("40.00"));
  expect(json).toMatchObject({ importedCount: 1 });
  const ofSavings = async () => (await transactionsOf(person, savings.id)).transactions;
  expect(await ofSavings()).toMatchObject([{ type: "transfer", amount: 40 }]);
  expect(await balanceOf(person, savings.id)).toBe(40);

  // Turned back while the import is undone, and marked again before the redo.
  expect((await person.post(`/api/imports/${json.importId}/undo`)).status).toBe(200);
  await save({});
  await save({ type: "transfer", toAccountId: savings.id });
  expect((await person.post(`/api/imports/${json.importId}/redo`)).status).toBe(200);
  expect(await ofSavings()).toMatchObject([{ type: "transfer", amount: 40 }]);
  expect(await balanceOf(person, savings.id)).toBe(40);
});

test("a reconciled row stays beside the transfer", async () => {
  const move = await moved();
  expect((await edit(move, move.arrived, { isReconciled: true })).status).toBe(200);
  await markAsTransfer(move);
  expect(await live(move.home)).toHaveLength(3);
});

test("when the bank withdraws the sending row, the arrived one shows again", async () => {
  const move = await moved();
  await markAsTransfer(move);
  move.home.bank.command(move.home.itemId, { op: "remove", id: move.sentAtBank });
  await move.home.sync(1);
  expect(await live(move.home)).toMatchObject([{ id: move.arrived.id, type: "deposit" }]);
  expect(await differences(worker, move.home)).toEqual([]);
});

test("an imported row that an undo has put aside stays so when its transfer is turned back, and the redo restores it", async () => {
  const person = await worker.household();
  const [checking, savings] = [await newAccount(person), await newAccount(person, { currentBalance: 0 })];
  const file = (amount: string) => ({
    content: `Date,Description,Amount\n2026-11-10,Transfer,${amount}\n`,
    options: { flip: false },
  });
  await importCsv(person, checking.id, file("-40.00"));
  const { json } = await importCsv(person, savings.id, file("40.00"));
  const [row] = (await transactionsOf(person, checking.id)).transactions;
  const save = (facts: object) =>
    person.put<Transaction>(`/api/account-transactions/${row?.id}`, { ...row, version: undefined, ...facts });
  await save({ type: "transfer", toAccountId: savings.id });
  expect(await balanceOf(person, savings.id)).toBe(40);
  expect((await person.post(`/api/imports/${json.importId}/undo`)).status).toBe(200);
  expect((await save({})).status).toBe(200);
  expect(await balanceOf(person, savings.id)).toBe(0);
  expect((await person.post(`/api/imports/${json.importId}/redo`)).status).toBe(200);
  expect((await transactionsOf(person, savings.id)).transactions).toMatchObject([{ type: "deposit", amount: 40 }]);
  expect(await balanceOf(person, savings.id)).toBe(40);
});
