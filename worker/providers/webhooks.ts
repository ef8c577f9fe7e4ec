import type { Env } from "#worker/env";
import type { WebhookAnswer, WebhookSender } from "~/domain/providers";
import { HttpError, rawRequest } from "./http-client";

/** Until the first kilobyte of the response has arrived. */
const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 1024;
const USER_AGENT = "Plenum-Webhooks/1";

/** Posts events to URLs set by businesses. Cloudflare's network reaches no private address, whatever a host name resolves to. */
export function webhookSender(env: Pick<Env, "WEBHOOKS" | "SLOW_WEBHOOKS">): WebhookSender {
  return {
    notify: async (endpoints, { delaySeconds } = {}) => {
      const [slow, quick] = [endpoints.filter((each) => each.slow), endpoints.filter((each) => !each.slow)];
      const messages = (some: typeof endpoints) => some.map((body) => ({ body }));
      await Promise.all([
        ...(quick.length > 0 ? [env.WEBHOOKS.sendBatch(messages(quick), { delaySeconds })] : []),
        ...(slow.length > 0 ? [env.SLOW_WEBHOOKS.sendBatch(messages(slow), { delaySeconds })] : []),
      ]);
    },
    post: ({ url, headers, body }) => post(url, { ...headers, "user-agent": USER_AGENT }, body),
  };
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<WebhookAnswer> {
  try {
    const { status, text, retryAfterMs } = await rawRequest("webhook", url, {
      ...{ method: "POST", headers, body, timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES },
    });
    return { status, body: text, retryAfterMs };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { problem: error.kind === "timeout" ? "timeout" : "unreachable" };
  }
}
