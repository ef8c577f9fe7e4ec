import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { addReceipt } from "~/domain/receipts/add.server";
import { confirmReceipt, deleteReceipt } from "~/domain/receipts/change.server";
import { exportReceipts } from "~/domain/receipts/export.server";
import { findReceipt, listReceipts, type Receipt, readReceiptPicture } from "~/domain/receipts/list.server";
import { readReceiptByModel, readTextOfReceipt } from "~/domain/receipts/read.server";
import type { ReadReceipt } from "~/domain/receipts/read-text";
import {
  MAX_COUNTED,
  MAX_RECEIPT_BYTES,
  RECEIPT_OWNERS,
  RECEIPT_TOO_LARGE,
  SUBJECT_KINDS,
} from "~/domain/receipts/receipt";
import { ReceiptFilter, ReceiptInput, ReceiptOf, ReceiptPicture, ReceiptText } from "~/domain/receipts/schema";
import { CURRENCIES, toDecimal } from "~/domain/shared/money";
import { isMonthKey } from "~/domain/shared/time/dates";
import { decimalOrNull } from "./answer-fields";
import { formRequest, json, jsonRequest, noContent, operation } from "./operation";
import { pictureAnswer } from "./picture-answer";

const tags = ["Receipts"];
const params = z.object({ id: z.string() });

const ReceiptAnswer = z.object({
  id: z.string(),
  of: z.enum(RECEIPT_OWNERS),
  merchant: z.string().nullable(),
  boughtOn: z.string().nullable().describe("YYYY-MM-DD"),
  total: z.number().nullable(),
  tax: z.number().nullable(),
  currency: z.enum(CURRENCIES),
  note: z.string().nullable(),
  subject: z
    .object({
      kind: z.enum(SUBJECT_KINDS),
      id: z.string(),
      label: z.string().nullable().describe("Null if you may not open it"),
    })
    .nullable(),
  addedOn: z.string(),
  addedBy: z.string().nullable(),
  confirmedAt: z.string().nullable().describe("Null until the receipt is confirmed"),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

function answerOf(receipt: Receipt): z.output<typeof ReceiptAnswer> {
  const { id, of, merchant, boughtOn, currency, note, subject, addedOn, confirmedAt, version } = receipt;
  return {
    ...{ id, of, merchant, boughtOn, currency, note, addedOn, confirmedAt, version },
    ...{ total: decimalOrNull(receipt.totalMinor), tax: decimalOrNull(receipt.taxMinor), addedBy: receipt.addedByName },
    subject: subject && { kind: subject.kind, id: subject.id, label: subject.label },
    ...{ createdAt: receipt.createdAt, updatedAt: receipt.updatedAt },
  };
}

const readValue = <S extends z.ZodType>(value: S) =>
  z
    .object({
      value,
      line: z.string().describe("The text it was read from"),
      isSure: z.boolean().describe("True if the receipt names it, or another figure on it confirms it"),
    })
    .nullable();

const ReadAnswer = z.object({
  merchant: readValue(z.string()),
  boughtOn: readValue(z.string()),
  total: readValue(z.number()),
  tax: readValue(z.number()),
});

function readAnswer({ merchant, boughtOn, totalMinor, taxMinor }: ReadReceipt): z.output<typeof ReadAnswer> {
  return {
    ...{ merchant, boughtOn },
    total: totalMinor && { ...totalMinor, value: toDecimal(totalMinor.value) },
    tax: taxMinor && { ...taxMinor, value: toDecimal(taxMinor.value) },
  };
}

export const receipts = new OpenAPIHono<HonoEnv>();

receipts.openapi(
  operation("person", {
    method: "get",
    path: "/receipts",
    tags,
    summary: "List a month's receipts",
    description:
      "Newest first. Members who may read invoices see all receipts of the business, other members their own. A household sees its own.",
    request: { query: ReceiptFilter },
    responses: {
      200: json(
        z.object({
          items: z.array(ReceiptAnswer),
          nextCursor: z.string().nullable(),
          total: z.null().describe("Always null: not counted"),
          month: z.string(),
          totals: z
            .array(z.object({ currency: z.enum(CURRENCIES), count: z.int(), total: z.number(), tax: z.number() }))
            .describe("Totals of the month's confirmed receipts, one line per currency"),
          toReview: z
            .int()
            .describe(
              `Number of receipts not confirmed yet, counted up to ${MAX_COUNTED + 1}, which means that many or more`,
            ),
        }),
      ),
    },
  }),
  async (c) => {
    const { items, nextCursor, month, totals, toReview } = await listReceipts(c.var.ctx, c.req.valid("query"));
    const lines = totals.map(({ currency, count, totalMinor, taxMinor }) => ({
      ...{ currency, count, total: toDecimal(totalMinor), tax: toDecimal(taxMinor) },
    }));
    return c.json({ items: items.map(answerOf), nextCursor, total: null, month, totals: lines, toReview }, 200);
  },
);

receipts.openapi(
  operation(
    "person",
    {
      method: "post",
      path: "/receipts",
      tags,
      summary: "Upload a receipt",
      description:
        "A JPEG, PNG or WebP picture of at most 8 MB. A picture that was already uploaded is refused with 409 and `{ receiptId }`, which is null if you may not open it.",
      request: { query: ReceiptOf, body: formRequest(ReceiptPicture) },
      responses: { 201: json(ReceiptAnswer) },
    },
    { maxBytes: MAX_RECEIPT_BYTES, tooLarge: RECEIPT_TOO_LARGE },
  ),
  async (c) => {
    const { ctx } = c.var;
    const { id, of } = await addReceipt(ctx, c.req.valid("query").of, c.req.valid("form"));
    return c.json(answerOf(await findReceipt(ctx, of, id)), 201);
  },
);

receipts.openapi(
  operation("person", {
    method: "get",
    path: "/receipts/export",
    tags,
    summary: "Download a month's receipts",
    description: "`csv`, or `zip` with the pictures the table lists.",
    request: {
      query: ReceiptOf.extend({
        month: z.string().refine(isMonthKey, "Enter a month such as 2026-11"),
        as: z.enum(["csv", "zip"], { error: "Choose csv or zip" }).default("csv"),
      }),
    },
    responses: {
      200: { description: "The file", content: { "application/octet-stream": { schema: z.string() } } },
    },
  }),
  async (c) => {
    const { of, month, as } = c.req.valid("query");
    const { fileName, contentType, body } = await exportReceipts(c.var.ctx, of, { month, as });
    const headers = {
      "Content-Type": contentType,
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "private, no-store",
    };
    return new Response(body, { headers });
  },
);

receipts.openapi(
  operation("person", {
    method: "post",
    path: "/receipts/read-text",
    tags,
    summary: "Read the text of a receipt",
    description: "Takes one printed line per line, as recognized on a device. Nothing is saved.",
    request: { query: ReceiptOf, body: jsonRequest(ReceiptText) },
    responses: { 200: json(ReadAnswer) },
  }),
  async (c) =>
    c.json(readAnswer(await readTextOfReceipt(c.var.ctx, c.req.valid("query").of, c.req.valid("json").text)), 200),
);

receipts.openapi(
  operation("person", {
    method: "get",
    path: "/receipts/{id}",
    tags,
    summary: "Get a receipt",
    request: { params, query: ReceiptOf },
    responses: { 200: json(ReceiptAnswer) },
  }),
  async (c) => c.json(answerOf(await findReceipt(c.var.ctx, c.req.valid("query").of, c.req.valid("param").id)), 200),
);

receipts.openapi(
  operation("person", {
    method: "get",
    path: "/receipts/{id}/picture",
    tags,
    summary: "Download a receipt's picture",
    request: { params, query: ReceiptOf },
    responses: { 200: { description: "The picture", content: { "image/*": { schema: z.string() } } } },
  }),
  async (c) => {
    return pictureAnswer(await readReceiptPicture(c.var.ctx, c.req.valid("query").of, c.req.valid("param").id));
  },
);

receipts.openapi(
  operation("person", {
    method: "post",
    path: "/receipts/{id}/read",
    tags,
    summary: "Read the picture of a receipt with a language model",
    description: "The response is 503 if no model is set up. Nothing is saved.",
    request: { params, query: ReceiptOf },
    responses: { 200: json(ReadAnswer.extend({ text: z.string() })) },
  }),
  async (c) => {
    const read = await readReceiptByModel(c.var.ctx, c.req.valid("query").of, c.req.valid("param").id);
    return c.json({ text: read.text, ...readAnswer(read) }, 200);
  },
);

receipts.openapi(
  operation("person", {
    method: "put",
    path: "/receipts/{id}",
    tags,
    summary: "Confirm a receipt",
    description:
      "Saves its details and what it is for. If there is another receipt from the same merchant with the same day and total, the response is 409 with `{ duplicate }`, whose `id` is null if you may not open it, unless `acceptDuplicate` is set.",
    request: { params, query: ReceiptOf, body: jsonRequest(ReceiptInput) },
    responses: { 200: json(ReceiptAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { of } = c.req.valid("query");
    const { id } = await confirmReceipt(ctx, of, { id: c.req.valid("param").id, ...c.req.valid("json") });
    return c.json(answerOf(await findReceipt(ctx, of, id)), 200);
  },
);

receipts.openapi(
  operation("person", {
    method: "delete",
    path: "/receipts/{id}",
    tags,
    summary: "Delete a receipt",
    description: "Deletes its picture too.",
    request: { params, query: ReceiptOf },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteReceipt(c.var.ctx, c.req.valid("query").of, c.req.valid("param").id);
    return c.body(null, 204);
  },
);
