import { expect, test } from "vitest";
import { newAccount } from "#tests/support/accounts";
import { earn, type List, monthAfter, spend } from "#tests/support/household";
import { attributes, pageText } from "#tests/support/page-text";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

const read = async (person: Visitor, path: string) => pageText((await person.get(path)).text);

/** The message the next screen shows. */
function toastOf(person: Visitor): string {
  const toast = person.cookies.get("plenum_toast");
  return toast ? JSON.parse(decodeURIComponent(toast)).text : "";
}

const form = { name: "Gym", amount: "1,039.50", currency: "USD", date: "2025-03-02", category: "healthcare", note: "" };

test("a guest signs in and returns to the same month", async () => {
  const answer = await worker.visitor().get("/finances?month=2025-03&list=expenses");
  expect([answer.status, answer.location]).toEqual([
    302,
    "/login?from=%2Ffinances%3Fmonth%3D2025-03%26list%3Dexpenses",
  ]);
});

test("an empty month shows how to start, in both lists and in the panel", async () => {
  const person = await worker.household();
  const income = await read(person, "/finances?panel=income");
  for (const text of [
    "Financial Dashboard",
    "No Income Recorded",
    "Add Your First Income",
    "No income recorded for this period.",
  ])
    expect(income).toContain(text);
  const expenses = await read(person, "/finances?list=expenses&panel=expenses");
  for (const text of ["No Expenses Recorded", "Add Your First Expense", "No expenses recorded for this month."])
    expect(expenses).toContain(text);
  const sample = (await person.get("/finances")).text;
  expect(attributes(sample, "href")).toContain("/finances?month=2025-03&sample=1");
  expect(await read(person, "/finances?month=2025-03&sample=1")).toContain("Tax refund");
});

test("an expense is added, edited and deleted with plain forms, each with its message", async () => {
  const person = await worker.household();
  const month = "?month=2025-03&list=expenses";
  const added = await person.submit(`/finances/expense/new${month}`, { ...form, isRecurring: "on" });
  expect(added.status).toBe(302);
  expect(toastOf(person)).toBe("Expense added successfully!");
  const { items } = (await person.get<List>("/api/expenses")).json;
  const id = items[0]?.id ?? "";
  expect(items).toMatchObject([{ name: "Gym", amount: 1039.5, isRecurring: true, category: "healthcare", note: null }]);
  expect(added.location).toBe(`/finances${month}&new=${id}`);

  const dialog = (await person.get(`/finances/expense/${id}${month}`)).text;
  expect(pageText(dialog)).toContain("Edit Expense");
  expect(pageText(dialog)).toContain("Update Expense");
  expect(attributes(dialog, "value")).toContain("1,039.50");
  const edited = { ...form, amount: "45", version: "1" };
  expect((await person.submit(`/finances/expense/${id}${month}`, edited)).status).toBe(302);
  expect(toastOf(person)).toBe("Expense updated successfully!");
  expect((await person.get<List>("/api/expenses")).json.items).toMatchObject([{ amount: 45, isRecurring: false }]);

  const question = await read(person, `/finances/delete/expense/${id}${month}`);
  expect(question).toContain("Confirm Delete Expense?");
  expect(question).toContain("Are you sure you want to permanently delete this expense? This action cannot be undone.");
  expect((await person.submit(`/finances/delete/expense/${id}${month}`, {})).status).toBe(302);
  expect(toastOf(person)).toBe("Expense deleted successfully!");
  expect((await person.get<List>("/api/expenses")).json.total).toBe(0);
});

test("an income is added, edited and deleted with plain forms, each with its message", async () => {
  const person = await worker.household();
  const income = { ...form, name: "Salary", category: "salary", frequency: "biweekly", endDate: "2025-12-31" };
  await person.submit("/finances/income/new?month=2025-03", { ...income });
  expect(toastOf(person)).toBe("Income added successfully!");
  const { items } = (await person.get<List>("/api/income")).json;
  expect(items).toMatchObject([{ name: "Salary", frequency: "biweekly", endDate: "2025-12-31" }]);
  const id = items[0]?.id ?? "";
  const once = { ...income, frequency: "once", version: "1" };
  await person.submit(`/finances/income/${id}?month=2025-03`, once);
  expect(toastOf(person)).toBe("Income updated successfully!");
  expect((await person.get<List>("/api/income")).json.items).toMatchObject([{ frequency: "once", endDate: null }]);
  expect(await read(person, `/finances/delete/income/${id}?month=2025-03`)).toContain(
    "Are you sure you want to permanently delete this income? This action cannot be undone.",
  );
  await person.submit(`/finances/delete/income/${id}?month=2025-03`, {});
  expect(toastOf(person)).toBe("Income deleted successfully!");
});

test.each([
  ["expense", { name: "" }, "Expense name is required"],
  ["expense", { name: "G" }, "Expense name must be at least 2 characters"],
  ["income", { name: "" }, "Income source is required"],
  ["income", { name: "G" }, "Income source must be at least 2 characters"],
  ["expense", { amount: "" }, "Amount is required"],
  ["income", { amount: "" }, "Amount is required"],
  ["expense", { amount: "0" }, "Amount must be greater than 0"],
  ["income", { amount: "0.00" }, "Amount must be greater than 0"],
  ["expense", { date: "" }, "Date is required"],
  ["income", { date: "" }, "Date is required"],
  ["expense", { isRecurring: "on", endDate: "2025-01-01" }, "End date must be on or after the date"],
  ["income", { frequency: "weekly", endDate: "2025-01-01" }, "End date must be on or after the date"],
])("the %s form with %j shows the error and keeps the input", async (kind, change, message) => {
  const person = await worker.household();
  const sent = { ...form, frequency: "once", note: "typed with care", ...change };
  const answer = await person.submit(`/finances/${kind}/new?month=2025-03`, sent);
  expect(answer.status).toBe(400);
  expect(pageText(answer.text)).toContain(message);
  expect(pageText(answer.text)).toContain("typed with care");
  expect((await person.get<List>(kind === "income" ? "/api/income" : "/api/expenses")).json.total).toBe(0);
});

test("a double click creates one row", async () => {
  const person = await worker.household();
  const page = (await person.get("/finances/expense/new")).text;
  const key = /name="idempotencyKey" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const sent = { ...form, idempotencyKey: key };
  const answers = await Promise.all([1, 2].map(() => person.submit("/finances/expense/new", sent)));
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  expect((await person.get<List>("/api/expenses")).json.total).toBe(1);
});

test("a stale edit shows the current values and can be saved again", async () => {
  const person = await worker.household();
  const { id } = await spend(person, { date: "2025-03-01" });
  await person.patch(`/api/expenses/${id}`, { amount: 1999, version: 1 });
  const path = `/finances/expense/${id}?month=2025-03&list=expenses`;
  const sent = { ...form, version: "1" };
  const answer = await person.submit(path, sent);
  expect(answer.status).toBe(409);
  expect(pageText(answer.text)).toContain("Rent, $1,999.00, Mar 1, 2025");
  expect(answer.text).toContain('name="version" value="2"');
  expect((await person.submit(path, { ...sent, version: "2" })).status).toBe(302);
});

test("old links with dialogs in the query redirect to the new URLs", async () => {
  const person = await worker.household();
  const { id } = await spend(person, { date: "2025-03-01" });
  const moved = async (query: string) => (await person.get(`/finances?month=2025-03&${query}`)).location;
  expect(await moved("add=income")).toBe("/finances/income/new?month=2025-03");
  expect(await moved(`edit=${id}&on=2025-03-01`)).toBe(`/finances/expense/${id}/2025-03-01?month=2025-03`);
  expect(await moved(`delete=${id}`)).toBe(`/finances/delete/expense/${id}?month=2025-03`);
  expect(await moved("edit=nothing")).toBe("/finances?month=2025-03");
});

test("a future month shows planning mode, projections and a warning before moving the first occurrence", async () => {
  const person = await worker.household();
  const [start, ahead] = [monthAfter(0), monthAfter(2)];
  const { id } = await spend(person, { name: "Piano lessons", date: `${start}-01` });
  expect(await read(person, `/finances?list=expenses`)).not.toContain("Budget Planning Mode");
  const page = (await person.get(`/finances?month=${ahead}&list=expenses`)).text;
  for (const text of ["Budget Planning Mode", "Projection", "Projected net cashflow", "Piano lessonsProjected"])
    expect(pageText(page)).toContain(text);
  const edit = `/finances/expense/${id}/${ahead}-01?month=${ahead}&list=expenses`;
  expect(attributes(page, "href")).toContain(edit);
  expect(await read(person, edit)).toContain("Changing the date moves the original first occurrence");
  expect(await read(person, `/finances/expense/${id}?list=expenses`)).not.toContain(
    "moves the original first occurrence",
  );
});

test("a struck-through expense is left out of totals and categories, adjusts assets and applies to its month only", async () => {
  const person = await worker.household();
  const start = monthAfter(0);
  await earn(person, { amount: 5000, date: `${start}-01` });
  await spend(person, { amount: 3600, date: `${start}-01` });
  const gym = await spend(person, { name: "Gym", amount: 200, date: `${start}-02`, category: "healthcare" });
  const path = `/finances?month=${start}&list=expenses&off=${gym.id}`;
  const page = (await person.get(path)).text;
  expect(pageText(page)).toContain("Savings rate 28.0%");
  expect(pageText(page)).toContain("+$200.00 excluding items you left out");
  expect(page).toContain("line-through");
  expect(await read(person, `${path}&panel=expenses`)).not.toContain("Healthcare 200");
  const links = attributes(page, "href").filter((href) => href.startsWith("/finances?"));
  expect(links.filter((href) => href.includes("off=") && href.includes(`month=${monthAfter(1)}`))).toEqual([]);
  expect(links.filter((href) => href.includes("off=") && href.includes("view=year"))).toEqual([]);
  expect(await read(person, `/finances?month=${start}&list=expenses`)).toContain("Savings rate 24.0%");
});

test("projected assets count balances, recurring items and one-time items once each", async () => {
  const person = await worker.household();
  const [now, next, after, target] = [0, 1, 2, 3].map(monthAfter);
  await newAccount(person, { accountType: "checking", currentBalance: 5000 });
  await newAccount(person, { accountType: "savings", currentBalance: 10_000 });
  await newAccount(person, { accountType: "investment", currentBalance: 20_000 });
  await newAccount(person, { accountType: "credit", currentBalance: 1500 });
  await newAccount(person, { currentBalance: 99_999, isActive: false });
  await earn(person, { amount: 6000, date: `${now}-01` });
  await spend(person, { amount: 4300, date: `${now}-01` });
  const gym = await spend(person, { name: "Gym", amount: 200, date: `${now}-02` });
  await earn(person, { name: "Bonus", amount: 2500, date: `${after}-10`, frequency: "once" });
  await spend(person, { name: "Sofa", amount: 1200, date: `${next}-20`, isRecurring: false });
  expect(await read(person, `/finances?month=${target}`)).toContain("$42,300.00");
  expect(await read(person, `/finances?month=${target}&off=${gym.id}`)).toContain("$43,100.00");
});

test("a month takes one round trip and shows no other household's rows", async () => {
  const person = await worker.household();
  const other = await worker.household();
  await spend(other, { name: "Someone else's rent", date: "2025-03-01" });
  const { id } = await spend(other, { name: "Someone else's car", date: "2025-03-01" });
  // A browser's first page reads the session before everything else.
  await person.get("/finances");
  for (const path of [
    "/finances?month=2025-03&list=expenses",
    "/finances/expense/new?month=2025-03",
    "/finances?view=year&year=2025",
  ]) {
    const answer = await person.get(path);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain("Someone else");
    expect(databaseCosts(answer).rounds).toBe(1);
    expect(answer.text).not.toMatch(/ style="/);
  }
  const strange = await person.get(`/finances/expense/${id}?month=2025-03`);
  expect(strange.status).toBe(404);
  expect(strange.text).not.toContain("Someone else");
  expect((await person.submit(`/finances/delete/expense/${id}`, {})).status).toBe(404);
  expect((await other.get<List>("/api/expenses")).json.total).toBe(2);
});

test("a year shows its months and insights, or an empty state", async () => {
  const person = await worker.household();
  expect(await read(person, "/finances?view=year&year=2025")).toContain("No yearly cashflow data available for 2025.");
  await earn(person, { amount: 5000, date: "2025-01-01" });
  await spend(person, { amount: 4500, date: "2025-01-01" });
  const charts = (await person.get("/finances?view=year&year=2025")).text;
  for (const text of ["Yearly Financial Overview", "This Year", "Income and expenses", "Show as a table", "$60,000.00"])
    expect(pageText(charts)).toContain(text);
  const breakdown = (await person.get("/finances?view=year&year=2025&tab=breakdown")).text;
  expect(pageText(breakdown)).toContain("View Details");
  expect(attributes(breakdown, "href")).toContain("/finances?month=2025-07");
  const insights = await read(person, "/finances?view=year&year=2025&tab=insights");
  for (const text of ["Doing well, 10.0%", "Very stable", "Consistent", "Stable"]) expect(insights).toContain(text);
  const spending = await worker.household();
  await spend(spending, {});
  expect(await read(spending, "/finances?view=year&year=2025")).toContain("No income found");
});

test("two currencies are shown one at a time", async () => {
  const person = await worker.household();
  await spend(person, { name: "Home rent", amount: 1000, date: "2025-03-01" });
  await spend(person, { name: "Flat in Leeds", amount: 700, date: "2025-03-01", currency: "GBP" });
  const dollars = await read(person, "/finances?month=2025-03&list=expenses");
  expect(dollars).toContain("$1,000.00");
  expect(dollars).not.toContain("Flat in Leeds");
  expect(await read(person, "/finances?month=2025-03&list=expenses&currency=GBP")).toContain("£700.00");
});

test("a failed load shows an error, and the other sections still show", async () => {
  const person = await worker.household();
  await spend(person, { name: "Still here", date: "2025-03-01" });
  const away = async (table: string, check: () => Promise<void>) => {
    await worker.db.exec(`ALTER TABLE ${table} RENAME TO ${table}_away`);
    await check().finally(() => worker.db.exec(`ALTER TABLE ${table}_away RENAME TO ${table}`));
  };
  await away("income", async () => {
    const text = await read(person, "/finances?month=2025-03&list=expenses");
    expect(text).toContain("Failed to fetch income");
    expect(text).toContain("Still here");
    const income = await read(person, "/finances?month=2025-03");
    expect(income).not.toContain("No Income Recorded");
    expect(income).not.toContain("0 entries");
    const year = await read(person, "/finances?view=year&year=2025");
    expect(year).toContain("Failed to fetch yearly cashflow data");
    expect(year).not.toContain("No yearly cashflow data available");
  });
  await away("expenses", async () => {
    const text = await read(person, "/finances?month=2025-03&list=expenses");
    expect(text).toContain("Failed to fetch expenses");
    expect(text).not.toContain("No Expenses Recorded");
    expect(text).not.toContain("0 entries");
    expect(await read(person, "/finances?month=2025-03")).toContain("No Income Recorded");
  });
  await away("bank_accounts", async () => {
    expect(await read(person, "/finances")).toContain("Failed to load asset data.");
  });
});

test.each([
  ["insert", "expenses", "add", "Failed to create expense."],
  ["update", "expenses", "edit", "Failed to update expense."],
  ["delete", "expenses", "delete", "Failed to delete expense."],
  ["insert", "income", "add", "Failed to create income entry."],
  ["update", "income", "edit", "Failed to update income entry."],
  ["delete", "income", "delete", "Failed to delete income."],
])("a failed %s of %s has its own message", async (write, table, act, message) => {
  const person = await worker.household();
  const { id } = table === "income" ? await earn(person, {}) : await spend(person, {});
  const kind = table === "income" ? "income" : "expense";
  await worker.db.exec(`CREATE TRIGGER broken BEFORE ${write} ON ${table} BEGIN SELECT RAISE(ABORT, 'broken'); END`);
  try {
    const path = { add: `${kind}/new`, edit: `${kind}/${id}`, delete: `delete/${kind}/${id}` }[act];
    const answer = await person.submit(`/finances/${path}`, { ...form, frequency: "once", version: "1" });
    expect([answer.status, pageText(answer.text)]).toEqual([500, expect.stringContaining(message)]);
  } finally {
    await worker.db.exec("DROP TRIGGER broken");
  }
});

test("spending without income is called more than is earned", async () => {
  const person = await worker.household();
  await spend(person, { name: "Rent", amount: 900, date: "2025-03-05" });
  const text = await read(person, "/finances?month=2025-03");
  expect(text).toContain("You're spending more than you earn.");
  expect(text).toContain("Savings rate 0.0%");
});
