import { expect, test } from "vitest";
import { aTransaction, newAccount, newTransaction } from "#tests/support/accounts";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { simulatedPublicToken } from "~/domain/finance/bank-link/simulated";

const worker = await testWorker();

async function exported(who: Visitor, of: string) {
  const file = await who.get(`/resources/export?of=${of}`);
  expect(file.status).toBe(200);
  expect(file.headers.get("content-type")).toBe("application/jsonl; charset=utf-8");
  const lines = file.text.trim().split("\n");
  const rows: { table: string; row: Record<string, unknown> }[] = lines.map((line) => JSON.parse(line));
  return { text: file.text, rows, of: (table: string) => rows.filter((each) => each.table === table) };
}

test("a household takes along everything of its own, and no secret", async () => {
  const [person, other] = [await worker.household(), await worker.household()];
  const [mine, theirs] = [await newAccount(person, { name: "Mine" }), await newAccount(other, { name: "Theirs" })];
  await newTransaction(person, mine.id, aTransaction({ description: "Kept coffee" }));
  await newTransaction(other, theirs.id, aTransaction({ description: "Foreign coffee" }));
  const publicToken = simulatedPublicToken("ins_sim_harbor", [0]);
  await person.post("/api/plaid/exchange-token", { publicToken, accountIds: [] });
  const { text, of } = await exported(person, "household");
  expect(of("users").map(({ row }) => row.id)).toEqual([person.userId]);
  expect(of("bank_accounts").map(({ row }) => row.name)).toContain("Mine");
  expect(of("account_transactions").map(({ row }) => row.description)).toContain("Kept coffee");
  expect(of("bank_items")).toHaveLength(1);
  for (const foreign of [other.userId, theirs.id, "Foreign coffee", "access_token", "password_hash", '"v1.']) {
    expect(text).not.toContain(foreign);
  }
});

test("a business's export is its Admin's, holds its records and no member's household, and is in the audit log", async () => {
  const { orgId, admin, manager, technician } = await worker.business();
  const other = await worker.business("Other Air");
  const customer = (who: Visitor, firstName: string) =>
    who.post("/api/customers", { customerType: "residential", firstName, lastName: "Marsh" });
  await customer(manager, "Kepta");
  await customer(other.manager, "Foreigna");
  await newAccount(manager, { name: "Private account" });
  const { text, of } = await exported(admin, "business");
  expect(of("organizations").map(({ row }) => row.id)).toEqual([orgId]);
  expect(of("members")).toHaveLength(3);
  expect(of("customers").map(({ row }) => row.first_name)).toEqual(["Kepta"]);
  for (const foreign of ["Foreigna", other.orgId, "Private account", "token_hash"]) expect(text).not.toContain(foreign);
  for (const who of [manager, technician, await worker.household()]) {
    expect((await who.get("/resources/export?of=business")).status).toBe(403);
  }
  expect((await worker.visitor().get("/resources/export")).location).toMatch(/^\/login/);
  expect((await admin.get("/api/audit-log?topic=settings")).text).toContain("data_exported");
});

test("an export longer than a page is whole", async () => {
  const person = await worker.household();
  const account = await newAccount(person);
  const now = new Date().toISOString();
  const columns = await worker.db
    .prepare("SELECT * FROM bank_accounts WHERE id = ?")
    .bind(account.id)
    .first<Record<string, unknown>>();
  const names = Object.keys(columns ?? {});
  const rows = Array.from({ length: 1100 }, (_, i) => {
    const row = { ...columns, id: `copy-${String(i).padStart(5, "0")}`, name: `Copy ${i}`, created_at: now };
    const values = names.map((name) => Reflect.get(row, name));
    const marks = names.map(() => "?").join(", ");
    return worker.db.prepare(`INSERT INTO bank_accounts (${names.join(", ")}) VALUES (${marks})`).bind(...values);
  });
  for (let at = 0; at < rows.length; at += 100) await worker.db.batch(rows.slice(at, at + 100));
  const { of } = await exported(person, "household");
  const ids = of("bank_accounts").map(({ row }) => row.id);
  expect(ids).toHaveLength(1101);
  expect(new Set(ids).size).toBe(1101);
});
