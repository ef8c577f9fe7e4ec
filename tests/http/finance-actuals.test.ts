import { expect, test } from "vitest";
import { newAccount, newTransaction, transactionsOf } from "#tests/support/accounts";
import { importCsv } from "#tests/support/csv-upload";
import { type Cashflow, earn, type Item, type List, monthAfter, type Refusal, spend } from "#tests/support/household";
import { householdCtx } from "#tests/support/household-ctx";
import { pageText } from "#tests/support/page-text";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { expensesOfMonth } from "~/domain/finance/cashflow/cashflow.server";
import { readRecord } from "~/domain/finance/forecast/record.server";

const worker = await testWorker();

interface Line extends Item {
  status: string;
  transactionId: string | null;
  plannedAmount: number | null;
  isSyncedFromBank: boolean;
  budgetId: string | null;
}

const inMarch = "year=2025&month=3";
const day = (date: number) => `2025-03-${String(date).padStart(2, "0")}`;

async function expensesOfMarch(person: Visitor) {
  const { items } = (await person.get<List>(`/api/expenses/monthly?${inMarch}`)).json;
  return items as Line[];
}

async function cashflowOfMarch(person: Visitor) {
  return (await person.get<Cashflow>(`/api/cashflow/monthly?${inMarch}`)).json;
}

async function withAccount() {
  const person = await worker.household();
  const account = await newAccount(person);
  const post = (facts: Record<string, unknown>) => newTransaction(person, account.id, facts);
  return { person, account, post };
}

test("a posted row is listed in its month and counts once in month, details, summary and year", async () => {
  const { person, post } = await withAccount();
  const row = await post({
    amount: 43.21,
    transactionDate: day(5),
    category: "groceries",
    description: "CORNER STORE",
  });
  await post({ amount: 1200, transactionDate: day(7), category: "salary", type: "deposit", description: "Acme" });
  expect(await expensesOfMarch(person)).toMatchObject([
    {
      ...{ id: row.id, transactionId: row.id, name: "Corner Store", amount: 43.21, category: "food" },
      ...{ occursOn: day(5), status: "unplanned", isSyncedFromBank: true, isProjected: false },
    },
  ]);
  const month = await cashflowOfMarch(person);
  expect(month).toMatchObject({
    income: { total: 1200, byCategory: { salary: 1200 } },
    expenses: { total: 43.21, byCategory: { food: 43.21 } },
  });
  const year = (await person.get<Record<string, Cashflow>>("/api/cashflow/yearly?year=2025")).json;
  expect(year["3"]).toEqual(month);
  expect((await person.get(`/api/cashflow/monthly/details?${inMarch}`)).json).toMatchObject({
    expenseItems: [{ transactionId: row.id }],
    incomeItems: [{ isSyncedFromBank: true, amount: 1200 }],
  });
  expect((await person.get(`/api/expenses/monthly/summary?${inMarch}`)).json).toMatchObject({ total: 43.21 });
});

test("a row replaces its planned occurrence, with the actual amount and the plan's category", async () => {
  const { person, post } = await withAccount();
  const rent = await spend(person, { name: "Rent Oak Street", amount: 1500, date: day(1), category: "housing" });
  const row = await post({ amount: 1525, transactionDate: day(3), category: "other", description: "OAK STREET RENT" });
  expect(await expensesOfMarch(person)).toMatchObject([
    { id: rent.id, transactionId: row.id, amount: 1525, plannedAmount: 1500, occursOn: day(3), status: "paid" },
  ]);
  expect((await cashflowOfMarch(person)).expenses).toEqual({ total: 1525, byCategory: { housing: 1525 } });
});

test("transfers, adjustments and rows in another currency are not counted", async () => {
  const { person, account, post } = await withAccount();
  const savings = await newAccount(person, { name: "Savings", accountType: "savings" });
  const euros = await newAccount(person, { name: "Urlaub", currency: "EUR" });
  await post({ amount: 10, transactionDate: day(2), category: "groceries" });
  await post({ amount: 300, transactionDate: day(3), type: "transfer", category: "savings", toAccountId: savings.id });
  await post({ amount: 7, transactionDate: day(4), type: "adjustment", category: "other" });
  await newTransaction(person, euros.id, { amount: 99, transactionDate: day(5), category: "groceries" });
  expect(account.currency).toBe("USD");
  expect(await cashflowOfMarch(person)).toMatchObject({ expenses: { total: 10 }, income: { total: 0 } });
  const inEuros = await person.get<Cashflow>(`/api/cashflow/monthly?${inMarch}&currency=EUR`);
  expect(inEuros.json.expenses.total).toBe(99);
});

test("a future month shows only its plan", async () => {
  const { person, post } = await withAccount();
  const ahead = monthAfter(2);
  await earn(person, { name: "Salary", amount: 3000, date: `${ahead}-15` });
  await post({ amount: 50, transactionDate: `${ahead}-10`, category: "groceries" });
  const [year, month] = ahead.split("-");
  const { json } = await person.get<Cashflow>(`/api/cashflow/monthly?year=${year}&month=${Number(month)}`);
  expect(json).toMatchObject({ income: { total: 3000 }, expenses: { total: 0 } });
});

test("the household matches rows with planned items, one to one and only its own", async () => {
  const { person, post } = await withAccount();
  const gym = await spend(person, { name: "Gym", amount: 40, date: day(1), category: "healthcare" });
  const [one, two] = [
    await post({ amount: 75, transactionDate: day(20), description: "YEARLY FEE" }),
    await post({ amount: 75, transactionDate: day(21), description: "YEARLY FEE AGAIN" }),
  ];
  const put = (visitor: Visitor, id: string, body: object) =>
    visitor.put<Refusal>(`/api/account-transactions/${id}/planned-match`, body);
  const match = { kind: "expense", itemId: gym.id, date: day(1) };
  expect((await put(person, one.id, match)).status).toBe(200);
  expect(await expensesOfMarch(person)).toMatchObject([
    { id: gym.id, transactionId: one.id, amount: 75, status: "paid" },
    { transactionId: two.id, status: "unplanned" },
  ]);
  expect(await put(person, two.id, match)).toMatchObject({
    status: 409,
    json: { message: "Another transaction is already matched with this." },
  });
  expect((await put(person, one.id, { ...match, same: false })).status).toBe(200);
  expect((await put(person, two.id, match)).status).toBe(200);
  expect((await put(person, two.id, { ...match, date: day(2) })).status).toBe(404);
  expect((await put(await worker.household(), two.id, match)).status).toBe(404);
  const stored = await worker.db
    .prepare("SELECT count(*) n FROM planned_matches WHERE same = 1 AND transaction_id IN (?, ?)")
    .bind(one.id, two.id)
    .first("n");
  expect(stored).toBe(1);
});

test("moving one occurrence keeps the household's decisions about the later ones", async () => {
  const { person, post } = await withAccount();
  const gym = await spend(person, { name: "Gym", amount: 40, date: "2025-01-05", category: "healthcare" });
  const before = await post({ amount: 75, transactionDate: "2025-01-20", description: "FEE IN JANUARY" });
  const paid = await post({ amount: 75, transactionDate: day(20), description: "YEARLY FEE" });
  const other = await post({ amount: 40, transactionDate: day(5), description: "GYM OF A FRIEND" });
  const put = (id: string, body: object) =>
    person.put(`/api/account-transactions/${id}/planned-match`, { kind: "expense", itemId: gym.id, ...body });
  await put(before.id, { date: "2025-01-05" });
  await put(paid.id, { date: day(5) });
  await put(other.id, { date: "2025-04-05", same: false });
  const path = `/finances/calendar/move/${encodeURIComponent(`expense:${gym.id}@2025-02-05`)}?month=2025-02`;
  const moved = await person.submit(path, { date: "2025-02-05", to: "2025-02-09", scope: "one", version: "1" });
  expect(moved.status).toBe(302);
  const { items } = (await person.get<List>("/api/expenses")).json;
  const rest = items.find(({ date }) => date === day(5))?.id;
  expect(await expensesOfMarch(person)).toMatchObject([
    { transactionId: other.id, status: "unplanned" },
    { id: rest, transactionId: paid.id, amount: 75, status: "paid" },
  ]);
  const { results } = await worker.db
    .prepare("SELECT occurrence_key FROM planned_matches WHERE user_id = ? ORDER BY decided_at, occurrence_key")
    .bind(person.userId)
    .all<{ occurrence_key: string }>();
  expect(results.map(({ occurrence_key }) => occurrence_key).sort()).toEqual(
    [`expense:${gym.id}@2025-01-05`, `expense:${rest}@${day(5)}`, `expense:${rest}@2025-04-05`].sort(),
  );
});

test("a match with a transaction that was removed with its import does not block the imported one", async () => {
  const { person, account } = await withAccount();
  const gym = await spend(person, { name: "Gym", amount: 40, date: day(1), category: "healthcare" });
  const content = `Date,Description,Amount\n${day(20)},YEARLY FEE,-75.00\n`;
  const importAndMatch = async () => {
    const { importId } = (await importCsv(person, account.id, { content })).json;
    const [row] = (await transactionsOf(person, account.id)).transactions;
    const match = { kind: "expense", itemId: gym.id, date: day(1) };
    return { importId, row, answer: await person.put(`/api/account-transactions/${row?.id}/planned-match`, match) };
  };
  const first = await importAndMatch();
  expect(first.answer.status).toBe(200);
  expect((await person.post(`/api/imports/${first.importId}/undo`)).status).toBe(200);
  const second = await importAndMatch();
  expect(second.answer.status).toBe(200);
  expect(second.row?.id).not.toBe(first.row?.id);
  expect(await expensesOfMarch(person)).toMatchObject([
    { id: gym.id, transactionId: second.row?.id, amount: 75, status: "paid" },
  ]);
});

test("deleting an account adds nothing to the months of its transfers, except payments to a card", async () => {
  const { person, account, post } = await withAccount();
  const savings = await newAccount(person, { name: "Savings", accountType: "savings" });
  const card = await newAccount(person, { name: "Card", accountType: "credit" });
  const transfer = { type: "transfer", category: "other", transactionDate: day(3) };
  await post({ ...transfer, amount: 500, toAccountId: savings.id });
  await newTransaction(person, savings.id, { ...transfer, amount: 20, toAccountId: account.id });
  await newTransaction(person, card.id, { amount: 80, transactionDate: day(2), category: "shopping" });
  await post({ ...transfer, amount: 80, toAccountId: card.id });
  const totals = async () => {
    const { income, expenses } = await cashflowOfMarch(person);
    return [income.total, expenses.total];
  };
  expect(await totals()).toEqual([0, 80]);
  for (const { id } of [savings, card]) expect((await person.delete(`/api/bank-accounts/${id}`)).status).toBe(204);
  expect(await totals()).toEqual([0, 80]);
});

test("the ETag changes with a row's category and otherwise stays the same", async () => {
  const { person, post } = await withAccount();
  const row = await post({ amount: 12.5, transactionDate: day(5), category: "food" });
  const etag = async () => (await person.get("/api/cashflow/yearly?year=2025")).headers.get("etag");
  const first = await etag();
  expect(await etag()).toBe(first);
  const body = { amount: 12.5, transactionDate: day(5), category: "housing", type: "withdrawal", description: "Rent" };
  expect((await person.put(`/api/account-transactions/${row.id}`, body)).status).toBe(200);
  expect(await etag()).not.toBe(first);
});

test("a month takes at most two round trips, however many rows other months have", async () => {
  const { person, post } = await withAccount();
  for (const date of ["2024-01-05", "2024-06-05", day(5)]) await post({ transactionDate: date, category: "food" });
  for (const path of [
    `/api/cashflow/monthly?${inMarch}`,
    "/finances?month=2025-03",
    "/finances/expenses?month=2025-03",
  ]) {
    const costs = databaseCosts(await person.get(path));
    expect(costs.rounds, path).toBeLessThanOrEqual(2);
  }
});

test("an occurrence missing from a complete account is missed and not counted, except before its first row", async () => {
  const { person, account } = await withAccount();
  await spend(person, { name: "Piano lessons", amount: 60, date: "2025-02-10", category: "education" });
  const content = "Date,Description,Amount\n2025-03-01,Corner store,-5.00\n2025-04-30,Corner store,-6.00\n";
  expect((await importCsv(person, account.id, { content })).json.importedCount).toBe(2);
  const statuses = async (month: number) =>
    ((await person.get<List>(`/api/expenses/monthly?year=2025&month=${month}`)).json.items as Line[]).map(
      ({ name, status }) => `${name} ${status}`,
    );
  expect(await statuses(2)).toEqual(["Piano lessons planned"]);
  expect(await statuses(3)).toEqual(["Corner store unplanned", "Piano lessons missed"]);
  expect(await statuses(5)).toEqual(["Piano lessons planned"]);
  expect((await cashflowOfMarch(person)).expenses.total).toBe(5);
});

test("a file imported after an account's last sync makes it complete through the file's last row", async () => {
  const { person, account } = await withAccount();
  await spend(person, { name: "Piano lessons", amount: 60, date: "2025-02-10", category: "education" });
  const content = "Date,Description,Amount\n2025-02-01,Corner store,-5.00\n2025-04-30,Corner store,-6.00\n";
  expect((await importCsv(person, account.id, { content })).json.importedCount).toBe(2);
  await worker.db
    .prepare("UPDATE bank_accounts SET plaid_item_id = 'bank', last_synced_at = ? WHERE user_id = ? AND id = ?")
    .bind("2025-02-05T12:00:00.000Z", person.userId, account.id)
    .run();
  expect((await expensesOfMarch(person)).map(({ status }) => status)).toEqual(["missed"]);
});

test("a file with a row dated ahead makes its account complete through its last row until today", async () => {
  const { person, account } = await withAccount();
  for (const [name, date] of [
    ["Piano lessons", "2025-03-12"],
    ["School fees", "2025-03-20"],
  ])
    await spend(person, { name, amount: 60, date, category: "education" });
  const content =
    "Date,Description,Amount\n2025-03-01,Corner store,-5.00\n2025-03-06,Corner store,-6.00\n2025-03-27,Gym in advance,-7.00\n";
  expect((await importCsv(person, account.id, { content })).json.importedCount).toBe(3);
  const ctx = { ...householdCtx(worker.db, person.userId), now: new Date("2025-03-10T12:00:00Z") };
  expect((await expensesOfMonth(ctx, "2025-03")).map(({ item, status }) => `${item.name} ${status}`)).toEqual([
    ...["Corner store unplanned", "Corner store unplanned"],
    ...["Piano lessons planned", "School fees planned", "Gym in advance unplanned"],
  ]);
});

test("a planned item leaves an account whose currency changes", async () => {
  const { person, account } = await withAccount();
  const item = await spend(person, {
    name: "Rent",
    amount: 900,
    date: day(1),
    category: "housing",
    accountId: account.id,
  });
  const change = { ...account, currency: "EUR" };
  expect((await person.put<Refusal>(`/api/bank-accounts/${account.id}`, change)).status).toBe(200);
  expect((await person.get<Line & { accountId: string | null }>(`/api/expenses/${item.id}`)).json).toMatchObject({
    ...{ currency: "USD", accountId: null },
  });
});

test("a disconnected bank's last sync does not hold the forecast back", async () => {
  const { person, account } = await withAccount();
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const [recent, earlier] = [ago(2).slice(0, 10), ago(60).slice(0, 10)];
  const content = `Date,Description,Amount\n${earlier},Corner store,-5.00\n${recent},Corner store,-6.00\n`;
  expect((await importCsv(person, account.id, { content })).json.importedCount).toBe(2);
  await worker.db
    .prepare("UPDATE bank_accounts SET plaid_item_id = 'bank', last_synced_at = ? WHERE user_id = ? AND id = ?")
    .bind(ago(20), person.userId, account.id)
    .run();
  const { knownThrough, asOf } = await readRecord(householdCtx(worker.db, person.userId));
  expect([knownThrough.get(account.id), asOf]).toEqual([recent, recent]);
});

test("archiving a synced account leaves its past months as they were", async () => {
  const { person, account } = await withAccount();
  await spend(person, { name: "Piano lessons", amount: 60, date: "2025-02-10", category: "education" });
  const content = "Date,Description,Amount\n2025-03-01,Corner store,-5.00\n2025-03-05,Corner store,-6.00\n";
  expect((await importCsv(person, account.id, { content })).json.importedCount).toBe(2);
  await worker.db
    .prepare(
      "UPDATE bank_accounts SET plaid_item_id = 'bank', last_synced_at = '2025-05-02T12:00:00.000Z' WHERE user_id = ? AND id = ?",
    )
    .bind(person.userId, account.id)
    .run();
  const statuses = async () => (await expensesOfMarch(person)).map(({ status }) => status);
  expect(await statuses()).toEqual(["unplanned", "unplanned", "missed"]);
  expect((await person.put(`/api/bank-accounts/${account.id}`, { isActive: false })).status).toBe(200);
  expect(await statuses()).toEqual(["unplanned", "unplanned", "missed"]);
});

test("spending counts toward its category's budget and not on top of it, on screens and in the API", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 2000 });
  const today = new Date().toISOString().slice(0, 10);
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const at = `year=${year}&month=${month}`;
  const budget = await person.post<{ id: string; isBudget: boolean }>("/api/expenses", {
    ...{ name: "Groceries", amount: 480, date: `${today.slice(0, 8)}01`, category: "food", isRecurring: true },
  });
  expect(budget.json.isBudget).toBe(true);
  const spend = (amount: number) =>
    newTransaction(person, id, { amount, transactionDate: today, category: "groceries", description: "Corner store" });
  const totals = async () => {
    const monthly = await person.get<{ expenses: Sum }>(`/api/cashflow/monthly?${at}`);
    const yearly = await person.get<Record<string, { expenses: Sum }>>(`/api/cashflow/yearly?year=${year}`);
    const summary = await person.get<Sum>(`/api/expenses/monthly/summary?${at}`);
    expect(yearly.json[month]?.expenses).toEqual(monthly.json.expenses);
    expect(summary.json.byCategory).toEqual(monthly.json.expenses.byCategory);
    return [monthly.json.expenses.total, monthly.json.expenses.byCategory.food];
  };
  await spend(54.2);
  expect(await totals()).toEqual([480, 480]);
  const { json } = await person.get<{ items: Line[] }>(`/api/expenses/monthly?${at}`);
  expect(
    json.items.map(({ status, amount, plannedAmount, budgetId }) => [status, amount, plannedAmount, budgetId]),
  ).toEqual(
    expect.arrayContaining([
      ["planned", 425.8, 480, null],
      ["budgeted", 54.2, null, budget.json.id],
    ]),
  );
  await spend(500);
  expect(await totals()).toEqual([554.2, 554.2]);
  const match = { kind: "expense", itemId: budget.json.id, date: `${today.slice(0, 8)}01` };
  const [row] = json.items.filter(({ transactionId }) => transactionId !== null);
  const refused = await person.put(`/api/account-transactions/${row?.transactionId}/planned-match`, match);
  expect(refused.status).toBe(400);
  expect(pageText((await person.get("/finances?list=expenses")).text)).toContain(
    "$554.20 of $480.00 spent, $74.20 over",
  );

  // An unticked box means no, whatever its name.
  const form = { name: "Groceries", amount: "20", date: today, category: "food", currency: "USD", isRecurring: "on" };
  expect((await person.submit("/finances/expense/new", form)).status).toBe(302);
  expect(await totals()).toEqual([574.2, 574.2]);
});

interface Sum {
  total: number;
  byCategory: Record<string, number>;
}

test("a bill and its transaction can be matched from either side and unmatched", async () => {
  const { person, post } = await withAccount();
  const rent = await spend(person, { name: "Rent", amount: 1500, date: day(1), category: "housing" });
  const paid = await post({ amount: 900, transactionDate: day(20), category: "housing", description: "LANDLORD LLC" });
  await post({ amount: 12, transactionDate: day(4), category: "dining", description: "CAFE" });
  const key = `expense:${rent.id}@${day(1)}`;
  const ofBill = `/finances/match/${key}?month=2025-03`;
  const ofRow = `/finances/planned/${paid.id}/${day(20)}`;
  const statuses = async () => (await expensesOfMarch(person)).map(({ name, status }) => `${name} ${status}`).sort();
  const before = ["Cafe unplanned", "Landlord LLC unplanned", "Rent planned"];
  expect(await statuses()).toEqual(before);
  const dialog = pageText((await person.get(ofBill)).text);
  expect(dialog).toContain("Which transaction is it?");
  expect(dialog.indexOf("Landlord LLC")).toBeLessThan(dialog.lastIndexOf("Cafe"));
  const say = (path: string, answer: string) =>
    person.submit(path, { transactionId: paid.id, occurrence: key, answer });
  expect((await say(ofBill, "same")).status).toBe(302);
  expect(await statuses()).toEqual(["Cafe unplanned", "Rent paid"]);
  expect(pageText((await person.get(ofRow)).text)).toContain("Matched by you with");
  expect((await say(ofRow, "forget")).status).toBe(302);
  expect(await statuses()).toEqual(before);
  expect((await say(`/finances/transactions/${paid.id}/planned/${day(20)}`, "same")).status).toBe(302);
  expect(await statuses()).toEqual(["Cafe unplanned", "Rent paid"]);
  expect((await person.delete(`/api/account-transactions/${paid.id}/planned-match`)).status).toBe(204);
  expect(await statuses()).toEqual(before);

  // A URL with another day redirects to the row's own; other households' rows and bills are not found.
  const moved = await person.get(`/finances/planned/${paid.id}/${day(2)}`);
  expect(moved.headers.get("location")).toBe(ofRow);
  const other = await worker.household();
  for (const path of [ofBill, ofRow]) expect((await other.get(path)).status).toBe(404);
  expect((await other.delete(`/api/account-transactions/${paid.id}/planned-match`)).status).toBe(404);
});

test("a planned bill of a past month shows what leads to its match", async () => {
  const { person } = await withAccount();
  await spend(person, { name: "Rent", amount: 1500, date: day(1), category: "housing" });
  const shown = async (month: string) => pageText((await person.get(`/finances?list=expenses&month=${month}`)).text);
  expect(await shown("2025-03")).toContain("Planned: match with a transaction");
  // A future month has no transactions.
  await spend(person, { name: "Dentist", date: `${monthAfter(2)}-05`, isRecurring: false });
  expect(await shown(monthAfter(2))).not.toContain("match with a transaction");
});
