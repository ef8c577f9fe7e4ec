import { expect, test } from "vitest";
import { balanceOf, newAccount, type Transaction, transactionsOf } from "#tests/support/accounts";
import { type BankHousehold, bankHousehold, differences } from "#tests/support/bank-household";
import { importCsv } from "#tests/support/csv-upload";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

const live = async (home: BankHousehold) => (await home.rows()).filter((row) => row.removed_at === null);

/** A pending purchase of a synced account whose posted row came from a file first. */
async function postedByFile() {
  const home = await bankHousehold(worker, { places: [0] });
  const pending = home.bank.command(home.itemId, {
    ...{ op: "add", facts: { pending: true, amount: 42, date: "2026-11-17", name: "SQ *CAFE 0931" } },
  });
  await home.sync();
  const [reported] = await home.rows();
  const accountId = reported?.account_id ?? "";
  const content = "Date,Description,Amount,Status\n2026-11-18,Cafe,-42.00,Posted\n";
  const { json } = await importCsv(home.person, accountId, { content, decisions: { possible: "merge" } });
  const [row] = await live(home);
  expect(row).toMatchObject({ description: "Cafe", pending: 0, plaid_transaction_id: null });
  return { home, pending, accountId, importId: json.importId, rowId: row?.id, reportedId: reported?.id };
}

test.each([
  ["and names the pending one", { named: true }, 4200],
  ["with another amount", { named: true, amount: 45 }, 4500],
  ["without naming the pending one", { named: false }, 4200],
])("a file's posted row becomes the bank's when the bank posts it %s", async (_, facts, minor) => {
  const { home, pending, rowId } = await postedByFile();
  const posted = home.bank.command(home.itemId, { op: "post", id: pending, ...facts });
  await home.sync(1);
  expect(await live(home)).toMatchObject([
    { id: rowId, plaid_transaction_id: posted, amount_minor: -minor, pending: 0, description: "SQ *CAFE 0931" },
  ]);
  expect(await differences(worker, home)).toEqual([]);
  const { json } = await home.person.get<{ total: number }>("/api/bank-matches");
  expect(json.total).toBe(0);
  await worker.db.prepare("UPDATE bank_items SET sync_cursor = NULL WHERE id = ?").bind(home.itemId).run();
  await home.sync(2);
  expect(await live(home)).toMatchObject([{ id: rowId }]);
  expect(await differences(worker, home)).toEqual([]);
});

test("while the bank still reports it as pending, the file's posted row counts alone", async () => {
  const { home, pending, rowId } = await postedByFile();
  home.bank.command(home.itemId, { op: "modify", id: pending, facts: { amount: 43 } });
  await home.sync(1);
  expect(await live(home)).toMatchObject([{ id: rowId, amount_minor: -4200 }]);
});

test("a file's posted row that the household deleted stays deleted when the bank posts it", async () => {
  const { home, pending, rowId } = await postedByFile();
  expect((await home.person.delete(`/api/account-transactions/${rowId}`)).status).toBe(204);
  home.bank.command(home.itemId, { op: "post", id: pending, named: true });
  await home.sync(1);
  expect(await live(home)).toEqual([]);
});

test("undoing the import restores the pending row only while the bank has not posted it", async () => {
  const first = await postedByFile();
  await first.home.person.post(`/api/imports/${first.importId}/undo`);
  expect(await live(first.home)).toMatchObject([{ id: first.reportedId, pending: 1 }]);
  const posted = first.home.bank.command(first.home.itemId, { op: "post", id: first.pending, named: true });
  await first.home.sync(1);
  expect(await live(first.home)).toMatchObject([{ id: first.reportedId, plaid_transaction_id: posted, pending: 0 }]);

  const { home, pending, importId, rowId } = await postedByFile();
  home.bank.command(home.itemId, { op: "post", id: pending, named: true });
  await home.sync(1);
  await home.person.post(`/api/imports/${importId}/undo`);
  expect(await live(home)).toMatchObject([{ id: rowId, pending: 0 }]);
  expect(await differences(worker, home)).toEqual([]);
});

test("a pending row's choices pass to the file's posted row: category, note and exclusion", async () => {
  const home = await bankHousehold(worker, { places: [0] });
  home.bank.command(home.itemId, {
    ...{ op: "add", facts: { pending: true, amount: 42, date: "2026-11-17", name: "AMAZON MKTPL" } },
  });
  await home.sync();
  const [reported] = await home.rows();
  const accountId = reported?.account_id ?? "";
  const [listed] = (await transactionsOf(home.person, accountId)).transactions;
  const chosen = { ...listed, category: "gift", notes: "for Ana" };
  expect((await home.person.put<Transaction>(`/api/account-transactions/${listed?.id}`, chosen)).status).toBe(200);
  const ids = [listed?.id];
  expect((await home.person.post("/api/account-transactions/changes", { ids, excluded: true })).status).toBe(201);
  await home.person.post("/api/category-rules", { pattern: "amazon", category: "shopping" });
  const before = await balanceOf(home.person, accountId);
  const content = "Date,Description,Amount,Status\n2026-11-18,AMAZON MKTPL,-42.00,Posted\n";
  await importCsv(home.person, accountId, { content, decisions: { possible: "merge" } });
  expect(await live(home)).toMatchObject([
    { category: "gift", notes: "for Ana", excluded: 1, edited_fields: "category,notes", pending: 0 },
  ]);
  expect(await balanceOf(home.person, accountId)).toBe(before - 42);

  // The bank's own report does not undo the choices either.
  home.bank.command(home.itemId, { op: "post", id: reported?.plaid_transaction_id ?? "", named: true });
  await home.sync(1);
  expect(await live(home)).toMatchObject([{ category: "gift", notes: "for Ana", excluded: 1 }]);
});

test("an undo sets aside a row with the pending row's edits, which return with it, but not one edited since", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 50 });
  const file = (state: string, day: string) => ({
    ...{ content: `Date,Description,Amount,Status\n${day},Coffee,-4.75,${state}\n`, decisions: { possible: "merge" } },
  });
  const rows = async () => (await transactionsOf(person, id)).transactions;
  const edit = async (facts: object) => {
    const [row] = await rows();
    expect((await person.put(`/api/account-transactions/${row?.id}`, { ...row, ...facts })).status).toBe(200);
  };
  const shown = async () => (await rows()).map(({ pending, category }) => [pending, category]);
  await importCsv(person, id, file("Pending", "2026-10-05"));
  await edit({ category: "food", notes: "with Ana" });
  const { importId } = (await importCsv(person, id, file("Posted", "2026-10-06"))).json;
  expect(await shown()).toEqual([[false, "food"]]);
  await person.post(`/api/imports/${importId}/undo`);
  expect(await shown()).toEqual([[true, "food"]]);
  await person.post(`/api/imports/${importId}/redo`);
  expect(await shown()).toEqual([[false, "food"]]);
  await edit({ category: "personal" });
  const { json } = await person.post<{ keptEdited: number }>(`/api/imports/${importId}/undo`);
  expect([json.keptEdited, await shown()]).toEqual([1, [[false, "personal"]]]);
});
