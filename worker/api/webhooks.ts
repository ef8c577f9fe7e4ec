import { Hono } from "hono";
import { receiveWebhook } from "~/domain/finance/bank-link/webhooks.server";
import { DomainError } from "~/domain/shared/errors";
import type { HonoEnv } from "../env";

/** Far above any webhook of a bank. */
const mostBytes = 64_000;

/** What other parties send us, signed by them: read as raw bytes, written down, answered at once. */
export const webhooks = new Hono<HonoEnv>();

webhooks.post("/plaid", async (c) => {
  if (Number(c.req.header("content-length") ?? 0) > mostBytes) {
    throw new DomainError("too_large", "The webhook is larger than 64 KB.");
  }
  const body = new Uint8Array(await c.req.arrayBuffer());
  if (body.length > mostBytes) throw new DomainError("too_large", "The webhook is larger than 64 KB.");
  await receiveWebhook(c.var.ctx, body, c.req.header("plaid-verification") ?? null);
  return c.json({ received: true });
});
