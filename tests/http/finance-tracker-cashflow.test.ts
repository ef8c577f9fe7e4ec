import { expect, test } from "vitest";
import { newAccount } from "#tests/support/accounts";
import { type Cashflow, earn, type List, monthAfter, type Refusal, spend } from "#tests/support/household";
import { pageText } from "#tests/support/page-text";
import { databaseCosts } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

const month = "/api/cashflow/monthly?year=2025&month=3";

test.each([
  [3800, 1200, 24],
  [4500, 500, 10],
  [4500.5, 499.5, 9.99],
  [5000.5, -0.5, -0.01],
])("income of 5,000 and expenses of %d give a net of %d and a savings rate of %d", async (amount, net, rate) => {
  const person = await worker.household();
  await earn(person, { amount: 5000, date: "2025-03-01", frequency: "once" });
  await spend(person, { amount, date: "2025-03-02", isRecurring: false });
  const { json } = await person.get<Cashflow>(month);
  expect(json).toMatchObject({ netCashflow: net, savingsRate: rate, month: 3, year: 2025 });
});

test("expenses without income give a negative net and a savings rate of 0", async () => {
  const person = await worker.household();
  await spend(person, { amount: 500, date: "2025-03-02" });
  expect((await person.get<Cashflow>(month)).json).toMatchObject({ netCashflow: -500, savingsRate: 0 });
});

test("a disabled expense is left out of the totals and its category until enabled again", async () => {
  const person = await worker.household();
  await earn(person, { amount: 5000 });
  await spend(person, { amount: 3600 });
  const gym = await spend(person, { name: "Gym", amount: 200, category: "healthcare" });
  expect((await person.get<Cashflow>(`${month}&disabled=${gym.id}`)).json).toMatchObject({
    expenses: { total: 3600, byCategory: { housing: 3600 } },
    netCashflow: 1400,
    savingsRate: 28,
  });
  const back = await person.get<Cashflow>(month);
  expect(back.json.expenses).toEqual({ total: 3800, byCategory: { housing: 3600, healthcare: 200 } });
});

async function goldenYear() {
  const person = await worker.household();
  await earn(person, { amount: 2000, date: "2025-01-03", frequency: "biweekly" });
  await spend(person, { amount: 1800, date: "2025-01-31" });
  // Expenses are monthly or one-time, so weekly, quarterly and yearly ones are entered by date.
  for (const [at, weeks] of [5, 4, 4, 5, 4, 4, 5, 4, 4, 5, 4, 5].entries())
    for (let week = 1; week <= weeks; week++)
      await spend(person, {
        name: "Market",
        amount: 125,
        date: `2025-${String(at + 1).padStart(2, "0")}-0${week}`,
        category: "food",
        isRecurring: false,
      });
  for (const date of ["2025-02-28", "2025-05-30", "2025-08-30", "2025-11-30"])
    await spend(person, { name: "Insurance", amount: 450, date, category: "insurance", isRecurring: false });
  await spend(person, { name: "Tuition", amount: 1200, date: "2025-06-15", category: "education", isRecurring: false });
  return person;
}

test("the example year adds up to 52,000 in and 31,225 out, and each month matches the monthly result", async () => {
  const person = await goldenYear();
  const { json: year } = await person.get<Record<string, Cashflow>>("/api/cashflow/yearly?year=2025");
  expect(Object.keys(year)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]);
  const months = Object.values(year);
  expect(months.map(({ netCashflow }) => netCashflow)).toEqual([
    3575, 1250, 1700, 1575, 1250, 500, 1575, 3250, 1700, 1575, 1250, 1575,
  ]);
  const sum = (of: (each: Cashflow) => number) => months.map(of).reduce((a, b) => a + b, 0);
  expect([sum((m) => m.income.total), sum((m) => m.expenses.total), sum((m) => m.netCashflow)]).toEqual([
    52000, 31225, 20775,
  ]);
  for (const [number, expected] of Object.entries(year)) {
    const one = await person.get<Cashflow>(`/api/cashflow/monthly?year=2025&month=${number}`);
    expect(one.json).toEqual(expected);
  }
});

test("weekly and biweekly income is assigned to its months", async () => {
  const person = await worker.household();
  await earn(person, { amount: 125, date: "2025-01-01", frequency: "weekly", category: "freelance" });
  await earn(person, { amount: 2000, date: "2025-01-03", frequency: "biweekly" });
  const { json } = await person.get<Record<string, Cashflow>>("/api/cashflow/yearly?year=2025");
  const weeks = [5, 4, 4, 5, 4, 4, 5, 4, 4, 5, 4, 5];
  const fortnights = [3, 2, 2, 2, 2, 2, 2, 3, 2, 2, 2, 2];
  expect(Object.values(json).map(({ income }) => income.byCategory)).toEqual(
    weeks.map((times, at) => ({ freelance: times * 125, salary: (fortnights[at] ?? 0) * 2000 })),
  );
});

test("a summary adds up and keeps currencies apart", async () => {
  const person = await worker.household();
  await spend(person, { amount: 100.1 });
  await spend(person, { amount: 0.2, category: "food" });
  await spend(person, { amount: 900, currency: "EUR" });
  const summary = (query = "") =>
    person.get<object>(`/api/expenses/monthly/summary?year=2025&month=2${query}`).then(({ json }) => json);
  const currencies = ["USD", "EUR"];
  expect(await summary()).toEqual({
    total: 100.3,
    byCategory: { housing: 100.1, food: 0.2 },
    currency: "USD",
    currencies,
  });
  expect(await summary("&currency=EUR")).toEqual({
    total: 900,
    byCategory: { housing: 900 },
    currency: "EUR",
    currencies,
  });
  expect(await person.get<object>("/api/income/monthly/summary?year=2025&month=2").then(({ json }) => json)).toEqual({
    total: 0,
    byCategory: {},
    currency: "USD",
    currencies,
  });
});

test("a month without entries is in the currency of the household's plan and accounts", async () => {
  const person = await worker.household();
  await newAccount(person, { currency: "EUR", currentBalance: 700 });
  const [year, month] = monthAfter(0).split("-").map(Number);
  const at = `year=${year}&month=${month}`;
  expect((await person.get(`/api/cashflow/projected-assets?${at}`)).json).toMatchObject({
    ...{ currency: "EUR", balances: 700, projectedAssets: 700 },
  });
  expect((await person.get(`/api/expenses/monthly/summary?${at}`)).json).toMatchObject({
    ...{ currency: "EUR", currencies: ["EUR"] },
  });
  expect((await person.get<Record<string, object>>(`/api/cashflow/yearly?year=${year}`)).json["1"]).toMatchObject({
    currency: "EUR",
  });
  expect(pageText((await person.get("/finances")).text)).toContain("€700.00");

  // Entries come first; an archived account has no currency of its own.
  await newAccount(person, { currency: "CAD" });
  await newAccount(person, { currency: "USD", isActive: false });
  await spend(person, { date: `${monthAfter(0)}-01`, currency: "EUR" });
  expect((await person.get(`/api/expenses/monthly/summary?${at}`)).json).toMatchObject({
    ...{ currency: "EUR", currencies: ["EUR", "CAD"] },
  });
});

test("details list every occurrence of the month", async () => {
  const person = await worker.household();
  await earn(person, { name: "Weekly pay", amount: 125, date: "2025-01-01", frequency: "weekly" });
  await spend(person, {});
  const { json } = await person.get<Cashflow & { incomeItems: List["items"]; expenseItems: List["items"] }>(
    "/api/cashflow/monthly/details?year=2025&month=2",
  );
  expect(json.incomeItems.map(({ occursOn }) => occursOn)).toEqual([
    "2025-02-05",
    "2025-02-12",
    "2025-02-19",
    "2025-02-26",
  ]);
  expect(json.expenseItems.map(({ occursOn }) => occursOn)).toEqual(["2025-02-28"]);
  expect(json).toMatchObject({ netCashflow: 500 - 1800, income: { total: 500 } });
});

test("one-time transactions are listed by kind with totals", async () => {
  const person = await worker.household();
  await earn(person, { name: "Bonus", amount: 2500, date: "2025-05-10", frequency: "once", category: "bonus" });
  await spend(person, { name: "Sofa", amount: 1200, date: "2025-04-20", isRecurring: false });
  await earn(person, {});
  const { json } = await person.get<{ income: { total: number }; expenses: { total: number }; net: number }>(
    "/api/cashflow/one-time-transactions?fromYear=2025&fromMonth=3&toYear=2025&toMonth=6",
  );
  expect(json).toMatchObject({
    income: { total: 2500, items: [{ name: "Bonus", date: "2025-05-10" }] },
    expenses: { total: 1200, items: [{ name: "Sofa" }] },
    net: 1300,
  });
});

test("a cached year is valid until an item changes, and never for another household", async () => {
  const person = await worker.household();
  const expense = await spend(person, {});
  const path = "/api/cashflow/yearly?year=2025";
  const etag = async () => (await person.get(path)).headers.get("etag") ?? "";
  const ask = async (tag: string) => person.get<Record<string, Cashflow>>(path, { headers: { "if-none-match": tag } });
  const first = await etag();
  expect((await person.get(path)).headers.get("cache-control")).toBe("private, no-cache");
  const cached = await ask(first);
  expect([cached.status, cached.text]).toEqual([304, ""]);
  expect(databaseCosts(cached).calls).toBe(2);

  const changes = [
    () => person.patch(`/api/expenses/${expense.id}`, { amount: 1, version: 1 }),
    () => earn(person, {}),
    () => person.delete(`/api/expenses/${expense.id}`),
  ];
  let tag = first;
  for (const change of changes) {
    await change();
    const answer = await ask(tag);
    expect(answer.status).toBe(200);
    tag = answer.headers.get("etag") ?? "";
  }
  expect((await person.get<Record<string, Cashflow>>(path)).json["1"]?.expenses.total).toBe(0);

  const other = await worker.household();
  await spend(other, {});
  expect((await other.get(path)).headers.get("etag")).not.toBe(first);
});

test.each([
  ["/api/expenses/monthly", "Please enter a year from 1970 to 2199"],
  ["/api/expenses/monthly?year=2025", "Please enter a month from 1 to 12"],
  ["/api/expenses/monthly?year=2025&month=13", "Please enter a month from 1 to 12"],
  ["/api/cashflow/monthly?year=1&month=1", "Please enter a year from 1970 to 2199"],
  ["/api/cashflow/yearly", "Please enter a year from 1970 to 2199"],
  ["/api/cashflow/yearly?year=2025&currency=JPY", "Please choose USD, EUR, GBP, CAD or AUD"],
])("GET %s is rejected: %s", async (path, message) => {
  const person = await worker.household();
  const answer = await person.get<Refusal>(path);
  expect([answer.status, answer.json.message]).toEqual([400, message]);
});

test("a month reads no more rows with more households or more past years", async () => {
  const person = await worker.household();
  await spend(person, {});
  await earn(person, {});
  const before = databaseCosts(await person.get(month));
  const other = await worker.household();
  for (let at = 0; at < 15; at++) await spend(other, { name: `Other ${at}` });
  for (let at = 1; at <= 9; at++) await spend(person, { name: "Long ago", date: `2019-01-0${at}`, isRecurring: false });
  expect(databaseCosts(await person.get(month)).read).toBe(before.read);
});
