import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { receiveWebhook } from "~/domain/finance/bank-link/webhooks.server";
import { receivePaymentWebhook } from "~/domain/invoices/online/webhooks.server";
import { DomainError } from "~/domain/shared/errors";
import type { HonoEnv } from "../env";

/** Far above any webhook of a bank or a card processor. */
const MAX_BYTES = 64_000;

/** What other systems send us, signed by them: read as raw bytes, stored, answered at once. */
export const webhooks = new Hono<HonoEnv>();

webhooks.use(
  bodyLimit({
    maxSize: MAX_BYTES,
    onError: () => {
      throw new DomainError("too_large", "The webhook is larger than 64 KB.");
    },
  }),
);

webhooks.post("/plaid", async (c) => {
  const body = new Uint8Array(await c.req.arrayBuffer());
  await receiveWebhook(c.var.ctx, { headers: c.req.raw.headers, body });
  return c.json({ received: true });
});

/** The embedded processor's too: it speaks as Stripe does. */
webhooks.post("/stripe", async (c) => {
  const body = new Uint8Array(await c.req.arrayBuffer());
  const { outcome } = await receivePaymentWebhook(c.var.ctx, { headers: c.req.raw.headers, body });
  return c.json({ received: true, outcome });
});
