import { processorOver } from "#worker/providers/payments/client";
import type { PaymentProcessor } from "~/domain/providers";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { simulatedPayouts } from "./payouts";
import { disputeAnswer, paymentAnswer, refund, refundAnswer, type SimulatedSession, sessionAnswer } from "./state";
import { type ProcessorStore, processorStore } from "./store";

/** Signs the embedded processor's webhooks; not secret, since it runs in local mode only. */
export const SIMULATED_SECRET = "whsec_simulated";

/** The embedded card processor: no key, no network, and its own pay page at /dev/checkout. */
export function simulatedProcessor(db: D1Database): PaymentProcessor {
  const answer = simulatedStripe(processorStore(db, Date.now), Date.now);
  const over = processorOver({
    ...{ kind: "simulated", webhookSecret: SIMULATED_SECRET, serves: () => true },
    client: {
      service: "simulated processor",
      baseUrl: "https://processor.invalid",
      deps: {
        pause: async () => {},
        fetch: async (url, init) => {
          const form = new URLSearchParams(String(init.body ?? url.search));
          const key = new Headers(init.headers).get("idempotency-key") ?? "";
          const { status, body } = await answer(`${init.method} ${url.pathname}`, { form, key });
          return Response.json(body, { status });
        },
      },
    },
  });
  return { ...over, ...simulatedPayouts(db) };
}

interface FormRequest {
  form: URLSearchParams;
  key: string;
}

interface Answer {
  status: number;
  body: object;
}

const ok = (body: object): Answer => ({ status: 200, body });
const refused = (status: number, type: string, code: string, message = code): Answer => ({
  ...{ status, body: { error: { type, code, message } } },
});
const missing = () => refused(404, "invalid_request_error", "resource_missing");

/** The part of an id that identifies the session: `cs_sim_<x>`, `pi_sim_<x>`, `dp_sim_<x>`. */
export function partOf(id: string): string {
  return /^(?:cs|pi|dp)_sim_([0-9a-z]{24})$/.exec(id)?.[1] ?? "";
}

/** Answers like Stripe's REST API from what is in the store: the server side of the embedded processor. */
function simulatedStripe(store: ProcessorStore, clock: () => number) {
  return async function answer(what: string, { form, key }: FormRequest): Promise<Answer> {
    const [, verb = "", resource = "", id = "", step = ""] =
      /^(\w+) \/v1\/([a-z_]+(?:\/sessions)?)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(what) ?? [];
    const called = `${verb} ${resource}${id ? "/:id" : ""}${step ? `/${step}` : ""}`;
    const x = partOf(id || (form.get("payment_intent") ?? ""));
    switch (called) {
      case "GET account":
        return ok({ id: "acct_sim", charges_enabled: true, settings: { dashboard: { display_name: "Simulated" } } });
      case "POST checkout/sessions":
        return open(form, key);
      case "GET checkout/sessions/:id": {
        const session = await store.read(x);
        return session ? ok(sessionAnswer(session)) : missing();
      }
      case "POST checkout/sessions/:id/expire":
        return (
          (await store.change(x, (session) => {
            if (session.status !== "open") return refused(400, "invalid_request_error", "checkout_session_not_open");
            session.status = "expired";
            return ok(sessionAnswer(session));
          })) ?? missing()
        );
      case "GET payment_intents/:id": {
        const payment = await store.read(x).then((session) => session && paymentAnswer(session));
        return payment ? ok(payment) : missing();
      }
      case "POST refunds":
        return (await store.change(x, (session) => refundSession(session, form))) ?? missing();
      case "GET refunds": {
        const session = await store.read(x);
        return session ? ok({ object: "list", data: session.refunds.toReversed().map(refundAnswer) }) : missing();
      }
      case "GET disputes/:id": {
        const dispute = await store.read(x).then((session) => session && disputeAnswer(session));
        return dispute ? ok(dispute) : missing();
      }
      default:
        return missing();
    }
  };

  async function open(form: URLSearchParams, key: string): Promise<Answer> {
    const price = "line_items[0][price_data]";
    // The id follows from the key, so that concurrent requests create one session.
    const x = (await sha256(key)).replace(/[^0-9a-z]/g, "0").slice(0, 24);
    const metadata = [...form].flatMap(([name, value]) => {
      const field = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return field ? [[field, value] as const] : [];
    });
    await store.add({
      ...{ x, parameters: form.toString(), amount: Number(form.get(`${price}[unit_amount]`)), status: "open" },
      currency: form.get(`${price}[currency]`) ?? "",
      description: form.get(`${price}[product_data][name]`) ?? "",
      ...{ successUrl: form.get("success_url") ?? "", cancelUrl: form.get("cancel_url") ?? "" },
      ...{ metadata: Object.fromEntries(metadata), expiresAt: Number(form.get("expires_at")) },
      ...{ payment: null, refunds: [], dispute: null },
    });
    const session = await store.read(x);
    if (session?.parameters !== form.toString()) return refused(400, "idempotency_error", "idempotency_key_reused");
    return ok(sessionAnswer(session));
  }

  function refundSession(session: SimulatedSession, form: URLSearchParams): Answer {
    const ownId = form.get("metadata[refund_id]");
    const earlier = session.refunds.find((each) => ownId !== null && each.ownId === ownId);
    if (earlier) return ok(refundAnswer(earlier));
    const made = refund(session, { amount: Number(form.get("amount")), ownId, now: clock() });
    if (made) return ok(refundAnswer(made));
    return refused(400, "invalid_request_error", "charge_already_refunded", "This payment has been refunded already.");
  }
}
