import { expect, test } from "vitest";
import { signed, withKey } from "#tests/support/bank";
import { type BankHousehold, bankHousehold, noon } from "#tests/support/bank-household";
import { pageText } from "#tests/support/page-text";
import { testWorker } from "#tests/support/worker";
import { signatureFor } from "#worker/providers/simulated-bank/signing";
import { finishRelink } from "~/domain/finance/bank-link/connect.server";
import { runBankJob, sweepBanks } from "~/domain/finance/bank-link/jobs.server";
import { receiveWebhook } from "~/domain/finance/bank-link/webhooks.server";

// A bank's notices about a connection, from the webhook to the text on the screen.
const worker = await testWorker();
const seconds = Math.floor(noon.getTime() / 1000);

interface Health {
  status: string;
  notice: string | null;
  noticeDue: string | null;
  message: string | null;
}

async function linked() {
  await worker.db.prepare("DELETE FROM bank_keys").run();
  const home = await bankHousehold(worker);
  await home.sync();
  const key = await withKey(home.bank, `key-${crypto.randomUUID()}`);
  /** Delivers a webhook and completes its work. */
  const notify = async (code: string, more: object = {}, ago = 0) => {
    const body = JSON.stringify({ webhook_type: "ITEM", webhook_code: code, item_id: home.itemId, ...more });
    const token = await signatureFor(key, body, { issued: seconds - ago });
    await receiveWebhook(home.ctx(), signed(body, token));
    const job = await worker.db
      .prepare("SELECT payload FROM outbox WHERE json_extract(payload, '$.itemId') = ? ORDER BY id DESC LIMIT 1")
      .bind(home.itemId)
      .first<string>("payload");
    await runBankJob(home.ctx(), JSON.parse(job ?? "{}"));
  };
  return { home, notify };
}

const health = async ({ person }: BankHousehold) => (await person.get<Health[]>("/api/plaid/items")).json[0];
const screen = async ({ person }: BankHousehold) => (await person.get("/finances/accounts/connections")).text;

test.each([
  {
    code: "PENDING_EXPIRATION",
    more: { consent_expiration_time: "2026-11-27T00:00:00Z" },
    notice: "pending_expiration",
    words: "Your consent at the bank is about to expire. Sign in again to continue.",
  },
  {
    code: "PENDING_DISCONNECT",
    more: { reason: "INSTITUTION_MIGRATION", disconnect_time: "2026-11-27T00:00:00Z" },
    notice: "pending_disconnect",
    words: "The bank is about to end this connection. Sign in again to continue.",
  },
  {
    code: "NEW_ACCOUNTS_AVAILABLE",
    more: {},
    notice: "new_accounts",
    words: "The bank has new accounts. Sign in again to choose which of them are shared.",
  },
])("$code shows on the connection, which keeps working, until the user signs in again", async (announced) => {
  const { home, notify } = await linked();
  await notify(announced.code, announced.more);
  const due = announced.notice === "new_accounts" ? null : "2026-11-27T00:00:00Z";
  expect(await health(home)).toMatchObject({ status: "connected", notice: announced.notice, noticeDue: due });
  const page = await screen(home);
  expect(page).toContain(announced.words);
  expect(page).toContain(`href="/finances/accounts/connect?item=${home.itemId}"`);
  home.bank.command(home.itemId, { op: "add", facts: { amount: 5 } });
  expect(await home.sync(1)).toMatchObject({ state: "synced", added: 1 });
  expect(await health(home)).toMatchObject({ notice: announced.notice });

  await finishRelink(home.ctx({ minutes: 2 }), home.itemId);
  expect(await health(home)).toMatchObject({ status: "connected", notice: null, noticeDue: null });
  expect(await screen(home)).not.toContain(announced.words);
});

test("the end of a consent is shown as the day in the household's time zone", async () => {
  const { home, notify } = await linked();
  await worker.db.prepare("UPDATE users SET time_zone = 'America/Chicago' WHERE id = ?").bind(home.userId).run();
  await notify("PENDING_EXPIRATION", { consent_expiration_time: "2026-11-27T03:00:00Z" });
  expect(pageText(await screen(home))).toContain("Sign in again to continue. Until Thu, Nov 26.");
});

test("disconnecting asks first, at a URL of its own, and not for another household's bank", async () => {
  const { home } = await linked();
  const dialog = `/finances/accounts/connections/${home.itemId}/disconnect`;
  expect(await screen(home)).toContain(`href="${dialog}"`);
  expect((await home.person.get(dialog)).text).toContain("This ends access at the bank.");
  const stranger = await worker.household();
  expect((await stranger.get(dialog)).status).toBe(404);
  expect((await stranger.submit(dialog, {})).status).toBe(404);
  expect(await health(home)).toMatchObject({ status: "connected" });
  const done = await home.person.submit(dialog, {});
  expect([done.status, done.location]).toEqual([302, "/finances/accounts/connections"]);
  expect(await home.person.get("/api/plaid/items")).not.toMatchObject({ json: [{ status: "connected" }] });
});

test("a late older notice does not replace a newer one", async () => {
  const { home, notify } = await linked();
  await notify("PENDING_DISCONNECT", { disconnect_time: "2026-11-27T00:00:00Z" }, 10);
  await notify("NEW_ACCOUNTS_AVAILABLE", {}, 200);
  expect(await health(home)).toMatchObject({ notice: "pending_disconnect" });
});

test("USER_PERMISSION_REVOKED shows that access ended, stops syncs and keeps all rows", async () => {
  const { home, notify } = await linked();
  home.bank.command(home.itemId, { op: "add", facts: { amount: 5 } });
  await home.sync(1);
  home.bank.command(home.itemId, { op: "item_error", code: "USER_PERMISSION_REVOKED" });
  await notify("USER_PERMISSION_REVOKED", { error: { error_code: "USER_PERMISSION_REVOKED" } });
  const { status, message } = (await health(home)) ?? {};
  expect(status).toBe("revoked");
  expect(message).toBeTruthy();
  const page = await screen(home);
  expect(page).toContain("Access ended");
  expect(page).toContain("Disconnect");
  const before = home.bank.calls.length;
  expect(await home.sync(2)).toEqual({ state: "unusable" });
  await sweepBanks(home.ctx({ minutes: 3 * 24 * 60 }));
  expect(home.bank.calls).toHaveLength(before);
  expect(await home.rows()).toMatchObject([{ removed_at: null }]);
});

test("a sync that finds access revoked shows the same without a webhook", async () => {
  const { home } = await linked();
  home.bank.command(home.itemId, { op: "item_error", code: "USER_PERMISSION_REVOKED" });
  expect(await home.sync(1)).toEqual({ state: "unusable" });
  expect(await health(home)).toMatchObject({ status: "revoked" });
});

test("a connection that needs a sign-in on every sync is repaired each time, and missed rows arrive", async () => {
  const { home } = await linked();
  for (let round = 1; round <= 3; round += 1) {
    home.bank.command(home.itemId, { op: "item_error", code: "ITEM_LOGIN_REQUIRED" });
    home.bank.command(home.itemId, { op: "add", facts: { amount: round } });
    expect(await home.sync(round * 10)).toEqual({ state: "unusable" });
    expect(await screen(home)).toContain("Sign in again");
    expect(await finishRelink(home.ctx({ minutes: round * 10 + 1 }), home.itemId)).toMatchObject({ added: 1 });
    expect(await health(home)).toMatchObject({ status: "connected", message: null });
  }
  expect(await home.rows()).toHaveLength(3);
});

test("when the app's address changes, each bank gets the new webhook URL once", async () => {
  const home = await bankHousehold(worker, { places: [0] });
  const at = (origin: string) => {
    const ctx = home.ctx();
    return { ...ctx, request: { ...ctx.request, origin } };
  };
  const queued = async () =>
    (
      await worker.db
        .prepare("SELECT payload FROM outbox WHERE user_id = ? AND json_extract(payload, '$.kind') = 'address'")
        .bind(home.userId)
        .all<{ payload: string }>()
    ).results.map(({ payload }) => JSON.parse(payload));
  // A sweep processes a limited number of banks, and other tests' households share the database.
  await worker.db
    .prepare("UPDATE bank_items SET webhook_url = 'https://new.example/api/webhooks/plaid' WHERE user_id <> ?")
    .bind(home.userId)
    .run();
  await sweepBanks(at("https://new.example"));
  await sweepBanks(at("https://new.example"));
  const jobs = await queued();
  expect(jobs).toMatchObject([{ itemId: home.itemId, webhook: "https://new.example/api/webhooks/plaid" }]);
  for (const job of jobs) expect(await runBankJob(home.ctx(), job)).toBe("done");
  expect(home.bank.item(home.itemId).webhook).toBe("https://new.example/api/webhooks/plaid");
});

test("a bank's website and color are shown, and values set by the household are not replaced", async () => {
  const home = await bankHousehold(worker, { places: [0] });
  const institutions = async () => (await home.person.get<object[]>("/api/bank-institutions")).json;
  expect(await institutions()).toMatchObject([{ website: "https://harbor.example", primaryColor: "#0b5a8a" }]);
  await worker.db
    .prepare("UPDATE bank_institutions SET website = 'https://mine.example' WHERE user_id = ?")
    .bind(home.userId)
    .run();
  await home.reconnect();
  expect(await institutions()).toMatchObject([{ website: "https://mine.example", primaryColor: "#0b5a8a" }]);
});

test("an ended connection no longer shows a notice that asks for a sign-in", async () => {
  const { home, notify } = await linked();
  await notify("PENDING_DISCONNECT", { reason: "INSTITUTION_MIGRATION", disconnect_time: "2026-11-27T00:00:00Z" });
  await worker.db
    .prepare("UPDATE bank_items SET status = 'revoked', left_out = 1 WHERE user_id = ? AND id = ?")
    .bind(home.userId, home.itemId)
    .run();
  const text = pageText(await screen(home));
  expect(text).toContain("Connect again");
  expect(text).not.toContain("Sign in again");
  expect(text).toContain("1 transaction in another currency or without an amount was left out.");
});

test("an account that was left out can be added later", async () => {
  const { home } = await linked();
  expect(pageText(await screen(home))).not.toContain("Add accounts");
  await worker.db
    .prepare(
      "UPDATE bank_item_accounts SET state = 'ignored', account_id = NULL WHERE user_id = ? AND name = 'Harbor Card'",
    )
    .bind(home.userId)
    .run();
  expect(pageText(await screen(home))).toContain("Add accounts");
  const match = (await home.person.get(`/finances/accounts/match/${home.itemId}`)).text;
  expect(match).toContain('aria-label="Harbor Card goes to"');
  expect(match).not.toContain('aria-label="Everyday Checking goes to"');
});
