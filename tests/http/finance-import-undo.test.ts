import { expect, test } from "vitest";
import { balanceOf, newAccount, type Refusal, transactionsOf } from "#tests/support/accounts";
import { importCsv } from "#tests/support/csv-upload";
import { monthAfter } from "#tests/support/household";
import { householdCtx } from "#tests/support/household-ctx";
import { pageText } from "#tests/support/page-text";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { sweepUndoneImports } from "~/domain/finance/imports/undo.server";

const worker = await testWorker();

const content = "Date,Description,Amount\n2026-10-05,Coffee,-4.75\n2026-10-06,Pay,1200.00\n2026-10-07,Rent,-900.00\n";

interface Past {
  id: string;
  importedCount: number;
  undoneAt: string | null;
  keptEdited: number;
  keptReconciled: number;
  redoneAt: string | null;
  redoneCount: number;
  canRedo: boolean;
}

async function imported() {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 50 });
  const { importId } = (await importCsv(person, id, { content })).json;
  const rows = (await transactionsOf(person, id)).transactions;
  return { person, id, importId, rows };
}

test("an undo removes every row, and the file can be imported again", async () => {
  const { person, id, importId } = await imported();
  const answer = await person.post<Past>(`/api/imports/${importId}/undo`);
  expect(answer.json).toMatchObject({ undoneAt: expect.any(String), keptEdited: 0, keptReconciled: 0 });
  expect(await balanceOf(person, id)).toBe(50);
  expect((await transactionsOf(person, id)).total).toBe(0);
  expect((await importCsv(person, id, { content })).json.importedCount).toBe(3);
});

test("undoing an import removes its months from the net worth history", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 50 });
  const month = monthAfter(-3);
  const file = { content: `Date,Description,Amount\n${month}-05,Coffee,-4.75\n` };
  const { importId } = (await importCsv(person, id, file)).json;
  // The chart's data is part of the page.
  const drawn = async () => (await person.get("/finances/dashboard")).text.includes(`\\"${month}\\"`);
  expect(await drawn()).toBe(true);
  await person.post(`/api/imports/${importId}/undo`);
  expect(await drawn()).toBe(false);
});

test("an undo keeps and counts edited and reconciled rows", async () => {
  const { person, id, importId, rows } = await imported();
  const [rent, pay] = rows;
  const path = (row?: { id: string }) => `/api/account-transactions/${row?.id}`;
  await person.put(path(rent), { ...rent, category: "housing" });
  await person.put(path(pay), { ...pay, isReconciled: true });
  const answer = await person.post<Past>(`/api/imports/${importId}/undo`);
  expect(answer.json).toMatchObject({ keptEdited: 1, keptReconciled: 1 });
  expect((await transactionsOf(person, id)).transactions.map((row) => row.description)).toEqual(["Rent", "Pay"]);
  expect(await balanceOf(person, id)).toBe(350);
});

test("after an undo the file can be imported again with a row that was removed before", async () => {
  const { person, id, importId, rows } = await imported();
  await person.delete(`/api/account-transactions/${rows[0]?.id}`);
  await person.post(`/api/imports/${importId}/undo`);
  expect((await importCsv(person, id, { content })).json.importedCount).toBe(3);
});

test("an import can be undone only once", async () => {
  const { person, importId } = await imported();
  await person.post(`/api/imports/${importId}/undo`);
  const again = await person.post<Refusal>(`/api/imports/${importId}/undo`);
  expect([again.status, again.json.message]).toEqual([409, "This import was already undone."]);
});

test("past imports are listed newest first", async () => {
  const { person, id, importId } = await imported();
  const next = await importCsv(person, id, {
    content: "Date,Description,Amount\n2026-10-09,Tea,-3.00\n",
    name: "next.csv",
  });
  await person.post(`/api/imports/${importId}/undo`);
  const { json } = await person.get<Past[]>(`/api/bank-accounts/${id}/imports`);
  expect(json).toMatchObject([
    { id: next.json.importId, fileName: "next.csv", importedCount: 1, undoneAt: null },
    { id: importId, importedCount: 3, undoneAt: expect.any(String) },
  ]);
});

const undo = (person: Visitor, id: string | null) => person.post<Past>(`/api/imports/${id}/undo`);
const redo = (person: Visitor, id: string | null) => person.post<Past & Refusal>(`/api/imports/${id}/redo`);

test("a redo restores the same rows, with removed ones still removed, and can be undone again", async () => {
  const { person, id, importId, rows } = await imported();
  const [rent, pay, coffee] = rows;
  await person.delete(`/api/account-transactions/${coffee?.id}`);
  await person.post("/api/account-transactions/changes", { ids: [pay?.id], excluded: true });
  const before = (await transactionsOf(person, id)).transactions;
  expect((await undo(person, importId)).json).toMatchObject({ canRedo: true });
  const redone = await redo(person, importId);
  expect(redone.json).toMatchObject({ undoneAt: null, redoneAt: expect.any(String), redoneCount: 3, canRedo: false });
  const after = (await transactionsOf(person, id)).transactions;
  expect(after.map(({ version: _, ...row }) => row)).toEqual(before.map(({ version: _, ...row }) => row));
  expect(after.map((row) => row.id)).toEqual([rent?.id, pay?.id]);
  expect(await balanceOf(person, id)).toBe(350);
  expect((await importCsv(person, id, { content })).json).toMatchObject({ importedCount: 0 });
  await undo(person, importId);
  expect(await balanceOf(person, id)).toBe(50);
});

test("rows that an undo left in place exist once after the redo", async () => {
  const { person, id, importId, rows } = await imported();
  const [rent] = rows;
  await person.put(`/api/account-transactions/${rent?.id}`, { ...rent, notes: "Front door" });
  await undo(person, importId);
  expect((await redo(person, importId)).json).toMatchObject({ redoneCount: 2, keptEdited: 0 });
  expect((await transactionsOf(person, id)).total).toBe(3);
  expect(await balanceOf(person, id)).toBe(345.25);
});

test("of several redos at once, only one restores the rows", async () => {
  const { person, id, importId } = await imported();
  await undo(person, importId);
  const answers = await Promise.all([1, 2, 3, 4].map(() => redo(person, importId)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect((await redo(person, importId)).json.message).toBe("This import was already redone.");
  expect((await transactionsOf(person, id)).total).toBe(3);
  expect(await balanceOf(person, id)).toBe(345.25);
});

test("a redo skips rows added by a later import of the file", async () => {
  const { person, id, importId } = await imported();
  await undo(person, importId);
  const [first, , last] = content.split("\n").slice(1);
  const part = ["Date,Description,Amount", first, last, ""].join("\n");
  expect((await importCsv(person, id, { content: part })).json.importedCount).toBe(2);
  expect((await redo(person, importId)).json).toMatchObject({ redoneCount: 1 });
  expect((await transactionsOf(person, id)).total).toBe(3);
  expect(await balanceOf(person, id)).toBe(345.25);

  // Undone and redone again, it has all of its rows, since the other import is gone by then.
  const [later] = (await person.get<Past[]>(`/api/bank-accounts/${id}/imports`)).json;
  await undo(person, importId);
  await undo(person, later?.id ?? "");
  expect((await redo(person, importId)).json).toMatchObject({ redoneCount: 3 });
  expect(await balanceOf(person, id)).toBe(345.25);
});

test("a redo that would add nothing is rejected, and the import stays undone", async () => {
  const { person, id, importId } = await imported();
  await undo(person, importId);
  await importCsv(person, id, { content });
  const refused = await redo(person, importId);
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "The account already has all transactions of this import.",
  ]);
  const { json } = await person.get<Past[]>(`/api/bank-accounts/${id}/imports`);
  expect(json.at(-1)).toMatchObject({ id: importId, undoneAt: expect.any(String), redoneAt: null });
  expect(await balanceOf(person, id)).toBe(345.25);
});

test("an archived account rejects a redo", async () => {
  const { person, id, importId } = await imported();
  await undo(person, importId);
  await person.post(`/api/bank-accounts/${id}/archive`);
  expect((await redo(person, importId)).status).toBe(409);
  expect((await transactionsOf(person, id)).total).toBe(0);
});

test("a match with a manual transaction is restored by a redo", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 50 });
  const typed = { amount: 4.75, transactionDate: "2026-10-05", description: "Coffee", type: "withdrawal" };
  await person.post(`/api/bank-accounts/${id}/transactions`, typed);
  const decisions = { possible: "merge" };
  const { importId } = (await importCsv(person, id, { content, decisions })).json;
  expect(await balanceOf(person, id)).toBe(345.25);
  await undo(person, importId);
  await redo(person, importId);
  expect(await balanceOf(person, id)).toBe(345.25);
  expect((await importCsv(person, id, { content })).json).toMatchObject({ importedCount: 0, skippedCount: 3 });
});

test("a redo replaces the pending transaction with the file's posted one again", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 50 });
  const file = (state: string, day: string) => `Date,Description,Amount,Status\n${day},Coffee,-4.75,${state}\n`;
  await importCsv(person, id, { content: file("Pending", "2026-10-05") });
  const decisions = { possible: "merge" };
  const { importId } = (await importCsv(person, id, { content: file("Posted", "2026-10-06"), decisions })).json;
  const rows = async () => (await transactionsOf(person, id)).transactions.map(({ pending }) => pending);
  expect([await rows(), await balanceOf(person, id)]).toEqual([[false], 45.25]);
  await undo(person, importId);
  expect([await rows(), await balanceOf(person, id)]).toEqual([[true], 50]);
  await redo(person, importId);
  expect([await rows(), await balanceOf(person, id)]).toEqual([[false], 45.25]);
});

test("the database rejects restoring an undone row directly", async () => {
  const { person, id, importId, rows } = await imported();
  await undo(person, importId);
  const back = worker.db.prepare("UPDATE account_transactions SET removed_at = NULL WHERE id = ?").bind(rows[0]?.id);
  await expect(back.run()).rejects.toThrow("transaction_undone");
  expect(await balanceOf(person, id)).toBe(50);
});

test("undone rows are deleted after a month, and the file must be imported again", async () => {
  const { person, id, importId, rows } = await imported();
  await undo(person, importId);
  const later = (days: number) => {
    const ctx = householdCtx(worker.db, person.userId);
    ctx.now = new Date(Date.now() + days * 24 * 3_600_000);
    return ctx;
  };
  await sweepUndoneImports(later(29));
  expect(await storedRows(rows)).toBe(3);
  await sweepUndoneImports(later(31));
  expect(await storedRows(rows)).toBe(0);
  const refused = await redo(person, importId);
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "This import can no longer be redone. Import the file again.",
  ]);
  expect((await importCsv(person, id, { content })).json.importedCount).toBe(3);
});

async function storedRows(rows: readonly { id: string }[]): Promise<number> {
  const ids = JSON.stringify(rows.map((row) => row.id));
  const query = "SELECT count(*) AS rows FROM account_transactions WHERE id IN (SELECT value FROM json_each(?))";
  return (await worker.db.prepare(query).bind(ids).first<{ rows: number }>())?.rows ?? 0;
}

test("past imports name their limit once it is reached", async () => {
  const { person, id } = await imported();
  const shown = async () => pageText((await person.get(`/finances/accounts/${id}/imports`)).text);
  expect(await shown()).not.toContain("These are the latest");
  await worker.db
    .prepare(
      `INSERT INTO import_batches (user_id, id, account_id, file_name, created_at)
      SELECT ?, 'more-' || value, ?, value || '.csv', '2026-10-08T00:00:00.000Z' FROM json_each(?)`,
    )
    .bind(person.userId, id, JSON.stringify(Array.from({ length: 50 }, (_, at) => at)))
    .run();
  expect(await shown()).toContain("These are the latest 50 imports.");
});
