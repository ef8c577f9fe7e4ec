import { expect, test } from "vitest";
import { signed, withKey } from "#tests/support/bank";
import { type BankHousehold, bankHousehold, differences, noon } from "#tests/support/bank-household";
import { householdCtx, TEST_SHARD } from "#tests/support/household-ctx";
import { testWorker } from "#tests/support/worker";
import { newSigningKey, signatureFor } from "#worker/providers/simulated-bank/signing";
import { BankError } from "~/domain/finance/bank-link/bank-error";
import { finishRelink, matchAccounts } from "~/domain/finance/bank-link/connect.server";
import { accountsToMatch } from "~/domain/finance/bank-link/items.server";
import { runBankJob, sweepBanks } from "~/domain/finance/bank-link/jobs.server";
import { syncItem } from "~/domain/finance/bank-link/sync.server";
import { receiveWebhook, runWebhook } from "~/domain/finance/bank-link/webhooks.server";
import { deliver } from "~/domain/outbox/deliver.server";
import type { BankLink } from "~/domain/providers";

const worker = await testWorker();
const seconds = Math.floor(noon.getTime() / 1000);

const webhookBody = (itemId: string, code = "SYNC_UPDATES_AVAILABLE", type = "TRANSACTIONS", more = {}) =>
  JSON.stringify({ webhook_type: type, webhook_code: code, item_id: itemId, environment: "sandbox", ...more }, null, 2);

/** A household's pending work from webhooks, oldest first. */
async function waiting(itemId: string): Promise<string[]> {
  const { results } = await worker.db
    .prepare(
      "SELECT id FROM outbox WHERE topic = 'bank' AND payload LIKE '%webhook%' AND json_extract(payload, '$.itemId') = ? AND delivered_at IS NULL ORDER BY created_at, id",
    )
    .bind(itemId)
    .all<{ id: string }>();
  return results.map((row) => row.id);
}

async function statusOf(itemId: string) {
  return worker.db
    .prepare("SELECT status, reason, notice, webhook_seq, synced_webhook_seq FROM bank_items WHERE id = ?")
    .bind(itemId)
    .first<{
      status: string;
      reason: string | null;
      notice: string | null;
      webhook_seq: number;
      synced_webhook_seq: number;
    }>();
}

/** Requests for unknown keys are limited per minute, and all tests share the same noon. */
async function signedHome() {
  await worker.db.prepare("DELETE FROM bank_keys").run();
  const home = await bankHousehold(worker);
  const key = await withKey(home.bank, `key-${crypto.randomUUID()}`);
  const send = async (body: string, issued = seconds) =>
    receiveWebhook(home.ctx(), signed(body, await signatureFor(key, body, { issued })));
  return { home, key, send };
}

const deliverAll = async (home: BankHousehold, ids: string[], minutes = 1) => {
  for (const id of ids) await deliver(home.ctx({ minutes }), { side: "tenants", shard: TEST_SHARD, id });
};

test("a signed webhook syncs new transactions", async () => {
  const { home, send } = await signedHome();
  home.bank.command(home.itemId, { op: "add", facts: { amount: 12 } });
  await send(webhookBody(home.itemId));
  const ids = await waiting(home.itemId);
  expect(ids).toHaveLength(1);
  await deliverAll(home, ids);
  expect(await differences(worker, home)).toEqual([]);
  expect(await home.rows()).toHaveLength(1);
  expect(await waiting(home.itemId)).toEqual([]);
});

test("forged webhooks are rejected and stored nowhere", async () => {
  const { home, key, send } = await signedHome();
  const other = await newSigningKey(key.kid);
  const body = webhookBody(home.itemId);
  const good = await signatureFor(key, body, { issued: seconds });
  const [head = "", claims = "", signature = ""] = good.split(".");
  const none = btoa(JSON.stringify({ alg: "none", kid: key.kid })).replace(/=+$/, "");
  const forged: [string, string, string | null][] = [
    ["no signature", body, null],
    ["an empty signature", body, ""],
    ["another key", body, await signatureFor(other, body, { issued: seconds })],
    ["an unknown key", body, await signatureFor(await newSigningKey("nobody"), body, { issued: seconds })],
    ["algorithm none", body, `${none}.${claims}.`],
    ["algorithm HS256", body, await signatureFor(key, body, { issued: seconds, header: { alg: "HS256" } })],
    ["no key id", body, await signatureFor(key, body, { issued: seconds, header: { kid: undefined } })],
    ["301 seconds old", body, await signatureFor(key, body, { issued: seconds - 301 })],
    ["301 seconds ahead", body, await signatureFor(key, body, { issued: seconds + 301 })],
    ["another body", `${body} `, good],
    ["the same body in another form", JSON.stringify(JSON.parse(body)), good],
    [
      "another body's hash",
      body,
      await signatureFor(key, body, { issued: seconds, claims: { request_body_sha256: "0".repeat(64) } }),
    ],
    [
      "no body hash",
      body,
      await signatureFor(key, body, { issued: seconds, claims: { request_body_sha256: undefined } }),
    ],
    ["a cut signature", body, good.slice(0, -4)],
    ["a fourth part", body, `${good}.x`],
    ["claims of another", body, `${head}.${btoa(JSON.stringify({ iat: seconds }))}.${signature}`],
    ["garbage", body, "a.b.c"],
    ...Array.from({ length: 40 }, (_, at): [string, string, string] => {
      const place = Math.floor((good.length * at) / 40);
      const letter = good[place] === "A" ? "B" : "A";
      return [`letter ${place} changed`, body, good.slice(0, place) + letter + good.slice(place + 1)];
    }).filter(([, , token]) => token !== good),
  ];
  expect(forged.length).toBeGreaterThanOrEqual(50);
  for (const [what, sent, token] of forged) {
    const refused = receiveWebhook(home.ctx(), signed(sent, token));
    await expect(refused, what).rejects.toMatchObject({ code: expect.stringMatching(/unauthenticated|too_many/) });
  }
  expect(await waiting(home.itemId)).toEqual([]);
  await send(body);
  expect(await waiting(home.itemId)).toHaveLength(1);
});

test("a replayed webhook counts once, and ten webhooks cause one job and one sync", async () => {
  const { home, key, send } = await signedHome();
  home.bank.command(home.itemId, { op: "add", facts: { amount: 3 } });
  const body = webhookBody(home.itemId);
  const token = await signatureFor(key, body, { issued: seconds });
  for (let copy = 0; copy < 5; copy += 1) await receiveWebhook(home.ctx(), signed(body, token));
  expect(await waiting(home.itemId)).toHaveLength(1);
  for (let copy = 1; copy < 10; copy += 1) await send(body, seconds - copy);
  expect(await statusOf(home.itemId)).toMatchObject({ webhook_seq: 10, synced_webhook_seq: 0 });
  const ids = await waiting(home.itemId);
  expect(ids).toHaveLength(1);
  const before = home.bank.calls.length;
  await deliverAll(home, ids);
  expect(home.bank.calls.slice(before).filter((path) => path === "/transactions/sync")).toHaveLength(1);
  expect(await home.rows()).toHaveLength(1);
  expect(await statusOf(home.itemId)).toMatchObject({ webhook_seq: 10, synced_webhook_seq: 10 });
});

test("a webhook that arrives after the previous job may have started adds its own job", async () => {
  const { home, key, send } = await signedHome();
  const later = async (milliseconds: number, copy: number) => {
    const ctx = { ...home.ctx(), now: new Date(noon.getTime() + milliseconds) };
    const body = webhookBody(home.itemId);
    await receiveWebhook(ctx, signed(body, await signatureFor(key, body, { issued: seconds - copy })));
  };
  await send(webhookBody(home.itemId));
  await later(499, 1);
  expect(await waiting(home.itemId)).toHaveLength(1);
  await later(500, 2);
  expect(await waiting(home.itemId)).toHaveLength(2);
  // A sync does not cover webhooks that arrived while it ran.
  await later(600, 3);
  home.bank.command(home.itemId, { op: "add", facts: { amount: 8 } });
  await deliverAll(home, await waiting(home.itemId));
  expect(await statusOf(home.itemId)).toMatchObject({ webhook_seq: 4, synced_webhook_seq: 4 });
  expect(await home.rows()).toHaveLength(1);
});

test("webhooks in any order end in the same state", async () => {
  const codes: [string, string, object?][] = [
    ["ITEM", "ERROR", { error: { error_code: "ITEM_LOGIN_REQUIRED" } }],
    ["ITEM", "PENDING_DISCONNECT", { disconnect_time: "2026-11-27T00:00:00Z" }],
    ["ITEM", "LOGIN_REPAIRED"],
    ["TRANSACTIONS", "SYNC_UPDATES_AVAILABLE"],
    ["TRANSACTIONS", "DEFAULT_UPDATE"],
  ];
  for (let order = 0; order < 12; order += 1) {
    const { home, send } = await signedHome();
    home.bank.command(home.itemId, { op: "add", facts: { amount: order + 1 } });
    const shuffled = codes
      .map((code, at) => ({ code, at }))
      .sort((a, b) => ((a.at * 7 + order * 3) % 5) - ((b.at * 7 + order * 3) % 5));
    for (const {
      code: [type, code, more],
      at,
    } of shuffled)
      await send(webhookBody(home.itemId, code, type, more), seconds - at);
    await deliverAll(home, await waiting(home.itemId));
    await deliverAll(home, await waiting(home.itemId), 10);
    expect(await statusOf(home.itemId), `order ${order}`).toMatchObject({ status: "connected", reason: null });
    expect(await differences(worker, home)).toEqual([]);
  }
});

test("an unknown key is fetched once, and an expired one is rejected", async () => {
  const { home } = await signedHome();
  const next = await withKey(home.bank, `key-${crypto.randomUUID()}`);
  const keyRequests = () => home.bank.calls.filter((path) => path === "/webhook_verification_key/get").length;
  for (let copy = 0; copy < 3; copy += 1) {
    const body = webhookBody(home.itemId);
    await receiveWebhook(home.ctx(), signed(body, await signatureFor(next, body, { issued: seconds - copy })));
  }
  expect(keyRequests()).toBe(1);
  const old = await withKey(home.bank, `key-${crypto.randomUUID()}`);
  old.expiredAt = seconds;
  const body = webhookBody(home.itemId);
  const refused = receiveWebhook(home.ctx(), signed(body, await signatureFor(old, body, { issued: seconds })));
  await expect(refused).rejects.toMatchObject({ code: "unauthenticated" });
});

test("a required sign-in shows until LOGIN_REPAIRED clears it", async () => {
  const { home, send } = await signedHome();
  home.bank.command(home.itemId, { op: "item_error", code: "ITEM_LOGIN_REQUIRED" });
  await send(webhookBody(home.itemId, "ERROR", "ITEM"));
  await deliverAll(home, await waiting(home.itemId));
  expect(await statusOf(home.itemId)).toMatchObject({ status: "login_required", reason: "ITEM_LOGIN_REQUIRED" });
  home.bank.command(home.itemId, { op: "item_error", code: null });
  home.bank.command(home.itemId, { op: "add", facts: { amount: 4 } });
  await send(webhookBody(home.itemId, "LOGIN_REPAIRED", "ITEM"));
  await deliverAll(home, await waiting(home.itemId));
  expect(await statusOf(home.itemId)).toMatchObject({ status: "connected", reason: null });
  expect(await home.rows()).toHaveLength(1);
});

test("an account that is no longer shared is disconnected and keeps its rows", async () => {
  const { home, send } = await signedHome();
  home.bank.command(home.itemId, { op: "add", facts: { amount: 4 } });
  await home.sync();
  const account_id = home.bank.item(home.itemId).accounts[0]?.id;
  await send(webhookBody(home.itemId, "USER_ACCOUNT_REVOKED", "ITEM", { account_id }));
  await deliverAll(home, await waiting(home.itemId));
  const rows = await worker.db
    .prepare("SELECT is_active, mask FROM bank_accounts WHERE user_id = ? AND plaid_account_id = ?")
    .bind(home.userId, account_id ?? "")
    .all();
  expect(rows.results).toEqual([{ is_active: 0, mask: null }]);
  expect(await home.rows()).toHaveLength(1);
});

/** The household's account that the first bank account fills, as it is now. */
async function firstAccount(home: BankHousehold) {
  const account_id = home.bank.item(home.itemId).accounts[0]?.id ?? "";
  const link = await worker.db
    .prepare(
      `SELECT l.state, a.is_active AS active FROM bank_item_accounts l
      LEFT JOIN bank_accounts a ON a.user_id = l.user_id AND a.id = l.account_id WHERE l.user_id = ? AND l.item_id = ? AND l.id = ?`,
    )
    .bind(home.userId, home.itemId, account_id)
    .first();
  return { account_id, link };
}

test("a late USER_ACCOUNT_REVOKED does not end an account whose access was granted again", async () => {
  const { home, send } = await signedHome();
  await home.sync();
  const { account_id } = await firstAccount(home);
  await send(webhookBody(home.itemId, "USER_ACCOUNT_REVOKED", "ITEM", { account_id }), seconds - 200);
  expect(await finishRelink(home.ctx(), home.itemId)).toMatchObject({ state: "synced" });
  await deliverAll(home, await waiting(home.itemId));
  expect((await firstAccount(home)).link).toEqual({ state: "linked", active: 1 });
});

test("USER_ACCOUNT_REVOKED ends an account that the household did not share again, or revoked after that", async () => {
  const { home, send } = await signedHome();
  await home.sync();
  await finishRelink(home.ctx(), home.itemId);
  const { account_id } = await firstAccount(home);
  const without = { ...home.bank.link, accounts: async () => [] };
  await send(webhookBody(home.itemId, "USER_ACCOUNT_REVOKED", "ITEM", { account_id }));
  const [webhook] = await waitingWebhooks(home);
  await runWebhook(withLink(home, without), webhook ?? { webhookId: "", itemId: "" });
  expect((await firstAccount(home)).link).toEqual({ state: "revoked", active: null });

  const later = await signedHome();
  await later.home.sync();
  await finishRelink(later.home.ctx({ minutes: -1441 }), later.home.itemId);
  const own = await firstAccount(later.home);
  await later.send(webhookBody(later.home.itemId, "USER_ACCOUNT_REVOKED", "ITEM", { account_id: own.account_id }));
  await deliverAll(later.home, await waiting(later.home.itemId));
  expect((await firstAccount(later.home)).link).toEqual({ state: "revoked", active: null });
});

test("accounts that the household shares at a new sign-in can be matched, also one that it had revoked", async () => {
  const { home, send } = await signedHome();
  await home.sync();
  const { account_id } = await firstAccount(home);
  const ids = (await accountsToMatch(home.ctx(), home.itemId)).map(({ id }) => id);
  for (const id of ids) await send(webhookBody(home.itemId, "USER_ACCOUNT_REVOKED", "ITEM", { account_id: id }));
  await deliverAll(home, await waiting(home.itemId));
  expect((await firstAccount(home)).link).toEqual({ state: "revoked", active: null });
  const match = `/finances/accounts/match/${home.itemId}`;
  expect((await home.person.get(match)).text).not.toContain("goes to");

  const accounts: BankLink["accounts"] = async (token) => {
    const shared = await home.bank.link.accounts(token);
    return shared.slice(0, 1).flatMap((one) => [one, { ...one, id: "another", name: "Rainy day", mask: "9999" }]);
  };
  await finishRelink(withLink(home, { ...home.bank.link, accounts }), home.itemId);
  const shared = await accountsToMatch(home.ctx(), home.itemId);
  expect(shared.map(({ name, mask, state, match }) => [name, mask, state, match?.reactivates ?? null])).toEqual([
    ["Everyday Checking", "4402", "open", true],
    ["Harbor Card", null, "revoked", true],
    ["Rainy day", "9999", "open", null],
  ]);
  const { text } = await home.person.get(match);
  expect([...text.matchAll(/aria-label="([^"]*) goes to"/g)].map(([, name]) => name)).toEqual([
    ...["Everyday Checking", "Rainy day"],
  ]);
  await matchAccounts(home.ctx(), home.itemId, {
    accounts: [{ plaidAccountId: account_id, action: "link", accountId: shared[0]?.match?.accountId }],
  });
  expect((await firstAccount(home)).link).toEqual({ state: "linked", active: 1 });
});

test("a late USER_PERMISSION_REVOKED does not end a connection that was signed in to meanwhile", async () => {
  const { home, send } = await signedHome();
  await send(webhookBody(home.itemId, "USER_PERMISSION_REVOKED", "ITEM"));
  const [webhook] = await waitingWebhooks(home);
  const revoked = { errorCode: "USER_PERMISSION_REVOKED", institutionId: null, institutionName: null };
  // The bank's response is from before the sign-in, and arrives after it.
  const item = async () => {
    await finishRelink(home.ctx(), home.itemId);
    return revoked;
  };
  await runWebhook(withLink(home, { ...home.bank.link, item }), webhook ?? { webhookId: "", itemId: "" });
  expect(await statusOf(home.itemId)).toMatchObject({ status: "connected", reason: null });
});

test("a late notice to sign in is not shown to a household that has just done so", async () => {
  const { home, send } = await signedHome();
  const due = { consent_expiration_time: "2026-11-27T00:00:00Z" };
  await send(webhookBody(home.itemId, "PENDING_EXPIRATION", "ITEM", due), seconds - 200);
  await finishRelink(home.ctx(), home.itemId);
  await deliverAll(home, await waiting(home.itemId));
  expect(await statusOf(home.itemId)).toMatchObject({ notice: null });
  await send(webhookBody(home.itemId, "PENDING_EXPIRATION", "ITEM", due), seconds + 100);
  await deliverAll(home, await waiting(home.itemId), 2);
  expect(await statusOf(home.itemId)).toMatchObject({ notice: "pending_expiration" });
});

test("a sync with the former access does not end the renewed one", async () => {
  const { home } = await signedHome();
  const changes = async () => {
    expect(await finishRelink(home.ctx(), home.itemId)).toMatchObject({ state: "synced" });
    throw new BankError("relink", "ITEM_LOGIN_REQUIRED");
  };
  const ctx = withLink(home, { ...home.bank.link, changes });
  await syncItem(ctx, { userId: home.userId, itemId: home.itemId });
  expect(await statusOf(home.itemId)).toMatchObject({ status: "connected", reason: null });
});

const withLink = (home: BankHousehold, bankLink: BankLink) => {
  const ctx = home.ctx();
  return { ...ctx, providers: { ...ctx.providers, bankLink } };
};

async function waitingWebhooks(home: BankHousehold) {
  const { results } = await worker.db
    .prepare("SELECT id AS webhookId FROM bank_webhooks WHERE item_id = ? ORDER BY received_at, id")
    .bind(home.itemId)
    .all<{ webhookId: string }>();
  return results.map(({ webhookId }) => ({ webhookId, itemId: home.itemId }));
}

test("a bank outage of an hour loses nothing, and the delay between retries grows", async () => {
  const { home, send } = await signedHome();
  home.bank.command(home.itemId, { op: "add", facts: { amount: 6 } });
  home.bank.command(home.itemId, { op: "fail", fault: { fault: "institution_down", times: 1000 } });
  await send(webhookBody(home.itemId));
  const [id = ""] = await waiting(home.itemId);
  let minutes = 0;
  const pauses: number[] = [];
  while (minutes < 60) {
    expect((await deliver(home.ctx({ minutes }), { side: "tenants", shard: TEST_SHARD, id })).outcome).toBe("retry");
    const row = await worker.db
      .prepare("SELECT due_at, failed_at, last_error FROM outbox WHERE id = ?")
      .bind(id)
      .first<{ due_at: string; failed_at: string | null; last_error: string }>();
    expect(row).toMatchObject({ failed_at: null, last_error: "INSTITUTION_DOWN" });
    const due = (Date.parse(row?.due_at ?? "") - noon.getTime()) / 60_000;
    pauses.push(due - minutes);
    minutes = due;
  }
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  expect(await statusOf(home.itemId)).toMatchObject({ status: "connected", reason: "INSTITUTION_DOWN" });
  const up = home.bank.item(home.itemId).faults.reduce((sum, fault) => sum + fault.times, 0);
  for (let call = 0; call < up; call += 1)
    await home.bank.link.item(`access-sim.${home.itemId}.${home.bank.item(home.itemId).secret}`).catch(() => null);
  await deliver(home.ctx({ minutes }), { side: "tenants", shard: TEST_SHARD, id });
  expect(await differences(worker, home)).toEqual([]);
  expect(await home.rows()).toHaveLength(1);
});

test("the sweep syncs a connection once after a day without updates", async () => {
  const home = await bankHousehold(worker);
  await home.sync();
  const sync = async () => {
    const statement = worker.db.prepare(
      "SELECT count(*) AS n FROM outbox WHERE payload LIKE ? AND payload LIKE '%sync%'",
    );
    return statement.bind(`%${home.itemId}%`).first<number>("n");
  };
  const before = (await sync()) ?? 0;
  await sweepBanks(home.ctx({ minutes: 23 * 60 }));
  expect(await sync()).toBe(before);
  await sweepBanks(home.ctx({ minutes: 25 * 60 }));
  await sweepBanks(home.ctx({ minutes: 25 * 60 + 1 }));
  expect(await sync()).toBe(before + 1);
});

test("deleting the last account of a connection removes the connection at the bank", async () => {
  const home = await bankHousehold(worker, { places: [0] });
  const { results } = await worker.db
    .prepare("SELECT id FROM bank_accounts WHERE user_id = ?")
    .bind(home.userId)
    .all<{ id: string }>();
  const { deleteAccount } = await import("~/domain/finance/accounts/accounts.server");
  await deleteAccount(home.ctx(), results[0]?.id ?? "");
  const removal = await worker.db
    .prepare("SELECT payload FROM outbox WHERE payload LIKE ? AND payload LIKE '%remove%'")
    .bind(`%${home.itemId}%`)
    .first<{ payload: string }>();
  await runBankJob(
    householdCtx(worker.db, home.userId, { bankLink: home.bank.link }),
    JSON.parse(removal?.payload ?? "{}"),
  );
  expect(home.bank.item(home.itemId).removed).toBe(true);
  expect(await statusOf(home.itemId)).toMatchObject({ status: "disconnected" });
});
