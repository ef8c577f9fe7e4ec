import { expect, test } from "vitest";
import { balanceOf, newAccount, newTransaction, type Refusal, transactionsOf } from "#tests/support/accounts";
import { fixture, importCsv, type Staged, stageCsv, stagedRows } from "#tests/support/csv-upload";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

const head = "Date,Description,Amount\n";
const coffee = "2026-10-05,Coffee,-4.75\n";

async function household(facts = {}) {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 0, ...facts });
  return { person, id };
}

test("an import adds the file's rows with their signs, and the balance follows", async () => {
  const { person, id } = await household();
  const content = `${head}2026-10-05,Coffee,-4.75\n2026-10-06,Pay,1200.00\n2026-10-07,"Rent, October",-900.00\n`;
  const answer = await importCsv(person, id, { content });
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual({
    importId: expect.any(String),
    importedCount: 3,
    skippedCount: 0,
    errors: [],
    errorCount: 0,
  });
  expect(await balanceOf(person, id)).toBe(295.25);
  expect((await transactionsOf(person, id)).transactions).toMatchObject([
    { transactionDate: "2026-10-07", type: "withdrawal", amount: 900, description: "Rent, October", category: "other" },
    { transactionDate: "2026-10-06", type: "deposit", amount: 1200, description: "Pay" },
    { transactionDate: "2026-10-05", type: "withdrawal", amount: 4.75, description: "Coffee" },
  ]);
});

test("purchases on a card raise the amount owed", async () => {
  const { person, id } = await household({ accountType: "credit" });
  await importCsv(person, id, { content: fixture("amex-short.csv"), options: { flip: true } });
  const { transactions } = await transactionsOf(person, id);
  const owed = transactions.reduce((sum, row) => sum + (row.type === "withdrawal" ? row.amount : -row.amount), 0);
  expect(await balanceOf(person, id)).toBeCloseTo(owed, 2);
});

test("importing a file again adds nothing, and an overlapping file adds only new rows", async () => {
  const { person, id } = await household();
  const content = head + coffee + coffee;
  await importCsv(person, id, { content });
  expect((await importCsv(person, id, { content })).json).toMatchObject({
    importId: null,
    importedCount: 0,
    skippedCount: 2,
  });
  const third = await importCsv(person, id, { content: `${head}${coffee}${coffee}${coffee}2026-10-08,Tea,-3.00\n` });
  expect(third.json).toMatchObject({ importedCount: 2, skippedCount: 2 });
  expect((await transactionsOf(person, id)).total).toBe(4);
});

test("the same row in another account is a separate transaction", async () => {
  const { person, id } = await household();
  const other = await newAccount(person, { currentBalance: 0 });
  for (const account of [id, other.id]) {
    expect((await importCsv(person, account, { content: head + coffee })).json.importedCount).toBe(1);
  }
});

test("a retry with the same key has one effect and the same response", async () => {
  const { person, id } = await household();
  const upload = { content: head + coffee, headers: { "idempotency-key": "import-once-1" } };
  const [first, second] = [await importCsv(person, id, upload), await importCsv(person, id, upload)];
  expect(second.json).toEqual(first.json);
  expect((await transactionsOf(person, id)).total).toBe(1);
  const other = await importCsv(person, id, { ...upload, content: `${head}2026-10-09,Tea,-3\n` });
  expect(other.status).toBe(422);
});

test("a staged file adds nothing to the account, and each kind of row is counted and listed", async () => {
  const { person, id } = await household();
  await importCsv(person, id, { content: head + coffee });
  await newTransaction(person, id, { amount: 12.5, transactionDate: "2026-10-10", description: "Market" });
  const content = `${head}${coffee}2026-10-11,MARKET 441,-12.50\n2026-10-12,Books,-20.00\n2026-10-13,Bad,12,3.4\n2026-10-14,Beginning balance,\n`;
  const { status, json } = await stageCsv(person, id, { content });
  expect(status).toBe(201);
  expect(json.counts).toEqual({ new: 1, duplicate: 1, possible: 1, error: 1, skipped: 1 });
  expect(json).toMatchObject({ undecided: 1, toAdd: 1 });
  const rowsOf = async (kind: string) => (await stagedRows(person, json.id, `kind=${kind}`)).json.rows;
  expect(await rowsOf("new")).toMatchObject([{ row: 4, description: "Books", amountMinor: -2000, match: null }]);
  expect(await rowsOf("duplicate")).toMatchObject([{ row: 2, match: { description: "Coffee", removed: false } }]);
  expect(await rowsOf("possible")).toMatchObject([
    {
      row: 3,
      possible: { reason: "same-amount", sure: false, earlierRow: null, action: null },
      match: { description: "Market" },
    },
  ]);
  expect((await rowsOf("error"))[0]?.message).toContain("Row 5:");
  expect((await rowsOf("skipped"))[0]?.message).toContain("Row 6:");
  expect((await transactionsOf(person, id)).total).toBe(2);
});

test.each([
  ["merge", { rows: { "2": "merge" } }, 0, 1],
  ["merged by default", { possible: "merge" }, 0, 1],
  ["add", { rows: { "2": "add" } }, 1, 2],
  ["added if the answer is left out", undefined, 1, 2],
  ["leave", { possible: "leave" }, 0, 1],
])("a possible match is resolved: %s", async (_, decisions, imported, total) => {
  const { person, id } = await household();
  await newTransaction(person, id, { amount: 12.5, transactionDate: "2026-10-10", description: "Market" });
  const answer = await importCsv(person, id, { content: `${head}2026-10-11,MARKET 441,-12.50\n`, decisions });
  expect(answer.json).toMatchObject({ importedCount: imported, skippedCount: 1 - imported });
  expect((await transactionsOf(person, id)).total).toBe(total);
});

test("a merged row is a duplicate from then on, and its reconciled transaction does not change", async () => {
  const { person, id } = await household();
  const facts = { amount: 12.5, transactionDate: "2026-10-10", description: "Market", isReconciled: true };
  const row = await newTransaction(person, id, facts);
  const content = `${head}2026-10-11,MARKET 441,-12.50\n`;
  await importCsv(person, id, { content, decisions: { possible: "merge" } });
  expect((await stageCsv(person, id, { content })).json.counts).toMatchObject({ duplicate: 1, possible: 0 });
  expect((await transactionsOf(person, id)).transactions).toEqual([row]);
});

test("a posted row replaces its pending one and keeps the household's category and notes", async () => {
  const { person, id } = await household();
  const pending = "Date,Description,Amount,Status\n2026-10-10,HOLD MARKET,-12.50,Pending\n";
  await importCsv(person, id, { content: pending });
  const [held] = (await transactionsOf(person, id)).transactions;
  expect([held?.pending, await balanceOf(person, id)]).toEqual([true, 0]);
  await person.put(`/api/account-transactions/${held?.id}`, {
    ...{ amount: 12.5, type: "withdrawal", transactionDate: "2026-10-10", description: "HOLD MARKET" },
    ...{ category: "food", notes: "picnic" },
  });
  const posted = "Date,Description,Amount,Status\n2026-10-11,MARKET 441,-12.50,Posted\n";
  const answer = await importCsv(person, id, { content: posted, decisions: { possible: "merge" } });
  expect(answer.json.importedCount).toBe(1);
  expect((await transactionsOf(person, id)).transactions).toMatchObject([
    { description: "MARKET 441", pending: false, category: "food", notes: "picnic", transactionDate: "2026-10-11" },
  ]);
  expect(await balanceOf(person, id)).toBe(-12.5);
  await person.post(`/api/imports/${answer.json.importId}/undo`);
  expect((await transactionsOf(person, id)).transactions).toMatchObject([
    { description: "HOLD MARKET", pending: true },
  ]);
  expect(await balanceOf(person, id)).toBe(0);
});

test("ambiguous dates raise a question instead of a guess, and the answer is saved", async () => {
  const { person, id } = await household();
  const content = fixture("ambiguous-dates.csv");
  const staged = await stageCsv(person, id, { content });
  expect(staged.json.questions).toMatchObject([{ kind: "dateOrder", needed: true }]);
  const refused = await importCsv<Refusal & Pick<Staged, "questions">>(person, id, { content });
  expect(refused.status).toBe(400);
  expect(refused.json.questions).toMatchObject([{ kind: "dateOrder" }]);
  expect((await transactionsOf(person, id)).total).toBe(0);
  const done = await importCsv(person, id, { content, options: { dateOrder: "dmy" } });
  expect(done.json.errors).toEqual([]);
  expect(done.json.importedCount).toBeGreaterThan(0);
  const again = await stageCsv(person, id, { content });
  expect(again.json).toMatchObject({ usesSavedMapping: true, questions: [], mapping: { dateOrder: "dmy" } });
  expect(again.json.counts).toMatchObject({ new: 0 });
});

test("a saved mapping applies only to its account", async () => {
  const { person, id } = await household();
  const other = await newAccount(person);
  const content = fixture("ambiguous-dates.csv");
  await importCsv(person, id, { content, options: { dateOrder: "dmy" } });
  expect((await stageCsv(person, other.id, { content })).json.questions).toHaveLength(1);
});

test("corrected columns are used", async () => {
  const { person, id } = await household();
  const content = "a,b,c\n2026-10-05,-4.75,Coffee\n";
  const options = { headerRow: 1, columns: { date: 0, amount: 1, description: 2 } };
  expect((await importCsv(person, id, { content, options })).json).toMatchObject({ importedCount: 1 });
  expect((await transactionsOf(person, id)).transactions).toMatchObject([{ description: "Coffee", amount: 4.75 }]);
});

test("rows of one day keep the bank's order, whether the file is oldest or newest first", async () => {
  for (const order of [
    ["First", "Second", "Third"],
    ["Third", "Second", "First"],
  ]) {
    const { person, id } = await household();
    const newestFirst = order[0] === "Third";
    const days = order.map((name) => `2026-10-05,${name},-1.00`);
    const rows = newestFirst ? [`2026-10-06,Last,-1.00`, ...days] : [...days, `2026-10-06,Last,-1.00`];
    await importCsv(person, id, { content: `${head}${rows.join("\n")}\n` });
    const names = (await transactionsOf(person, id)).transactions.map((row) => row.description);
    expect(names).toEqual(["Last", "Third", "Second", "First"]);
  }
});

test("a duplicate far down a file shows the household's edited transaction", async () => {
  const { person, id } = await household();
  const rows = Array.from({ length: 150 }, (_, at) => `2026-10-05,Shop ${at},-${at + 1}.00`);
  const content = `${head}${rows.join("\n")}\n`;
  await importCsv(person, id, { content });
  const { transactions } = await transactionsOf(person, id);
  const last = transactions.find(({ description }) => description === "Shop 140");
  const facts = { amount: 141, type: "withdrawal", transactionDate: "2026-10-05", description: "Power drill" };
  expect((await person.put(`/api/account-transactions/${last?.id}`, facts)).status).toBe(200);
  const { json } = await stageCsv(person, id, { content });
  expect(json.counts.duplicate).toBe(150);
  const found = (await stagedRows(person, json.id, "kind=duplicate&search=shop+140+141.00")).json;
  expect(found.total).toBe(1);
  expect(found.rows).toMatchObject([{ row: 142, match: { description: "Power drill", removed: false } }]);
});

test("a removed row is not added again by its file", async () => {
  const { person, id } = await household();
  await importCsv(person, id, { content: head + coffee });
  const [row] = (await transactionsOf(person, id)).transactions;
  await person.delete(`/api/account-transactions/${row?.id}`);
  expect(await balanceOf(person, id)).toBe(0);
  const preview = await stageCsv(person, id, { content: head + coffee });
  const duplicates = (await stagedRows(person, preview.json.id, "kind=duplicate")).json.rows;
  expect(duplicates).toMatchObject([{ match: { removed: true } }]);
  expect((await importCsv(person, id, { content: head + coffee })).json.importedCount).toBe(0);
});

test("an archived account rejects imports", async () => {
  const { person, id } = await household();
  await person.post(`/api/bank-accounts/${id}/archive`);
  for (const answer of [
    await importCsv<Refusal>(person, id, { content: head + coffee }),
    await stageCsv<Refusal>(person, id, { content: head + coffee }),
  ]) {
    expect([answer.status, answer.json.message]).toEqual([
      409,
      "This account is archived. Reactivate it to import transactions.",
    ]);
  }
});

test("rows in a currency other than the account's are skipped and counted", async () => {
  const { person, id } = await household();
  const content = "Date,Description,Amount,Currency\n2026-10-05,Coffee,-4.75,USD\n2026-10-06,Kaffee,-3.00,EUR\n";
  const { json } = await stageCsv(person, id, { content });
  expect(json.counts).toMatchObject({ new: 1, skipped: 1 });
  expect((await importCsv(person, id, { content })).json).toMatchObject({ importedCount: 1, skippedCount: 1 });
});

test("another household's account and import get the same response as unknown ones", async () => {
  const { person, id } = await household();
  const { json } = await importCsv(person, id, { content: head + coffee });
  const stranger = await worker.household();
  const random = "0192f000-0000-7000-8000-000000000000";
  const bare = (text: string) => text.replace(/"requestId":"[^"]*"/, "");
  const pairs = [
    [await importCsv(stranger, id, { content: head }), await importCsv(stranger, random, { content: head })],
    [await stageCsv(stranger, id, { content: head }), await stageCsv(stranger, random, { content: head })],
    [
      await stranger.get(`/api/bank-accounts/${id}/imports`),
      await stranger.get(`/api/bank-accounts/${random}/imports`),
    ],
    [await stranger.post(`/api/imports/${json.importId}/undo`), await stranger.post(`/api/imports/${random}/undo`)],
  ] as const;
  for (const [foreign, nobodys] of pairs) {
    expect(foreign.status).toBe(404);
    expect(bare(foreign.text)).toBe(bare(nobodys.text));
  }
});
