import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { TEST_CARDS, testCard } from "#worker/providers/simulated-processor/cards";
import { partOf, SIMULATED_SECRET } from "#worker/providers/simulated-processor/index";
import { signedEvent } from "#worker/providers/simulated-processor/signing";
import {
  catchUp,
  eventOf,
  pay,
  refund,
  returnRefund,
  type SimulatedSession,
  settle,
} from "#worker/providers/simulated-processor/state";
import { processorStore } from "#worker/providers/simulated-processor/store";
import { receivePaymentWebhook } from "~/domain/invoices/online/webhooks.server";
import { DomainError } from "~/domain/shared/errors";
import { formatMoney } from "~/domain/shared/money";

type EventType = Parameters<typeof eventOf>[1];

/** The embedded card processor's pay page and controls (local mode only). It stands in for another company's site. */
export const devCheckout = new Hono<HonoEnv>();

devCheckout.use(async (c, next) => {
  if (c.var.settings.ENVIRONMENT === "production" || c.var.ctx.providers.payments?.kind !== "simulated")
    throw new DomainError("not_found", "Not found");
  await next();
});

const storeOf = (c: Context<HonoEnv>) => processorStore(c.env.DIRECTORY, Date.now);

const Command = z.discriminatedUnion("op", [
  /** Pays like the page does. */
  z.object({ op: z.literal("pay"), card: z.string() }),
  /** A slow card's payment succeeds or fails. */
  z.object({ op: z.literal("settle") }),
  z.object({ op: z.literal("expire") }),
  /** A refund made on the processor's side. */
  z.object({ op: z.literal("refund"), amount: z.number().int().min(1) }),
  /** Lets that much time pass for pending refunds. */
  z.object({ op: z.literal("finish_refunds") }),
  z.object({ op: z.literal("return_refund") }),
  z.object({ op: z.literal("dispute") }),
  z.object({ op: z.literal("close_dispute"), won: z.boolean() }),
  /** Sends events with the current state, to test duplicate or out-of-order webhooks. */
  z.object({ op: z.literal("tell"), type: z.string() }),
]);

/** Runs a command at the processor; returns its webhooks, signed and ready to send to /api/webhooks/stripe. */
devCheckout.post("/command", async (c) => {
  const body = z
    .object({ sessionId: z.string(), ago: z.number().default(0), command: Command })
    .safeParse(await c.req.json().catch(() => undefined));
  if (!body.success) throw new DomainError("invalid", z.prettifyError(body.error));
  const { sessionId, ago, command } = body.data;
  const events = await storeOf(c).change(partOf(sessionId), (session) =>
    perform(session, command).map((type) => eventOf(session, type, newEventId())),
  );
  if (!events) throw new DomainError("not_found", "Not found");
  return c.json({ webhooks: await Promise.all(events.map((event) => signedEvent(event, SIMULATED_SECRET, ago))) });
});

function perform(session: SimulatedSession, command: z.output<typeof Command>): EventType[] {
  switch (command.op) {
    case "pay":
      return pay(session, cardOf(command.card), Date.now());
    case "settle": {
      settle(session);
      const came = session.payment?.status === "succeeded";
      return [came ? "checkout.session.async_payment_succeeded" : "checkout.session.async_payment_failed"];
    }
    case "expire":
      session.status = "expired";
      return ["checkout.session.expired"];
    case "refund":
      if (!refund(session, { amount: command.amount, ownId: null, now: Date.now() }))
        throw new DomainError("conflict", "More than is left.");
      return ["charge.refunded"];
    case "finish_refunds":
      catchUp(session, Number.MAX_SAFE_INTEGER);
      return ["charge.refunded"];
    case "return_refund":
      return returnRefund(session);
    case "dispute":
      session.dispute = { status: "needs_response", reason: "fraudulent" };
      return ["charge.dispute.created"];
    case "close_dispute":
      session.dispute = { reason: "fraudulent", status: command.won ? "won" : "lost" };
      return ["charge.dispute.closed"];
    case "tell":
      return EVENT_TYPES.filter((type) => type === command.type);
  }
}

const EVENT_TYPES: readonly EventType[] = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "payment_intent.payment_failed",
  "charge.refunded",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.closed",
];

const newEventId = () => `evt_sim_${crypto.randomUUID()}`;

function cardOf(number: string) {
  const card = testCard(number);
  if (!card) throw new DomainError("invalid", "The embedded processor knows the card numbers on its page only.");
  return card;
}

devCheckout.get("/:id", async (c) => {
  const session = await storeOf(c).read(partOf(c.req.param("id")));
  if (!session) throw new DomainError("not_found", "Not found");
  return page(c, session, null);
});

devCheckout.post("/:id", async (c) => {
  const store = storeOf(c);
  const x = partOf(c.req.param("id"));
  const session = await store.read(x);
  if (!session) throw new DomainError("not_found", "Not found");
  const card = testCard(String((await c.req.formData()).get("card") ?? ""));
  if (!card) return page(c, session, "Enter one of the card numbers below.");
  const events = await store.change(x, (now) =>
    pay(now, card, Date.now()).map((type) => eventOf(now, type, newEventId())),
  );
  for (const event of events ?? []) await deliver(c, event);
  const back = card.outcome === "declined" ? session.cancelUrl : session.successUrl;
  return c.redirect(back, 303);
});

/** Delivers an event as the network would: signed, and read by the code that reads Stripe's. */
async function deliver(c: Context<HonoEnv>, event: object): Promise<void> {
  const { body, signature } = await signedEvent(event, SIMULATED_SECRET, 0);
  const headers = new Headers({ "stripe-signature": signature });
  await receivePaymentWebhook(c.var.ctx, { headers, body: new TextEncoder().encode(body) });
}

function page(c: Context<HonoEnv>, session: SimulatedSession, problem: string | null) {
  const nonce = c.var.secureHeadersNonce ?? "";
  const isOpen = session.status === "open";
  return c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Test payment</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 30rem; padding: 1.5rem }
.total { font-size: 2rem; font-weight: 600; margin: 0 }
input, button { box-sizing: border-box; font: inherit; min-height: 2.75rem; padding: .5rem .75rem; width: 100% }
label { display: block; font-weight: 600; margin-top: 1.5rem }
button { background: #1d4ed8; border: 0; border-radius: .375rem; color: #fff; font-weight: 600; margin: 1rem 0 }
dt { font-family: ui-monospace, monospace; margin-top: .5rem }
dd { margin: 0 }
</style>
</head>
<body>
<main>
<h1>Test payment</h1>
<p>This page stands in for the card processor. No money moves.</p>
<p>${session.description}</p>
<p class="total">${formatMoney(session.amount)}</p>
${
  isOpen
    ? html`<form method="post">
<label for="card">Card number</label>
<input id="card" name="card" inputmode="numeric" autocomplete="off" required value="4242 4242 4242 4242" aria-describedby="problem">
<p id="problem" role="alert">${problem ?? ""}</p>
<button>Pay ${formatMoney(session.amount)}</button>
</form>
<p><a href="${session.cancelUrl}">Back without paying</a></p>
<h2>Card numbers</h2>
<dl>${Object.entries(TEST_CARDS).map(
        ([number, { text }]) => html`<dt>${number.replace(/(....)(?=.)/g, "$1 ")}</dt><dd>${text}</dd>`,
      )}</dl>`
    : html`<p>${session.status === "expired" ? "This page has expired." : "This has been paid."} <a href="${session.successUrl}">Back to the invoice</a></p>`
}
</main>
</body>
</html>`);
}
