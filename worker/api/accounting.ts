import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { csvAnswer } from "~/domain/export/csv-answer.server";
import { ACCOUNTING_HEADERS } from "~/domain/invoices/accounting";
import { accountingRows } from "~/domain/invoices/accounting.server";
import { AccountingExport } from "~/domain/invoices/schema";
import { operation } from "./operation";

const tags = ["Invoices"];

/** Files for bookkeeping. Mounted before the invoices, whose ids would match the path. */
export const accounting = new OpenAPIHono<HonoEnv>();

accounting.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/invoices/export",
    tags,
    summary: "Download accounting data as CSV",
    description:
      "Invoices and credit notes, payments and refunds, or a file of invoices for import into QuickBooks Online.",
    request: { query: AccountingExport },
    responses: { 200: { description: "The file", content: { "text/csv": { schema: z.string() } } } },
  }),
  (c) => {
    const wanted = c.req.valid("query");
    return csvAnswer(c.var.ctx, accountingRows(c.var.ctx, wanted), {
      header: ACCOUNTING_HEADERS[wanted.file],
      fileName: `${wanted.file}-${wanted.from}-${wanted.to}.csv`,
    });
  },
);
