import { expect, test } from "vitest";
import { householdCtx } from "#tests/support/household-ctx";
import { testWorker } from "#tests/support/worker";
import { encryptedSecret, reencryptSecondSteps, secretOf } from "~/domain/auth/second-step/secret.server";
import {
  decryptToken as decryptHostToken,
  encryptToken as encryptHostToken,
  reencryptHostTokens,
} from "~/domain/code-hosts/tokens.server";
import { simulatedPublicToken } from "~/domain/finance/bank-link/simulated";
import { decryptToken, encryptToken, reencryptTokens } from "~/domain/finance/bank-link/tokens.server";
import { encryptKeys, ownProcessor, reencryptCardKeys } from "~/domain/invoices/card-account/keys.server";
import { base64url } from "~/domain/shared/secrets/tokens.server";

const worker = await testWorker();
const [former, next] = ["e".repeat(44), "n".repeat(44)];

function ctxWith(userId: string, encryption: string, previousEncryption: string | null = null) {
  const ctx = householdCtx(worker.db, userId);
  const secrets = { signing: "", encryption, previousEncryption };
  return { ...ctx, providers: { ...ctx.providers, secrets } };
}

async function connected() {
  const person = await worker.household();
  const body = { publicToken: simulatedPublicToken("ins_sim_harbor", [0]), accountIds: [] };
  const { json } = await person.post<{ plaidItemId: string }>("/api/plaid/exchange-token", body);
  const stored = worker.db.prepare("SELECT access_token FROM bank_items WHERE id = ?").bind(json.plaidItemId);
  const token = async () => (await stored.first<string>("access_token")) ?? "";
  return { person, item: { userId: person.userId, itemId: json.plaidItemId }, token };
}

test("after a key change both keys decrypt until the sweep has re-encrypted everything", async () => {
  const { person, item, token } = await connected();
  const plain = await decryptToken(ctxWith(person.userId, former), item, await token());
  const both = ctxWith(person.userId, next, former);
  expect(await decryptToken(both, item, await token())).toBe(plain);
  await expect(decryptToken(ctxWith(person.userId, next), item, await token())).rejects.toThrow();
  while ((await reencryptTokens(both)) > 0);
  expect(await decryptToken(ctxWith(person.userId, next), item, await token())).toBe(plain);
  await expect(decryptToken(ctxWith(person.userId, former), item, await token())).rejects.toThrow();
  while ((await reencryptTokens(ctxWith(person.userId, former, next))) > 0);
});

test("an authenticator secret is re-encrypted after a key change", async () => {
  const { userId } = await worker.household();
  const secret = await encryptedSecret(ctxWith(userId, former), userId, "MZXW6YTB");
  await worker.db
    .prepare("INSERT INTO second_steps (user_id, secret, created_at) VALUES (?, ?, ?)")
    .bind(userId, secret, new Date().toISOString())
    .run();
  const stored = worker.db.prepare("SELECT user_id AS userId, secret FROM second_steps WHERE user_id = ?").bind(userId);
  const read = async (ctx: ReturnType<typeof ctxWith>) => {
    const row = await stored.first<{ userId: string; secret: string }>();
    return secretOf(ctx, row ?? { userId, secret: "" });
  };
  while ((await reencryptSecondSteps(ctxWith(userId, next, former))) > 0);
  expect(await read(ctxWith(userId, next))).toBe("MZXW6YTB");
  await expect(read(ctxWith(userId, former))).rejects.toThrow();
  while ((await reencryptSecondSteps(ctxWith(userId, former, next))) > 0);
  expect(await read(ctxWith(userId, former))).toBe("MZXW6YTB");
});

test("a code host's access token is re-encrypted after a key change and bound to its business and host", async () => {
  const { orgId, admin } = await worker.business();
  const at = { orgId, host: "github" } as const;
  await admin.post("/api/github/token", { token: "ghp_sim_key-rotation" });
  const row = worker.db.prepare("SELECT access_token FROM code_host_connections WHERE org_id = ?").bind(orgId);
  const stored = async () => (await row.first<string>("access_token")) ?? "";
  while ((await reencryptHostTokens(ctxWith("", next, former))) > 0);
  expect(await decryptHostToken(ctxWith("", next), at, await stored())).toBe("ghp_sim_key-rotation");
  await expect(decryptHostToken(ctxWith("", former), at, await stored())).rejects.toThrow();
  for (const other of [
    { ...at, orgId: "another" },
    { ...at, host: "gitlab" as const },
  ])
    await expect(decryptHostToken(ctxWith("", next), other, await stored())).rejects.toThrow();
  while ((await reencryptHostTokens(ctxWith("", former, next))) > 0);
  expect(await decryptHostToken(ctxWith("", former), at, await stored())).toBe("ghp_sim_key-rotation");
  expect(await encryptHostToken(ctxWith("", former), at, "same")).not.toBe(
    await encryptHostToken(ctxWith("", former), at, "same"),
  );
});

test("a card account's keys are re-encrypted after a key change and bound to their business", async () => {
  const { orgId } = await worker.business();
  const keys = { secretKey: "sk_test_key-rotation", webhookSecret: "whsec_key-rotation" };
  const encrypted = await encryptKeys(ctxWith("", former), orgId, keys);
  await worker.db
    .prepare(
      `INSERT INTO card_accounts (org_id, secret_key, webhook_secret, key_hint, is_live, account_id, connected_by, connected_at, checked_at)
       VALUES (?1, ?2, ?3, 'sk_test_…tion', 0, 'acct_1', 'u1', ?4, ?4)`,
    )
    .bind(orgId, encrypted.secretKey, encrypted.webhookSecret, new Date().toISOString())
    .run();
  const opened = async (encryption: string) => {
    const ctx = ctxWith("", encryption);
    let given: unknown = null;
    const cardProcessor: typeof ctx.providers.cardProcessor = (account) => {
      given = account;
      throw new Error("not asked");
    };
    const wired = { ...ctx, providers: { ...ctx.providers, cardProcessor } };
    await expect(ownProcessor(wired, orgId)).rejects.toThrow();
    return given;
  };
  expect(await opened(former)).toEqual({ ...keys, organizationId: orgId });
  while ((await reencryptCardKeys(ctxWith("", next, former))) > 0);
  expect([await opened(next), await opened(former)]).toEqual([{ ...keys, organizationId: orgId }, null]);
  const other = (await worker.business()).orgId;
  await worker.db.prepare("UPDATE card_accounts SET org_id = ? WHERE org_id = ?").bind(other, orgId).run();
  await expect(ownProcessor(ctxWith("", next), other)).rejects.toThrow();
  await worker.db.prepare("DELETE FROM card_accounts WHERE org_id = ?").bind(other).run();
});

test("re-encryption pages through a table by key, and an interrupted run continues where it stopped", async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => worker.household()));
  const stored = await Promise.all(
    people.map(async ({ userId }) => {
      const secret = await encryptedSecret(ctxWith(userId, former), userId, "MZXW6YTB");
      const created = new Date().toISOString();
      const text = "INSERT INTO second_steps (user_id, secret, created_at) VALUES (?, ?, ?)";
      await worker.db.prepare(text).bind(userId, secret, created).run();
      return userId;
    }),
  );
  const places = new Map<string, Uint8Array>();
  const ctx = ctxWith("", next, former);
  const files: typeof ctx.providers.files = {
    ...ctx.providers.files,
    put: async (key, body) => void places.set(key, new Uint8Array(body)),
    get: async (key) => {
      const bytes = places.get(key);
      return bytes ? { body: new Blob([bytes.slice()]).stream(), contentType: "application/json" } : null;
    },
    delete: async (keys) => {
      for (const key of [keys].flat()) places.delete(key);
    },
  };
  const walking = { ...ctx, providers: { ...ctx.providers, files } };
  const rows = (await worker.db.prepare("SELECT count(*) AS n FROM second_steps").first<number>("n")) ?? 0;
  const changed: number[] = [];
  let runs = 0;
  do {
    changed.push(await reencryptSecondSteps(walking, { pageRows: 2, runMs: -1 }));
    runs += 1;
  } while (places.size > 0);
  expect(runs).toBe(Math.floor(rows / 2) + 1);
  expect(Math.max(...changed)).toBeLessThanOrEqual(2);
  expect(changed.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(5);
  for (const userId of stored) {
    const row = await worker.db
      .prepare("SELECT secret FROM second_steps WHERE user_id = ?")
      .bind(userId)
      .first<string>("secret");
    expect(await secretOf(ctxWith(userId, next), { userId, secret: row ?? "" })).toBe("MZXW6YTB");
  }
  expect(await reencryptSecondSteps(walking)).toBe(0);
});

test("a token without a key ID can be read and gets one", async () => {
  const { person, item, token } = await connected();
  const ctx = ctxWith(person.userId, former);
  const [version, , ...rest] = (await token()).split(".");
  const old = [version, ...rest].join(".");
  await worker.db.prepare("UPDATE bank_items SET access_token = ? WHERE id = ?").bind(old, item.itemId).run();
  const plain = await decryptToken(ctx, item, old);
  while ((await reencryptTokens(ctx)) > 0);
  expect((await token()).split(".")).toHaveLength(4);
  expect(await decryptToken(ctx, item, await token())).toBe(plain);
});

test("a token cannot be decrypted in another row, with another key or after a change", async () => {
  const ctx = ctxWith("u1", former);
  const item = { userId: "u1", itemId: "i1" };
  const encrypted = await encryptToken(ctx, item, "access-token");
  expect(encrypted).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/);
  await expect(decryptToken(ctx, { ...item, itemId: "i2" }, encrypted)).rejects.toThrow();
  await expect(decryptToken(ctxWith("u1", next), item, encrypted)).rejects.toThrow();
  const changed = `${encrypted.slice(0, -22)}${base64url(new Uint8Array(16))}`;
  await expect(decryptToken(ctx, item, changed)).rejects.toThrow();
});
