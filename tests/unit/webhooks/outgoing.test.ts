import { expect, test } from "vitest";
import { verifyGitlab } from "~/domain/shared/webhooks/hmac.server";
import { webhookAddress } from "~/domain/webhooks/address";
import { hasFailedTooLong, nextAttemptAt, RETRY_DELAYS_MS } from "~/domain/webhooks/endpoint";
import { eventLabel, objectOf, WEBHOOK_EVENTS } from "~/domain/webhooks/event";
import { newSecret, signatureOf } from "~/domain/webhooks/signature.server";

// The message used to test the specification's own libraries (github.com/standard-webhooks/standard-webhooks).
const published = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1614265330, body: '{"test": 2432232314}' };
const publishedSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

test.each([publishedSecret, publishedSecret.slice("whsec_".length)])(
  "the published example has the published signature with %s",
  async (secret) => {
    expect(await signatureOf(published, [secret])).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  },
);

test("two secrets give two signatures separated by a space, and a receiver with either finds its own", async () => {
  const secrets = [newSecret(), newSecret()];
  const signature = await signatureOf(published, secrets);
  expect(signature).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
  const headers = new Headers({
    ...{ "webhook-id": published.id, "webhook-timestamp": String(published.timestamp), "webhook-signature": signature },
  });
  const received = {
    headers,
    body: new TextEncoder().encode(published.body),
    now: new Date(published.timestamp * 1000),
  };
  for (const signingToken of secrets) expect(await verifyGitlab(received, { signingToken })).not.toBeNull();
  expect(await verifyGitlab(received, { signingToken: newSecret() })).toBeNull();
});

test("a new secret is a prefix and 32 bytes in base64, different each time", () => {
  const secrets = Array.from({ length: 20 }, newSecret);
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(new Set(secrets).size).toBe(20);
});

test("an invalid secret signs nothing", async () => {
  await expect(signatureOf(published, ["whsec_"])).rejects.toThrow();
});

test("attempts follow the schedule for about three days, each with a little jitter, and then end", () => {
  let now = new Date("2026-11-25T12:00:00Z");
  const startedAt = now.getTime();
  for (const [index, delay] of RETRY_DELAYS_MS.entries()) {
    const at = (random: number) =>
      nextAttemptAt(now, { attempts: index + 1, random, retryAfterMs: null })?.getTime() ?? 0;
    expect(at(0) - now.getTime()).toBe(delay);
    expect(at(1) - now.getTime()).toBe(Math.round(delay * 1.1));
    now = new Date(at(0));
  }
  expect(now.getTime() - startedAt).toBe(((75 * 60 + 35) * 60 + 5) * 1000);
  expect(nextAttemptAt(now, { attempts: RETRY_DELAYS_MS.length + 1, random: 0, retryAfterMs: null })).toBeNull();
});

test.each([
  [null, 5_000],
  [1_000, 5_000],
  [600_000, 600_000],
  [90 * 86_400_000, 86_400_000],
])("Retry-After of %s ms waits %s ms", (retryAfterMs, waits) => {
  const now = new Date("2026-11-25T12:00:00Z");
  expect(nextAttemptAt(now, { attempts: 1, random: 0, retryAfterMs })?.getTime()).toBe(now.getTime() + waits);
});

test.each([
  [null, false],
  ["2026-11-20T12:00:01.000Z", false],
  ["2026-11-20T12:00:00.000Z", true],
])("failing since %s is too long: %s", (since, tooLong) => {
  expect(hasFailedTooLong(since, new Date("2026-11-25T12:00:00Z"))).toBe(tooLong);
});

const outside = { isLocal: false, ownOrigin: "https://plenum.example.net" };

test.each([
  "https://example.com",
  "https://example.com:8443/hooks/plenum?team=7",
  "https://hooks.north-wind.co.uk/a/b",
  "https://8.8.8.8/hook",
  "https://[2606:4700::1111]/hook",
])("%s is accepted", (text) => {
  expect(webhookAddress(text, outside)).toEqual({ url: new URL(text).href });
});

test.each([
  ["", "Enter the address"],
  ["example.com/hook", "Enter the address"],
  ["ftp://example.com", "Enter the address"],
  ["javascript:alert(1)", "Enter the address"],
  ["https://exa mple.com", "Enter the address"],
  ["https://user:secret@example.com", "user name and password"],
  ["http://example.com/hook", "must begin with https://"],
  ["https://plenum.example.net/api/webhooks", "Plenum's own"],
  ...[
    ...[
      "localhost",
      "sub.localhost",
      "printer",
      "nas.local",
      "db.internal",
      "10.0.0.1",
      "127.0.0.1",
      "127.1",
      "2130706433",
    ],
    ...["0x7f000001", "0177.0.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1"],
    ...[
      "0.0.0.0",
      "224.0.0.1",
      "255.255.255.255",
      "198.18.0.1",
      "[::1]",
      "[::]",
      "[fc00::1]",
      "[fe80::1]",
      "[fd12::1]",
    ],
    ...[
      "[::ffff:127.0.0.1]",
      "[::ffff:a00:1]",
      "[64:ff9b::7f00:1]",
      "[2002:7f00:1::]",
      "[2001:db8::1]",
      "metadata.google.internal",
    ],
    ...["localhost.", "10.0.0.1."],
  ].map((host) => [`https://${host}/hook`, "private network"]),
])("%s is rejected: %s", (text, why) => {
  expect(webhookAddress(text, outside)).toEqual({ problem: expect.stringContaining(why) });
});

test("a local installation can send to its own machine, but never to itself", () => {
  const local = { isLocal: true, ownOrigin: "http://localhost:8787" };
  expect(webhookAddress("http://127.0.0.1:9000/hook", local)).toEqual({ url: "http://127.0.0.1:9000/hook" });
  expect(webhookAddress("http://localhost:8787/hook", local)).toHaveProperty("problem");
});

test("every event belongs to an API record and has a label", () => {
  for (const event of WEBHOOK_EVENTS) {
    expect(objectOf(event), event).not.toBeNull();
    expect(eventLabel(event)).not.toBe(event);
  }
  expect(objectOf("webhook.test")).toBeNull();
});
