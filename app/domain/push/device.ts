import { isPrivateHost } from "~/domain/shared/network/private-host";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";

/** Enforced by a trigger. */
export const MAX_PUSH_DEVICES = 20;

/** How long a push service retains a notification for an offline device. */
export const PUSH_TTL_SECONDS = 12 * HOUR_SECONDS;

/** The used fields of `PushSubscription.toJSON()`. */
export interface PushSubscriptionKeys {
  endpoint: string;
  /** Base64url: the browser's public key (65 bytes) and its secret (16 bytes), RFC 8291. */
  keys: { p256dh: string; auth: string };
}

/** A notification. `path` is within the product and opens on click; a later notification with the same `tag` replaces it. */
export interface PushMessage {
  title: string;
  body: string;
  path: string;
  tag: string;
}

/** Why a URL is not a valid push endpoint; null if it is. Hosts of the internal network are not allowed. */
export function endpointProblem(text: string): string | null {
  const problem = "This is not the address of a push service";
  if (/[\s\\]/.test(text) || !URL.canParse(text)) return problem;
  const url = new URL(text);
  if (url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return problem;
  return isPrivateHost(url.hostname) ? problem : null;
}
