import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import {
  connectCardAccount,
  disconnectCardAccount,
  readCardAccount,
  testCardAccount,
} from "~/domain/invoices/card-account/account.server";
import { CardAccountKeys } from "~/domain/invoices/card-account/schema";
import type { InvoiceDetail } from "~/domain/invoices/detail.server";
import { refundOnline } from "~/domain/invoices/online/refunds.server";
import { DISPUTE_STATUSES, ONLINE_REFUND_STATUSES } from "~/domain/invoices/payment";
import { OnlineRefund } from "~/domain/invoices/schema";
import { toDecimal } from "~/domain/shared/money";
import { json, jsonRequest, operation } from "./operation";

const money = z.number().describe("Dollars");

/** Card payments of an invoice. */
export const CardPayments = z
  .array(
    z.object({
      id: z.string(),
      amount: money,
      refunded: money,
      credit: money.describe("The part that was no longer owed when it was received, in dollars"),
      refunds: z.array(
        z.object({
          ...{ id: z.string(), amount: money, status: z.enum(ONLINE_REFUND_STATUSES) },
          failure: z.string().nullable(),
          invoiceId: z.string().nullable().describe("The invoice it was made from"),
        }),
      ),
      disputes: z.array(
        z.object({ id: z.string(), amount: money, reason: z.string(), status: z.enum(DISPUTE_STATUSES) }),
      ),
    }),
  )
  .describe("Payments made on the customer's page, newest first");

export function cardPaymentsOf({ cardPayments }: InvoiceDetail): z.input<typeof CardPayments> {
  return cardPayments.map(({ id, refunds, disputes, ...payment }) => ({
    ...{ id, amount: toDecimal(payment.amountMinor), refunded: toDecimal(payment.refundedMinor) },
    credit: toDecimal(payment.creditMinor),
    refunds: refunds.map(({ id: refundId, amountMinor, status, failure, invoiceId }) => ({
      ...{ id: refundId, amount: toDecimal(amountMinor), status, failure, invoiceId },
    })),
    disputes: disputes.map(({ id: disputeId, amountMinor, reason, status }) => ({
      ...{ id: disputeId, amount: toDecimal(amountMinor), reason, status },
    })),
  }));
}

export const cardPayments = new OpenAPIHono<HonoEnv>();

cardPayments.openapi(
  operation("invoices.manage", {
    method: "post",
    path: "/payments/{id}/card-refunds",
    tags: ["Invoices"],
    summary: "Refund a card payment",
    description:
      "The money goes back to the card. The refund is posted when the processor has confirmed it. With `invoiceId`, other invoices keep what they have of the payment.",
    request: { params: z.object({ id: z.string().max(100) }), body: jsonRequest(OnlineRefund) },
    responses: { 201: json(z.object({ refundId: z.string() })) },
  }),
  async (c) => c.json(await refundOnline(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 201),
);

const CardAccountAnswer = z.object({
  accountId: z.string(),
  accountName: z.string().nullable(),
  keyHint: z.string().describe("The beginning and the end of the key"),
  isLive: z.boolean().describe("False if the keys are test keys, which move no money"),
  webhookUrl: z.string().describe("The webhook address to set up in Stripe"),
  connectedBy: z.string().nullable(),
  connectedAt: z.string(),
  checkedAt: z.string(),
});

const tags = ["Invoices"];
const path = "/billing/card-account";

cardPayments.openapi(
  operation("system.admin", {
    method: "get",
    path,
    tags,
    summary: "Get the business's Stripe account",
    description: "Without its keys.",
    responses: { 200: json(CardAccountAnswer) },
  }),
  async (c) => c.json(await readCardAccount(c.var.ctx), 200),
);

cardPayments.openapi(
  operation("system.admin", {
    method: "put",
    path,
    tags,
    summary: "Connect the business's Stripe account",
    description: "Also replaces its keys. Keys are tested at once and stored encrypted.",
    request: { body: jsonRequest(CardAccountKeys) },
    responses: { 200: json(CardAccountAnswer) },
  }),
  async (c) => c.json(await connectCardAccount(c.var.ctx, c.req.valid("json")), 200),
);

cardPayments.openapi(
  operation("system.admin", {
    method: "post",
    path: `${path}/test`,
    tags,
    summary: "Test the business's Stripe account",
    description:
      "Asks Stripe whether the stored key still works. A failed test is returned as a result, not as an error.",
    responses: { 200: json(z.object({ ok: z.boolean(), message: z.string() })) },
  }),
  async (c) => c.json(await testCardAccount(c.var.ctx), 200),
);

cardPayments.openapi(
  operation("system.admin", {
    method: "delete",
    path,
    tags,
    summary: "Disconnect the business's Stripe account",
    description: "Refused while a payment or a refund is in progress.",
    responses: { 204: { description: "Disconnected" } },
  }),
  async (c) => {
    await disconnectCardAccount(c.var.ctx);
    return c.body(null, 204);
  },
);
