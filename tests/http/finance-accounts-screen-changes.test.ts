import { expect, test } from "vitest";
import { type Account, aTransaction, newAccount, newTransaction, transactionsOf } from "#tests/support/accounts";
import { importCsv } from "#tests/support/csv-upload";
import { attributes, pageText } from "#tests/support/page-text";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const screen = "/finances/accounts";
const read = async (person: Visitor, path: string) => pageText((await person.get(path)).text);

/** The message the next screen shows. */
function toastOf(person: Visitor): string {
  const toast = person.cookies.get("plenum_toast");
  return toast ? JSON.parse(decodeURIComponent(toast)).text : "";
}

const form = { accountType: "checking", currency: "USD", institutionId: "", accountNumber: "", description: "" };
const row = { amount: "12.50", transactionDate: "2026-11-01", description: "Groceries", type: "withdrawal" };

test("archiving and reactivating ask first, confirm and change the account's actions", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { name: "Daily" });
  const at = `${screen}/${id}`;
  expect(await read(person, `${at}/archive`)).toContain("Archive Bank Account");
  await person.submit(`${at}/archive`, {});
  expect(toastOf(person)).toBe("Account archived.");
  const archived = (await person.get(at)).text;
  expect(pageText(archived)).toContain("Inactive");
  expect(pageText(archived)).toContain("Reactivate Account");
  expect(pageText(archived)).not.toContain("Delete Account");
  expect(attributes(archived, "href").filter((href) => href.includes("/transactions/new"))).toEqual([]);
  expect(attributes(archived, "href").filter((href) => href.endsWith("/import"))).toEqual([]);
  const refused = await person.submit(`${at}/transactions/new`, row);
  expect([refused.status, pageText(refused.text)]).toEqual([409, expect.stringContaining("This account is archived.")]);
  await person.submit(at, {});
  expect(toastOf(person)).toBe("Account reactivated.");
  expect(await read(person, at)).toContain("Delete Account");
});

test("deleting an account requires typing DELETE and deletes its transactions", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { name: "Daily" });
  await newTransaction(person, id);
  const dialog = (await person.get(`${screen}/${id}/delete`)).text;
  for (const text of ["Delete Bank Account", "Type DELETE to confirm"]) expect(pageText(dialog)).toContain(text);
  expect(dialog).toMatch(/<button[^>]* disabled=""[^>]*>(?:(?!<\/button>).)*Delete Account/);
  const gone = await person.submit(`${screen}/${id}/delete`, {});
  expect([gone.location, toastOf(person)]).toEqual([screen, "Account deleted."]);
  expect((await person.get<Account[]>("/api/bank-accounts")).json).toEqual([]);
});

test("a stale edit shows the current values and can be saved again", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { name: "Daily" });
  await person.put(`/api/bank-accounts/${id}`, {
    name: "Renamed",
    currentBalance: 70,
    accountType: "checking",
    version: 1,
  });
  const path = `${screen}/${id}/edit`;
  const sent = { ...form, name: "Mine", currentBalance: "100", version: "1" };
  const answer = await person.submit(path, sent);
  expect(answer.status).toBe(409);
  expect(pageText(answer.text)).toContain("Renamed, $70.00");
  expect(attributes(answer.text, "value")).toContain("Mine");
  expect((await person.submit(path, { ...sent, version: "2" })).status).toBe(302);
});

test("past imports are listed and can be undone", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const path = `${screen}/${id}/imports`;
  expect(await read(person, path)).toContain("No imports yet");
  const content = "Date,Description,Amount\n2026-10-05,Coffee,-4.75\n2026-10-06,Tea,-3.00\n2026-10-07,Bad,x\n";
  const { json } = await importCsv(person, id, { content, name: "october.csv" });
  expect(await read(person, path)).toMatch(/october\.csv.*2 added, 1 error, Oct 5, 2026 to Oct 6, 2026.*Undo/);
  const [remaining] = (await transactionsOf(person, id)).transactions;
  await person.put(
    `/api/account-transactions/${remaining?.id}`,
    aTransaction({ description: "Mine", amount: 3, transactionDate: "2026-10-06" }),
  );
  const undo = `${path}/${json.importId}/undo`;
  expect(await read(person, undo)).toContain("The 2 transactions of october.csv are removed");
  await person.submit(undo, {});
  expect(toastOf(person)).toBe("Import undone. 1 edited transaction was kept.");
  expect((await transactionsOf(person, id)).total).toBe(1);
  const again = await person.submit(undo, {});
  expect([again.status, pageText(again.text)]).toEqual([
    409,
    expect.stringContaining("This import was already undone."),
  ]);
});

test("dialogs of an account stay on the page of its transactions", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  for (let at = 0; at < 11; at++) await newTransaction(person, id);
  const links = attributes((await person.get(`${screen}/${id}?page=2`)).text, "href");
  for (const dialog of ["edit", "archive", "delete", "transactions/new", "import", "imports"]) {
    expect(links).toContain(`${screen}/${id}/${dialog}?page=2`);
  }
  const { json } = await importCsv(person, id, { content: "Date,Description,Amount\n2026-11-02,Tea,-3.00\n" });
  const undo = `${screen}/${id}/imports/${json.importId}/undo?page=2`;
  expect(attributes((await person.get(`${screen}/${id}/imports?page=2`)).text, "href")).toContain(undo);
  expect((await person.submit(undo, {})).location).toBe(`${screen}/${id}/imports?page=2`);
});
