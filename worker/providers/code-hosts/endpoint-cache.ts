import type { EndpointCache, WebhookEndpoint } from "~/domain/code-hosts/provider";
import { MINUTE_MS } from "~/domain/shared/time/dates";

const TTL_MS = MINUTE_MS;
const MAX_ENDPOINTS = 500;

/** Shared by all requests of an isolate. */
const endpoints = new Map<string, { at: WebhookEndpoint; shard: string; expiresAt: number }>();

export const endpointCache: EndpointCache = {
  get: (endpoint, now) => {
    const cached = endpoints.get(endpoint);
    return cached && cached.expiresAt > now.getTime() ? cached : null;
  },
  set: (at, shard, now) => {
    if (endpoints.size >= MAX_ENDPOINTS) endpoints.clear();
    endpoints.set(at.endpoint, { at, shard, expiresAt: now.getTime() + TTL_MS });
  },
  delete: (endpoint) => endpoints.delete(endpoint),
};
