import { expect, test } from "vitest";
import {
  type Account,
  balanceOf,
  newAccount,
  newTransaction,
  type Refusal,
  transactionsOf,
} from "#tests/support/accounts";
import { databaseCosts } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

test("an account is returned with every documented field", async () => {
  const person = await worker.household();
  const bank = await person.post<{ id: number }>("/api/bank-institutions", { name: "Riverside Credit Union" });
  const created = await person.post<Account>("/api/bank-accounts", {
    name: "Everyday",
    accountNumber: "000123456789",
    accountType: "checking",
    currentBalance: 1204.5,
    institutionId: bank.json.id,
    description: "Bills and pay",
    currency: "USD",
    isActive: true,
  });
  expect(created.status).toBe(201);
  const { json } = await person.get<Account[]>("/api/bank-accounts");
  expect(json).toEqual([
    {
      id: created.json.id,
      name: "Everyday",
      accountNumber: "000123456789",
      accountType: "checking",
      currentBalance: 1204.5,
      availableBalance: null,
      institutionId: bank.json.id,
      institution: { id: bank.json.id, name: "Riverside Credit Union", logo: null },
      institutionName: "Riverside Credit Union",
      description: "Bills and pay",
      currency: "USD",
      isActive: true,
      plaidAccountId: null,
      plaidItemId: null,
      accountMask: null,
      balanceIsoCurrencyCode: null,
      lastSyncTimestamp: null,
      balanceLastUpdatedTimestamp: expect.any(String),
      version: 1,
    },
  ]);
});

test("the type defaults to checking and the currency to USD, and a balance of 0 is allowed", async () => {
  const person = await worker.household();
  const { json } = await person.post<Account>("/api/bank-accounts", { name: "Jar", currentBalance: 0 });
  expect(json).toMatchObject({ accountType: "checking", currency: "USD", currentBalance: 0, isActive: true });
});

test.each([
  [{}, "name", "Account name is required"],
  [{ name: "  " }, "name", "Account name is required"],
  [{ name: "A" }, "currentBalance", "Starting balance is required"],
  [{ name: "A", currentBalance: "" }, "currentBalance", "Starting balance is required"],
  [{ name: "A", currentBalance: "a lot" }, "currentBalance", "Must be a valid number"],
  [{ name: "A", currentBalance: "1,2" }, "currentBalance", "Must be a valid number"],
  [{ name: "A", currentBalance: 1e16 }, "currentBalance", "Must be a valid number"],
  [{ name: "A", currentBalance: 1.005 }, "currentBalance", "Please use at most 2 decimals"],
  [{ name: "A", currentBalance: 1, currency: "JPY" }, "currency", "Please choose a currency"],
  [{ name: "A", currentBalance: 1, accountType: "crypto" }, "accountType", "Please choose an account type"],
  [{ name: "A", currentBalance: 1, institutionId: 1.5 }, "institutionId", "Please choose a financial institution"],
])("an account %j is rejected at %s: %s", async (body, field, message) => {
  const person = await worker.household();
  const answer = await person.post<Refusal>("/api/bank-accounts", body);
  expect(answer.status).toBe(400);
  expect(answer.json.fields?.[field]).toEqual([message]);
  expect((await person.get<Account[]>("/api/bank-accounts")).json).toEqual([]);
});

test("an institution the household does not have is not found", async () => {
  const person = await worker.household();
  const answer = await person.post("/api/bank-accounts", { name: "A", currentBalance: 1, institutionId: 77 });
  expect(answer.status).toBe(404);
});

test("editing the balance moves the starting balance, so the rows still add up", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 100 });
  await newTransaction(person, id, { amount: 30 });
  const answer = await person.put<Account>(`/api/bank-accounts/${id}`, { name: "Everyday", currentBalance: 500 });
  expect(answer.json.currentBalance).toBe(500);
  await newTransaction(person, id, { amount: 20 });
  expect(await balanceOf(person, id)).toBe(480);
  expect((await transactionsOf(person, id)).total).toBe(2);
});

test("changing an account to a credit account reverses the sign of its rows", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 0 });
  const bought = await newTransaction(person, id, { amount: 30 });
  await person.put(`/api/bank-accounts/${id}`, { name: "Card", accountType: "credit", currentBalance: 30 });
  await person.delete(`/api/account-transactions/${bought.id}`);
  expect(await balanceOf(person, id)).toBe(0);
});

test("archiving and reactivating change nothing else", async () => {
  const person = await worker.household();
  const made = await newAccount(person);
  const archived = await person.post<Account>(`/api/bank-accounts/${made.id}/archive`);
  expect(archived.json).toMatchObject({ ...made, isActive: false, version: 2 });
  const again = await person.put<Account>(`/api/bank-accounts/${made.id}`, { isActive: true });
  expect(again.json).toMatchObject({ ...made, isActive: true, version: 3 });
});

test("an archived account is deleted only once it is active again", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { name: "Old savings", currentBalance: 20 });
  await newTransaction(person, id, { amount: 5 });
  await person.post(`/api/bank-accounts/${id}/archive`);
  const refused = await person.delete<Refusal>(`/api/bank-accounts/${id}`);
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "An archived account cannot be deleted. Reactivate it first.",
  ]);
  expect((await transactionsOf(person, id)).total).toBe(1);
  expect((await person.put(`/api/bank-accounts/${id}`, { isActive: true })).status).toBe(200);
  expect((await person.delete(`/api/bank-accounts/${id}`)).status).toBe(204);
  expect((await person.get<Account[]>("/api/bank-accounts")).json).toEqual([]);
});

test("an archived account accepts no new transaction, not even directly in the database", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  await person.post(`/api/bank-accounts/${id}/archive`);
  const answer = await person.post<Refusal>(`/api/bank-accounts/${id}/transactions`, {
    amount: 1,
    transactionDate: "2026-11-01",
    description: "Tea",
  });
  expect(answer.status).toBe(409);
  expect(answer.json.message).toBe("This account is archived. Reactivate it to add transactions.");
  const insert = worker.db
    .prepare(
      "INSERT INTO account_transactions (user_id, id, account_id, transaction_date, amount_minor, type, category, description, source, last_change, created_at, updated_at) VALUES (?, 'x', ?, '2026-11-01', 100, 'deposit', 'other', 'x', 'manual', 'user', 'x', 'x')",
    )
    .bind(person.userId, id);
  await expect(insert.run()).rejects.toThrow("account_inactive");
});

test("the currency cannot change once there are transactions", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const change = { name: "Everyday", currentBalance: 100, currency: "EUR" };
  expect((await person.put<Account>(`/api/bank-accounts/${id}`, change)).json.currency).toBe("EUR");
  await newTransaction(person, id);
  const answer = await person.put<Refusal>(`/api/bank-accounts/${id}`, { ...change, currency: "USD" });
  expect(answer.status).toBe(409);
  expect(answer.json.fields?.currency).toEqual(["The currency cannot change once an account has transactions."]);
});

test("deleting an account deletes its rows and keeps the balances of other accounts", async () => {
  const person = await worker.household();
  const gone = await newAccount(person, { name: "Gone", currentBalance: 500 });
  const other = await newAccount(person, { name: "Kept", currentBalance: 50 });
  await newTransaction(person, gone.id, { isReconciled: true });
  await newTransaction(person, gone.id, { type: "transfer", toAccountId: other.id, amount: 40 });
  await newTransaction(person, other.id, { type: "transfer", toAccountId: gone.id, amount: 15, isReconciled: true });
  expect((await person.delete(`/api/bank-accounts/${gone.id}`)).status).toBe(204);
  expect((await person.get<Account[]>("/api/bank-accounts")).json.map((a) => [a.name, a.currentBalance])).toEqual([
    ["Kept", 75],
  ]);
  const { transactions, total } = await transactionsOf(person, other.id);
  expect(total).toBe(2);
  expect(transactions.map((t) => [t.type, t.amount, t.toAccountId]).sort()).toEqual([
    ["deposit", 40, null],
    ["withdrawal", 15, null],
  ]);
  const { results } = await worker.db
    .prepare("SELECT account_id FROM account_transactions WHERE account_id = ?")
    .bind(gone.id)
    .all();
  expect(results).toEqual([]);
});

test("a stale edit gets a conflict with the current account", async () => {
  const person = await worker.household();
  const { id, version } = await newAccount(person);
  await newTransaction(person, id);
  const answer = await person.put<Refusal & { current: { currentBalanceMinor: number } }>(`/api/bank-accounts/${id}`, {
    name: "Everyday",
    currentBalance: 100,
    version,
  });
  expect(answer.status).toBe(409);
  expect(answer.json.current.currentBalanceMinor).toBe(8750);
  expect(await balanceOf(person, id)).toBe(87.5);
});

test("a repeated key creates one account and is rejected with another body", async () => {
  const person = await worker.household();
  const body = { name: "Once", currentBalance: 1 };
  const key = { "idempotency-key": "add-account-once" };
  const [first, second] = [
    await person.post<Account>("/api/bank-accounts", body, key),
    await person.post<Account>("/api/bank-accounts", body, key),
  ];
  expect(second.json.id).toBe(first.json.id);
  expect((await person.get<Account[]>("/api/bank-accounts")).json).toHaveLength(1);
  expect((await person.post("/api/bank-accounts", { ...body, name: "Other" }, key)).status).toBe(422);
});

test("another household's account gets exactly the same response as an unknown one", async () => {
  const [owner, stranger] = [await worker.household(), await worker.household()];
  const { admin } = await worker.business();
  const { id } = await newAccount(owner);
  const { id: rowId } = await newTransaction(owner, id);
  const random = "0192f000-0000-7000-8000-000000000000";
  const body = { name: "Mine", currentBalance: 1 };
  const row = { amount: 1, transactionDate: "2026-11-01", description: "Tea" };
  const calls = [
    ["GET", "/api/bank-accounts/{}", id, undefined],
    ["PUT", "/api/bank-accounts/{}", id, body],
    ["PUT", "/api/bank-accounts/{}", id, { isActive: false }],
    ["PUT", "/api/bank-accounts/{}", id, { isActive: false, version: 1 }],
    ["DELETE", "/api/bank-accounts/{}", id, undefined],
    ["POST", "/api/bank-accounts/{}/archive", id, undefined],
    ["GET", "/api/bank-accounts/{}/transactions", id, undefined],
    ["POST", "/api/bank-accounts/{}/transactions", id, row],
    ["PUT", "/api/account-transactions/{}", rowId, row],
    ["DELETE", "/api/account-transactions/{}", rowId, undefined],
  ] as const;
  for (const visitor of [stranger, admin]) {
    for (const [method, path, known, sent] of calls) {
      const foreign = await visitor.send<Refusal>(method, path.replace("{}", known), { body: sent });
      const nobodys = await visitor.send<Refusal>(method, path.replace("{}", random), { body: sent });
      expect(foreign.status, `${method} ${path}`).toBe(404);
      const text = (answer: typeof foreign) => answer.text.replace(/"requestId":"[^"]*"/, "");
      expect(text(foreign)).toBe(text(nobodys));
    }
    expect((await visitor.get<Account[]>("/api/bank-accounts")).json).toEqual([]);
  }
  expect(await balanceOf(owner, id)).toBe(87.5);
});

test("each household numbers its own institutions from 1", async () => {
  const [one, two] = [await worker.household(), await worker.household()];
  for (const person of [one, two]) {
    const made = await person.post<{ id: number }>("/api/bank-institutions", { name: "First Bank" });
    expect(made.json.id).toBe(1);
  }
  expect((await one.put("/api/bank-institutions/2", { name: "X" })).status).toBe(404);
});

test("institutions added at once get distinct numbers", async () => {
  const person = await worker.household();
  const made = await Promise.all(
    ["A", "B", "C"].map((name) => person.post<{ id: number }>("/api/bank-institutions", { name })),
  );
  expect(made.map((answer) => answer.status)).toEqual([201, 201, 201]);
  expect(new Set(made.map((answer) => answer.json.id)).size).toBe(3);
});

test("an institution is stored as entered, trimmed and with a missing https:// added", async () => {
  const person = await worker.household();
  const body = { name: " First Bank ", website: "firstbank.example", logoUrl: "", primaryColor: "#1A7" };
  const { json } = await person.post<{ id: number }>("/api/bank-institutions", body);
  const changed = await person.put(`/api/bank-institutions/${json.id}`, { ...json, isActive: false, version: 1 });
  expect(changed.json).toEqual({
    id: 1,
    name: "First Bank",
    website: "https://firstbank.example",
    logoUrl: null,
    logo: null,
    description: null,
    primaryColor: "#11aa77",
    isActive: false,
    version: 2,
  });
  expect((await person.put(`/api/bank-institutions/${json.id}`, { name: "X", version: 1 })).status).toBe(409);
});

test.each([
  [{ name: "" }, "name", "Institution name is required"],
  [{ name: "B", website: "not a url" }, "website", "Please enter a valid URL"],
  [{ name: "B", website: "javascript:alert(1)" }, "website", "Please enter a valid URL"],
  [{ name: "B", logoUrl: "ftp://b.example/x.png" }, "logoUrl", "Please enter a valid URL"],
  [{ name: "B", primaryColor: "red" }, "primaryColor", "Please enter a color such as #1a73e8"],
])("an institution %j is rejected at %s: %s", async (body, field, message) => {
  const person = await worker.household();
  const answer = await person.post<Refusal>("/api/bank-institutions", body);
  expect(answer.status).toBe(400);
  expect(answer.json.fields?.[field]).toEqual([message]);
});

test("listing accounts takes one round trip in addition to the session's", async () => {
  const person = await worker.household();
  await newAccount(person);
  expect(databaseCosts(await person.get("/api/bank-accounts"))).toMatchObject({ calls: 2, statements: 2 });
});
