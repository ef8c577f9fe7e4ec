import { uuidSequence } from "~/domain/shared/secrets/tokens.server";
import type { Answer, Visitor } from "./visitor";
import type { TestWorker } from "./worker";

interface Webhook {
  body: string;
  signature: string;
}

export interface PlanJson {
  plan: "free" | "pro";
  state: string;
  mayChange: boolean;
  subscription: {
    amount: number | null;
    period: string;
    periodEnd: string;
    cancelAtPeriodEnd: boolean;
    failedAt: string | null;
    proUntil: string;
  } | null;
}

export interface PlanInvoiceJson {
  id: string;
  number: string;
  status: string;
  amount: number;
  paidAt: string | null;
}

const newId = uuidSequence();

/** Puts a household or a business on Pro, as if the processor had reported it. */
export async function givePro(worker: TestWorker, kind: "business" | "household", ownerId: string): Promise<void> {
  const id = newId(Date.now());
  await worker.db
    .prepare(
      `INSERT INTO subscriptions (id, owner_kind, owner_id, provider, provider_id, provider_customer_id, status, period, amount_minor, currency,
        period_start, period_end, cancel_at_period_end, pro_until, started_at, updated_at)
       VALUES (?1, ?2, ?3, 'stripe', 'sub_' || ?1, 'cus_' || ?1, 'active', 'month', 600, 'USD', '2026-01-01T00:00:00.000Z',
        '2099-01-01T00:00:00.000Z', 0, '2099-01-04T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
    )
    .bind(id, kind, ownerId)
    .run();
}

/** Helpers for tests of plans: pressing Upgrade, commands at the processor, and its webhooks. */
export function planBilling(worker: TestWorker) {
  const guest = worker.visitor();

  const upgrade = (by: Visitor, of: string, period = "month") =>
    by.post<{ url: string; message: string }>(`/api/plans/${of}/upgrade`, { period });

  /** The processor's id of the page. */
  async function begin(by: Visitor, of: string, period = "month"): Promise<string> {
    const { json, status, text } = await upgrade(by, of, period);
    if (status !== 201) throw new Error(`no checkout: ${status} ${text.slice(0, 300)}`);
    return json.url.split("/").at(-1) ?? "";
  }

  /** Runs a command at the processor; returns the webhooks it sends. */
  async function happens(id: string, command: object, ago = 0): Promise<Webhook[]> {
    const answer = await guest.post<{ webhooks: Webhook[] }>("/dev/plans/command", { id, ago, command });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return answer.json.webhooks;
  }

  const send = ({ body, signature }: Webhook): Promise<Answer<{ outcome: string; message: string }>> =>
    worker.visitor().send("POST", "/api/webhooks/plans", {
      body,
      headers: { "stripe-signature": signature, "content-type": "application/json" },
    });

  /** Runs a command and delivers its webhooks at once; returns the response to each. */
  async function deliver(id: string, command: object): Promise<string[]> {
    const outcomes: string[] = [];
    for (const webhook of await happens(id, command)) outcomes.push((await send(webhook)).json.outcome);
    return outcomes;
  }

  const plan = async (by: Visitor, of: string) => (await by.get<PlanJson>(`/api/plans/${of}`)).json;
  const invoices = async (by: Visitor, of: string) =>
    (await by.get<{ items: PlanInvoiceJson[] }>(`/api/plans/${of}/invoices`)).json.items;

  return { upgrade, begin, happens, send, deliver, plan, invoices, guest };
}

export const PLAN_CARDS = { good: "4242 4242 4242 4242", failsLater: "4000 0000 0000 0341" };
