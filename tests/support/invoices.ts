import { expect } from "vitest";
import type { Visitor } from "./visitor";

interface LineJson {
  position: number;
  description: string;
  quantity: number;
  unitPrice: number | null;
  net: number;
  tax: number;
}

export interface InvoiceJson {
  title: string | null;
  id: string;
  kind: string;
  state: string;
  number: number | null;
  reference: string;
  version: number;
  total: number;
  tax: number;
  paid: number;
  credited: number;
  balance: number;
  taxState: string;
  lines: LineJson[];
  missing: string[];
  related: { id: string; reference: string; kind: string; total: number }[];
  payments: { id: string; applied: number }[];
  customerCredit: number;
  correctsId: string | null;
  message: string;
  invoiceId?: string;
  fields?: Record<string, string[]>;
}

export const today = new Date().toISOString().slice(0, 10);
export const wisconsin = [{ name: "Sales tax", rate: 20 }];
export const lines = [68.33, 68.33, 57.5, 85].map((unitPrice, at) => ({
  ...{ kind: "part", description: `Part ${at + 1}`, quantity: 1, unitPrice, taxable: true },
}));

/** Helpers for tests of invoices, for a customer of the office. */
export function invoicing({ manager, site }: { manager: Visitor; site: { customerId: string } }) {
  async function draft(by: Visitor = manager, given: Record<string, unknown> = {}): Promise<InvoiceJson> {
    const made = await by.post<InvoiceJson>("/api/invoices", { customerId: site.customerId });
    expect([made.status, made.text.slice(0, 200)]).toEqual([201, made.text.slice(0, 200)]);
    const change = { version: 1, termsDays: 30, taxState: "known", taxes: wisconsin, lines, ...given };
    const put = await by.put<InvoiceJson>(`/api/invoices/${made.json.id}`, change);
    expect([put.status, put.text.slice(0, 300)]).toEqual([200, put.text.slice(0, 300)]);
    return put.json;
  }

  async function issued(given: Record<string, unknown> = {}): Promise<InvoiceJson> {
    const { id, version } = await draft(manager, given);
    const answer = await manager.post<InvoiceJson>(`/api/invoices/${id}/issue`, { version });
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, answer.text.slice(0, 300)]);
    return answer.json;
  }

  const read = async (id: string) => (await manager.get<InvoiceJson>(`/api/invoices/${id}`)).json;

  const pay = (id: string, version: number, amount: number, headers = {}) =>
    manager.post<{ paymentId: string; credit: number; message: string; current?: { version: number } }>(
      `/api/invoices/${id}/payments`,
      { version, amount, method: "check", receivedOn: today, reference: "1042" },
      headers,
    );

  return { draft, issued, read, pay };
}
