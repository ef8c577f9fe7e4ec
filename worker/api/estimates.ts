import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { LINE_KINDS } from "~/domain/billing/charges";
import { approveEstimate, customerEstimate, declineEstimate } from "~/domain/estimates/answer.server";
import { convertEstimate, convertLead, undoConversion } from "~/domain/estimates/convert.server";
import { createEstimate, deleteEstimate, reviseEstimate, updateEstimate } from "~/domain/estimates/draft.server";
import { ESTIMATE_STATES, ESTIMATE_STATUSES, formatEstimateNumber } from "~/domain/estimates/estimate";
import { type EstimateDetail, estimateDetail, listEstimates } from "~/domain/estimates/list.server";
import {
  ApproveEstimate,
  ConvertLead,
  DeclineEstimate,
  DeleteEstimate,
  EstimateChange,
  EstimateFilter,
  NewEstimate,
  SendEstimate,
} from "~/domain/estimates/schema";
import { revokeEstimateLinks, sendEstimate, withdrawEstimate } from "~/domain/estimates/send.server";
import { TAX_STATES } from "~/domain/invoices/invoice";
import { toDecimal } from "~/domain/shared/money";
import { decimalOrNull, percentOf } from "./answer-fields";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Estimates"];
const params = z.object({ id: z.string() });
const tokenParams = z.object({ token: z.string() });
const nullable = z.string().nullable();
const party = z.object({ name: z.string(), lines: z.array(z.string()) });

const Item = z.object({
  id: z.string(),
  reference: z.string().describe("EST-12, or Draft"),
  state: z.enum(ESTIMATE_STATES),
  title: z.string(),
  billTo: party,
  total: z.number().describe("Total of the approved option, otherwise of the recommended one, in dollars"),
  validUntil: z.string(),
  leadId: nullable,
  customerId: nullable,
  workOrderId: nullable,
  createdAt: z.string(),
});

const LineAnswer = z.object({
  position: z.int(),
  kind: z.enum(LINE_KINDS),
  description: z.string(),
  quantity: z.number(),
  unit: z.string(),
  unitPrice: z.number().nullable().describe("Dollars; null without a price"),
  discount: z.number().describe("Percent off this line"),
  taxable: z.boolean(),
  optional: z.boolean(),
  amount: z.number().describe("Dollars"),
});

const OptionAnswer = z.object({
  position: z.int(),
  name: z.string(),
  description: nullable,
  recommended: z.boolean(),
  lines: z.array(LineAnswer),
  subtotal: z.number().describe("Dollars"),
  discount: z.number().describe("Dollars"),
  tax: z.number().describe("Dollars"),
  total: z.number().describe("Total without optional lines, in dollars"),
});

const OwnOptionAnswer = OptionAnswer.extend({
  serviceTypeId: nullable.describe("The service type of the job it becomes"),
  lines: z.array(LineAnswer.extend({ itemId: nullable.describe("The inventory item it was copied from") })),
});

const ApprovalAnswer = z.object({
  option: z.int(),
  chosen: z.array(z.int()),
  total: z.number().describe("Dollars"),
  signerName: z.string(),
  signedAt: z.string(),
});

export const Answer = Item.extend({
  status: z.enum(ESTIMATE_STATUSES),
  revision: z.int(),
  addsToJob: z.boolean(),
  memo: nullable,
  terms: nullable,
  taxState: z.enum(TAX_STATES),
  taxNote: nullable,
  taxes: z.array(z.object({ name: z.string(), rate: z.number().describe("Percent") })),
  discountPercent: z.number().nullable().describe("Percent off the whole estimate"),
  discountAmount: z.number().nullable().describe("Dollars off the whole estimate"),
  options: z.array(OwnOptionAnswer),
  approval: ApprovalAnswer.extend({ ip: z.string(), userAgent: z.string(), documentHash: z.string() }).nullable(),
  declineReason: nullable,
  documentHash: nullable.describe("SHA-256 of the PDF that was sent"),
  url: nullable.describe("The customer's page"),
  lastViewedAt: nullable,
  missing: z.array(z.string()).describe("What it lacks before it can be sent"),
  version: z.int(),
});

type Option = EstimateDetail["options"][number];

function optionOf(
  option: Omit<Option, "lines" | "serviceTypeId"> & { lines: readonly Omit<Option["lines"][number], "itemId">[] },
): z.output<typeof OptionAnswer> {
  const { position, name, description, recommended, lines, subtotalMinor, discountMinor, taxMinor, totalMinor } =
    option;
  return {
    ...{ position, name, description, recommended },
    lines: lines.map((line) => ({
      ...{ position: line.position, kind: line.kind, description: line.description, unit: line.unit },
      ...{
        quantity: line.quantityMilli / 1000,
        unitPrice: decimalOrNull(line.unitPriceMinor),
      },
      ...{
        discount: percentOf(line.discountPpm),
        taxable: line.taxable,
        optional: line.optional,
        amount: toDecimal(line.amountMinor),
      },
    })),
    ...{
      subtotal: toDecimal(subtotalMinor),
      discount: toDecimal(discountMinor),
      tax: toDecimal(taxMinor),
      total: toDecimal(totalMinor),
    },
  };
}

function ownOptionOf(option: Option): z.output<typeof OwnOptionAnswer> {
  const { lines, ...shown } = optionOf(option);
  return {
    ...{ ...shown, serviceTypeId: option.serviceTypeId },
    lines: lines.map((line, at) => ({ ...line, itemId: option.lines[at]?.itemId ?? null })),
  };
}

export function answerOf(estimate: EstimateDetail): z.output<typeof Answer> {
  const { id, status, state, revision, number, title, billTo, validUntil, leadId, customerId, workOrderId, addsToJob } =
    estimate;
  const {
    memo,
    terms,
    taxState,
    taxNote,
    rates,
    declineReason,
    documentHash,
    link,
    missing,
    version,
    createdAt,
    approval,
  } = estimate;
  return {
    ...{
      id,
      status,
      state,
      revision,
      title,
      validUntil,
      leadId,
      customerId,
      workOrderId,
      addsToJob,
      memo,
      terms,
      taxState,
      taxNote,
    },
    ...{ declineReason, documentHash, missing, version, createdAt, reference: formatEstimateNumber(number, revision) },
    billTo: { name: billTo.name, lines: [...billTo.lines] },
    total: toDecimal(approval?.totalMinor ?? estimate.totalMinor),
    taxes: rates.map(({ name, ratePpm }) => ({ name, rate: percentOf(ratePpm) })),
    discountPercent: estimate.discountRatePpm === null ? null : percentOf(estimate.discountRatePpm),
    discountAmount: decimalOrNull(estimate.discountAmountMinor),
    options: estimate.options.map(ownOptionOf),
    approval: approval && {
      ...{ option: approval.optionPosition, chosen: [...approval.chosen], total: toDecimal(approval.totalMinor) },
      ...{
        signerName: approval.signerName,
        signedAt: approval.signedAt,
        ip: approval.ip,
        userAgent: approval.userAgent,
      },
      documentHash: approval.documentHash,
    },
    url: link?.url ?? null,
    lastViewedAt: link?.lastViewedAt ?? null,
  };
}

export const estimates = new OpenAPIHono<HonoEnv>();

estimates.openapi(
  operation("leads.read", {
    method: "get",
    path: "/estimates",
    tags,
    summary: "List estimates",
    request: { query: EstimateFilter },
    responses: {
      200: json(
        z.object({ items: z.array(Item), nextCursor: nullable, total: z.null().describe("Always null: not counted") }),
      ),
    },
  }),
  async (c) => {
    const { items, nextCursor } = await listEstimates(c.var.ctx, c.req.valid("query"));
    const rows = items.map(
      ({ id, state, number, revision, title, billTo, validUntil, leadId, customerId, ...row }) => ({
        ...{ id, state, title, validUntil, leadId, customerId, workOrderId: row.workOrderId, createdAt: row.createdAt },
        reference: formatEstimateNumber(number, revision),
        billTo: { name: billTo.name, lines: [...billTo.lines] },
        total: toDecimal(row.approvedMinor ?? row.totalMinor),
      }),
    );
    return c.json({ items: rows, nextCursor, total: null }, 200);
  },
);

estimates.openapi(
  operation("leads.write", {
    method: "post",
    path: "/estimates",
    tags,
    summary: "Create a draft estimate",
    description: "For a lead, a customer or an open work order.",
    request: { body: jsonRequest(NewEstimate) },
    responses: { 201: json(Answer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createEstimate(ctx, c.req.valid("json"));
    return c.json(answerOf(await estimateDetail(ctx, id)), 201);
  },
);

estimates.openapi(
  operation("leads.read", {
    method: "get",
    path: "/estimates/{id}",
    tags,
    summary: "Get an estimate",
    description: "Includes its options.",
    request: { params },
    responses: { 200: json(Answer) },
  }),
  async (c) => c.json(answerOf(await estimateDetail(c.var.ctx, c.req.valid("param").id)), 200),
);

estimates.openapi(
  operation("leads.write", {
    method: "put",
    path: "/estimates/{id}",
    tags,
    summary: "Update a draft estimate",
    description: "Replaces everything in it.",
    request: { params, body: jsonRequest(EstimateChange) },
    responses: { 200: json(Answer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateEstimate(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(answerOf(await estimateDetail(ctx, id)), 200);
  },
);

estimates.openapi(
  operation("leads.write", {
    method: "delete",
    path: "/estimates/{id}",
    tags,
    summary: "Delete a draft estimate",
    request: { params, query: DeleteEstimate },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteEstimate(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    return c.body(null, 204);
  },
);

estimates.openapi(
  operation("leads.write", {
    method: "post",
    path: "/estimates/{id}/send",
    tags,
    summary: "Send an estimate",
    description:
      "A draft gets its number, its PDF and its link, and no longer changes. With `to`, it is emailed; an estimate that was already sent is emailed unchanged.",
    request: { params, body: jsonRequest(SendEstimate) },
    responses: { 200: json(Answer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await sendEstimate(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(answerOf(await estimateDetail(ctx, id)), 200);
  },
);

estimates.openapi(
  operation("leads.write", {
    method: "post",
    path: "/estimates/{id}/withdraw",
    tags,
    summary: "Withdraw a sent estimate",
    request: { params },
    responses: { 200: json(Answer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await withdrawEstimate(ctx, c.req.valid("param").id);
    return c.json(answerOf(await estimateDetail(ctx, id)), 200);
  },
);

estimates.openapi(
  operation("leads.write", {
    method: "post",
    path: "/estimates/{id}/revise",
    tags,
    summary: "Revise an estimate",
    description:
      "Creates a draft of the next version, which replaces this one when it is sent. If there already is such a draft, it is returned.",
    request: { params },
    responses: { 201: json(Answer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await reviseEstimate(ctx, c.req.valid("param").id);
    return c.json(answerOf(await estimateDetail(ctx, id)), 201);
  },
);

estimates.openapi(
  operation("leads.manage", {
    method: "post",
    path: "/estimates/{id}/revoke-links",
    tags,
    summary: "Revoke all links to an estimate",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await revokeEstimateLinks(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

const Converted = z.object({ workOrderId: z.string(), customerId: z.string() });

estimates.openapi(
  operation("leads.write", {
    method: "post",
    path: "/estimates/{id}/convert",
    tags,
    summary: "Convert an approved estimate to a work order",
    description:
      "From a lead's estimate, it creates the customer and the property too; if the lead was already converted, the work order is a further one of its customer. An estimate converts once.",
    request: { params },
    responses: { 201: json(Converted) },
  }),
  async (c) => c.json(await convertEstimate(c.var.ctx, c.req.valid("param").id), 201),
);

estimates.openapi(
  operation("leads.write", {
    method: "post",
    path: "/estimates/{id}/undo-conversion",
    tags,
    summary: "Undo the conversion of an estimate",
    description: "Possible while nothing has been done on its work order.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await undoConversion(c.var.ctx, { estimateId: c.req.valid("param").id });
    return c.body(null, 204);
  },
);

estimates.openapi(
  operation("leads.write", {
    method: "post",
    path: "/leads/{id}/convert",
    tags: ["Leads"],
    summary: "Convert a lead to a work order",
    description:
      "Creates a customer and a property too, unless the customer exists. With `customerId` null the customer is new; without it, the lead's own. The service type, planned parts and prices come from the approved estimate. A lead converts once.",
    request: { params, body: jsonRequest(ConvertLead) },
    responses: { 201: json(Converted) },
  }),
  async (c) => c.json(await convertLead(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 201),
);

estimates.openapi(
  operation("leads.write", {
    method: "post",
    path: "/leads/{id}/undo-conversion",
    tags: ["Leads"],
    summary: "Undo the conversion of a lead",
    description: "Possible while nothing has been done on its work order.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await undoConversion(c.var.ctx, { leadId: c.req.valid("param").id });
    return c.body(null, 204);
  },
);

const CustomerAnswer = z.object({
  state: z.enum(ESTIMATE_STATES),
  reference: z.string(),
  title: z.string(),
  validUntil: z.string(),
  documentHash: z.string(),
  options: z.array(OptionAnswer),
  approval: ApprovalAnswer.nullable(),
});

async function customerAnswer(
  ctx: Parameters<typeof customerEstimate>[0],
  token: string,
): Promise<z.output<typeof CustomerAnswer>> {
  const { state, reference, estimate, approval } = await customerEstimate(ctx, token);
  return {
    ...{
      state,
      reference,
      title: estimate.title,
      validUntil: estimate.validUntil,
      documentHash: estimate.documentHash,
    },
    options: estimate.options.map(optionOf),
    approval: approval && {
      ...{ option: approval.option, chosen: [...approval.chosen], total: toDecimal(approval.totalMinor) },
      ...{ signerName: approval.signerName, signedAt: approval.signedAt },
    },
  };
}

estimates.openapi(
  operation("anyone", {
    method: "get",
    path: "/signed/estimates/{token}",
    tags,
    summary: "Get an estimate as its customer sees it",
    request: { params: tokenParams },
    responses: { 200: json(CustomerAnswer) },
  }),
  async (c) => c.json(await customerAnswer(c.var.ctx, c.req.valid("param").token), 200),
);

estimates.openapi(
  operation("anyone", {
    method: "post",
    path: "/signed/estimates/{token}/approve",
    tags,
    summary: "Approve an option of an estimate with a signature",
    request: { params: tokenParams, body: jsonRequest(ApproveEstimate) },
    responses: { 200: json(CustomerAnswer) },
  }),
  async (c) => {
    const { token } = c.req.valid("param");
    await approveEstimate(c.var.ctx, token, c.req.valid("json"));
    return c.json(await customerAnswer(c.var.ctx, token), 200);
  },
);

estimates.openapi(
  operation("anyone", {
    method: "post",
    path: "/signed/estimates/{token}/decline",
    tags,
    summary: "Decline an estimate",
    request: { params: tokenParams, body: jsonRequest(DeclineEstimate) },
    responses: { 200: json(CustomerAnswer) },
  }),
  async (c) => {
    const { token } = c.req.valid("param");
    await declineEstimate(c.var.ctx, token, c.req.valid("json"));
    return c.json(await customerAnswer(c.var.ctx, token), 200);
  },
);
