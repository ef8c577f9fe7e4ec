import { Hono } from "hono";
import type { HonoEnv } from "#worker/env";
import { limit } from "#worker/middleware/body";
import { receiveHostWebhook } from "~/domain/code-hosts/sync/webhooks.server";
import { receiveWebhook } from "~/domain/finance/bank-link/webhooks.server";
import { receivePaymentWebhook } from "~/domain/invoices/online/webhooks.server";
import { receiveText, receiveTextStatus } from "~/domain/messages/inbound.server";
import { receivePlanWebhook } from "~/domain/plans/webhooks.server";
import { paths } from "~/paths";

/** Far larger than any webhook of a bank or a card processor. */
const MAX_BYTES = 64_000;
const MAX_ISSUE_BYTES = 5_000_000;

/** Webhooks from other systems, signed by them: read as raw bytes, stored and answered at once. */
export const webhooks = new Hono<HonoEnv>();

const upTo = (maxBytes: number, name: string) => limit(maxBytes, `The webhook is larger than ${name}.`);

webhooks.use("/plaid", upTo(MAX_BYTES, "64 KB"));
webhooks.use("/stripe", upTo(MAX_BYTES, "64 KB"));
webhooks.use("/plans", upTo(MAX_BYTES, "64 KB"));
webhooks.use("/texts/*", upTo(MAX_BYTES, "64 KB"));
webhooks.use("/texts", upTo(MAX_BYTES, "64 KB"));
webhooks.use("/stripe/*", upTo(MAX_BYTES, "64 KB"));
// GitHub and GitLab send an issue's text before and after a change, up to a megabyte each. Larger ones are found by the next
// sync.
webhooks.use("/code-hosts/*", upTo(MAX_ISSUE_BYTES, "5 MB"));

webhooks.post("/plaid", async (c) => {
  const body = new Uint8Array(await c.req.arrayBuffer());
  await receiveWebhook(c.var.ctx, { headers: c.req.raw.headers, body });
  return c.json({ received: true });
});

/** Also used by the embedded processor, which sends what Stripe does. */
webhooks.post("/stripe", async (c) => {
  const body = new Uint8Array(await c.req.arrayBuffer());
  const { outcome } = await receivePaymentWebhook(c.var.ctx, { headers: c.req.raw.headers, body });
  return c.json({ received: true, outcome });
});

/** Webhooks of a business's own Stripe account. */
webhooks.post("/stripe/:orgId", async (c) => {
  const body = new Uint8Array(await c.req.arrayBuffer());
  const request = { headers: c.req.raw.headers, body };
  const { outcome } = await receivePaymentWebhook(c.var.ctx, request, c.req.param("orgId"));
  return c.json({ received: true, outcome });
});

/** Webhooks of the account that sells the plans, including the embedded one. */
webhooks.post("/plans", async (c) => {
  const body = new Uint8Array(await c.req.arrayBuffer());
  const { outcome } = await receivePlanWebhook(c.var.ctx, { headers: c.req.raw.headers, body });
  return c.json({ received: true, outcome });
});

webhooks.post("/code-hosts/:endpoint", async (c) => {
  const body = new Uint8Array(await c.req.arrayBuffer());
  const { outcome } = await receiveHostWebhook(c.var.ctx, c.req.param("endpoint"), {
    headers: c.req.raw.headers,
    body,
  });
  return c.json({ received: true, outcome });
});

/** Incoming texts from Twilio. No automatic reply is sent. */
webhooks.post("/texts", async (c) => {
  const form = new URLSearchParams(await c.req.text());
  await receiveText(c.var.ctx, { headers: c.req.raw.headers, form, path: paths.apiTextWebhook() });
  return c.body("<Response/>", 200, { "content-type": "text/xml" });
});

webhooks.post("/texts/status", async (c) => {
  const form = new URLSearchParams(await c.req.text());
  await receiveTextStatus(c.var.ctx, { headers: c.req.raw.headers, form, path: paths.apiTextStatus() });
  return c.body(null, 204);
});
