import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { pdfAnswer } from "~/domain/export/pdf-answer.server";
import { revokeLinks } from "~/domain/invoices/links.server";
import { invoicePdf } from "~/domain/invoices/pdf.server";
import { SendInvoice } from "~/domain/invoices/schema";
import { sendInvoice } from "~/domain/invoices/send.server";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Invoices"];
const params = z.object({ id: z.string().max(100) });

export const invoiceDelivery = new OpenAPIHono<HonoEnv>();

invoiceDelivery.openapi(
  operation("invoices.write", {
    method: "post",
    path: "/invoices/{id}/send",
    tags,
    summary: "Email an invoice or a credit note",
    description: "Attaches its PDF. A reminder can be sent only of an overdue invoice, once a day.",
    request: { params, body: jsonRequest(SendInvoice) },
    responses: { 201: json(z.object({ mailId: z.string() })) },
  }),
  async (c) => c.json(await sendInvoice(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 201),
);

invoiceDelivery.openapi(
  operation("invoices.manage", {
    method: "post",
    path: "/invoices/{id}/revoke-links",
    tags,
    summary: "Revoke all links to an invoice or a credit note",
    description: "Links in emails and the codes on printed documents stop working. Sending it again makes a new one.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await revokeLinks(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

invoiceDelivery.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/invoices/{id}/pdf",
    tags,
    summary: "Download an invoice or a credit note as PDF",
    request: { params },
    responses: { 200: { description: "The file", content: { "application/pdf": { schema: z.string() } } } },
  }),
  async (c) => pdfAnswer(await invoicePdf(c.var.ctx, c.req.valid("param").id)),
);
