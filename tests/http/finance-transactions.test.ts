import { expect, test } from "vitest";
import { newAccount, newTransaction, type Transaction, transactionsOf } from "#tests/support/accounts";
import { importCsv } from "#tests/support/csv-upload";
import type { Cashflow, Refusal } from "#tests/support/household";
import { attributes, pageText, threePagesAndBack } from "#tests/support/page-text";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { addDays } from "~/domain/shared/time/dates";

const worker = await testWorker();

interface Line extends Transaction {
  isNew: boolean;
  excluded: boolean;
}

interface Lines {
  items: Line[];
  nextCursor: string | null;
  toReview: number;
}

const list = async (person: Visitor, query = "") =>
  (await person.get<Lines>(`/api/account-transactions?${query}`)).json;
const change = (person: Visitor, body: object) =>
  person.post<{ id: string; changed: number; left: number }>("/api/account-transactions/changes", body);
const today = new Date().toISOString().slice(0, 10);

async function household() {
  const person = await worker.household();
  const [one, two] = [await newAccount(person), await newAccount(person, { name: "Card", accountType: "credit" })];
  return { person, one, two };
}

test("transactions of all accounts are listed, searched, filtered, sorted and paged by keyset", async () => {
  const { person, one, two } = await household();
  for (let day = 1; day <= 5; day++) {
    await newTransaction(person, one.id, {
      amount: day,
      transactionDate: `2026-03-0${day}`,
      description: `Shop ${day}`,
    });
    await newTransaction(person, two.id, { amount: day * 10, transactionDate: `2026-03-0${day}`, category: "dining" });
  }
  const seen: string[] = [];
  for (let cursor = ""; ; ) {
    const { items, nextCursor } = await list(person, `limit=3&cursor=${encodeURIComponent(cursor)}`);
    seen.push(...items.map(({ id }) => id));
    if (!nextCursor) break;
    cursor = nextCursor;
  }
  expect([seen.length, new Set(seen).size]).toEqual([10, 10]);
  const amounts = async (query: string) => (await list(person, query)).items.map(({ amount }) => amount);
  expect(await amounts("q=shop%204")).toEqual([-4]);
  expect(await amounts(`account=${two.id}&sort=amount_up`)).toEqual([-50, -40, -30, -20, -10]);
  expect(await amounts("category=dining&min=20&max=30&sort=oldest")).toEqual([-20, -30]);
  expect(await amounts("from=2026-03-05&to=2026-03-05&sort=amount_down")).toEqual([-5, -50]);
  expect(await list(await worker.household())).toMatchObject({ items: [], toReview: 0 });
  for (const sort of ["newest", "amount_up"]) {
    const { pages, back } = await threePagesAndBack(person, `/finances/transactions?account=${one.id}&sort=${sort}`);
    const shown = [...pages, back].map((page) => /Shop \d/.exec(pageText(page))?.[0]);
    expect(shown).toEqual(["Shop 5", "Shop 4", "Shop 3", "Shop 4"]);
  }
  const screen = await person.get("/finances/transactions?q=shop");
  expect(databaseCosts(screen).rounds).toBeLessThanOrEqual(2);
});

test("the last page of a range of days reads as many rows as the second", async () => {
  const { person, one } = await household();
  const days = Array.from({ length: 300 }, (_, at) => addDays("2024-01-01", at));
  const content = days.map((day) => `${day},SHOP,-5.00`).join("\n");
  await importCsv(person, one.id, { content: `Date,Description,Amount\n${content}\n` });
  const range = `from=${days[0]}&to=${days.at(-1)}&sort=oldest`;
  const read: number[] = [];
  for (let cursor = ""; ; ) {
    const answer = await person.get<Lines>(`/api/account-transactions?${range}&cursor=${encodeURIComponent(cursor)}`);
    read.push(databaseCosts(answer).read);
    if (!answer.json.nextCursor) break;
    cursor = answer.json.nextCursor;
  }
  const [, second = 0, ...others] = read;
  expect([read.length, Math.max(...others) <= second]).toEqual([12, true]);
});

test("date filters are formatted like other dates, and an invalid one causes no error", async () => {
  const person = await worker.household();
  const { text } = await person.get("/finances/transactions?from=2026-11-01&to=2026-11-30");
  expect(pageText(text)).toMatch(/From Nov 1, 2026.*To Nov 30, 2026/);
  const invalid = pageText((await person.get("/finances/transactions?from=soon&min=lots&max=5")).text);
  expect(invalid).toContain("At most 5");
  expect(invalid).not.toMatch(/From soon|At least lots/);
});

test("the API refuses an amount that is not one instead of listing everything", async () => {
  const person = await worker.household();
  for (const name of ["min", "max"])
    expect(await person.get(`/api/account-transactions?${name}=lots`)).toMatchObject({
      ...{ status: 400, json: { fields: { [name]: ["Please enter a valid amount"] } } },
    });
});

test("imported rows are to be reviewed until marked as reviewed", async () => {
  const { person, one } = await household();
  await importCsv(person, one.id, { content: `Date,Description,Amount\n${today},CORNER STORE,-5.00\n` });
  await newTransaction(person, one.id, { transactionDate: today });
  const { items, toReview } = await list(person, "review=open");
  expect([items.length, toReview]).toEqual([1, 1]);
  expect((await change(person, { ids: [items[0]?.id], reviewed: true })).status).toBe(201);
  expect((await list(person)).toReview).toBe(0);
});

test("a bulk change can be undone, except for rows changed since", async () => {
  const { person, one, two } = await household();
  const bought = { transactionDate: "2026-03-05", category: "food" };
  const rows = [
    await newTransaction(person, one.id, { ...bought, amount: 1 }),
    await newTransaction(person, one.id, { ...bought, amount: 2 }),
    await newTransaction(person, one.id, {
      ...bought,
      amount: 4,
      type: "transfer",
      category: "other",
      toAccountId: two.id,
    }),
  ];
  const ids = rows.map(({ id }) => id);
  const spent = async () =>
    (await person.get<Cashflow>("/api/cashflow/monthly?year=2026&month=3")).json.expenses.byCategory;
  const foreign = await worker.household();
  expect((await change(foreign, { ids, category: "housing" })).json).toEqual({ id: null, changed: 0, left: 3 });
  const { json } = await change(person, { ids, category: "housing" });
  expect(json).toMatchObject({ changed: 2, left: 1 });
  expect(await spent()).toEqual({ housing: 3 });
  const later = {
    amount: 2,
    transactionDate: "2026-03-05",
    description: "Heating",
    category: "utilities",
    type: "withdrawal",
  };
  expect((await person.put(`/api/account-transactions/${ids[1]}`, later)).status).toBe(200);
  const undo = (who: Visitor) => who.post<Refusal>(`/api/account-transactions/changes/${json.id}/undo`, {});
  expect((await undo(foreign)).status).toBe(404);
  expect((await undo(person)).json).toEqual({ restored: 1, kept: 1 });
  expect(await spent()).toEqual({ food: 1, utilities: 2 });
  expect(await undo(person)).toMatchObject({ status: 409, json: { message: "This change was already undone." } });
});

test("an excluded row counts in no month but stays in the balance", async () => {
  const { person, one } = await household();
  const { id } = await newTransaction(person, one.id, { amount: 30, transactionDate: "2026-03-05", category: "food" });
  const total = async () => (await person.get<Cashflow>("/api/cashflow/monthly?year=2026&month=3")).json.expenses.total;
  expect(await total()).toBe(30);
  await change(person, { ids: [id], excluded: true });
  expect(await total()).toBe(0);
  expect((await person.get<{ currentBalance: number }>(`/api/bank-accounts/${one.id}`)).json.currentBalance).toBe(70);
  await change(person, { ids: [id], excluded: false });
  expect(await total()).toBe(30);
});

test("a rule categorizes and names new rows, and past ones on request, which can be undone", async () => {
  const { person, one } = await household();
  const file = (rows: string) => importCsv(person, one.id, { content: `Date,Description,Amount\n${rows}\n` });
  await file("2026-03-01,WHOLE FOODS MKT 123,-20.00");
  const sent = { pattern: "whole foods", category: "groceries", merchantName: "Whole Foods" };
  const { json: rule } = await person.post<{ id: string }>("/api/category-rules", sent);
  expect((await person.post("/api/category-rules", { ...sent, pattern: "WHOLE FOODS" })).status).toBe(409);
  await file("2026-03-09,WHOLE FOODS MKT 456,-30.00\n2026-03-10,WHOLE FOODS REFUND,5.00\n2026-03-11,GAS,-9.00");
  const sorted = async () =>
    (await transactionsOf(person, one.id)).transactions.map(({ amount, category }) => `${amount} ${category}`).sort();
  expect(await sorted()).toEqual(["20 other", "30 groceries", "5 groceries", "9 other"]);
  expect((await person.get(`/api/category-rules/${rule.id}/preview`)).json).toMatchObject({ count: 1 });
  const applied = await person.post<{ id: string; changed: number }>(`/api/category-rules/${rule.id}/apply`, {});
  expect(applied.json.changed).toBe(1);
  expect(await sorted()).toContain("20 groceries");
  expect(
    (await list(person, "q=whole%20foods")).items.map((row) => (row as { merchantName?: string }).merchantName),
  ).toEqual(["Whole Foods", "Whole Foods", "Whole Foods"]);
  expect((await person.post(`/api/account-transactions/changes/${applied.json.id}/undo`, {})).json).toMatchObject({
    restored: 1,
  });
  expect(await sorted()).toContain("20 other");
  const stranger = await worker.household();
  expect((await stranger.post(`/api/category-rules/${rule.id}/apply`, {})).status).toBe(404);
  expect((await person.delete(`/api/category-rules/${rule.id}`)).status).toBe(204);
});

test("applying a rule to earlier rows leaves categories chosen by hand, and the preview counts the same rows", async () => {
  const { person, one } = await household();
  const content =
    "Date,Description,Amount\n2026-03-01,AMAZON 1,-1.00\n2026-03-02,AMAZON 2,-2.00\n2026-03-03,AMAZON 3,-3.00\n";
  await importCsv(person, one.id, { content });
  const rows = (await transactionsOf(person, one.id)).transactions;
  const [bulk, single] = [rows.find((row) => row.amount === 1), rows.find((row) => row.amount === 2)];
  await change(person, { ids: [bulk?.id], category: "gift" });
  expect((await person.put(`/api/account-transactions/${single?.id}`, { ...single, category: "gift" })).status).toBe(
    200,
  );
  const typed = { transactionDate: "2026-03-04", description: "Amazon" };
  await newTransaction(person, one.id, { ...typed, amount: 4, category: "food" });
  await newTransaction(person, one.id, { ...typed, amount: 5, category: "other" });
  const { json: rule } = await person.post<{ id: string }>("/api/category-rules", {
    ...{ pattern: "amazon", category: "shopping" },
  });
  expect((await person.get(`/api/category-rules/${rule.id}/preview`)).json).toMatchObject({ count: 2 });
  const applied = await person.post<{ changed: number; left: number }>(`/api/category-rules/${rule.id}/apply`, {});
  expect(applied.json).toMatchObject({ changed: 2, left: 0 });
  const after = (await transactionsOf(person, one.id)).transactions;
  expect(after.map(({ amount, category }) => `${amount} ${category}`).sort()).toEqual([
    ...["1 gift", "2 gift", "3 shopping", "4 food", "5 shopping"],
  ]);
});

test("rules and searches ignore the case of every letter", async () => {
  const { person, one } = await household();
  const file = (rows: string) => importCsv(person, one.id, { content: `Date,Description,Amount\n${rows}\n` });
  await file("2026-03-01,M\u00dcLLER GMBH,-20.00\n2026-03-02,Stra\u00dfe,-3.00");
  const { json: rule } = await person.post<{ id: string }>("/api/category-rules", {
    ...{ pattern: "M\u00fcller", category: "groceries" },
  });
  await file("2026-03-09,M\u00dcLLER BONN,-30.00\n2026-03-10,m\u00fcller k\u00f6ln,-31.00");
  const categories = async () => (await list(person, "sort=oldest")).items.map(({ category }) => category);
  expect(await categories()).toEqual(["other", "other", "groceries", "groceries"]);
  expect((await person.post<{ changed: number }>(`/api/category-rules/${rule.id}/apply`, {})).json.changed).toBe(1);
  for (const text of ["m\u00fcller", "M\u00dcLLER", "M\u00fcller"])
    expect((await list(person, `q=${encodeURIComponent(text)}`)).items, text).toHaveLength(3);
});

test("a text has one rule, in whatever case its letters are", async () => {
  const { person } = await household();
  const add = async (pattern: string) =>
    (await person.post<Refusal>("/api/category-rules", { pattern, category: "dining" })).status;
  expect(await add("Caf\u00e9 Nero")).toBe(201);
  expect([await add("CAF\u00c9 NERO"), await add("caf\u00e9 nero")]).toEqual([409, 409]);
  expect([await add("Cafe Nero"), await add("CAFE NERO")]).toEqual([201, 409]);
  expect((await person.get("/finances/transactions/rules")).text).toContain(
    "Deleting a rule leaves those it has changed as they are.",
  );
});

test("applying a rule twice with the same form changes once, and the preview shows each account's currency", async () => {
  const { person } = await household();
  const euros = await newAccount(person, { name: "Urlaub", currency: "EUR" });
  await importCsv(person, euros.id, { content: "Date,Description,Amount\n2026-03-01,BOULANGERIE 1,-20.00\n" });
  const sent = { pattern: "boulangerie", category: "groceries" };
  const { id } = (await person.post<{ id: string }>("/api/category-rules", sent)).json;
  expect((await person.get(`/api/category-rules/${id}/preview`)).json).toMatchObject({
    examples: [{ currency: "EUR" }],
  });
  const screen = `/finances/transactions/rules?rule=${id}`;
  const page = (await person.get(screen)).text;
  expect(pageText(page)).toContain("-\u20ac20.00");
  const key = /name="idempotencyKey" value="([^"]+-apply)"/.exec(page)?.[1] ?? "";
  const form = { intent: "apply", id, idempotencyKey: key };
  const [first, second] = [await person.submit(screen, form), await person.submit(screen, form)];
  expect(first.location).toMatch(/changed=./);
  expect(second.location).toBe(first.location);
});

test("applying a rule to earlier rows leaves those that a longer rule decides", async () => {
  const { person, one } = await household();
  const content = "Date,Description,Amount\n2026-03-01,SHELL 12,-40.00\n2026-03-02,SHELL CAFE,-6.00\n";
  await importCsv(person, one.id, { content });
  const rule = async (pattern: string, category: string) =>
    (await person.post<{ id: string }>("/api/category-rules", { pattern, category })).json.id;
  const [short, long] = [await rule("shell", "transportation"), await rule("Shell Cafe", "dining")];
  const apply = async (id: string) =>
    (await person.post<{ changed: number }>(`/api/category-rules/${id}/apply`, {})).json.changed;
  expect((await person.get(`/api/category-rules/${short}/preview`)).json).toMatchObject({ count: 1 });
  expect([await apply(long), await apply(short)]).toEqual([1, 1]);
  expect((await list(person, "sort=oldest")).items.map(({ category }) => category)).toEqual([
    "transportation",
    "dining",
  ]);
});

test("a rule never assigns a category that does not fit the transaction type", async () => {
  const { person, one } = await household();
  await person.post("/api/category-rules", { pattern: "acme", category: "salary" });
  const content = "Date,Description,Amount\n2026-03-01,ACME PAYROLL,900.00\n2026-03-02,ACME STORE,-9.00\n";
  await importCsv(person, one.id, { content });
  const { transactions } = await transactionsOf(person, one.id);
  expect(transactions.map(({ amount, category }) => [amount, category]).sort()).toEqual([
    [9, "other"],
    [900, "salary"],
  ]);
});

test("the export holds the filtered rows with exact amounts and formulas escaped", async () => {
  const { person, one } = await household();
  await newTransaction(person, one.id, { amount: 1234.05, transactionDate: "2026-03-05", description: "=1+1" });
  await newTransaction(person, one.id, { amount: 2, transactionDate: "2026-03-06", description: "Left out" });
  const answer = await person.get("/finances/transactions/export?to=2026-03-05");
  expect(answer.headers.get("content-type")).toContain("text/csv");
  expect(answer.text.split("\r\n")).toEqual([
    "Date,Account,Description,Merchant,Category,Type,Amount,Currency,Notes,Pending,Excluded",
    "2026-03-05,Everyday,'=1+1,,other,withdrawal,-1234.05,USD,,,",
    "",
  ]);
});

test("the screen changes selected rows and undoes the change", async () => {
  const { person, one } = await household();
  const { id } = await newTransaction(person, one.id, { transactionDate: "2026-03-05", category: "food" });
  const at = "/finances/transactions?q=groceries";
  const none = await person.submit(at, { intent: "change", act: "exclude" });
  expect([none.status, none.text.includes("Please select at least one transaction")]).toEqual([400, true]);
  const sent = await person.submit(at, { intent: "change", act: "categorize", category: "housing", ids: id });
  expect(sent.status).toBe(302);
  const changed = new URL(sent.location ?? "", "http://x").searchParams.get("changed") ?? "";
  expect((await list(person)).items[0]?.category).toBe("housing");
  expect((await person.submit(at, { intent: "undo", id: changed })).status).toBe(302);
  expect((await list(person)).items[0]?.category).toBe("food");
});

test("a rule for more transactions than are changed at once says so", async () => {
  const { person, one } = await household();
  const days = Array.from({ length: 2001 }, (_, at) => addDays("2018-01-01", at));
  const content = days.map((day) => `${day},CORNER STORE,-5.00`).join("\n");
  await importCsv(person, one.id, { content: `Date,Description,Amount\n${content}\n` });
  const { json } = await person.post<{ id: string }>("/api/category-rules", {
    ...{ pattern: "corner store", category: "groceries" },
  });
  const at = `/finances/transactions/rules?rule=${json.id}`;
  const shown = async () => pageText((await person.get(at)).text);
  expect(await shown()).toContain("The latest 2,000 earlier transactions would change, and there may be more:");
  await person.submit(at, { intent: "apply", id: json.id });
  expect(decodeURIComponent(person.cookies.get("plenum_toast") ?? "")).toContain(
    "2,000 earlier transactions changed. There may be more: apply the rule again.",
  );
  expect(await shown()).toContain("1 earlier transaction would change:");
});

test("a rule deleted in another tab cannot be deleted again, and the dialog says so", async () => {
  const { person } = await household();
  const gone = "0192f000-0000-7000-8000-000000000000";
  const answer = await person.submit("/finances/transactions/rules", { intent: "remove", id: gone });
  expect([answer.status, pageText(answer.text)]).toEqual([404, expect.stringContaining("Rule not found")]);
});

test("undoing a change stays on the page of the list", async () => {
  const { person, one } = await household();
  const { id } = await newTransaction(person, one.id, { transactionDate: "2026-03-05", category: "food" });
  const sent = { intent: "change", act: "exclude", ids: id };
  const changed = await person.submit("/finances/transactions?before=eyJ9", sent);
  const undone = await person.submit(changed.location ?? "", {
    intent: "undo",
    id: new URL(changed.location ?? "", "http://x").searchParams.get("changed") ?? "",
  });
  expect(undone.location).toBe("/finances/transactions?before=eyJ9");
});

test("making a rule for a row stays in its filter, and so does the rule", async () => {
  const { person, one } = await household();
  await newTransaction(person, one.id, { transactionDate: "2026-03-05", category: "food" });
  const rules = "/finances/transactions/rules?q=groceries";
  const links = attributes((await person.get("/finances/transactions?q=groceries")).text, "href");
  expect(links).toContain(`${rules}&text=Groceries&as=food`);
  const sent = { intent: "add", pattern: "Groceries", category: "groceries" };
  expect((await person.submit(`${rules}&text=Groceries&as=food`, sent)).location).toMatch(
    /rules\?q=groceries&rule=[0-9a-f-]+$/,
  );
});

test("a transaction opened from the filtered list returns there when it is saved, deleted or closed", async () => {
  const { person, one } = await household();
  for (let at = 0; at < 2; at++) await newTransaction(person, one.id, { description: "Corner shop" });
  const list = "/finances/transactions?q=corner&sort=oldest";
  const opens = (html: string) =>
    attributes(html, "href").filter((href) => href.startsWith(`/finances/accounts/${one.id}/transactions/`));
  const [edit = "", remove = ""] = opens((await person.get(list)).text);
  const form = {
    type: "withdrawal",
    category: "other",
    amount: "3.00",
    transactionDate: "2026-11-02",
    description: "Shop",
  };
  expect((await person.submit(edit, form)).location).toBe(list);
  expect(opens((await person.get(remove)).text)).toContain(remove.replace("?", "/delete?"));
  expect((await person.submit(remove.replace("?", "/delete?"), {})).location).toBe(list);
  const [plain = ""] = opens((await person.get("/finances/transactions")).text);
  expect((await person.submit(plain, form)).location).toBe("/finances/transactions");
  const elsewhere = edit.replace(/list=.*/, `list=${encodeURIComponent("q=a&evil=//example.com")}`);
  expect((await person.submit(elsewhere, form)).location).toBe("/finances/transactions?q=a");
});

test("without a transaction the list leads to the accounts", async () => {
  const person = await worker.household();
  const { text } = await person.get("/finances/transactions");
  expect(pageText(text)).toContain("Open bank accounts");
});
