import { expect, test } from "vitest";
import { type Account, aTransaction, newAccount, newTransaction } from "#tests/support/accounts";
import { type Imported, importCsv } from "#tests/support/csv-upload";
import { pageText } from "#tests/support/page-text";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const screen = "/finances/accounts";
const read = async (person: Visitor, path: string) => pageText((await person.get(path)).text);

async function without(table: string, check: () => Promise<void>): Promise<void> {
  await worker.db.exec(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  await check().finally(() => worker.db.exec(`ALTER TABLE ${table}_away RENAME TO ${table}`));
}

async function failing(write: string, table: string, check: () => Promise<void>): Promise<void> {
  await worker.db.exec(`CREATE TRIGGER broken BEFORE ${write} ON ${table} BEGIN SELECT RAISE(ABORT, 'broken'); END`);
  await check().finally(() => worker.db.exec("DROP TRIGGER broken"));
}

test("accounts that fail to load show an error", async () => {
  const person = await worker.household();
  await without("bank_accounts", async () => {
    expect(await read(person, screen)).toContain("Failed to load accounts. Please try again.");
  });
});

test("possible duplicates that fail to load are not said to be none", async () => {
  const person = await worker.household();
  expect(await read(person, `${screen}/review`)).toContain("No possible duplicates");
  await without("bank_matches", async () => {
    const text = await read(person, `${screen}/review`);
    expect(text).toContain("Failed to load possible duplicates");
    expect(text).not.toContain("No possible duplicates");
  });
});

test("institutions that fail to load show an error instead of an empty list", async () => {
  const person = await worker.household();
  await without("bank_institutions", async () => {
    const text = await read(person, `${screen}/institution`);
    expect(text).toContain("Failed to load institutions list.");
    expect(text).toContain("Try again");
    expect(text).not.toContain("No institutions yet");
  });
});

test("transactions that fail to load show an error with a retry, and the account still shows", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { name: "Still here" });
  await without("account_transactions", async () => {
    const page = (await person.get(`${screen}/${id}`)).text;
    for (const text of ["Failed to load transactions", "Try again", "Still here"])
      expect(pageText(page)).toContain(text);
  });
});

const account = { name: "A", currentBalance: "1", accountType: "checking", currency: "USD", institutionId: "" };
const transaction = { amount: "1", transactionDate: "2026-11-01", description: "x", type: "withdrawal" };

interface Broken {
  write: string;
  table: string;
  path: (ids: { accountId: string; rowId: string }) => string;
  fields: Record<string, string>;
  message: string;
}

test.each<Broken>([
  {
    write: "INSERT",
    table: "bank_institutions",
    path: () => "institution/new",
    fields: { name: "Bank" },
    message: "Failed to save institution. Please try again.",
  },
  {
    write: "INSERT",
    table: "bank_accounts",
    path: () => "new",
    fields: { ...account },
    message: "Failed to save account. Please try again.",
  },
  {
    write: "UPDATE",
    table: "bank_accounts",
    path: ({ accountId }) => `${accountId}/edit`,
    fields: { version: "2", ...account },
    message: "Failed to save account. Please try again.",
  },
  {
    write: "INSERT",
    table: "account_transactions",
    path: ({ accountId }) => `${accountId}/transactions/new`,
    fields: { ...transaction },
    message: "Failed to create transaction. Please try again.",
  },
  {
    write: "UPDATE",
    table: "account_transactions",
    path: ({ accountId, rowId }) => `${accountId}/transactions/${rowId}`,
    fields: { version: "1", ...transaction },
    message: "Failed to update transaction. Please try again.",
  },
  {
    write: "UPDATE",
    table: "bank_accounts",
    path: ({ accountId }) => `${accountId}/archive`,
    fields: {},
    message: "Failed to process request. Please try again.",
  },
  {
    write: "DELETE",
    table: "bank_accounts",
    path: ({ accountId }) => `${accountId}/delete`,
    fields: {},
    message: "Failed to process request. Please try again.",
  },
  {
    write: "DELETE",
    table: "account_transactions",
    path: ({ accountId, rowId }) => `${accountId}/transactions/${rowId}/delete`,
    fields: {},
    message: "Failed to process request. Please try again.",
  },
])("when $write of $table fails, the screen shows: $message", async ({ write, table, path, fields, message }) => {
  const person = await worker.household();
  const { id: accountId } = await newAccount(person);
  const { id: rowId } = await newTransaction(person, accountId);
  const before = (await person.get<Account[]>("/api/bank-accounts")).json;
  await failing(write, table, async () => {
    const answer = await person.submit(`${screen}/${path({ accountId, rowId })}`, fields);
    expect([answer.status, pageText(answer.text)]).toEqual([500, expect.stringContaining(message)]);
  });
  expect((await person.get<Account[]>("/api/bank-accounts")).json).toEqual(before);
});

test("a failed reactivation shows an error", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  await person.post(`/api/bank-accounts/${id}/archive`);
  await failing("UPDATE", "bank_accounts", async () => {
    const answer = await person.submit(`${screen}/${id}`, {});
    expect(pageText(answer.text)).toContain("Failed to reactivate account. Please try again.");
  });
});

test("a failed import says that nothing was added, and nothing was", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const content = "Date,Description,Amount\n2026-10-05,Coffee,-4.75\n";
  await failing("INSERT", "account_transactions", async () => {
    const answer = await importCsv<{ message: string }>(person, id, { content });
    expect([answer.status, answer.json.message]).toEqual([
      500,
      "The import failed. Nothing was added. Please try again.",
    ]);
  });
  expect((await importCsv<Imported>(person, id, { content })).json.importedCount).toBe(1);
});

test("of a thousand unreadable rows, a hundred are listed and all are counted", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const content = `Date,Description,Amount\n2026-10-05,Coffee,-4.75\n${"2026-10-05,Coffee,four\n".repeat(1000)}`;
  const { json } = await importCsv<Imported>(person, id, { content });
  expect([json.importedCount, json.errors.length, json.errorCount]).toEqual([1, 100, 1000]);
  expect(json.errors[0]).toBe("Row 3: amount “four” is not a number");
});

test("a stale edit of a row reconciled meanwhile does not change its amount", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const row = await newTransaction(person, id, { amount: 10 });
  await person.put(`/api/account-transactions/${row.id}`, aTransaction({ amount: 10, isReconciled: true }));
  const stale = { ...transaction, amount: "99", version: "1" };
  const answer = await person.submit(`${screen}/${id}/transactions/${row.id}`, stale);
  expect(answer.status).toBe(409);
  expect((await person.get<Account>(`/api/bank-accounts/${id}`)).json.currentBalance).toBe(90);
});
