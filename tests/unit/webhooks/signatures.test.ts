import { expect, test } from "vitest";
import { newSigningKey, signatureFor } from "#worker/providers/simulated-bank/signing";
import {
  type SignedRequest,
  type VerifiedWebhook,
  verifyGithub,
  verifyGitlab,
  verifyStripe,
} from "~/domain/shared/webhooks/hmac.server";
import { es256Key, verifyPlaid } from "~/domain/shared/webhooks/jws.server";

type Verify = (request: SignedRequest) => Promise<VerifiedWebhook | null>;

interface Example {
  verify: Verify;
  headers: Record<string, string>;
  body: string;
  /** Seconds since 1970 at which it is received. */
  at: number;
}

const received = ({ verify, headers, body, at }: Example) =>
  verify({ headers: new Headers(headers), body: new TextEncoder().encode(body), now: new Date(at * 1000) });

const githubHex = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
const githubWith =
  (secret: string): Verify =>
  (request) =>
    verifyGithub(request, secret);
const github: Example = {
  verify: githubWith("It's a Secret to Everybody"),
  headers: { "x-hub-signature-256": `sha256=${githubHex}`, "x-github-delivery": "72d3162e" },
  body: "Hello, World!",
  at: 1_700_000_000,
};

const gitlabMac = "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const gitlabToken = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const gitlabWith =
  (secrets: Parameters<typeof verifyGitlab>[1]): Verify =>
  (request) =>
    verifyGitlab(request, secrets);
const gitlab: Example = {
  verify: gitlabWith({ signingToken: gitlabToken }),
  headers: {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": `v1,${gitlabMac}`,
  },
  body: '{"test": 2432232314}',
  at: 1_614_265_330,
};
const { "webhook-signature": _, ...gitlabUnsigned } = gitlab.headers;
const gitlabOld: Example = {
  ...gitlab,
  verify: gitlabWith({ token: "a shared secret" }),
  headers: { ...gitlabUnsigned, "x-gitlab-token": "a shared secret" },
};

const stripeHex = "c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925";
const stripeWith =
  (secret: string): Verify =>
  (request) =>
    verifyStripe(request, secret);
const stripe: Example = {
  verify: stripeWith("whsec_test"),
  headers: { "stripe-signature": `t=1700000000,v1=${stripeHex}` },
  body: '{"id":"evt_1"}',
  at: 1_700_000_000,
};
const zeros = "0".repeat(64);

test.each<[string, Example, VerifiedWebhook]>([
  ["GitHub's vector", github, { deliveryId: "72d3162e", issued: null }],
  [
    "GitHub in upper-case hex",
    { ...github, headers: { ...github.headers, "x-hub-signature-256": `sha256=${githubHex.toUpperCase()}` } },
    { deliveryId: "72d3162e", issued: null },
  ],
  ["GitLab's vector", gitlab, { deliveryId: "msg_p5jXN8AQM9LWM0D4loKWxJek", issued: 1_614_265_330 }],
  [
    "GitLab five minutes late",
    { ...gitlab, at: gitlab.at + 300 },
    { deliveryId: "msg_p5jXN8AQM9LWM0D4loKWxJek", issued: gitlab.at },
  ],
  [
    "GitLab with our clock five minutes behind",
    { ...gitlab, at: gitlab.at - 300 },
    { deliveryId: "msg_p5jXN8AQM9LWM0D4loKWxJek", issued: gitlab.at },
  ],
  [
    "GitLab with two signatures",
    { ...gitlab, headers: { ...gitlab.headers, "webhook-signature": `v1,${btoa("another")} v1,${gitlabMac}` } },
    { deliveryId: "msg_p5jXN8AQM9LWM0D4loKWxJek", issued: gitlab.at },
  ],
  ["GitLab's older token", gitlabOld, { deliveryId: "msg_p5jXN8AQM9LWM0D4loKWxJek", issued: null }],
  [
    "GitLab's older token with a signature of an unknown key",
    { ...gitlabOld, headers: { ...gitlabOld.headers, "webhook-signature": `v1,${gitlabMac}` } },
    { deliveryId: "msg_p5jXN8AQM9LWM0D4loKWxJek", issued: null },
  ],
  ["Stripe's vector", stripe, { deliveryId: null, issued: 1_700_000_000 }],
  [
    "Stripe with whitespace around the secret",
    { ...stripe, verify: stripeWith(" whsec_test\n") },
    { deliveryId: null, issued: stripe.at },
  ],
  ["Stripe five minutes late", { ...stripe, at: stripe.at + 300 }, { deliveryId: null, issued: stripe.at }],
  [
    "Stripe with our clock five seconds behind",
    { ...stripe, at: stripe.at - 5 },
    { deliveryId: null, issued: stripe.at },
  ],
  [
    "Stripe with two signatures",
    { ...stripe, headers: { "stripe-signature": `t=1700000000,v1=${zeros},v1=${stripeHex},v0=${zeros}` } },
    { deliveryId: null, issued: stripe.at },
  ],
  [
    "Stripe in upper-case hex",
    { ...stripe, headers: { "stripe-signature": `t=1700000000,v1=${stripeHex.toUpperCase()}` } },
    { deliveryId: null, issued: stripe.at },
  ],
])("%s is accepted", async (_name, example, verified) => {
  expect(await received(example)).toEqual(verified);
});

test.each<[string, Example]>([
  ["GitHub: an altered body", { ...github, body: "Hello, World?" }],
  ["GitHub: a missing header", { ...github, headers: {} }],
  ["GitHub: another algorithm", { ...github, headers: { "x-hub-signature-256": `sha1=${githubHex}` } }],
  ["GitHub: no algorithm", { ...github, headers: { "x-hub-signature-256": githubHex } }],
  [
    "GitHub: a truncated signature",
    { ...github, headers: { "x-hub-signature-256": `sha256=${githubHex.slice(0, 62)}` } },
  ],
  ["GitHub: an empty secret", { ...github, verify: githubWith("") }],
  ["GitHub: a decoded secret", { ...github, verify: githubWith("SXQncyBhIFNlY3JldCB0byBFdmVyeWJvZHk=") }],
  ["GitLab: an altered body", { ...gitlab, body: '{"test":2432232314}' }],
  ["GitLab: a missing signature", { ...gitlab, headers: gitlabUnsigned }],
  [
    "GitLab: the older token if a signing token is set",
    {
      ...gitlab,
      verify: gitlabWith({ signingToken: gitlabToken, token: "a shared secret" }),
      headers: gitlabOld.headers,
    },
  ],
  ["GitLab: a missing id", { ...gitlab, headers: { ...gitlab.headers, "webhook-id": "" } }],
  ["GitLab: another id", { ...gitlab, headers: { ...gitlab.headers, "webhook-id": "msg_2" } }],
  ["GitLab: another timestamp", { ...gitlab, headers: { ...gitlab.headers, "webhook-timestamp": "1614265331" } }],
  ["GitLab: an invalid timestamp", { ...gitlab, headers: { ...gitlab.headers, "webhook-timestamp": "now" } }],
  ["GitLab: an old signature", { ...gitlab, at: gitlab.at + 301 }],
  ["GitLab: a signature from the future", { ...gitlab, at: gitlab.at - 301 }],
  ["GitLab: another version", { ...gitlab, headers: { ...gitlab.headers, "webhook-signature": `v2,${gitlabMac}` } }],
  ["GitLab: an empty signing token", { ...gitlab, verify: gitlabWith({ signingToken: "" }) }],
  [
    "GitLab: a signing token without its prefix",
    { ...gitlab, verify: gitlabWith({ signingToken: gitlabToken.slice(6) }) },
  ],
  ["GitLab: a signing token of only its prefix", { ...gitlab, verify: gitlabWith({ signingToken: "whsec_" }) }],
  ["GitLab: another older token", { ...gitlabOld, verify: gitlabWith({ token: "a shared secret." }) }],
  [
    "GitLab: an empty older token",
    { ...gitlabOld, verify: gitlabWith({ token: "" }), headers: { "x-gitlab-token": "" } },
  ],
  ["GitLab: no secret", { ...gitlabOld, verify: gitlabWith({}), headers: gitlabUnsigned }],
  ["Stripe: an altered body", { ...stripe, body: '{"id":"evt_2"}' }],
  ["Stripe: a missing header", { ...stripe, headers: {} }],
  ["Stripe: no timestamp", { ...stripe, headers: { "stripe-signature": `v1=${stripeHex}` } }],
  ["Stripe: another timestamp", { ...stripe, headers: { "stripe-signature": `t=1700000001,v1=${stripeHex}` } }],
  ["Stripe: an old signature", { ...stripe, at: stripe.at + 301 }],
  ["Stripe: a signature from the future", { ...stripe, at: stripe.at - 6 }],
  ["Stripe: the older scheme alone", { ...stripe, headers: { "stripe-signature": `t=1700000000,v0=${stripeHex}` } }],
  ["Stripe: an empty secret", { ...stripe, verify: stripeWith("") }],
  ["Stripe: a secret of spaces", { ...stripe, verify: stripeWith("  ") }],
  ["Stripe: a secret without its prefix", { ...stripe, verify: stripeWith("test") }],
])("%s is rejected", async (_name, example) => {
  expect(await received(example)).toBeNull();
});

const at = 1_763_640_000;
const body = '{\n  "webhook_type": "TRANSACTIONS"\n}';

async function plaid(
  change: { issued?: number; header?: object; claims?: object; token?: (token: string) => string } = {},
) {
  const key = await newSigningKey("key-1");
  const publicKey = await es256Key(key.publicKey);
  const token = await signatureFor(key, body, {
    issued: change.issued ?? at,
    header: change.header,
    claims: change.claims,
  });
  const headers = { "plaid-verification": change.token?.(token) ?? token };
  const verify: Verify = (request) => verifyPlaid(request, async (kid) => (kid === "key-1" ? publicKey : null));
  return { verify, headers, body, at };
}

test("Plaid's signature over the exact bytes is accepted, and its hash identifies the delivery", async () => {
  expect(await received(await plaid())).toEqual({ deliveryId: expect.stringMatching(/^[0-9a-f]{64}$/), issued: at });
});

test("Plaid's signature is accepted for five minutes, and with our clock up to five minutes slow", async () => {
  for (const issued of [at - 300, at + 300]) expect(await received(await plaid({ issued }))).toMatchObject({ issued });
});

test.each<[string, Parameters<typeof plaid>[0] & { body?: string }]>([
  ["an altered body", { body: '{"webhook_type":"TRANSACTIONS"}' }],
  ["a missing header", { token: () => "" }],
  ["an old signature", { issued: at - 301 }],
  ["a signature from the future", { issued: at + 301 }],
  ["another algorithm", { header: { alg: "HS256" } }],
  ["no algorithm", { header: { alg: "none" } }],
  ["an unknown key", { header: { kid: "key-2" } }],
  ["a timestamp that is a string", { claims: { iat: String(at) } }],
  ["no hash of the body", { claims: { request_body_sha256: undefined } }],
  ["a fourth part", { token: (token) => `${token}.x` }],
  ["a truncated signature", { token: (token) => token.slice(0, -4) }],
  ["another signature", { token: (token) => `${token.slice(0, -4)}AAAA` }],
  ["a header that is far too long", { token: (token) => `${token}${"A".repeat(4000)}` }],
])("Plaid: %s is rejected", async (_name, { body: sent = body, ...change }) => {
  expect(await received({ ...(await plaid(change)), body: sent })).toBeNull();
});
