import { plansOver } from "#worker/providers/plans/client";
import type { PlanBilling } from "~/domain/plans/plan";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import {
  catchUpPlan,
  changePeriod,
  end,
  planInvoiceList,
  planSession,
  planSubscription,
  type SimulatedPlan,
} from "./state";

/** Signs the embedded processor's webhooks; not secret, since it runs in local mode only. */
export const SIMULATED_PLANS_SECRET = "whsec_simulated_plans";

/** The embedded subscription processor: no key, no network, and its own pages at /dev/plans. */
export function simulatedPlans(db: D1Database): PlanBilling {
  const store = planStore(db);
  return plansOver({
    ...{ kind: "simulated", webhookSecret: SIMULATED_PLANS_SECRET },
    client: {
      service: "simulated processor",
      baseUrl: "https://plans.invalid",
      deps: {
        pause: async () => {},
        fetch: async (url, init) => {
          const form = new URLSearchParams(String(init.body ?? url.search));
          const key = new Headers(init.headers).get("idempotency-key") ?? "";
          const { status, body } = await answer(store, `${init.method ?? "GET"} ${url.pathname}`, { form, key });
          return Response.json(body, { status });
        },
      },
    },
  });
}

interface PlanStore {
  read: (x: string) => Promise<SimulatedPlan | null>;
  /** Adds a new plan; an existing one is left unchanged. */
  add: (plan: SimulatedPlan) => Promise<void>;
  /** Reads, changes and stores a plan atomically; null if it does not exist. */
  change: <R>(x: string, run: (plan: SimulatedPlan, now: number) => R) => Promise<R | null>;
}

const MAX_TRIES = 20;

/** The embedded processor's storage, in the table of card payments. */
export function planStore(db: D1Database): PlanStore {
  const clock = () => Math.floor(Date.now() / 1000);
  async function readRow(x: string): Promise<{ plan: SimulatedPlan; version: number } | null> {
    const row = await db
      .prepare("SELECT state, version FROM simulated_processor WHERE id = ?")
      .bind(`plan_${x}`)
      .first<{ state: string; version: number }>();
    if (!row) return null;
    const plan: SimulatedPlan = JSON.parse(row.state);
    catchUpPlan(plan, clock());
    return { plan, version: row.version };
  }
  return {
    read: async (x) => (await readRow(x))?.plan ?? null,
    add: async (plan) => {
      await db
        .prepare("INSERT INTO simulated_processor (id, state) VALUES (?, ?) ON CONFLICT (id) DO NOTHING")
        .bind(`plan_${plan.x}`, JSON.stringify(plan))
        .run();
    },
    change: async (x, run) => {
      for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
        const row = await readRow(x);
        if (!row) return null;
        const result = run(row.plan, clock());
        const { meta } = await db
          .prepare("UPDATE simulated_processor SET state = ?, version = version + 1 WHERE id = ? AND version = ?")
          .bind(JSON.stringify(row.plan), `plan_${x}`, row.version)
          .run();
        if (meta.changes === 1) return result;
      }
      throw new Error("the embedded processor is too busy");
    },
  };
}

/** The part of an id that identifies the plan: `cs_plan_<x>`, `sub_plan_<x>`, `cus_plan_<x>`. */
export function planPartOf(id: string): string {
  return /^(?:cs|sub|cus)_plan_([0-9a-z]{24})$/.exec(id)?.[1] ?? "";
}

interface PostedForm {
  form: URLSearchParams;
  key: string;
}

interface Answer {
  status: number;
  body: object;
}

const ok = (body: object): Answer => ({ status: 200, body });
const refused = (status: number, code: string): Answer => ({
  ...{ status, body: { error: { type: "invalid_request_error", code, message: code } } },
});
const declined: Answer = {
  ...{
    status: 402,
    body: { error: { type: "card_error", code: "card_declined", message: "Your card was declined." } },
  },
};
const found = (body: object | null | undefined) => (body ? ok(body) : refused(404, "resource_missing"));

/** Answers like Stripe's REST API from what is in the store. */
async function answer(store: PlanStore, what: string, { form, key }: PostedForm): Promise<Answer> {
  const [, verb = "", resource = "", id = "", step = ""] =
    /^(\w+) \/v1\/([a-z_]+(?:\/sessions)?)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(what) ?? [];
  const x = planPartOf(id || (form.get("subscription") ?? form.get("customer") ?? ""));
  switch (`${verb} ${resource}${id ? "/:id" : ""}${step ? `/${step}` : ""}`) {
    case "POST checkout/sessions":
      return open(store, form, key);
    case "GET checkout/sessions/:id":
      return found(await store.read(x).then((plan) => plan && planSession(plan)));
    case "POST checkout/sessions/:id/expire":
      return (
        (await store.change(x, (plan) => {
          if (plan.status !== "open") return refused(400, "checkout_session_not_open");
          plan.status = "expired";
          return ok(planSession(plan));
        })) ?? refused(404, "resource_missing")
      );
    case "GET subscriptions/:id":
      return found(await store.read(x).then((plan) => plan && planSubscription(plan)));
    case "POST subscriptions/:id":
      if (form.has("items[0][id]")) return changeItem(store, x, form);
      return found(
        await store.change(x, (plan) => {
          if (plan.subscription?.status === "canceled") return null;
          if (plan.subscription) plan.subscription.cancelAtPeriodEnd = form.get("cancel_at_period_end") === "true";
          return planSubscription(plan);
        }),
      );
    case "DELETE subscriptions/:id":
      return found(
        await store.change(x, (plan, now) => {
          end(plan, now);
          return planSubscription(plan);
        }),
      );
    case "GET invoices":
      return found(await store.read(x).then((plan) => plan && { object: "list", data: planInvoiceList(plan) }));
    case "POST billing_portal/sessions":
      return found(
        await store.read(x).then((plan) => {
          const back = form.get("return_url") ?? "";
          return plan && { url: new URL(`/dev/plans/cus_plan_${x}?back=${encodeURIComponent(back)}`, back).href };
        }),
      );
    default:
      return refused(404, "resource_missing");
  }
}

async function changeItem(store: PlanStore, x: string, form: URLSearchParams): Promise<Answer> {
  const price = "items[0][price_data]";
  const isOurs =
    form.get("items[0][id]") === `si_plan_${x}` &&
    form.get(`${price}[product]`) === `prod_plan_${x}` &&
    form.get("proration_behavior") === "always_invoice" &&
    form.get("payment_behavior") === "error_if_incomplete";
  if (!isOurs) return refused(400, "parameter_invalid");
  const period = form.get(`${price}[recurring][interval]`) === "year" ? ("year" as const) : ("month" as const);
  const answer = await store.change(x, (plan, now) => {
    // A repeated request has no effect.
    if (plan.period === period) return ok(planSubscription(plan) ?? {});
    const isChanged = changePeriod(plan, { period, amount: Number(form.get(`${price}[unit_amount]`)) }, now);
    return isChanged ? ok(planSubscription(plan) ?? {}) : declined;
  });
  return answer ?? refused(404, "resource_missing");
}

async function open(store: PlanStore, form: URLSearchParams, key: string): Promise<Answer> {
  const price = "line_items[0][price_data]";
  // The id follows from the key, so that concurrent requests create one plan.
  const x = (await sha256(key)).replace(/[^0-9a-z]/g, "0").slice(0, 24);
  const metadata = [...form].flatMap(([name, value]) => {
    const field = /^subscription_data\[metadata\]\[(\w+)\]$/.exec(name)?.[1];
    return field ? [[field, value] as const] : [];
  });
  await store.add({
    ...{ x, request: form.toString(), amount: Number(form.get(`${price}[unit_amount]`)), status: "open" },
    period: form.get(`${price}[recurring][interval]`) === "year" ? "year" : "month",
    description: form.get(`${price}[product_data][name]`) ?? "",
    ...{ successUrl: form.get("success_url") ?? "", cancelUrl: form.get("cancel_url") ?? "" },
    ...{ metadata: Object.fromEntries(metadata), expiresAt: Number(form.get("expires_at")) },
    ...{ card: "paid", subscription: null },
  });
  const plan = await store.read(x);
  if (plan?.request !== form.toString()) return refused(400, "idempotency_key_reused");
  return ok(planSession(plan));
}
