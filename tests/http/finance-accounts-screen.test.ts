import { expect, test } from "vitest";
import { type Account, balanceOf, newAccount, newTransaction, transactionsOf } from "#tests/support/accounts";
import { attributes, pageText } from "#tests/support/page-text";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
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

test("a guest signs in and returns to the same account", async () => {
  const answer = await worker.visitor().get(`${screen}/x?page=2`);
  expect([answer.status, answer.location]).toEqual([302, "/login?from=%2Ffinances%2Faccounts%2Fx%3Fpage%3D2"]);
});

test("without accounts the list shows how to start", async () => {
  const person = await worker.household();
  const page = (await person.get(screen)).text;
  for (const text of [
    "Bank Accounts Management",
    "Your Accounts",
    "Add Manual Account",
    "Connect Bank",
    "You don't have any accounts yet.",
    "Create Your First Account",
  ])
    expect(pageText(page)).toContain(text);
  expect(attributes(page, "href")).toContain(`${screen}/connect`);
  expect(attributes(page, "href")).toContain(`${screen}/institution`);
  expect(page).not.toMatch(/ style="/);
});

test("the list groups by institution, totals active accounts and shows a card balance as negative", async () => {
  const person = await worker.household();
  const { json: bank } = await person.post<{ id: number }>("/api/bank-institutions", { name: "First Platypus" });
  await newAccount(person, { name: "Daily", currentBalance: 5000, institutionId: bank.id, accountNumber: "12345" });
  await newAccount(person, { name: "Card", accountType: "credit", currentBalance: 1500 });
  const old = await newAccount(person, { name: "Old", currentBalance: 99 });
  await person.post(`/api/bank-accounts/${old.id}/archive`);
  await newAccount(person, { name: "Reserve", currency: "EUR", currentBalance: 10 });
  const text = await read(person, screen);
  expect(text).toMatch(
    /Total Assets \(USD\) \$5,000\.00.*Total Liabilities \(USD\) \$1,500\.00.*Net Worth \(USD\) \$3,500\.00/,
  );
  expect(text).toContain("Net Worth (EUR) €10.00");
  expect(text).toMatch(
    /First Platypus .*Daily.*Checking.*12345.*\$5,000\.00.*Unknown Institution.*Card.*Credit.*-\$1,500\.00/,
  );
  expect(text).toMatch(/Old ?Checking ?Inactive/);
  expect(text).not.toContain("Synced");
});

test("a linked account shows as synced, and an archived or reactivated one as disconnected", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { name: "Linked" });
  const itemId = `item-${id}`;
  const at = new Date().toISOString();
  for (const [insert, ...values] of [
    [
      "INSERT INTO bank_items (user_id, id, access_token, institution_name, status, created_at, updated_at) VALUES (?, ?, 'v1.token', 'Harbor', 'connected', ?, ?)",
      ...[person.userId, itemId, at, at],
    ],
    [
      "INSERT INTO bank_item_accounts (user_id, item_id, id, account_id, state, name, account_type) VALUES (?, ?, ?, ?, 'linked', 'Linked', 'checking')",
      ...[person.userId, itemId, id, id],
    ],
  ] as const)
    await worker.db
      .prepare(insert)
      .bind(...values)
      .run();
  await worker.db
    .prepare(
      "UPDATE bank_accounts SET plaid_item_id = ?, plaid_account_id = ?, mask = '6789', last_synced_at = ?, available_balance_minor = 4200 WHERE id = ?",
    )
    .bind(itemId, id, new Date(Date.now() - 3_600_000).toISOString(), id)
    .run();
  expect(await read(person, screen)).toContain("Synced");
  const detail = await read(person, `${screen}/${id}`);
  for (const text of ["Connected to Bank", "Last synced 1 hour ago", "Balance updated", "$42.00", "Ends in 6789"])
    expect(detail).toContain(text);
  await person.post(`/api/bank-accounts/${id}/archive`);
  expect(await read(person, screen)).not.toContain("Synced");
  expect(await read(person, `${screen}/${id}`)).toContain("Bank Connection Disconnected");
  await worker.db
    .prepare("DELETE FROM bank_item_accounts WHERE user_id = ? AND item_id = ?")
    .bind(person.userId, itemId)
    .run();
  await person.put(`/api/bank-accounts/${id}`, { isActive: true });
  expect(await read(person, screen)).not.toContain("Synced");
  const reactivated = await read(person, `${screen}/${id}`);
  expect(reactivated).toContain("Bank Connection Disconnected");
  expect(reactivated).not.toContain("Connected to Bank");
});

test("an institution and an account are added and edited with plain forms, step by step", async () => {
  const person = await worker.household();
  const first = await read(person, `${screen}/institution`);
  for (const text of ["Select Institution", "No institutions yet"]) expect(first).toContain(text);
  const picker = `${screen}/institution/new`;
  expect(await read(person, picker)).toContain("Add New Financial Institution");
  expect(await read(person, picker)).not.toContain("An inactive institution");
  const added = await person.submit(picker, {
    intent: "add-institution",
    name: "Platypus",
    website: "www.platypus.example",
  });
  expect(added.location).toBe(`${screen}/institution?institution=1`);
  const edit = `${screen}/institution/1`;
  const dialog = (await person.get(edit)).text;
  expect(pageText(dialog)).toContain("Edit Financial Institution");
  expect(pageText(dialog)).toContain("An inactive institution");
  expect(attributes(dialog, "value")).toContain("https://www.platypus.example");

  const second = await read(person, `${screen}/new?institution=1`);
  for (const text of ["Add Account", "Starting balance", "Step 2 of 2"]) expect(second).toContain(text);
  const sent = { ...form, name: "Daily", currentBalance: "1,250.75", institutionId: "1" };
  const created = await person.submit(`${screen}/new`, sent);
  const [account] = (await person.get<Account[]>("/api/bank-accounts")).json;
  expect(account).toMatchObject({ name: "Daily", currentBalance: 1250.75 });
  expect(created.location).toBe(`${screen}/${account?.id}`);

  const editing = `${screen}/${account?.id}/edit`;
  expect(await read(person, editing)).toContain("Current balance");
  const changed = { ...sent, name: "Everyday", currentBalance: "0", version: "1" };
  expect((await person.submit(editing, changed)).status).toBe(302);
  expect((await person.get<Account[]>("/api/bank-accounts")).json).toMatchObject([
    { name: "Everyday", currentBalance: 0 },
  ]);

  const gone = { name: "Platypus", website: "", version: "1" };
  expect((await person.submit(edit, gone)).location).toBe(`${screen}/institution`);
  expect(await read(person, `${screen}/institution`)).not.toContain("Platypus");
});

test.each([
  ["an institution without a name", "institution/new", { name: "" }, "Institution name is required"],
  [
    "an institution with an invalid website",
    "institution/new",
    { name: "A", website: "no way" },
    "Please enter a valid URL",
  ],
  [
    "an institution with a logo that is not on the web",
    "institution/new",
    { name: "A", logoUrl: "ftp://x.y" },
    "Please enter a valid URL",
  ],
  ["an account without a name", "new", { ...form, name: " ", currentBalance: "1" }, "Account name is required"],
  ["an account without a balance", "new", { ...form, name: "A", currentBalance: "" }, "Starting balance is required"],
  [
    "an account with a word as balance",
    "new",
    { ...form, name: "A", currentBalance: "twelve" },
    "Must be a valid number",
  ],
])("%s is not saved, and the form shows an error", async (_, path, fields, message) => {
  const person = await worker.household();
  const answer = await person.submit(`${screen}/${path}`, fields);
  expect([answer.status, pageText(answer.text)]).toEqual([400, expect.stringContaining(message)]);
  expect((await person.get<Account[]>("/api/bank-accounts")).json).toEqual([]);
});

test("a new account does not require an institution", async () => {
  const person = await worker.household();
  const { text } = await person.get(`${screen}/new`);
  expect(/<select[^>]*name="institutionId"[^>]*>/.exec(text)?.[0]).not.toContain("required");
  expect(/<select[^>]*name="accountType"[^>]*>/.exec(text)?.[0]).toBeDefined();
});

test("a credit account's form says to enter the amount owed", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { accountType: "credit" });
  expect(await read(person, `${screen}/${id}/edit`)).toContain("enter what you owe");
});

test("an account lists ten rows per page, with signs, transfers and reconciled rows", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { name: "Daily", description: "For the week" });
  const other = await newAccount(person, { name: "Rainy day" });
  const empty = await read(person, `${screen}/${id}`);
  for (const text of ["No transactions found for this account.", "Add Your First Transaction", "No institution"])
    expect(empty).toContain(text);
  for (let at = 1; at <= 10; at += 1) await newTransaction(person, id, { description: `Shop ${at}` });
  const transfer = { type: "transfer", category: "savings", toAccountId: other.id, transactionDate: "2026-11-02" };
  await newTransaction(person, id, { ...transfer, description: "Put by", amount: 40, isReconciled: true });
  const page = (await person.get(`${screen}/${id}`)).text;
  for (const text of [
    ...["Back to Accounts", "Edit Account", "Archive Account", "Delete Account", "Import CSV", "Add Transaction"],
    ...["Date", "Description", "Type", "Category", "Amount", "Page 1 of 2", "For the week", "USD"],
    ...["Put by", "to Rainy day", "Reconciled", "-$40.00", "-$12.50"],
  ])
    expect(pageText(page)).toContain(text);
  expect(pageText(page).match(/Shop \d+/g)).toHaveLength(9);
  expect(await read(person, `${screen}/${id}?page=2`)).toMatch(/Shop 1 .*Page 2 of 2/);
  expect(await read(person, `${screen}/${other.id}`)).toMatch(/Put by ?from Daily.*\+\$40\.00/);

  const [oldest] = (await transactionsOf(person, id)).transactions.filter(
    ({ description }) => description === "Shop 1",
  );
  const deleted = await person.submit(`${screen}/${id}/transactions/${oldest?.id}/delete?page=2`, {});
  const left = await person.get(deleted.location ?? "");
  expect([left.status, left.location]).toEqual([302, `${screen}/${id}?page=1`]);
});

test("a transaction is added, edited and deleted with plain forms, and the balance follows", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { currentBalance: 100 });
  const at = `${screen}/${id}`;
  const dialog = (await person.get(`${at}/transactions/new`)).text;
  expect(pageText(dialog)).toContain("Add New Transaction");
  expect(pageText(dialog)).toContain("Balance Adjustment");
  expect(dialog).toMatch(/<option value="deposit" selected/);
  const names = ["type", "amount", "transactionDate", "description", "category", "isReconciled", "notes"];
  expect(attributes(dialog, "name")).toEqual(expect.arrayContaining(names));
  const added = await person.submit(`${at}/transactions/new`, { ...row, category: "food" });
  expect([added.location, toastOf(person)]).toEqual([at, "Transaction added."]);
  expect(await balanceOf(person, id)).toBe(87.5);

  const [transaction] = (await transactionsOf(person, id)).transactions;
  const editing = `${at}/transactions/${transaction?.id}`;
  const edit = (await person.get(editing)).text;
  expect(pageText(edit)).toContain("Edit Transaction");
  expect(attributes(edit, "value")).toContain("12.50");
  const changed = { ...row, amount: "20", version: "1", isReconciled: "on" };
  expect((await person.submit(editing, changed)).location).toBe(at);
  expect(await balanceOf(person, id)).toBe(80);

  const protectedRow = await person.submit(editing, { ...changed, amount: "25", version: "2" });
  expect(protectedRow.status).toBe(409);
  expect(pageText(protectedRow.text)).toContain("This transaction is reconciled.");
  const free = { ...changed, version: "2", isReconciled: [] };
  expect((await person.submit(editing, free)).status).toBe(302);
  const removing = `${at}/transactions/${transaction?.id}/delete`;
  expect(await read(person, removing)).toContain("Delete Transaction");
  await person.submit(removing, {});
  expect([await balanceOf(person, id), toastOf(person)]).toEqual([100, "Transaction deleted."]);
});

test.each([
  [{ amount: "" }, "Please enter a valid positive amount"],
  [{ amount: "0" }, "Please enter a valid positive amount"],
  [{ amount: "-5" }, "Please enter a valid positive amount"],
  [{ description: " " }, "Description is required"],
  [{ transactionDate: "" }, "Date is required"],
  [{ type: "transfer", category: "savings", toAccountId: "" }, "Please select a destination account"],
])("the transaction form with %j shows the error and keeps the input", async (change, message) => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  await newAccount(person, { name: "Another" });
  const sent = { ...row, notes: "typed with care", ...change };
  const answer = await person.submit(`${screen}/${id}/transactions/new`, sent);
  expect(answer.status).toBe(400);
  expect(pageText(answer.text)).toContain(message);
  expect(pageText(answer.text)).toContain("typed with care");
  expect((await transactionsOf(person, id)).total).toBe(0);
});

test("a transfer offers every other active account of the same currency, and says so when there is none", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person, { name: "Source" });
  const old = await newAccount(person, { name: "Closed" });
  await person.post(`/api/bank-accounts/${old.id}/archive`);
  await newAccount(person, { name: "Foreign", currency: "EUR" });
  const path = `${screen}/${id}/transactions/new`;
  const sent = { ...row, type: "transfer", category: "savings" };
  const alone = pageText((await person.submit(path, sent)).text);
  expect(alone).toContain("You need at least one other active account to make transfers");
  const target = await newAccount(person, { name: "Target" });
  const page = (await person.submit(path, sent)).text;
  expect(page).toContain(`<option value="${target.id}">Target</option>`);
  for (const name of ["Source", "Closed", "Foreign"]) expect(page).not.toContain(`>${name}</option>`);
});

test("the screen takes one round trip and shows no other household's account", async () => {
  const [person, other] = [await worker.household(), await worker.household()];
  const mine = await newAccount(person);
  const foreign = await newAccount(other, { name: "Someone else's" });
  const rowOfOther = await newTransaction(other, foreign.id, { description: "Someone else's lunch" });
  // A browser's first page reads the session before everything else.
  await person.get(screen);
  for (const path of ["", `/${mine.id}`, `/${mine.id}/transactions/new`, "/institution", "/new", "/review"]) {
    const answer = await person.get(screen + path);
    expect([answer.status, databaseCosts(answer).rounds]).toEqual([200, 1]);
    expect(answer.text).not.toContain("Someone else");
    expect(answer.text).not.toMatch(/ style="/);
    expect(answer.text.match(/<h1/g)).toHaveLength(1);
  }
  for (const path of [`/${foreign.id}`, `/${mine.id}/transactions/${rowOfOther.id}`]) {
    const strange = await person.get(screen + path);
    expect(strange.status).toBe(404);
    expect(strange.text).not.toContain("Someone else");
  }
  const remove = `${screen}/${mine.id}/transactions/${rowOfOther.id}/delete`;
  expect((await person.submit(remove, {})).status).toBe(404);
  expect((await person.submit(`${screen}/${foreign.id}/delete`, {})).status).toBe(404);
  expect((await transactionsOf(other, foreign.id)).total).toBe(1);
});

test("a double click creates one transaction", async () => {
  const person = await worker.household();
  const { id } = await newAccount(person);
  const path = `${screen}/${id}/transactions/new`;
  const key = /name="idempotencyKey" value="([^"]+)"/.exec((await person.get(path)).text)?.[1] ?? "";
  const sent = { ...row, idempotencyKey: key };
  const answers = await Promise.all([1, 2].map(() => person.submit(path, sent)));
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  expect((await transactionsOf(person, id)).total).toBe(1);
});

test("old links with modes and dialogs in the query redirect to the new URLs", async () => {
  const person = await worker.household();
  const moved = async (query: string) => (await person.get(`${screen}?${query}`)).location;
  expect(await moved("mode=selectInstitution")).toBe(`${screen}/institution`);
  expect(await moved("mode=selectInstitution&open=institution&id=3")).toBe(`${screen}/institution/3`);
  expect(await moved("mode=addAccount&institution=3")).toBe(`${screen}/new?institution=3`);
  expect(await moved("mode=connect&item=x")).toBe(`${screen}/connect?item=x`);
  expect(await moved("mode=match&item=x")).toBe(`${screen}/match/x`);
  expect(await moved("mode=look")).toBe(`${screen}/review`);
  expect(await moved("account=x&mode=editAccount")).toBe(`${screen}/x/edit`);
  expect(await moved("account=x&page=2")).toBe(`${screen}/x?page=2`);
  expect(await moved("account=x&page=2&open=transaction&id=y")).toBe(`${screen}/x/transactions/y?page=2`);
  expect(await moved("account=x&open=imports")).toBe(`${screen}/x/imports`);
});

test("a new account is not offered an inactive institution, and the form has no logos", async () => {
  const person = await worker.household();
  for (const name of ["Platypus", "Wombat"]) await person.post("/api/bank-institutions", { name });
  await person.put("/api/bank-institutions/2", { name: "Wombat", isActive: false });
  await worker.db.prepare("UPDATE bank_institutions SET logo = 'TE9HTw==' WHERE user_id = ?").bind(person.userId).run();
  const page = (await person.get(`${screen}/new`)).text;
  expect(pageText(page)).toContain("Platypus");
  expect(pageText(page)).not.toContain("Wombat");
  expect(page).not.toContain("TE9HTw==");
  const held = await newAccount(person, { institutionId: 2 });
  expect(await read(person, `${screen}/${held.id}/edit`)).toMatch(/Institution.*Wombat.*Account type/);
});
