import { expect, test } from "vitest";
import { bankHousehold } from "#tests/support/bank-household";
import { mailsTo } from "#tests/support/mailbox";
import { testWorker } from "#tests/support/worker";
import { exchangeToken, matchAccounts } from "~/domain/finance/bank-link/connect.server";
import { disconnect } from "~/domain/finance/bank-link/items.server";
import { runBankJob } from "~/domain/finance/bank-link/jobs.server";
import { simulatedPublicToken } from "~/domain/finance/bank-link/simulated";

const worker = await testWorker();

async function emailOf(userId: string): Promise<string> {
  const row = worker.db.prepare("SELECT email FROM users WHERE id = ?").bind(userId);
  return (await row.first<string>("email")) ?? "";
}

/** Delivers a household's pending messages first, since a sweep processes a limited number of all households' messages. */
async function deliverDue(userId: string): Promise<void> {
  // These households' bank runs in the test, where the Worker's own syncs do not find it.
  await worker.db
    .prepare("UPDATE outbox SET delivered_at = created_at WHERE json_extract(payload, '$.kind') = 'sync'")
    .run();
  await worker.db
    .prepare("UPDATE outbox SET due_at = '2000-01-01T00:00:00.000Z' WHERE delivered_at IS NULL AND user_id = ?")
    .bind(userId)
    .run();
  await worker.sweep();
}

test("a broken connection shows on its accounts' screens, and the household gets one email per break", async () => {
  const home = await bankHousehold(worker, { places: [0] });
  const [account] = (await home.person.get<{ id: string; name: string }[]>("/api/bank-accounts")).json;
  const screens = ["/finances/accounts", `/finances/accounts/${account?.id}`, "/finances/dashboard"];
  for (const path of screens) expect((await home.person.get(path)).text, path).not.toContain("Sign in again");

  const email = await emailOf(home.userId);
  const mails = async () =>
    (await mailsTo(worker, email)).filter(({ subject }) => subject.includes("Harbor Federal Bank"));
  const breaks = async () => {
    home.bank.command(home.itemId, { op: "item_error", code: "ITEM_LOGIN_REQUIRED" });
    // Detected twice: by a sync, and by another one that does not even call the bank.
    expect(await home.sync()).toEqual({ state: "unusable" });
    expect(await home.sync(1)).toEqual({ state: "unusable" });
    await deliverDue(home.userId);
  };
  await breaks();
  await expect.poll(async () => (await mails()).length).toBe(1);
  expect((await mails())[0]).toMatchObject({ subject: "Sign in to Harbor Federal Bank again" });
  for (const path of screens) {
    const page = (await home.person.get(path)).text;
    expect(page, path).toContain("Sign in again");
    expect(page, path).toContain(`href="/finances/accounts/connect?item=${home.itemId}"`);
  }
  expect((await home.person.get(screens[0] ?? "")).text).not.toContain(">Synced<");

  await worker.db
    .prepare("UPDATE bank_items SET status = 'connected', reason = NULL WHERE id = ?")
    .bind(home.itemId)
    .run();
  await breaks();
  await expect.poll(async () => (await mails()).length).toBe(2);
});

test("a connection repaired before the email goes out sends none", async () => {
  const home = await bankHousehold(worker, { places: [0] });
  home.bank.command(home.itemId, { op: "item_error", code: "ITEM_LOGIN_REQUIRED" });
  await home.sync();
  await worker.db.prepare("UPDATE bank_items SET status = 'connected' WHERE id = ?").bind(home.itemId).run();
  const queued = await worker.db
    .prepare("SELECT payload FROM outbox WHERE user_id = ? AND json_extract(payload, '$.kind') = 'alert'")
    .bind(home.userId)
    .all<{ payload: string }>();
  expect(queued.results).toHaveLength(1);
  const job = JSON.parse(queued.results[0]?.payload ?? "{}");
  const mails = worker.db.prepare("SELECT count(*) AS n FROM identity_outbox WHERE id = ?").bind(job.mailId);
  expect(await runBankJob(home.ctx(), job)).toBe("done");
  expect(await mails.first<number>("n")).toBe(0);
  await worker.db.prepare("UPDATE bank_items SET status = 'login_required' WHERE id = ?").bind(home.itemId).run();
  for (const _ of ["first", "again"]) expect(await runBankJob(home.ctx(), job)).toBe("done");
  expect(await mails.first<number>("n")).toBe(1);
});

/** Connects the same bank again and reuses the suggested accounts. */
async function connectAnew(home: Awaited<ReturnType<typeof bankHousehold>>) {
  const publicToken = simulatedPublicToken("ins_sim_harbor", [0, 2], "holder");
  const again = await exchangeToken(home.ctx(), { publicToken, accountIds: [], institutionName: null });
  expect(again.accounts.map(({ match }) => match?.reason)).toEqual(["name", "name"]);
  const accounts = again.accounts.map(({ id, match }) => ({
    ...{ plaidAccountId: id, action: "link" as const, accountId: match?.accountId },
  }));
  await matchAccounts(home.ctx(), again.item.id, { accounts });
  return again.item.id;
}

const statusOf = (itemId: string) =>
  worker.db.prepare("SELECT status FROM bank_items WHERE id = ?").bind(itemId).first<string>("status");

test("a bank can be connected again while its old connection is still being removed", async () => {
  const home = await bankHousehold(worker);
  await disconnect(home.ctx(), home.itemId);
  expect(await statusOf(home.itemId)).toBe("disconnecting");
  await connectAnew(home);
  expect((await home.person.get<unknown[]>("/api/bank-accounts")).json).toHaveLength(2);
});

test.each(["revoked", "failed"])(
  "a new connection takes over one that has %s, which is then removed at the bank",
  async (status) => {
    const home = await bankHousehold(worker);
    home.bank.command(home.itemId, { op: "add", facts: { amount: 12 } });
    await home.sync();
    await worker.db.prepare("UPDATE bank_items SET status = ? WHERE id = ?").bind(status, home.itemId).run();
    const before = home.itemId;
    home.itemId = await connectAnew(home);
    expect(await statusOf(before)).toBe("disconnecting");
    expect(await home.sync(1)).toMatchObject({ state: "synced", added: 0, removed: 0 });
    expect(await home.rows()).toHaveLength(1);
  },
);

test("an account filled by another live connection cannot be linked", async () => {
  const home = await bankHousehold(worker, { places: [0] });
  const [account] = (await home.person.get<{ id: string }[]>("/api/bank-accounts")).json;
  const publicToken = simulatedPublicToken("ins_sim_prairie", [0]);
  const other = await exchangeToken(home.ctx(), { publicToken, accountIds: [], institutionName: null });
  const accounts = other.accounts.map(({ id }) => ({
    ...{ plaidAccountId: id, action: "link" as const, accountId: account?.id },
  }));
  await expect(matchAccounts(home.ctx(), other.item.id, { accounts })).rejects.toMatchObject({ code: "conflict" });
  expect(await statusOf(home.itemId)).toBe("connected");
});
