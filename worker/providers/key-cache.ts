import type { KeyCache } from "~/domain/providers";
import { MINUTE_MS } from "~/domain/shared/time/dates";

const TTL_MS = 5 * MINUTE_MS;
const MAX_KEYS = 20;

/** Shared by all requests of an isolate. */
const keys = new Map<string, { key: CryptoKey; expiresAt: number }>();

export const keyCache: KeyCache = {
  get: (kid, now) => {
    const cached = keys.get(kid);
    return cached && cached.expiresAt > now.getTime() ? cached.key : null;
  },
  set: (kid, key, now) => {
    if (keys.size >= MAX_KEYS) keys.clear();
    keys.set(kid, { key, expiresAt: now.getTime() + TTL_MS });
  },
};
