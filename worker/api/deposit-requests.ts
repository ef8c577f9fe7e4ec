import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import {
  type DepositRequestItem,
  depositRequest,
  depositRequestsOf,
  requestDeposit,
  sendDepositRequest,
  withdrawDepositRequest,
} from "~/domain/invoices/deposits/requests.server";
import { NewDepositRequest, SendDepositRequest } from "~/domain/invoices/deposits/schema";
import { DEPOSIT_STATES } from "~/domain/invoices/payment";
import { toDecimal } from "~/domain/shared/money";
import { json, jsonRequest, operation } from "./operation";

const tags = ["Invoices"];
const params = z.object({ id: z.string().max(100) });
const text = z.string().nullable();
const money = z.number().describe("Dollars");

const RequestAnswer = z.object({
  id: z.string(),
  state: z.enum(DEPOSIT_STATES),
  amount: money,
  note: text,
  workOrderId: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  url: text.describe(
    "The customer's page; null once it is paid or withdrawn, and after a change of keys until it is sent again",
  ),
  recipient: text.describe("The email address the link was last sent to"),
  sentAt: text,
  isProcessing: z.boolean().describe("True if the customer has paid and the money has not arrived yet"),
  paymentId: text,
  lateCredit: money.describe("Received after the request was closed and retained as the customer's credit, in dollars"),
  payments: z
    .array(
      z.object({
        id: z.string(),
        amount: money,
        refunded: money,
        free: money.describe("Not applied to an invoice and not being refunded, in dollars"),
      }),
    )
    .describe("Payments made on its page, newest first"),
  createdAt: z.string(),
  closedAt: text,
  version: z.number().int(),
});

function answerOf(request: DepositRequestItem): z.input<typeof RequestAnswer> {
  const { id, state, note, workOrderId, customerId, customerName, url, recipient, sentAt, paymentId } = request;
  const { createdAt, closedAt, version } = request;
  return {
    ...{ id, state, note, workOrderId, customerId, customerName, url, recipient, sentAt, paymentId },
    ...{ createdAt, closedAt, version, isProcessing: request.isProcessing },
    amount: toDecimal(request.amountMinor),
    lateCredit: toDecimal(request.lateMinor),
    payments: request.payments.map(({ id: paymentId, amountMinor, refundedMinor, freeMinor }) => ({
      ...{
        id: paymentId,
        amount: toDecimal(amountMinor),
        refunded: toDecimal(refundedMinor),
        free: toDecimal(freeMinor),
      },
    })),
  };
}

export const depositRequests = new OpenAPIHono<HonoEnv>();

depositRequests.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/work-orders/{id}/deposit-requests",
    tags,
    summary: "List a work order's deposit requests",
    description: "Newest first.",
    request: { params },
    responses: { 200: json(z.object({ items: z.array(RequestAnswer) })) },
  }),
  async (c) => {
    const { items } = await depositRequestsOf(c.var.ctx, c.req.valid("param").id);
    return c.json({ items: items.map(answerOf) }, 200);
  },
);

depositRequests.openapi(
  operation("invoices.write", {
    method: "post",
    path: "/work-orders/{id}/deposit-requests",
    tags,
    summary: "Create a deposit request",
    description:
      "A link to pay by card: an amount, or a percentage of what the work order would be billed today. With `to`, the link is emailed.",
    request: { params, body: jsonRequest(NewDepositRequest) },
    responses: { 201: json(RequestAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await requestDeposit(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(answerOf(await depositRequest(ctx, id)), 201);
  },
);

depositRequests.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/deposit-requests/{id}",
    tags,
    summary: "Get a deposit request",
    request: { params },
    responses: { 200: json(RequestAnswer) },
  }),
  async (c) => c.json(answerOf(await depositRequest(c.var.ctx, c.req.valid("param").id)), 200),
);

depositRequests.openapi(
  operation("invoices.write", {
    method: "post",
    path: "/deposit-requests/{id}/send",
    tags,
    summary: "Resend a deposit request",
    description: "Emails the link of an open request again.",
    request: { params, body: jsonRequest(SendDepositRequest) },
    responses: { 200: json(RequestAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await sendDepositRequest(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(answerOf(await depositRequest(ctx, id)), 200);
  },
);

depositRequests.openapi(
  operation("invoices.write", {
    method: "post",
    path: "/deposit-requests/{id}/withdraw",
    tags,
    summary: "Withdraw a deposit request",
    description: "A payment in progress becomes the customer's credit.",
    request: { params },
    responses: { 200: json(RequestAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await withdrawDepositRequest(ctx, c.req.valid("param").id);
    return c.json(answerOf(await depositRequest(ctx, id)), 200);
  },
);
