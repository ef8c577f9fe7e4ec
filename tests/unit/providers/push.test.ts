import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { pushBrowser, vapidClaims } from "#tests/support/push";
import { isKeyPair, webPush } from "#worker/providers/push";
import { endpointProblem } from "~/domain/push/device";

function keyPair() {
  const {
    x = "",
    y = "",
    d = "",
  } = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
    format: "jwk",
  });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  return { publicKey: point.toString("base64url"), privateKey: d, subject: "mailto:office@example.com" };
}

const keys = keyPair();
const endpoint = "https://push.example.com/send/abc";
const message = { title: "Reminder", body: "Call Ortega", path: "/todos/1/edit", tag: "todo-1" };

test("the test browser decrypts the RFC 8291 example", () => {
  const browser = pushBrowser({
    privateKey: Buffer.from("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "base64url"),
    auth: Buffer.from("BTBZMqHH6r4Tts7J_aSIgg", "base64url"),
  });
  const body =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
  expect(browser.read(Buffer.from(body, "base64url"))).toBe("When I grow up, I want to be a watermelon");
});

test("a push service gets a message only the browser can read, signed for that service only", async () => {
  const browser = pushBrowser();
  const requests: { url: string; init: RequestInit }[] = [];
  const push = webPush(keys, {
    fetch: async (url, init) => {
      requests.push({ url: url.href, init });
      return new Response(null, { status: 201 });
    },
  });
  expect(await push.send({ endpoint, keys: browser.keys }, message)).toBe("taken");
  const [{ url, init } = { url: "", init: {} }] = requests;
  const headers = new Headers(init.headers);
  expect([url, init.method, init.redirect]).toEqual([endpoint, "POST", "manual"]);
  expect([headers.get("content-encoding"), headers.get("ttl"), headers.get("urgency")]).toEqual([
    "aes128gcm",
    "43200",
    "high",
  ]);
  const body = Buffer.from(await new Response(init.body).arrayBuffer());
  expect(browser.readMessage(body)).toEqual(message);
  expect(body.length).toBeLessThanOrEqual(4096);
  expect(body.includes("Ortega")).toBe(false);
  expect(() => pushBrowser().read(body)).toThrow();
  const { claims, key } = vapidClaims(headers.get("authorization") ?? "");
  expect([claims.aud, claims.sub, key]).toEqual(["https://push.example.com", keys.subject, keys.publicKey]);
  expect(claims.exp - Date.now() / 1000).toBeGreaterThan(0);
  expect(claims.exp - Date.now() / 1000).toBeLessThanOrEqual(24 * 60 * 60);
});

test.each([
  [404, "gone"],
  [410, "gone"],
  [200, "taken"],
  [202, "taken"],
] as const)("status %i means %s", async (status, outcome) => {
  const push = webPush(keys, { fetch: async () => new Response("", { status }) });
  expect(await push.send({ endpoint, keys: pushBrowser().keys }, message)).toBe(outcome);
});

test.each([301, 400, 403, 413, 429, 500])("status %i throws for a retry, without the address", async (status) => {
  const push = webPush(keys, { fetch: async () => new Response("see https://push.example.com", { status }) });
  await expect(push.send({ endpoint, keys: pushBrowser().keys }, message)).rejects.toThrow(`push: refused (${status})`);
});

test("an unreachable push service is retried", async () => {
  const push = webPush(keys, { fetch: () => Promise.reject(new TypeError("getaddrinfo push.example.com")) });
  await expect(push.send({ endpoint, keys: pushBrowser().keys }, message)).rejects.toThrow(/^push: unreachable$/);
});

test("a key pair is distinguished from two mismatched halves", async () => {
  expect(await isKeyPair(keys)).toBe(true);
  expect(await isKeyPair({ ...keys, privateKey: keyPair().privateKey })).toBe(false);
  expect(await isKeyPair({ publicKey: `B${"A".repeat(86)}`, privateKey: keys.privateKey })).toBe(false);
});

test.each([
  "https://fcm.googleapis.com/fcm/send/abc:def",
  "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
  "https://web.push.apple.com/QGuQyavXutnMH",
  "https://wns2-par02p.notify.windows.com/w/?token=BQYA",
])("%s is accepted as a push service", (address) => {
  expect(endpointProblem(address)).toBeNull();
});

test.each([
  "http://fcm.googleapis.com/fcm/send/abc",
  "https://localhost/x",
  "https://127.0.0.1/x",
  "https://2130706433/x",
  "https://[::1]/x",
  "https://169.254.169.254/latest/meta-data",
  "https://10.0.0.5/x",
  "https://push.internal/x",
  "https://user:pw@push.example.com/x",
  "https://push.example.com:8443/x",
  "file:///etc/passwd",
  "push.example.com",
  "",
])("%s is rejected", (address) => {
  expect(endpointProblem(address)).not.toBeNull();
});
