import { expect, test } from "vitest";
import { earn, type Item, type List, type Refusal, rent, salary, spend } from "#tests/support/household";
import { databaseCosts } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

test("an expense is created, read, listed, updated and deleted", async () => {
  const person = await worker.household();
  const created = await person.post<Item>("/api/expenses", { ...rent, date: "2025-01-31T12:00:00.000Z", note: "flat" });
  expect(created.status).toBe(201);
  expect(created.json).toMatchObject({
    name: "Rent",
    amount: 1800,
    currency: "USD",
    date: "2025-01-31",
    endDate: null,
    category: "housing",
    note: "flat",
    isRecurring: true,
    isProjected: false,
    projectedDate: null,
    isSyncedFromBank: false,
    version: 1,
  });
  const { id } = created.json;
  expect((await person.get<Item>(`/api/expenses/${id}`)).json).toEqual(created.json);
  expect((await person.get<List>("/api/expenses")).json).toEqual({ items: [created.json], nextCursor: null, total: 1 });

  const changed = await person.patch<Item>(`/api/expenses/${id}`, { amount: 1850.5, version: 1 });
  expect(changed.status).toBe(200);
  expect(changed.json).toMatchObject({ name: "Rent", amount: 1850.5, note: "flat", isRecurring: true, version: 2 });

  expect((await person.delete(`/api/expenses/${id}`)).status).toBe(204);
  expect((await person.get(`/api/expenses/${id}`)).status).toBe(404);
  expect((await person.delete(`/api/expenses/${id}`)).status).toBe(404);
  expect((await person.get<List>("/api/expenses")).json).toEqual({ items: [], nextCursor: null, total: 0 });
});

test("frequency decides whether income recurs, whatever the flag, and an unknown category becomes other", async () => {
  const person = await worker.household();
  const weekly = await earn(person, { frequency: "weekly", isRecurring: false, category: "lottery" });
  expect(weekly).toMatchObject({ frequency: "weekly", isRecurring: true, category: "other" });
  const { frequency: _, ...bare } = salary;
  const once = await person.post<Item>("/api/income", { ...bare, isRecurring: true, endDate: "2025-12-31" });
  expect(once.json).toMatchObject({ frequency: "once", isRecurring: false, endDate: null });
});

test("clearing the recurring flag clears the end date, and omitted fields keep their values", async () => {
  const person = await worker.household();
  const loan = await spend(person, { category: "debt_paydown", endDate: "2026-12-31", note: "car" });
  const renamed = await person.patch<Item>(`/api/expenses/${loan.id}`, { name: "Car loan", version: 1 });
  expect(renamed.json).toMatchObject({
    name: "Car loan",
    endDate: "2026-12-31",
    note: "car",
    category: "debt_paydown",
  });
  const once = await person.patch<Item>(`/api/expenses/${loan.id}`, { isRecurring: false, version: 2 });
  expect(once.json).toMatchObject({ isRecurring: false, endDate: null, note: "car" });

  const pay = await earn(person, { endDate: "2026-06-30" });
  const bonus = await person.patch<Item>(`/api/income/${pay.id}`, { frequency: "once", version: 1 });
  expect(bonus.json).toMatchObject({ frequency: "once", endDate: null });
});

const wrong: [string, object, string, string][] = [
  ["/api/expenses", { name: undefined }, "name", "Expense name is required"],
  ["/api/expenses", { name: "  " }, "name", "Expense name is required"],
  ["/api/expenses", { name: "R" }, "name", "Expense name must be at least 2 characters"],
  ["/api/income", { name: "" }, "name", "Income source is required"],
  ["/api/income", { name: "S" }, "name", "Income source must be at least 2 characters"],
  ...["/api/expenses", "/api/income"].flatMap((path): [string, object, string, string][] => [
    [path, { amount: undefined }, "amount", "Amount is required"],
    [path, { amount: null }, "amount", "Amount is required"],
    [path, { amount: "" }, "amount", "Amount is required"],
    [path, { amount: 0 }, "amount", "Amount must be greater than 0"],
    [path, { amount: -5 }, "amount", "Amount must be greater than 0"],
    [path, { amount: 12.345 }, "amount", "Amount can have at most 2 decimals"],
    [path, { amount: "1e3" }, "amount", "Please enter a valid amount"],
    [path, { amount: "1,23" }, "amount", "Please enter a valid amount"],
    [path, { amount: 1_000_000_000.01 }, "amount", "Amount must be at most 1,000,000,000"],
    [path, { date: undefined }, "date", "Date is required"],
    [path, { date: "" }, "date", "Date is required"],
    [path, { date: "2025-02-29" }, "date", "Please enter a valid date"],
    [path, { date: "31/01/2025" }, "date", "Please enter a valid date"],
    [path, { endDate: "2024-12-31", isRecurring: true }, "endDate", "End date must be on or after the date"],
    [path, { currency: "JPY" }, "currency", "Please choose a currency"],
  ]),
  ["/api/income", { frequency: "daily" }, "frequency", "Please choose a frequency"],
];

test.each(wrong)("POST %s with %j is rejected at %s: %s", async (path, change, field, message) => {
  const person = await worker.household();
  const valid = path.endsWith("income") ? salary : rent;
  const answer = await person.post<Refusal>(path, { ...valid, ...change });
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({ code: "invalid", message, fields: { [field]: [message] } });
  expect((await person.get<List>(path)).json.total).toBe(0);
});

test("an end date before the start date is rejected in an update too", async () => {
  const person = await worker.household();
  const { id } = await spend(person, { endDate: "2025-06-30" });
  const answer = await person.patch<Refusal>(`/api/expenses/${id}`, { date: "2025-07-01", version: 1 });
  expect(answer.status).toBe(400);
  expect(answer.json.fields).toEqual({ endDate: ["End date must be on or after the date"] });
});

test("a repeated key creates one row with the same response and is rejected with another body", async () => {
  const person = await worker.household();
  const key = { "idempotency-key": "expense-form-0001" };
  const first = await person.post<Item>("/api/expenses", rent, key);
  const again = await person.post<Item>("/api/expenses", rent, key);
  expect(again.status).toBe(201);
  expect(again.json).toEqual(first.json);
  expect((await person.post<Refusal>("/api/expenses", { ...rent, amount: 1 }, key)).status).toBe(422);
  expect((await person.get<List>("/api/expenses")).json.total).toBe(1);
});

test("copies of one request at the same time create one row", async () => {
  const person = await worker.household();
  const key = { "idempotency-key": "income-form-0001" };
  const answers = await Promise.all([1, 2, 3].map(() => person.post<Item>("/api/income", salary, key)));
  expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
  expect((await person.get<List>("/api/income")).json.total).toBe(1);
});

test.each(["expenses", "income"])("a stale edit of %s gets a conflict with the current row", async (path) => {
  const person = await worker.household();
  const { id } = path === "income" ? await earn(person, {}) : await spend(person, {});
  await person.patch(`/api/${path}/${id}`, { amount: 10, version: 1 });
  const answer = await person.patch<Refusal>(`/api/${path}/${id}`, { amount: 20, version: 1 });
  expect(answer.status).toBe(409);
  expect(answer.json.current).toMatchObject({ id, amount: 10, version: 2 });
  expect((await person.patch<Refusal>(`/api/${path}/${id}`, { amount: 20 })).status).toBe(400);
});

test("of two edits at once, only one succeeds", async () => {
  const person = await worker.household();
  const { id } = await spend(person, {});
  const answers = await Promise.all(
    [1, 2].map((amount) => person.patch(`/api/expenses/${id}`, { amount, version: 1 })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

const reads = [
  "/api/expenses",
  "/api/expenses/paydown-plans/active",
  "/api/expenses/monthly?year=2025&month=3",
  "/api/expenses/monthly/summary?year=2025&month=3",
  "/api/expenses/one-time?startYear=2025&startMonth=1&endYear=2025&endMonth=12",
  "/api/income",
  "/api/income/monthly?year=2025&month=3",
  "/api/income/monthly/summary?year=2025&month=3",
  "/api/income/one-time?startYear=2025&startMonth=1&endYear=2025&endMonth=12",
  "/api/cashflow/monthly",
  "/api/cashflow/monthly?year=2025&month=3",
  "/api/cashflow/monthly/details?year=2025&month=3",
  "/api/cashflow/yearly?year=2025",
  "/api/cashflow/projected-assets?year=2199&month=3",
  "/api/cashflow/one-time-transactions?fromYear=2025&fromMonth=1&toYear=2025",
];

test.each(reads)("GET %s requires sign-in and shows other households and an Admin nothing", async (path) => {
  const owner = await worker.household();
  await spend(owner, { name: "Owned rent", category: "debt_paydown" });
  await spend(owner, { name: "Owned sofa", date: "2025-03-10", isRecurring: false });
  await earn(owner, { name: "Owned salary" });
  await earn(owner, { name: "Owned bonus", date: "2025-03-11", frequency: "once" });
  expect((await worker.visitor().get(path)).status).toBe(401);
  const { admin } = await worker.business();
  for (const other of [await worker.household(), admin]) {
    const answer = await other.get(path);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain("Owned");
    expect(answer.text).not.toContain("1800");
    expect(databaseCosts(answer).calls).toBe(2);
  }
});

const bodyless = (text: string) => text.replace(/"requestId":"[^"]*"/, "");

test.each(["expenses", "income"])(
  "another household's ID under /api/%s gets exactly the same response as an unknown one",
  async (path) => {
    const owner = await worker.household();
    const { id } = path === "income" ? await earn(owner, {}) : await spend(owner, {});
    const random = "019a9f00-0000-7000-8000-000000000000";
    const { admin } = await worker.business();
    for (const other of [await worker.household(), admin]) {
      for (const act of [
        (which: string) => other.get(`/api/${path}/${which}`),
        (which: string) => other.patch(`/api/${path}/${which}`, { amount: 1, version: 1 }),
        (which: string) => other.delete(`/api/${path}/${which}`),
      ]) {
        const [foreign, unknown] = [await act(id), await act(random)];
        expect(foreign.status).toBe(404);
        expect(bodyless(foreign.text)).toBe(bodyless(unknown.text));
      }
    }
    // A rejected body is not read, which closes the connection.
    const last = { connection: "close" };
    const guest = worker.visitor();
    const change = { amount: 1, version: 1 };
    expect((await guest.get(`/api/${path}/${id}`)).status).toBe(401);
    expect((await guest.delete(`/api/${path}/${id}`)).status).toBe(401);
    expect((await guest.patch(`/api/${path}/${id}`, change, last)).status).toBe(401);
    expect((await guest.post(`/api/${path}`, rent, last)).status).toBe(401);
    expect((await owner.get<Item>(`/api/${path}/${id}`)).json.version).toBe(1);
  },
);

test("each operation has its own message for a database failure", async () => {
  const person = await worker.household();
  const { id } = await spend(person, {});
  const paid = await earn(person, {});
  for (const table of ["expenses", "income"]) await worker.db.exec(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  try {
    const message = async (answer: Promise<{ status: number; json: Refusal }>) => {
      const { status, json } = await answer;
      expect([status, json.code]).toEqual([500, "internal"]);
      return json.message;
    };
    expect(await message(person.get<Refusal>("/api/expenses"))).toBe("Failed to fetch expenses");
    expect(await message(person.get<Refusal>("/api/income"))).toBe("Failed to fetch income");
    expect(await message(person.get<Refusal>("/api/cashflow/yearly?year=2025"))).toBe(
      "Failed to fetch yearly cashflow data",
    );
    expect(await message(person.post<Refusal>("/api/expenses", rent))).toBe("Failed to create expense");
    expect(await message(person.patch<Refusal>(`/api/expenses/${id}`, { amount: 1, version: 1 }))).toBe(
      "Failed to update expense",
    );
    expect(await message(person.send<Refusal>("DELETE", `/api/expenses/${id}`, {}))).toBe("Failed to delete expense");
    expect(await message(person.post<Refusal>("/api/income", salary))).toBe("Failed to create income entry.");
    expect(await message(person.patch<Refusal>(`/api/income/${paid.id}`, { amount: 1, version: 1 }))).toBe(
      "Failed to update income entry.",
    );
    expect(await message(person.send<Refusal>("DELETE", `/api/income/${paid.id}`, {}))).toBe(
      "Failed to delete income.",
    );
  } finally {
    for (const table of ["expenses", "income"]) await worker.db.exec(`ALTER TABLE ${table}_away RENAME TO ${table}`);
  }
});
