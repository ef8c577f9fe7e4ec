import { randomToken, sha256, uuidSequence } from "~/domain/shared/secrets/tokens.server";
import type { Answer, Visitor } from "./visitor";
import type { TestWorker } from "./worker";

interface Webhook {
  body: string;
  signature: string;
}

interface Standing {
  state: string;
  paid: number;
  balance: number;
  version: number;
  customerCredit: number;
  payments: { id: string; method: string; amount: number; applied: number }[];
}

const newId = uuidSequence();

/** Helpers for tests of card payments: an invoice with a link, the customer's page, the processor's page and its webhooks. */
export function cardPayments(worker: TestWorker, shop: { manager: Visitor; site: { customerId: string } }) {
  const { manager } = shop;
  const guest = worker.visitor();

  /** An issued invoice of $200 and the path of its customer's page. */
  async function invoice(): Promise<{ id: string; page: string }> {
    const { id } = (await manager.post<{ id: string }>("/api/invoices", { customerId: shop.site.customerId })).json;
    const lines = [{ description: "Igniter, hot surface", quantity: 2, unitPrice: 100, taxable: false }];
    const draft = { version: 1, termsDays: 30, taxState: "exempt", taxNote: "Resale", taxes: [], lines };
    await manager.put(`/api/invoices/${id}`, draft);
    await manager.post(`/api/invoices/${id}/issue`, { version: 2 });
    return { id, page: await link(id) };
  }

  async function link(id: string): Promise<string> {
    const token = randomToken();
    await worker.db
      .prepare(
        `INSERT INTO invoice_links (org_id, id, invoice_id, token_hash, created_at, expires_at)
         SELECT org_id, ?, id, ?, '2026-11-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z' FROM invoices WHERE id = ?`,
      )
      .bind(newId(Date.now()), await sha256(token), id)
      .run();
    return `/s/${token}`;
  }

  let visits = 0;
  /** Each from its own IP address, since the rate limit is for one address opening links. */
  const press = (page: string, amount = "") => {
    visits += 1;
    return guest.submit(page, { amount }, { "cf-connecting-ip": `10.0.${visits >> 8}.${visits & 255}` });
  };

  /** Presses Pay; returns the processor's id of the page it leads to. */
  async function begin(page: string, amount = ""): Promise<string> {
    const { location, status, text } = await press(page, amount);
    if (!location?.includes("/dev/checkout/")) throw new Error(`no checkout: ${status} ${text.slice(0, 500)}`);
    return location.split("/").at(-1) ?? "";
  }

  /** Runs a command at the processor; returns the webhooks it sends. */
  async function happens(sessionId: string, command: object, ago = 0): Promise<Webhook[]> {
    const answer = await guest.post<{ webhooks: Webhook[] }>("/dev/checkout/command", { sessionId, ago, command });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return answer.json.webhooks;
  }

  const send = ({ body, signature }: Webhook): Promise<Answer<{ outcome: string; message: string }>> =>
    worker.visitor().send("POST", "/api/webhooks/stripe", {
      body,
      headers: { "stripe-signature": signature, "content-type": "application/json" },
    });

  /** Runs a command and delivers its webhooks at once; returns the response to each. */
  async function runCommand(sessionId: string, command: object): Promise<string[]> {
    const outcomes: string[] = [];
    for (const webhook of await happens(sessionId, command)) outcomes.push((await send(webhook)).json.outcome);
    return outcomes;
  }

  const standing = async (id: string) => (await manager.get<Standing>(`/api/invoices/${id}`)).json;
  const count = async (table: string, where: string, ...values: string[]) =>
    worker.db
      .prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`)
      .bind(...values)
      .first<number>("n");

  return { invoice, link, press, begin, happens, send, runCommand, standing, count, guest };
}

export const CARDS = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  slow: "4000 0000 0000 0077",
  slowFailure: "4000 0000 0000 0119",
  disputed: "4000 0000 0000 0259",
  slowRefund: "4000 0000 0000 7726",
  failedRefund: "4000 0000 0000 5126",
};
