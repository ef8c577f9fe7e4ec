import type { Env, Settings } from "#worker/env";
import type { PushMessages } from "~/domain/providers";
import { PUSH_TTL_SECONDS, type PushMessage, type PushSubscriptionKeys } from "~/domain/push/device";
import { base64url } from "~/domain/shared/secrets/tokens.server";
import { rawRequest } from "./http-client";

/** Browsers' push services if a key pair is set, else a table in local mode. */
export function pushMessages(env: Env, settings: Settings): PushMessages {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = settings;
  if (publicKey && privateKey && subject) return webPush({ publicKey, privateKey, subject });
  return settings.ENVIRONMENT === "production" ? noPush : embeddedPush(env);
}

const noPush: PushMessages = {
  kind: "off",
  publicKey: async () => null,
  send: async () => {
    throw new Error("push: off");
  },
};

interface VapidKeys {
  /** Base64url, an uncompressed P-256 point: browsers subscribe with it. */
  publicKey: string;
  /** Base64url of its 32 bytes. */
  privateKey: string;
  /** Contact for push services when something goes wrong: `mailto:` or `https:`. */
  subject: string;
}

/**
 * Encrypts per RFC 8291, signs per RFC 8292 and posts to the browser's push service. Cloudflare's network reaches no private
 * address, whatever a host name resolves to.
 */
export function webPush(keys: VapidKeys, deps: Parameters<typeof rawRequest>[2]["deps"] = {}): PushMessages {
  return {
    kind: "http",
    publicKey: async () => keys.publicKey,
    send: async (device, message) => {
      const { headers, body } = await encrypted(keys, device, message);
      const { status } = await rawRequest("push", device.endpoint, { method: "POST", headers, body, deps });
      if (status === 404 || status === 410) return "gone";
      if (status < 200 || status >= 300) throw new Error(`push: refused (${status})`);
      return "taken";
    },
  };
}

async function encrypted(keys: VapidKeys, device: PushSubscriptionKeys, message: PushMessage) {
  const { buildPushPayload } = await import("@block65/webcrypto-web-push");
  const data = { ...message };
  const options = { ttl: PUSH_TTL_SECONDS, urgency: "high" } as const;
  return buildPushPayload({ data, options }, { ...device, expirationTime: null }, keys);
}

/** Where the embedded push service keeps its key pair. */
const KEYS_FILE = "simulated-push/keys.json";

/** Encrypts and signs like the real one, and stores what a push service would have received. */
function embeddedPush({ DIRECTORY: db, FILES: files }: Env): PushMessages {
  const keyPair = async (): Promise<VapidKeys> => {
    const stored = await files.get(KEYS_FILE);
    if (stored) return stored.json<VapidKeys>();
    await files.put(KEYS_FILE, JSON.stringify(await newKeys()), { onlyIf: { etagDoesNotMatch: "*" } });
    return (await files.get(KEYS_FILE))?.json<VapidKeys>() ?? newKeys();
  };
  return {
    kind: "embedded",
    publicKey: async () => (await keyPair()).publicKey,
    send: async (device, message) => {
      // Endpoints that simulate a push service's responses.
      if (device.endpoint.endsWith("/gone")) return "gone";
      if (device.endpoint.endsWith("/busy")) throw new Error("push: refused (429)");
      const { headers, body } = await encrypted(await keyPair(), device, message);
      await db
        .prepare("INSERT INTO push_outbox (id, endpoint, headers, body, sent_at) VALUES (?, ?, ?, ?, ?)")
        .bind(crypto.randomUUID(), device.endpoint, JSON.stringify(headers), base64url(body), new Date().toISOString())
        .run();
      return "taken";
    },
  };
}

async function newKeys(): Promise<VapidKeys> {
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("push: no key pair");
  const point = await crypto.subtle.exportKey("raw", pair.publicKey);
  const jwk = await crypto.subtle.exportKey("jwk", pair.privateKey);
  if (!(point instanceof ArrayBuffer) || jwk instanceof ArrayBuffer || !jwk.d) throw new Error("push: no key pair");
  return { publicKey: base64url(new Uint8Array(point)), privateKey: jwk.d, subject: "mailto:push@example.com" };
}

/** Whether the private key belongs to the public one, by verifying a signature. */
export async function isKeyPair({ publicKey, privateKey }: Pick<VapidKeys, "publicKey" | "privateKey">) {
  const point = Uint8Array.from(atob(publicKey.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  const jwk = { kty: "EC", crv: "P-256", x: base64url(point.slice(1, 33)), y: base64url(point.slice(33)) };
  try {
    const [signs, checks] = await Promise.all([
      crypto.subtle.importKey("jwk", { ...jwk, d: privateKey }, curve, false, ["sign"]),
      crypto.subtle.importKey("raw", point, curve, false, ["verify"]),
    ]);
    const by = { name: "ECDSA", hash: "SHA-256" };
    return crypto.subtle.verify(by, checks, await crypto.subtle.sign(by, signs, point), point);
  } catch {
    return false;
  }
}
