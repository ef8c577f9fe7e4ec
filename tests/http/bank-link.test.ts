import { expect, test } from "vitest";
import { pageText } from "#tests/support/page-text";
import { testWorker } from "#tests/support/worker";
import { simulatedPublicToken } from "~/domain/finance/bank-link/simulated";

const worker = await testWorker();

interface Side {
  plaidAccountId: string;
  name: string;
  accountMask: string;
  canLink: boolean;
  match: { accountId: string; reason: string; reactivates: boolean } | null;
}
interface Exchanged {
  plaidItemId: string;
  item: { id: string; institutionName: string };
  accounts: Side[];
}
interface Account {
  id: string;
  name: string;
  isActive: boolean;
  plaidItemId: string | null;
  currentBalance: number;
}
type Person = Awaited<ReturnType<typeof worker.household>>;

const token = (institution = "ins_sim_harbor", places = [0, 1, 2]) => simulatedPublicToken(institution, places);

async function exchange(person: Person, publicToken = token()): Promise<Exchanged> {
  return (await person.post<Exchanged>("/api/plaid/exchange-token", { publicToken, accountIds: [] })).json;
}

const choicesOf = (accounts: Side[]) =>
  accounts.map(({ plaidAccountId, match }) =>
    match ? { plaidAccountId, action: "link", accountId: match.accountId } : { plaidAccountId, action: "create" },
  );

async function connect(person: Person, publicToken = token()): Promise<Exchanged> {
  const linked = await exchange(person, publicToken);
  const path = `/api/plaid/match-accounts/${linked.plaidItemId}`;
  expect((await person.post(path, { accounts: choicesOf(linked.accounts) })).status).toBe(200);
  return linked;
}

const accountsOf = async (person: Person) => (await person.get<Account[]>("/api/bank-accounts")).json;

test("a connection without a matched account is reached from the accounts, and the bank is not connected twice", async () => {
  const person = await worker.household();
  const accounts = async () => (await person.get("/finances/accounts")).text;
  expect(await accounts()).not.toContain("/finances/accounts/connections");
  await exchange(person);
  expect(await accounts()).toContain("/finances/accounts/connections");
  const twice = await person.post("/api/plaid/exchange-token", { publicToken: token(), accountIds: [] });
  expect(twice.status).toBe(409);
});

test("a bank is connected, matched with existing accounts and synced", async () => {
  const person = await worker.household();
  expect((await person.post<{ linkToken: string }>("/api/plaid/create-link-token", {})).json.linkToken).toMatch(
    /^link-/,
  );
  const own = await person.post<Account>("/api/bank-accounts", { name: "everyday checking", currentBalance: 1 });
  const { plaidItemId, item, accounts } = await exchange(person);
  expect(item).toEqual({ id: plaidItemId, institutionName: "Harbor Federal Bank" });
  expect(accounts.find((one) => one.name === "Everyday Checking")?.match).toEqual({
    ...{ accountId: own.json.id, reason: "name", reactivates: false },
  });
  const again = await person.post<Side[]>(`/api/plaid/sync-accounts/${plaidItemId}`);
  expect(again.json).toHaveLength(3);
  await person.post(`/api/plaid/match-accounts/${plaidItemId}`, { accounts: choicesOf(accounts) });
  await expect
    .poll(async () => (await person.post<{ state: string }>(`/api/plaid/sync-transactions/${plaidItemId}`)).json.state)
    .toBe("synced");
  const listed = await accountsOf(person);
  expect(listed).toHaveLength(3);
  expect(listed.find((one) => one.id === own.json.id)).toMatchObject({ plaidItemId, currentBalance: 4120.8 });
  const rows = await person.get<{ total: number }>(`/api/bank-accounts/${own.json.id}/transactions?limit=1`);
  expect(rows.json.total).toBeGreaterThan(50);
});

test("the bank's access token is encrypted in the database and never returned", async () => {
  const person = await worker.household();
  const { plaidItemId } = await connect(person);
  const sealed = await worker.db
    .prepare("SELECT access_token FROM bank_items WHERE id = ?")
    .bind(plaidItemId)
    .first<string>("access_token");
  const state = await worker.db
    .prepare("SELECT state FROM simulated_banks WHERE id = ?")
    .bind(plaidItemId)
    .first<string>("state");
  const { secret } = JSON.parse(state ?? "{}");
  expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]{40,}$/);
  expect(atob((sealed ?? "").split(".")[2]?.replaceAll("-", "+").replaceAll("_", "/") ?? "")).not.toContain(secret);
  const answer = await person.get("/api/plaid/items");
  expect(answer.text).not.toContain("access");
  expect(answer.text).not.toContain(secret);
});

test.each([
  { publicToken: "", says: "Invalid public token received from Plaid" },
  { publicToken: "public-sim-nobody-0", says: "Invalid public token received from Plaid" },
  { publicToken: 7, says: "Invalid public token received from Plaid" },
])("the public token $publicToken is rejected with a message", async ({ publicToken, says }) => {
  const person = await worker.household();
  const answer = await person.post<{ message: string }>("/api/plaid/exchange-token", { publicToken, accountIds: [] });
  expect(answer.status).toBe(400);
  expect(answer.json.message).toBe(says);
});

test("the same bank cannot be connected twice", async () => {
  const person = await worker.household();
  await connect(person);
  const answer = await person.post<{ message: string }>("/api/plaid/exchange-token", {
    publicToken: token(),
    accountIds: [],
  });
  expect(answer.status).toBe(409);
  expect((await accountsOf(person)).length).toBe(3);
});

test("disconnecting a bank archives its accounts, and a new connection reactivates them", async () => {
  const person = await worker.household();
  const { plaidItemId } = await connect(person, token("ins_sim_prairie", [0]));
  const sync = (id: string) => person.post<{ state: string }>(`/api/plaid/sync-transactions/${id}`);
  await expect.poll(async () => (await sync(plaidItemId)).json.state).toBe("synced");
  const [account] = await accountsOf(person);
  const total = async () =>
    (await person.get<{ total: number }>(`/api/bank-accounts/${account?.id}/transactions?limit=1`)).json.total;
  expect(await total()).toBeGreaterThan(300);
  expect((await person.delete(`/api/plaid/items/${plaidItemId}`)).status).toBe(204);
  expect(await accountsOf(person)).toMatchObject([{ isActive: false }]);
  const item = worker.db.prepare("SELECT status, access_token FROM bank_items WHERE id = ?").bind(plaidItemId);
  const afterSweep = async () => {
    // The first sync may still hold the lease; then the bank is called again later, which is now.
    await worker.db.prepare("UPDATE outbox SET due_at = created_at WHERE delivered_at IS NULL").run();
    await worker.sweep();
    return item.first();
  };
  await expect.poll(afterSweep).toEqual({ status: "disconnected", access_token: null });
  const again = await exchange(person, token("ins_sim_prairie", [0]));
  expect(again.accounts[0]?.match).toMatchObject({ accountId: account?.id, reactivates: true });
  await person.post(`/api/plaid/match-accounts/${again.plaidItemId}`, { accounts: choicesOf(again.accounts) });
  await expect.poll(async () => (await sync(again.plaidItemId)).json.state).toBe("synced");
  expect(await accountsOf(person)).toMatchObject([{ id: account?.id, isActive: true, plaidItemId: again.plaidItemId }]);
});

test("another household's connection returns 404", async () => {
  const { plaidItemId } = await connect(await worker.household());
  const stranger = await worker.household();
  const random = "sim-item-0000000000000000000000";
  for (const path of ["sync-accounts", "sync-transactions", "match-accounts"]) {
    const body = { accounts: [{ plaidAccountId: "x", action: "create" }] };
    const [theirs, nobodys] = [plaidItemId, random].map((id) =>
      stranger.post<{ code: string }>(`/api/plaid/${path}/${id}`, body),
    );
    expect((await theirs)?.status, path).toBe(404);
    expect((await theirs)?.json.code).toBe((await nobodys)?.json.code);
  }
  expect((await stranger.delete(`/api/plaid/items/${plaidItemId}`)).status).toBe(404);
  expect((await stranger.get<unknown[]>("/api/plaid/items")).json).toEqual([]);
});

test("a user sees and retries failed bank jobs in the profile, hidden from the business", async () => {
  const { admin, manager } = await worker.business();
  const { plaidItemId } = await connect(manager, token("ins_sim_prairie", [0]));
  const id = `dead-${plaidItemId}`;
  await worker.db
    .prepare(
      "INSERT INTO outbox (id, user_id, topic, payload, created_at, due_at, attempts, failed_at, last_error) VALUES (?1, ?4, 'bank', ?2, ?3, ?3, 8, ?3, 'INSTITUTION_DOWN')",
    )
    .bind(
      id,
      JSON.stringify({ kind: "sync", userId: manager.userId, itemId: plaidItemId }),
      new Date().toISOString(),
      manager.userId,
    )
    .run();
  expect((await admin.get("/system/deliveries")).text).toContain("Everything was delivered");
  expect((await admin.submit("/system/deliveries", { intent: "retry", id })).status).toBe(404);
  expect((await manager.get("/system/deliveries")).status).toBe(403);
  const page = await manager.get("/profile");
  expect(page.text).toContain("INSTITUTION_DOWN");
  expect(page.text).not.toContain("Prairie");
  const stranger = await worker.household();
  expect((await stranger.submit("/profile", { intent: "retry", id })).status).toBe(404);
  expect((await admin.submit("/profile", { intent: "retry", id })).status).toBe(404);
  expect((await manager.submit("/profile", { intent: "retry", id })).status).toBe(302);
  const row = worker.db.prepare("SELECT failed_at, delivered_at FROM outbox WHERE id = ?").bind(id);
  await expect.poll(() => row.first<string>("delivered_at")).not.toBeNull();
});

test("the screen that matches a bank's accounts needs no script, refuses what does not fit, and shows what to do", async () => {
  const person = await worker.household();
  const own = await person.post<Account>("/api/bank-accounts", { name: "everyday checking", currentBalance: 1 });
  const { plaidItemId, accounts } = await exchange(person);
  const path = `/finances/accounts/match/${plaidItemId}`;
  const choice = (name: string, goesTo: string, at: number) => ({
    [`accounts[${at}].plaidAccountId`]: accounts.find((one) => one.name === name)?.plaidAccountId ?? "",
    [`accounts[${at}].goesTo`]: goesTo,
  });
  expect(await person.submit(path, { intent: "refresh" })).toMatchObject({ status: 302, location: path });
  const page = await person.get(path);
  expect(page.text).toContain(`<option value="${own.json.id}" selected="">everyday checking</option>`);
  expect(pageText(page.text)).toContain("Same name");
  // What is owed is negative, as in the list of accounts.
  expect(pageText(page.text)).toMatch(/Harbor Card ···0031\s*-\$\d/);
  const finish = {
    intent: "finish",
    ...choice("Everyday Checking", own.json.id, 0),
    ...choice("Harbor Card", "ignore", 1),
  };
  const unknown = await person.submit(path, { ...finish, "accounts[0].plaidAccountId": "no-such-account" });
  expect([unknown.status, pageText(unknown.text).includes("No accounts were found from your bank.")]).toEqual([
    400,
    true,
  ]);
  expect(await person.submit(path, finish)).toMatchObject({ status: 302, location: "/finances/accounts" });
  const [account, ...others] = await accountsOf(person);
  expect(account).toMatchObject({ id: own.json.id, plaidItemId, currentBalance: 4120.8 });
  expect(others).toEqual([]);
  const rows = await person.get<{ total: number }>(`/api/bank-accounts/${own.json.id}/transactions?limit=1`);
  expect(rows.json.total).toBeGreaterThan(50);
  expect((await person.get(path)).text).not.toContain("Everyday Checking goes to");
});

test("another household's bank connection is not found", async () => {
  const { plaidItemId } = await exchange(await worker.household());
  const stranger = await worker.household();
  const path = `/finances/accounts/match/${plaidItemId}`;
  const page = await stranger.get(path);
  expect([page.status, pageText(page.text).includes("Bank connection not found")]).toEqual([404, true]);
  expect((await stranger.submit(path, { intent: "refresh" })).status).toBe(404);
});

test("a household sees the status of its banks and repairs them", async () => {
  const person = await worker.household();
  expect((await person.get("/finances/accounts/connections")).text).toContain("No banks connected");
  const { plaidItemId } = await connect(person);
  await worker.db
    .prepare("UPDATE bank_items SET status = 'login_required', reason = 'ITEM_LOGIN_REQUIRED' WHERE id = ?")
    .bind(plaidItemId)
    .run();
  const page = (await person.get("/finances/accounts/connections")).text;
  expect(page).toContain("Your bank needs you to sign in again.");
  expect(page).toContain(`href="/finances/accounts/connect?item=${plaidItemId}"`);
  const mended = await person.post<{ state: string }>(`/api/plaid/items/${plaidItemId}/relinked`);
  expect(mended.status).toBe(200);
  const status = worker.db.prepare("SELECT status FROM bank_items WHERE id = ?").bind(plaidItemId);
  await expect.poll(() => status.first<string>("status")).toBe("connected");
});
