import { expect, test } from "vitest";
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
