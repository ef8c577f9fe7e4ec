import { expect, test } from "vitest";
import { bankHousehold } from "#tests/support/bank-household";
import { heldCalls } from "#tests/support/held-calls";
import { testWorker } from "#tests/support/worker";
import { applyRule, createRule, deleteRule } from "~/domain/finance/accounts/category-rules.server";
import { undoChange } from "~/domain/finance/accounts/change-transactions.server";
import { syncItem } from "~/domain/finance/bank-link/sync.server";

const worker = await testWorker();

const shopping = { primary: "GENERAL_MERCHANDISE", detailed: "GENERAL_MERCHANDISE_SUPERSTORES" };

/** A household with one row that the bank calls shopping; `report` has the bank send it again. */
async function homeWithRow() {
  const home = await bankHousehold(worker);
  const facts = { amount: 20, name: "ACME 17", merchant_name: "Acme Inc.", personal_finance_category: shopping };
  const add = (more = {}) => home.bank.command(home.itemId, { op: "add", facts: { ...facts, ...more } });
  const report = async (id: string, amount: number) => {
    home.bank.command(home.itemId, { op: "modify", id, facts: { amount } });
    expect(await home.sync()).toMatchObject({ state: "synced", changed: 1 });
  };
  const shown = async () => (await home.rows()).map((row) => `${row.amount_minor} ${row.category} ${merchantOf(row)}`);
  return { home, add, report, shown };
}

const merchantOf = (row: object) => ("merchant_name" in row ? row.merchant_name : "");

const groceries = { pattern: "acme", category: "groceries", merchantName: "Corner shop" } as const;

test("rows keep what a deleted rule gave them when the bank reports them again, whatever other rules say", async () => {
  const { home, add, report, shown } = await homeWithRow();
  await createRule(home.ctx(), { pattern: "ACM", category: "dining", merchantName: null });
  const { id } = await createRule(home.ctx(), groceries);
  const row = add();
  await home.sync();
  await report(row, 21);
  expect(await shown()).toEqual(["-2100 groceries Corner shop"]);
  await deleteRule(home.ctx(), id);
  await report(row, 22);
  expect(await shown()).toEqual(["-2200 groceries Corner shop"]);
  await createRule(home.ctx(), { pattern: "acme 17", category: "travel", merchantName: null });
  await report(row, 23);
  expect(await shown()).toEqual(["-2300 groceries Corner shop"]);
});

test("another rule applied to the past changes the rows of a deleted one, and is then followed", async () => {
  const { home, add, report, shown } = await homeWithRow();
  const { id } = await createRule(home.ctx(), groceries);
  const row = add();
  await home.sync();
  await deleteRule(home.ctx(), id);
  const next = await createRule(home.ctx(), { pattern: "acme", category: "travel", merchantName: null });
  expect(await applyRule(home.ctx(), next.id)).toMatchObject({ changed: 1 });
  await report(row, 21);
  expect(await shown()).toEqual(["-2100 travel Acme Inc."]);
});

test("applying a rule can be undone after the rule is deleted, and the rows are the bank's again", async () => {
  const { home, add, report, shown } = await homeWithRow();
  const row = add();
  await home.sync();
  const { id } = await createRule(home.ctx(), groceries);
  const change = (await applyRule(home.ctx(), id)).id ?? "";
  await deleteRule(home.ctx(), id);
  expect(await undoChange(home.ctx(), change)).toEqual({ restored: 1, kept: 0 });
  expect(await shown()).toEqual(["-2000 shopping Acme Inc."]);
  home.bank.command(home.itemId, {
    ...{ op: "modify", id: row },
    facts: { personal_finance_category: { primary: "TRAVEL", detailed: "TRAVEL_FLIGHTS" } },
  });
  await home.sync();
  await report(row, 21);
  expect(await shown()).toEqual(["-2100 travel Acme Inc."]);
});

test("rows that a deleted rule has not decided still follow the bank", async () => {
  const { home, add, report, shown } = await homeWithRow();
  const row = add();
  await home.sync();
  const { id } = await createRule(home.ctx(), { pattern: "acme", category: "groceries", merchantName: null });
  await deleteRule(home.ctx(), id);
  await report(row, 21);
  expect(await shown()).toEqual(["-2100 shopping Acme Inc."]);
});

test("a rule deleted while a sync runs keeps its rows too, also reconciled ones", async () => {
  const { home, add, report, shown } = await homeWithRow();
  const { id } = await createRule(home.ctx(), groceries);
  const [row, other] = [add(), add({ amount: 30 })];
  await home.sync();
  const reconcile = (value: 0 | 1) =>
    worker.db
      .prepare(
        "UPDATE account_transactions SET is_reconciled = ?, last_change = 'user' WHERE user_id = ? AND amount_minor = -3000",
      )
      .bind(value, home.userId)
      .run();
  await reconcile(1);
  home.bank.command(home.itemId, { op: "modify", id: row, facts: { amount: 21 } });
  // The third round trip writes what the second one has read.
  const db = heldCalls(worker.db, async (call) => {
    if (call === 3) await deleteRule(home.ctx(), id);
  });
  expect(await syncItem(home.ctx({ db }), home)).toMatchObject({ state: "synced", changed: 1 });
  expect(await shown()).toEqual(["-2100 groceries Corner shop", "-3000 groceries Corner shop"]);
  await reconcile(0);
  await report(other, 31);
  expect((await shown()).toSorted()).toEqual(["-2100 groceries Corner shop", "-3100 groceries Corner shop"]);
});
