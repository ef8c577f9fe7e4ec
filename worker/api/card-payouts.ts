import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { PAYOUT_STATUSES } from "~/domain/invoices/payment";
import { listCardPayments } from "~/domain/invoices/payouts/list.server";
import { CardPaymentFilter } from "~/domain/invoices/payouts/schema";
import { toDecimal } from "~/domain/shared/money";
import { decimalOrNull } from "./answer-fields";
import { json, operation } from "./operation";

const money = z.number().describe("Dollars");

export const cardPayouts = new OpenAPIHono<HonoEnv>();

cardPayouts.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/card-payments",
    tags: ["Invoices"],
    summary: "List a month's card payments",
    description: "Each with the processor's fee and its payout, and the totals of the month.",
    request: { query: CardPaymentFilter },
    responses: {
      200: json(
        z.object({
          month: z.string(),
          totals: z.object({
            ...{ count: z.number(), gross: money, refunded: money, fee: money },
            net: money.describe("Total of the payments whose fee is known, in dollars"),
            withoutFee: z.number().describe("Number of payments whose fee the processor has not reported yet"),
          }),
          items: z.array(
            z.object({
              ...{ id: z.string(), receivedOn: z.string(), customer: z.string(), gross: money, refunded: money },
              fee: money.nullable(),
              net: money.nullable(),
              payout: z.object({ id: z.string(), status: z.enum(PAYOUT_STATUSES), arrivesOn: z.string() }).nullable(),
              availableOn: z.string().nullable(),
            }),
          ),
          nextCursor: z.string().nullable(),
          total: z.number().nullable(),
        }),
      ),
    },
  }),
  async (c) => {
    const { month, totals, items, nextCursor, total } = await listCardPayments(c.var.ctx, c.req.valid("query"));
    return c.json(
      {
        month,
        totals: {
          ...{ count: totals.count, gross: toDecimal(totals.grossMinor), refunded: toDecimal(totals.refundedMinor) },
          ...{ fee: toDecimal(totals.feeMinor), net: toDecimal(totals.netMinor), withoutFee: totals.withoutFee },
        },
        items: items.map((row) => ({
          ...{ id: row.id, receivedOn: row.receivedOn, customer: row.customerName, gross: toDecimal(row.grossMinor) },
          ...{
            refunded: toDecimal(row.refundedMinor),
            fee: decimalOrNull(row.feeMinor),
            net: decimalOrNull(row.netMinor),
          },
          payout:
            row.payoutId && row.payoutStatus && row.arrivesOn
              ? { id: row.payoutId, status: row.payoutStatus, arrivesOn: row.arrivesOn }
              : null,
          availableOn: row.availableOn,
        })),
        ...{ nextCursor, total },
      },
      200,
    );
  },
);
