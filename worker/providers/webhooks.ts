import type { WebhookAnswer, WebhookSender } from "~/domain/providers";
import type { Env } from "../env";

/** Until the first kilobyte of the response has arrived. */
const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 1024;
const USER_AGENT = "Plenum-Webhooks/1";

/** Posts events to URLs set by businesses. Cloudflare's network reaches no private address, whatever a host name resolves to. */
export function webhookSender(env: Pick<Env, "WEBHOOKS" | "SLOW_WEBHOOKS">): WebhookSender {
  return {
    wake: async (endpoints, { delaySeconds } = {}) => {
      const [slow, quick] = [endpoints.filter((each) => each.slow), endpoints.filter((each) => !each.slow)];
      const messages = (some: typeof endpoints) => some.map((body) => ({ body }));
      await Promise.all([
        ...(quick.length > 0 ? [env.WEBHOOKS.sendBatch(messages(quick), { delaySeconds })] : []),
        ...(slow.length > 0 ? [env.SLOW_WEBHOOKS.sendBatch(messages(slow), { delaySeconds })] : []),
      ]);
    },
    post: ({ url, headers, body }) => post(new URL(url), { ...headers, "user-agent": USER_AGENT }, body),
  };
}

async function post(url: URL, headers: Record<string, string>, body: string): Promise<WebhookAnswer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    const retryAfterMs = pauseMs(response.headers.get("retry-after"));
    return { status: response.status, body: await firstKilobyte(response), retryAfterMs };
  } catch {
    return { problem: signal.aborted ? "timeout" : "unreachable" };
  }
}

/** Seconds or a date, per RFC 9110. */
function pauseMs(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter) * 1000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

async function firstKilobyte(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const bytes = new Uint8Array(MAX_ANSWER_BYTES);
  let length = 0;
  while (length < MAX_ANSWER_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    const part = value.subarray(0, MAX_ANSWER_BYTES - length);
    bytes.set(part, length);
    length += part.length;
  }
  await reader.cancel();
  return new TextDecoder().decode(bytes.subarray(0, length));
}
