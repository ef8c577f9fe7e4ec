import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { LINE_KINDS } from "~/domain/billing/charges";
import { correctInvoice, creditInvoice, voidInvoice } from "~/domain/invoices/credit.server";
import { type InvoiceDetail, invoiceDetail } from "~/domain/invoices/detail.server";
import { createInvoice, deleteDraft, invoiceWorkOrder, updateDraft } from "~/domain/invoices/draft.server";
import {
  AGING_BUCKETS,
  formatInvoiceNumber,
  INVOICE_KINDS,
  INVOICE_STATES,
  TAX_STATES,
} from "~/domain/invoices/invoice";
import { issueInvoice } from "~/domain/invoices/issue.server";
import { agingReport, listInvoices } from "~/domain/invoices/list.server";
import { INVOICE_MAIL_KINDS } from "~/domain/invoices/mail-content";
import { PAYMENT_METHODS } from "~/domain/invoices/payment";
import { applyCredit, recordPayment, refundPayment, takeDeposit } from "~/domain/invoices/payments.server";
import {
  ApplyCredit,
  DeleteDraft,
  Deposit,
  DraftChange,
  InvoiceFilter,
  InvoicePayment,
  IssueInvoice,
  NewCredit,
  NewInvoice,
  NewRefund,
  VoidInvoice,
} from "~/domain/invoices/schema";
import { toDecimal } from "~/domain/shared/money";
import { decimalOrNull, percentOf } from "./answer-fields";
import { CardPayments, cardPaymentsOf } from "./card-payments";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Invoices"];
const params = z.object({ id: z.string().max(100) });
const text = z.string().nullable();
const count = z.number().int();
const money = z.number().describe("Dollars");
const amount = z.number().nullable();

const Party = z.object({ name: z.string(), email: text, lines: z.array(z.string()).readonly() });
const head = {
  id: z.string(),
  kind: z.enum(INVOICE_KINDS),
  state: z.enum(INVOICE_STATES),
  number: count.nullable().describe("Null for a draft"),
  reference: z.string().describe("The number as shown, such as INV-0042"),
  title: text,
  customerId: z.string(),
  customerName: z.string(),
  workOrderId: text,
  issuedOn: text,
  dueOn: text,
  total: money,
  paid: money,
  credited: money,
  balance: money,
  version: count,
};

export const InvoiceAnswer = z.object({
  ...head,
  correctsId: text.describe("For a credit note, the invoice it credits; for an invoice, the one it replaces"),
  billTo: Party,
  site: Party.nullable(),
  seller: z
    .object({ ...Party.shape, phone: text })
    .nullable()
    .describe("The business as it was when the document was issued"),
  termsDays: count,
  memo: text,
  footer: text,
  discountPercent: amount.describe("Percent of the subtotal; null without one"),
  discountAmount: amount.describe("Dollars; null without one"),
  taxState: z.enum(TAX_STATES),
  taxNote: text,
  taxes: z.array(z.object({ name: z.string(), rate: z.number().describe("Percent"), taxable: money, tax: money })),
  subtotal: money,
  discount: money,
  tax: money,
  lines: z.array(
    z.object({
      position: count,
      kind: z.enum(LINE_KINDS),
      description: z.string(),
      equipment: text,
      quantity: z.number(),
      unit: z.string(),
      unitPrice: amount.describe("Dollars; null without a price"),
      discount: z.number().describe("Percent off this line"),
      discountAmount: money.describe("Dollars off this line, after the percentage"),
      taxable: z.boolean(),
      net: money,
      tax: money,
      cost: amount.describe("Dollars; null if unknown, or if you may not see costs"),
      credited: money.describe("The part of its net amount that was credited, in dollars"),
    }),
  ),
  payments: z.array(
    z.object({
      id: z.string(),
      method: z.enum(PAYMENT_METHODS),
      receivedOn: z.string(),
      reference: text,
      amount: money,
      applied: money,
    }),
  ),
  refunds: z
    .array(
      z.object({
        ...{ id: z.string(), paymentId: z.string(), amount: money, method: z.enum(PAYMENT_METHODS) },
        ...{ refundedOn: z.string(), reason: z.string() },
      }),
    )
    .describe("Refunds made from this invoice, newest first"),
  cardPayments: CardPayments,
  related: z
    .array(z.object({ id: z.string(), kind: z.enum(INVOICE_KINDS), reference: z.string(), total: money }))
    .describe("The newest 100 credit notes and corrections, newest first"),
  customerCredit: money.describe("Payments of the customer that are not applied to an invoice, in dollars"),
  mails: z
    .array(z.object({ id: z.string(), kind: z.enum(INVOICE_MAIL_KINDS), recipient: z.string(), sentAt: z.string() }))
    .describe("The newest 20 emails sent, newest first"),
  viewedAt: text.describe("When the customer last opened it with the current link"),
  missing: z.array(z.string()).describe("What a draft lacks before it can be issued"),
});

export function invoiceOf(invoice: InvoiceDetail) {
  const { id, kind, state, number, title, customerId, customerName, workOrderId, issuedOn, dueOn, version } = invoice;
  const { correctsId, billTo, site, seller, termsDays, memo, footer, taxState, taxNote, missing } = invoice;
  return {
    ...{ id, kind, state, number, title, customerId, customerName, workOrderId, issuedOn, dueOn, version },
    ...{ correctsId, billTo, site, seller, termsDays, memo, footer, taxState, taxNote, missing },
    reference: formatInvoiceNumber(kind, number),
    total: toDecimal(invoice.totalMinor),
    paid: toDecimal(invoice.paidMinor),
    credited: toDecimal(invoice.creditedMinor),
    balance: toDecimal(invoice.balanceMinor),
    discountPercent: invoice.discountRatePpm === null ? null : percentOf(invoice.discountRatePpm),
    discountAmount: decimalOrNull(invoice.discountAmountMinor),
    taxes: invoice.taxes.map(({ name, ratePpm, taxableMinor, taxMinor }) => ({
      ...{ name, rate: percentOf(ratePpm), taxable: toDecimal(taxableMinor), tax: toDecimal(taxMinor) },
    })),
    subtotal: toDecimal(invoice.subtotalMinor),
    discount: toDecimal(invoice.discountMinor),
    tax: toDecimal(invoice.taxMinor),
    lines: invoice.lines.map(({ position, description, equipment, unit, taxable, ...line }) => ({
      ...{ position, kind: line.kind, description, equipment, unit, taxable, quantity: line.quantityMilli / 1000 },
      ...{
        unitPrice: decimalOrNull(line.unitPriceMinor),
        discount: percentOf(line.discountPpm),
        discountAmount: toDecimal(line.discountAmountMinor),
        net: toDecimal(line.netMinor),
      },
      ...{
        tax: toDecimal(line.taxMinor),
        cost: decimalOrNull(line.costMinor),
        credited: toDecimal(line.creditedNetMinor),
      },
    })),
    payments: invoice.payments.map(({ amountMinor, appliedMinor, refundedMinor: _, ...payment }) => ({
      ...{ ...payment, amount: toDecimal(amountMinor), applied: toDecimal(appliedMinor) },
    })),
    refunds: invoice.refunds.map(({ amountMinor, ...refund }) => ({ ...refund, amount: toDecimal(amountMinor) })),
    cardPayments: cardPaymentsOf(invoice),
    related: invoice.related.map((other) => ({
      ...{ id: other.id, kind: other.kind, total: toDecimal(other.totalMinor) },
      reference: formatInvoiceNumber(other.kind, other.number),
    })),
    customerCredit: toDecimal(invoice.customerCreditMinor),
    mails: invoice.mails.map(({ isUndelivered: _, ...mail }) => mail),
    viewedAt: invoice.link?.lastViewedAt ?? null,
  };
}

const bucket = z.object({ bucket: z.enum(AGING_BUCKETS), count, balance: money });
const bucketOf = ({
  balanceMinor,
  ...each
}: {
  bucket: (typeof AGING_BUCKETS)[number];
  count: number;
  balanceMinor: number;
}) => ({
  ...each,
  balance: toDecimal(balanceMinor),
});

export const invoices = new OpenAPIHono<HonoEnv>();

invoices.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/invoices",
    tags,
    summary: "List invoices and credit notes",
    description: "Newest first, with the totals of all that match.",
    request: { query: InvoiceFilter },
    responses: {
      200: json(
        z.object({
          items: z.array(z.object(head)),
          nextCursor: text,
          total: count.nullable(),
          sums: z.object({ count, total: money.describe("In dollars; credit notes are negative"), balance: money }),
        }),
      ),
    },
  }),
  async (c) => {
    const { items, nextCursor, total, sums } = await listInvoices(c.var.ctx, c.req.valid("query"));
    return c.json(
      {
        items: items.map((item) => ({
          ...{ id: item.id, kind: item.kind, state: item.state, number: item.number, title: item.title },
          ...{ customerId: item.customerId, customerName: item.customerName, workOrderId: item.workOrderId },
          ...{ issuedOn: item.issuedOn, dueOn: item.dueOn, version: item.version },
          reference: formatInvoiceNumber(item.kind, item.number),
          ...{ total: toDecimal(item.totalMinor), paid: toDecimal(item.paidMinor) },
          ...{ credited: toDecimal(item.creditedMinor), balance: toDecimal(item.balanceMinor) },
        })),
        ...{ nextCursor, total },
        sums: { count: sums.count, total: toDecimal(sums.totalMinor), balance: toDecimal(sums.balanceMinor) },
      },
      200,
    );
  },
);

invoices.openapi(
  operation("invoices.write", {
    method: "post",
    path: "/invoices",
    tags,
    summary: "Create a draft invoice",
    description: "Empty, for a customer.",
    request: { body: jsonRequest(NewInvoice) },
    responses: { 201: json(InvoiceAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    return c.json(invoiceOf(await invoiceDetail(ctx, (await createInvoice(ctx, c.req.valid("json"))).id)), 201);
  },
);

invoices.openapi(
  operation("invoices.write", {
    method: "post",
    path: "/work-orders/{id}/invoices",
    tags,
    summary: "Create a draft invoice for a work order",
    description:
      "With the lines the work order is billed. If it has an invoice already, the response is 409 with `invoiceId`.",
    request: { params },
    responses: { 201: json(InvoiceAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    return c.json(invoiceOf(await invoiceDetail(ctx, (await invoiceWorkOrder(ctx, c.req.valid("param").id)).id)), 201);
  },
);

invoices.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/invoices/aging",
    tags,
    summary: "Get receivables by age",
    description: "What is owed, by how overdue it is.",
    responses: { 200: json(z.object({ buckets: z.array(bucket), balance: money })) },
  }),
  async (c) => {
    const { buckets, balanceMinor } = await agingReport(c.var.ctx);
    return c.json({ buckets: buckets.map(bucketOf), balance: toDecimal(balanceMinor) }, 200);
  },
);

invoices.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/invoices/{id}",
    tags,
    summary: "Get an invoice or a credit note",
    request: { params },
    responses: { 200: json(InvoiceAnswer) },
  }),
  async (c) => c.json(invoiceOf(await invoiceDetail(c.var.ctx, c.req.valid("param").id)), 200),
);

invoices.openapi(
  operation("invoices.write", {
    method: "put",
    path: "/invoices/{id}",
    tags,
    summary: "Update a draft invoice",
    description: "Replaces everything in it. Lines keep the order given.",
    request: { params, body: jsonRequest(DraftChange) },
    responses: { 200: json(InvoiceAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateDraft(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(invoiceOf(await invoiceDetail(ctx, id)), 200);
  },
);

invoices.openapi(
  operation("invoices.write", {
    method: "delete",
    path: "/invoices/{id}",
    tags,
    summary: "Delete a draft invoice",
    request: { params, query: DeleteDraft },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteDraft(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    return c.body(null, 204);
  },
);

invoices.openapi(
  operation("invoices.write", {
    method: "post",
    path: "/invoices/{id}/issue",
    tags,
    summary: "Issue an invoice",
    description: "The draft gets its number and its date, and no longer changes.",
    request: { params, body: jsonRequest(IssueInvoice) },
    responses: { 200: json(InvoiceAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await issueInvoice(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(invoiceOf(await invoiceDetail(ctx, id)), 200);
  },
);

invoices.openapi(
  operation("invoices.manage", {
    method: "post",
    path: "/invoices/{id}/credit",
    tags,
    summary: "Credit part of an invoice",
    description: "Issues a credit note.",
    request: { params, body: jsonRequest(NewCredit) },
    responses: { 201: json(InvoiceAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { creditNoteId } = await creditInvoice(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(invoiceOf(await invoiceDetail(ctx, creditNoteId)), 201);
  },
);

invoices.openapi(
  operation("invoices.manage", {
    method: "post",
    path: "/invoices/{id}/void",
    tags,
    summary: "Void an invoice",
    description: "Issues a credit note for all of it.",
    request: { params, body: jsonRequest(VoidInvoice) },
    responses: { 200: json(InvoiceAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await voidInvoice(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(invoiceOf(await invoiceDetail(ctx, id)), 200);
  },
);

invoices.openapi(
  operation("invoices.manage", {
    method: "post",
    path: "/invoices/{id}/correct",
    tags,
    summary: "Correct an issued invoice",
    description: "Voids it and creates a draft with the same content to replace it. Returns the draft.",
    request: { params, body: jsonRequest(VoidInvoice) },
    responses: { 201: json(InvoiceAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { draftId } = await correctInvoice(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(invoiceOf(await invoiceDetail(ctx, draftId)), 201);
  },
);

invoices.openapi(
  operation("invoices.write", {
    method: "post",
    path: "/invoices/{id}/payments",
    tags,
    summary: "Record a payment",
    description: "The amount above the balance becomes the customer's credit.",
    request: { params, body: jsonRequest(InvoicePayment) },
    responses: { 201: json(z.object({ paymentId: z.string(), credit: money })) },
  }),
  async (c) => {
    const { paymentId, creditMinor } = await recordPayment(c.var.ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json({ paymentId, credit: toDecimal(creditMinor) }, 201);
  },
);

invoices.openapi(
  operation("invoices.write", {
    method: "post",
    path: "/invoices/{id}/apply-credit",
    tags,
    summary: "Apply a customer's credit to an invoice",
    description: "All that is available up to the balance, or the given amount.",
    request: { params, body: jsonRequest(ApplyCredit) },
    responses: { 200: json(z.object({ applied: money })) },
  }),
  async (c) => {
    const { appliedMinor } = await applyCredit(c.var.ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json({ applied: toDecimal(appliedMinor) }, 200);
  },
);

invoices.openapi(
  operation("invoices.write", {
    method: "post",
    path: "/payments",
    tags,
    summary: "Record a deposit",
    description: "For money received before there is an invoice.",
    request: { body: jsonRequest(Deposit) },
    responses: { 201: json(z.object({ paymentId: z.string() })) },
  }),
  async (c) => c.json(await takeDeposit(c.var.ctx, c.req.valid("json")), 201),
);

invoices.openapi(
  operation("invoices.manage", {
    method: "post",
    path: "/payments/{id}/refunds",
    tags,
    summary: "Refund a payment",
    description:
      "All of it or part of it. First what is not applied is used. The rest is owed again: on `invoiceId` and on no other invoice, or without it on the invoices the payment was applied to, latest first.",
    request: { params, body: jsonRequest(NewRefund) },
    responses: { 201: json(z.object({ refundId: z.string() })) },
  }),
  async (c) => c.json(await refundPayment(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 201),
);
