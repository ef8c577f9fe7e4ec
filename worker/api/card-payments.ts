import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { InvoiceDetail } from "~/domain/invoices/detail.server";
import { refundOnline } from "~/domain/invoices/online/refunds.server";
import { DISPUTE_STATUSES, ONLINE_REFUND_STATUSES } from "~/domain/invoices/payment";
import { OnlineRefund } from "~/domain/invoices/schema";
import { toDecimal } from "~/domain/shared/money";
import type { HonoEnv } from "../env";
import { json, jsonRequest, operation } from "./operation";

const money = z.number();

/** Of an invoice. */
export const CardPayments = z
  .array(
    z.object({
      id: z.string(),
      amount: money,
      refunded: money,
      credit: money.describe("Of it, what was no longer owed when it came"),
      refunds: z.array(
        z.object({
          ...{ id: z.string(), amount: money, status: z.enum(ONLINE_REFUND_STATUSES) },
          failure: z.string().nullable(),
        }),
      ),
      disputes: z.array(
        z.object({ id: z.string(), amount: money, reason: z.string(), status: z.enum(DISPUTE_STATUSES) }),
      ),
    }),
  )
  .describe("Made on the customer's page, the newest first");

export function cardPaymentsOf({ cardPayments }: InvoiceDetail): z.input<typeof CardPayments> {
  return cardPayments.map(({ id, refunds, disputes, ...payment }) => ({
    ...{ id, amount: toDecimal(payment.amountMinor), refunded: toDecimal(payment.refundedMinor) },
    credit: toDecimal(payment.creditMinor),
    refunds: refunds.map(({ id: refundId, amountMinor, status, failure }) => ({
      ...{ id: refundId, amount: toDecimal(amountMinor), status, failure },
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
    summary: "Give money of a card payment back to the card; it is booked once the processor has confirmed",
    request: { params: z.object({ id: z.string().max(100) }), body: jsonRequest(OnlineRefund) },
    responses: { 201: json(z.object({ refundId: z.string() })) },
  }),
  async (c) => c.json(await refundOnline(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 201),
);
