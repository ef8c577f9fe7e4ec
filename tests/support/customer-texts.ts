import { randomUUID } from "node:crypto";
import { twilioSignature } from "#worker/providers/texts";
import type { Visitor } from "./visitor";
import { addCustomer, addWorkOrder } from "./work-orders";
import type { Business, TestWorker } from "./worker";

interface MessageJson {
  id: string;
  body: string;
  authorKind: string;
  channel: string;
  hasPhoto: boolean;
  delivery: string | null;
  deliveryError: string | null;
  sendAt: string | null;
}
interface Detail {
  thread: { id: string; kind: string; title: string; closedAt: string | null };
  messages: MessageJson[];
}
export interface Refused {
  code: string;
  message: string;
  fields?: Record<string, string[]>;
}

let numbers = 0;

/** Conversations of a business with its customers by text message, and texts that arrive from them. */
export function customerTexts(
  worker: TestWorker,
  { manager, orgId, orgKey }: Pick<Business, "manager" | "orgId" | "orgKey">,
) {
  const ownNumber = `+1555010${String(orgKey).padStart(4, "0")}`;
  const newNumber = () => `+1414555${String(2000 + numbers++).padStart(4, "0")}`;

  async function workOrderWith(phone: string | null, email: string | null = null) {
    const site = await addCustomer(worker, orgId, "Ana Ortega");
    await worker.db
      .prepare("UPDATE customers SET phone = ?3, email = ?4 WHERE org_id = ?1 AND id = ?2")
      .bind(orgId, site.customerId, phone, email)
      .run();
    const workOrder = await addWorkOrder(manager, site);
    const { id } = (await manager.post<{ id: string }>(`/api/work-orders/${workOrder.id}/customer-thread`, {})).json;
    return { workOrder, threadId: id };
  }

  const write = (by: Visitor, threadId: string, fields: object) =>
    by.post<{ id: string } & Refused>(`/api/threads/${threadId}/customer-messages`, {
      channel: "text",
      now: true,
      ...fields,
    });
  const detail = async (threadId: string, by = manager) => (await by.get<Detail>(`/api/threads/${threadId}`)).json;
  const textsTo = async (number: string) =>
    (
      await worker
        .visitor()
        .get<{ items: { to: string; from: string; body: string; mediaUrl: string | null }[] }>("/dev/texts.json")
    ).json.items.filter(({ to }) => to === number);

  async function arrives(
    fields: Record<string, string>,
    { path = "/api/webhooks/texts", secret = "embedded-texts" } = {},
  ) {
    const form = new URLSearchParams(fields);
    const url = `${worker.url.origin}${path}`;
    const signature = await twilioSignature({ url, form }, secret);
    return fetch(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature },
      body: form.toString(),
    });
  }
  const text = (from: string, body: string, sid = `SM${randomUUID()}`) =>
    arrives({ From: from, To: ownNumber, Body: body, MessageSid: sid, NumMedia: "0" });

  return { ownNumber, newNumber, workOrderWith, write, detail, textsTo, arrives, text };
}
