import { isPrivateHost } from "~/domain/shared/private-host";

/** A trigger holds it. */
export const MAX_PUSH_DEVICES = 20;

/** How long a push service keeps a notification for a device that is off. */
export const PUSH_TTL_SECONDS = 12 * 60 * 60;

/** What a browser gives to be notified: `PushSubscription.toJSON()`, as far as it is used. */
export interface PushSubscriptionKeys {
  endpoint: string;
  /** Base64url: the browser's public key (65 bytes) and its secret (16 bytes), RFC 8291. */
  keys: { p256dh: string; auth: string };
}

/** What a device shows. `path` is of this product and opens with a click; a later notification of the same `tag` takes its place. */
export interface PushMessage {
  title: string;
  body: string;
  path: string;
  tag: string;
}

/** Why an address is none of a push service's; null where it may be. Servers of the network that this runs in are none. */
export function endpointProblem(text: string): string | null {
  const problem = "This is not the address of a push service";
  if (/[\s\\]/.test(text) || !URL.canParse(text)) return problem;
  const url = new URL(text);
  if (url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return problem;
  return isPrivateHost(url.hostname) ? problem : null;
}
