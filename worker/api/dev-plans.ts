import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { planPartOf, planStore, SIMULATED_PLANS_SECRET } from "#worker/providers/simulated-plans/index";
import {
  changeCard,
  end,
  PLAN_CARDS,
  type PlanEventType,
  planCard,
  planEvent,
  renew,
  type SimulatedPlan,
  subscribe,
} from "#worker/providers/simulated-plans/state";
import { signedEvent } from "#worker/providers/simulated-processor/signing";
import { receivePlanWebhook } from "~/domain/plans/webhooks.server";
import { DomainError } from "~/domain/shared/errors";
import { formatMoney } from "~/domain/shared/money";

/** The embedded processor's pages for plans (local mode only). They stand in for another company's site. */
export const devPlans = new Hono<HonoEnv>();

devPlans.use(async (c, next) => {
  if (c.var.settings.ENVIRONMENT === "production" || c.var.ctx.providers.plans?.kind !== "simulated")
    throw new DomainError("not_found", "Not found");
  await next();
});

const Command = z.discriminatedUnion("op", [
  /** Pays like the page does. */
  z.object({ op: z.literal("pay"), card: z.string() }),
  /** Ends the period: the plan renews, its payment fails, or it ends. */
  z.object({ op: z.literal("renew") }),
  z.object({ op: z.literal("card"), card: z.string() }),
  z.object({ op: z.literal("end") }),
  /** Sends an event with the current state, to test duplicate or out-of-order webhooks. */
  z.object({ op: z.literal("tell"), type: z.string() }),
]);

const newEventId = () => `evt_plan_${crypto.randomUUID()}`;

/** Runs a command at the processor; returns its webhooks, signed and ready to send to /api/webhooks/plans. */
devPlans.post("/command", async (c) => {
  const body = z
    .object({ id: z.string(), ago: z.number().default(0), command: Command })
    .safeParse(await c.req.json().catch(() => undefined));
  if (!body.success) throw new DomainError("invalid", z.prettifyError(body.error));
  const { id, ago, command } = body.data;
  const events = await planStore(c.env.DIRECTORY).change(planPartOf(id), (plan, now) =>
    perform(plan, command, now).map((type) => planEvent(plan, type, newEventId())),
  );
  if (!events) throw new DomainError("not_found", "Not found");
  return c.json({ webhooks: await Promise.all(events.map((each) => signedEvent(each, SIMULATED_PLANS_SECRET, ago))) });
});

function perform(plan: SimulatedPlan, command: z.output<typeof Command>, now: number): PlanEventType[] {
  switch (command.op) {
    case "pay":
      return subscribe(plan, cardOf(command.card), now);
    case "renew":
      return renew(plan, now);
    case "card":
      return changeCard(plan, cardOf(command.card), now);
    case "end":
      return end(plan, now);
    case "tell":
      return EVENT_TYPES.filter((type) => type === command.type);
  }
}

const EVENT_TYPES: readonly PlanEventType[] = [
  "checkout.session.completed",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "invoice.paid",
  "invoice.payment_failed",
];

function cardOf(number: string) {
  const card = planCard(number);
  if (!card) throw new DomainError("invalid", "The embedded processor knows the card numbers on its page only.");
  return card;
}

devPlans.get("/:id", async (c) => {
  const plan = await planStore(c.env.DIRECTORY).read(planPartOf(c.req.param("id")));
  if (!plan) throw new DomainError("not_found", "Not found");
  return page(c, plan, null);
});

devPlans.post("/:id", async (c) => {
  const store = planStore(c.env.DIRECTORY);
  const x = planPartOf(c.req.param("id"));
  const plan = await store.read(x);
  if (!plan) throw new DomainError("not_found", "Not found");
  const form = await c.req.formData();
  const isRenewal = form.get("op") === "renew";
  const card = planCard(String(form.get("card") ?? ""));
  if (!isRenewal && !card) return page(c, plan, "Enter one of the card numbers below.");
  if (!isRenewal && card?.outcome === "declined") return page(c, plan, "Your card was declined.");
  const events = await store.change(x, (now, at) => {
    const types = isRenewal ? renew(now, at) : card ? payWith(now, card, at) : [];
    return types.map((type) => planEvent(now, type, newEventId()));
  });
  for (const event of events ?? []) await deliver(c, event);
  return c.redirect(c.req.param("id").startsWith("cs_") ? plan.successUrl : backOf(c, plan), 303);
});

const payWith = (plan: SimulatedPlan, card: NonNullable<ReturnType<typeof planCard>>, now: number) =>
  plan.subscription ? changeCard(plan, card, now) : subscribe(plan, card, now);

/** The return address: only pages of this product. */
function backOf(c: Context<HonoEnv>, plan: SimulatedPlan): string {
  const back = c.req.query("back") ?? plan.cancelUrl;
  return URL.canParse(back) && new URL(back).origin === new URL(plan.cancelUrl).origin ? back : plan.cancelUrl;
}

/** Delivers an event as the network would: signed, and read by the code that reads Stripe's. */
async function deliver(c: Context<HonoEnv>, event: object): Promise<void> {
  const { body, signature } = await signedEvent(event, SIMULATED_PLANS_SECRET, 0);
  const headers = new Headers({ "stripe-signature": signature });
  await receivePlanWebhook(c.var.ctx, { headers, body: new TextEncoder().encode(body) });
}

function page(c: Context<HonoEnv>, plan: SimulatedPlan, problem: string | null) {
  const nonce = c.var.secureHeadersNonce ?? "";
  const { subscription } = plan;
  const isDesk = c.req.param("id")?.startsWith("cus_") === true && subscription?.status !== "canceled";
  const takesCard = plan.status === "open" || isDesk;
  const price = `${formatMoney(plan.amount)} a ${plan.period}`;
  const button = isDesk ? (subscription?.status === "past_due" ? "Pay with this card" : "Use this card") : "Subscribe";
  return c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Test subscription</title>
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
<h1>${isDesk ? "Test billing desk" : "Test subscription"}</h1>
<p>This page stands in for the card processor. No money moves.</p>
<p>${plan.description}</p>
<p class="total">${price}</p>
${
  takesCard
    ? html`<form method="post">
<label for="card">Card number</label>
<input id="card" name="card" inputmode="numeric" autocomplete="off" required value="4242 4242 4242 4242" aria-describedby="problem">
<p id="problem" role="alert">${problem ?? ""}</p>
<button>${button}</button>
</form>
${isDesk && subscription?.status === "active" ? html`<form method="post"><input type="hidden" name="op" value="renew"><button>Let the period end now</button></form>` : ""}
<p><a href="${isDesk ? backOf(c, plan) : plan.cancelUrl}">Back without ${isDesk ? "a change" : "paying"}</a></p>
<h2>Card numbers</h2>
<dl>${Object.entries(PLAN_CARDS).map(
        ([number, { text }]) => html`<dt>${number.replace(/(....)(?=.)/g, "$1 ")}</dt><dd>${text}</dd>`,
      )}</dl>`
    : html`<p>${plan.status === "expired" ? "This page has expired." : "This has been paid."} <a href="${plan.successUrl}">Back to the plan</a></p>`
}
</main>
</body>
</html>`);
}
