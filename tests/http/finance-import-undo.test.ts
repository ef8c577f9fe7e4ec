import { expect, test } from "vitest";
import { balanceOf, newAccount, type Refusal, transactionsOf } from "#tests/support/accounts";
import { importCsv } from "#tests/support/csv-upload";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

const content = "Date,Description,Amount\n2026-10-05,Coffee,-4.75\n2026-10-06,Pay,1200.00\n2026-10-07,Rent,-900.00\n";

interface Past {
  id: string;
  importedCount: number;
  undoneAt: string | null;
  keptEdited: number;
  keptReconciled: number;
}

async function imported() {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 50 });
  const { importId } = (await importCsv(person, id, { content })).json;
  const rows = (await transactionsOf(person, id)).transactions;
  return { person, id, importId, rows };
}

test("an undo takes every row back, and the file can come again", async () => {
  const { person, id, importId } = await imported();
  const answer = await person.post<Past>(`/api/imports/${importId}/undo`);
  expect(answer.json).toMatchObject({ undoneAt: expect.any(String), keptEdited: 0, keptReconciled: 0 });
  expect(await balanceOf(person, id)).toBe(50);
  expect((await transactionsOf(person, id)).total).toBe(0);
  expect((await importCsv(person, id, { content })).json.importedCount).toBe(3);
});

test("edited and reconciled rows stay and are counted", async () => {
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

test("a removed row does not come back with an undo, and does with the file after it", async () => {
  const { person, id, importId, rows } = await imported();
  await person.delete(`/api/account-transactions/${rows[0]?.id}`);
  await person.post(`/api/imports/${importId}/undo`);
  expect((await importCsv(person, id, { content })).json.importedCount).toBe(3);
});

test("an import is undone once", async () => {
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
