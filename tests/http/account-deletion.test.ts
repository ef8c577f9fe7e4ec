import { expect, test } from "vitest";
import { aTransaction, newAccount, newTransaction } from "#tests/support/accounts";
import { mailsTo } from "#tests/support/mailbox";
import { activated, goodPassword } from "#tests/support/people";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";
import { hashPassword } from "~/domain/auth/password/passwords.server";
import { simulatedPublicToken } from "~/domain/finance/bank-link/simulated";
import { formatDateTime } from "~/domain/shared/time/date-format";

const worker = await testWorker();
const confirmed = { currentPassword: goodPassword, confirm: "DELETE" };
const leaving = { currentPassword: goodPassword, confirm: "LEAVE" };

async function household() {
  const { email, password, ip } = await activated(worker);
  const visitor = worker.visitor();
  await visitor.post("/api/auth/login", { email, password }, ip);
  const { id: userId } = (await visitor.get<{ id: string }>("/api/auth/profile")).json;
  return { email, password, ip, visitor, userId };
}

/** Number of rows in each table with a column that contains the person. */
async function rowsOf(userId: string): Promise<Record<string, number>> {
  const { results } = await worker.db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%user_id TEXT%'")
    .all<{ name: string }>();
  const counts: Record<string, number> = {};
  for (const { name } of results) {
    const row = await worker.db.prepare(`SELECT count(*) AS n FROM ${name} WHERE user_id = ?`).bind(userId).first("n");
    if (Number(row) > 0) counts[name] = Number(row);
  }
  return counts;
}

/** Ends the grace period and runs the sweep as often as needed. */
async function carriedOut(userId: string) {
  await expect
    .poll(async () => {
      await worker.db
        .prepare("UPDATE account_deletions SET due_at = '2001-01-01' WHERE user_id = ?")
        .bind(userId)
        .run();
      await worker.sweep();
      return worker.db.prepare("SELECT 1 FROM account_deletions WHERE user_id = ?").bind(userId).first();
    })
    .toBeNull();
}

test("deleting a household removes its bank connections and all its data, and leaves other households alone", async () => {
  const [person, other] = [await household(), await household()];
  const { visitor, email, userId } = person;
  const [checking, savings] = [await newAccount(visitor), await newAccount(visitor, { name: "Savings" })];
  const reconciled = await newTransaction(visitor, checking.id, aTransaction({ description: "Reconciled" }));
  await worker.db.prepare("UPDATE account_transactions SET is_reconciled = 1 WHERE id = ?").bind(reconciled.id).run();
  await newTransaction(
    visitor,
    checking.id,
    aTransaction({ type: "transfer", category: "transfer", toAccountId: savings.id }),
  );
  const publicToken = simulatedPublicToken("ins_sim_harbor", [0]);
  await visitor.post("/api/plaid/exchange-token", { publicToken, accountIds: [] });
  await newAccount(other.visitor);
  const others = await rowsOf(other.userId);

  await worker.db.prepare("UPDATE users SET time_zone = 'Pacific/Honolulu' WHERE id = ?").bind(userId).run();
  expect((await visitor.post("/api/auth/deletion", { ...confirmed, currentPassword: "not the one" })).status).toBe(400);
  expect((await visitor.post("/api/auth/deletion", { ...confirmed, confirm: "delete" })).status).toBe(400);
  expect((await visitor.post("/api/auth/deletion", confirmed)).status).toBe(202);
  expect((await visitor.post("/api/auth/deletion", confirmed)).status).toBe(409);
  await expect
    .poll(async () => (await mailsTo(worker, email)).map(({ subject }) => subject))
    .toContain("Your Plenum account will be deleted");
  const dueAt = await worker.db
    .prepare("SELECT due_at FROM account_deletions WHERE user_id = ?")
    .bind(userId)
    .first<string>("due_at");
  const due = formatDateTime(Date.parse(dueAt ?? ""), { zone: "Pacific/Honolulu", year: true, tag: true });
  const sent = (await mailsTo(worker, email)).find(({ subject }) => subject.includes("will be deleted"));
  expect(sent?.text).toContain(`will be deleted on ${due}:`);
  await worker.sweep();
  expect((await visitor.get("/api/bank-accounts")).status).toBe(200);

  await carriedOut(userId);
  expect(await rowsOf(userId)).toEqual({});
  expect(
    await worker.db.prepare("SELECT 1 FROM users WHERE id = ? OR email = ?").bind(userId, email).first(),
  ).toBeNull();
  expect((await visitor.get("/api/bank-accounts")).status).toBe(401);
  const again = await worker.visitor().post("/api/auth/login", { email, password: person.password }, person.ip);
  expect(again.status).toBe(401);
  await expect
    .poll(async () => (await mailsTo(worker, email)).map(({ subject }) => subject))
    .toContain("Your Plenum account is deleted");
  expect(await rowsOf(other.userId)).toEqual(others);
});

test("during the grace period the user can keep the account, on the screen and over the API", async () => {
  const { visitor, userId } = await household();
  expect((await visitor.submit("/profile/delete", confirmed)).status).toBe(302);
  expect((await visitor.get("/profile")).text).toContain("Keep my account");
  expect((await visitor.submit("/profile", { intent: "keep" })).status).toBe(302);
  expect((await visitor.get("/profile")).text).not.toContain("Keep my account");
  expect((await visitor.delete("/api/auth/deletion")).status).toBe(409);
  await visitor.post("/api/auth/deletion", confirmed);
  expect((await visitor.delete("/api/auth/deletion")).status).toBe(204);
  await worker.sweep();
  expect((await rowsOf(userId)).sessions).toBeGreaterThan(0);
});

test("while a bank does not respond, the household's data stays and no one can sign in", async () => {
  const { visitor, userId } = await household();
  await newAccount(visitor);
  await visitor.post("/api/plaid/exchange-token", {
    publicToken: simulatedPublicToken("ins_sim_harbor", [0]),
    accountIds: [],
  });
  await visitor.post("/api/auth/deletion", confirmed);
  // A token that no key decrypts, so the bank cannot be called.
  await worker.db
    .prepare("UPDATE bank_items SET access_token = 'v1.00000000.AA.AA' WHERE user_id = ?")
    .bind(userId)
    .run();
  await worker.db.prepare("UPDATE account_deletions SET due_at = '2001-01-01' WHERE user_id = ?").bind(userId).run();
  await worker.sweep();
  expect((await visitor.get("/api/bank-accounts")).status).toBe(401);
  expect(await rowsOf(userId)).toMatchObject({ bank_accounts: 1, bank_items: 1, account_deletions: 1 });
});

async function withPassword(visitor: Visitor): Promise<Visitor> {
  const hash = await hashPassword(goodPassword);
  await worker.db.prepare("UPDATE users SET password_hash = ? WHERE id = ?").bind(hash, visitor.userId).run();
  return visitor;
}

test("a member who leaves a business stays named in its records and can then delete the account", async () => {
  const { orgId, admin, technician } = await worker.business();
  const leaver = await withPassword(technician);
  expect((await leaver.post("/api/auth/deletion", confirmed)).status).toBe(409);
  const insert = worker.db.prepare("INSERT INTO account_deletions VALUES (?, '2026-01-01', '2026-01-01', NULL)");
  await expect(insert.bind(leaver.userId).run()).rejects.toThrow("deletion_of_member");

  expect((await leaver.post("/api/auth/leave-organization", { ...leaving, currentPassword: "wrong" })).status).toBe(
    400,
  );
  expect((await leaver.post("/api/auth/leave-organization", leaving)).status).toBe(204);
  expect((await leaver.get("/api/work-orders")).status).toBe(403);
  expect((await leaver.get("/api/bank-accounts")).status).toBe(200);
  expect((await admin.get("/api/audit-log?topic=people")).text).toContain('"left"');
  const back = await admin.submit(`/system/user-managment/${leaver.userId}`, { intent: "enable", version: "2" });
  expect(back.status).toBe(409);
  const email = `${leaver.userId}@example.com`;
  expect((await worker.visitor().post("/api/auth/login", { email, password: goodPassword })).status).toBe(200);

  expect((await leaver.post("/api/auth/deletion", confirmed)).status).toBe(202);
  await carriedOut(leaver.userId);
  const user = worker.db.prepare("SELECT email, first_name, last_name, password_hash FROM users WHERE id = ?");
  expect(await user.bind(leaver.userId).first()).toEqual({
    email: `${leaver.userId}@deleted.invalid`,
    ...{ first_name: "Former", last_name: "user", password_hash: null },
  });
  const name = worker.db.prepare("SELECT first_name FROM tenant_members WHERE org_id = ? AND user_id = ?");
  expect(await name.bind(orgId, leaver.userId).first("first_name")).toBe("Test");
});

test("what happens to an account after its owner has left does not concern the former business", async () => {
  const { admin, technician } = await worker.business();
  const leaver = await withPassword(technician);
  const email = `${leaver.userId}@example.com`;
  const guess = () => worker.visitor().post("/api/auth/login", { email, password: "not-the-password" });
  const failures = async () => {
    const log = await admin.get<{ items: { person: { id: string } | null; count: number }[] }>(
      "/api/audit-log?topic=failed",
    );
    const theirs = log.json.items.filter(({ person }) => person?.id === leaver.userId);
    return theirs.reduce((sum, { count }) => sum + count, 0);
  };
  await guess();
  await expect.poll(failures).toBe(1);
  expect((await leaver.post("/api/auth/leave-organization", leaving)).status).toBe(204);
  // Those of the hour before it are counted in the same row.
  await worker.db
    .prepare("UPDATE security_events SET hour = '2026-01-01T00' WHERE user_id = ?")
    .bind(leaver.userId)
    .run();
  await guess();
  const own = worker.db.prepare(
    "SELECT count(*) AS n FROM security_events WHERE user_id = ? AND kind = 'sign_in_failed' AND org_id IS NULL",
  );
  await expect.poll(() => own.bind(leaver.userId).first("n")).toBe(1);
  expect(await failures()).toBe(1);
});

test("the only Admin of a business cannot leave it", async () => {
  const { admin } = await worker.business();
  const answer = await (await withPassword(admin)).submit("/profile/leave", leaving);
  expect([answer.status, answer.text.includes("only Admin")]).toEqual([409, true]);
  expect((await admin.get("/api/work-orders")).status).toBe(200);
});
