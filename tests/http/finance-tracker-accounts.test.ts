import { expect, test } from "vitest";
import { newAccount } from "#tests/support/accounts";
import { earn, type Item, monthAfter, type Refusal, rent, salary, spend } from "#tests/support/household";
import { pageText } from "#tests/support/page-text";
import { givePro } from "#tests/support/plans";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

const kinds = [
  { path: "/api/expenses", item: rent },
  { path: "/api/income", item: salary },
] as const;

test.each(kinds)(
  "an item of $path names the account it is paid from or into, and can be unlinked",
  async ({ path, item }) => {
    const person = await worker.household();
    const account = await newAccount(person);
    const { json: made } = await person.post<Item & { accountId: string | null }>(path, {
      ...item,
      accountId: account.id,
    });
    expect(made.accountId).toBe(account.id);
    const { json: renamed } = await person.patch<typeof made>(`${path}/${made.id}`, { name: "Other", version: 1 });
    expect(renamed).toMatchObject({ name: "Other", accountId: account.id });
    const { json: freed } = await person.patch<typeof made>(`${path}/${made.id}`, { accountId: null, version: 2 });
    expect(freed.accountId).toBeNull();
  },
);

test.each(kinds)(
  "an item of $path rejects another household's account and one in another currency",
  async ({ path, item }) => {
    const person = await worker.household();
    const foreign = await newAccount(await worker.household());
    const euro = await newAccount(person, { currency: "EUR" });
    const refusal = async (accountId: string) => (await person.post<Refusal>(path, { ...item, accountId })).json;
    const unknown = await refusal("nobody's");
    expect(unknown.fields).toEqual({ accountId: ["Please choose one of your accounts"] });
    expect((await refusal(foreign.id)).fields).toEqual(unknown.fields);
    expect((await refusal(euro.id)).fields).toEqual({ accountId: ["Please choose an account in USD"] });
    const { json: own } = await person.post<Item>(path, { ...item, currency: "EUR", accountId: euro.id });
    const moved = await person.patch<Refusal>(`${path}/${own.id}`, { currency: "USD", version: 1 });
    expect([moved.status, moved.json.fields]).toEqual([400, { accountId: ["Please choose an account in USD"] }]);
  },
);

test.each(kinds)("deleting an account unlinks the items of $path that named it", async ({ path, item }) => {
  const person = await worker.household();
  const [gone, other] = [await newAccount(person), await newAccount(person, { name: "Other" })];
  type Linked = Item & { accountId: string | null };
  const linked = async (accountId: string) => (await person.post<Linked>(path, { ...item, accountId })).json;
  const [first, second] = [await linked(gone.id), await linked(other.id)];
  expect((await person.delete(`/api/bank-accounts/${gone.id}`)).status).toBe(204);
  const { json } = await person.get<{ items: Linked[] }>(path);
  expect(json.items.map(({ id, accountId, version }) => [id, accountId, version]).sort()).toEqual(
    [
      [first.id, null, 2],
      [second.id, other.id, 1],
    ].sort(),
  );
});

test("both screens let the user choose an account, and the edit form preselects it", async () => {
  const person = await worker.household();
  await newAccount(person, { name: "Everyday" });
  const bills = await newAccount(person, { name: "Bills" });
  const { id } = await spend(person, { accountId: bills.id });
  for (const screen of ["/finances/expense", "/finances/expenses"]) {
    const page = (await person.get(`${screen}/${id}`)).text;
    expect(pageText(page)).toContain("Paid from No specific account Everyday Bills");
    expect(page).toMatch(new RegExp(`<option value="${bills.id}" selected`));
  }
});

test("each account's runway includes the items paid from it", async () => {
  const person = await worker.household();
  await newAccount(person, { name: "Everyday", currentBalance: 50_000 });
  const bills = await newAccount(person, { name: "Bills", currentBalance: 500 });
  await spend(person, { name: "Power", amount: 300, date: `${monthAfter(1)}-05`, accountId: bills.id });
  await earn(person, { amount: 300, date: `${monthAfter(1)}-01` });
  await givePro(worker, "household", person.userId);
  const text = pageText((await person.get("/finances/dashboard")).text);
  expect(text).toMatch(/Bills Checking Below zero from .*, by Power/);
  expect(text).toContain("No day of the next 24 months ends below zero.");
});
