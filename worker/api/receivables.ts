import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { csvAnswer } from "~/domain/export/csv-answer.server";
import { pdfAnswer } from "~/domain/export/pdf-answer.server";
import { PAYMENT_METHODS } from "~/domain/invoices/payment";
import { AGING_FILE_HEADER, type Owed } from "~/domain/invoices/receivables/aging";
import { agingFile, listOwing } from "~/domain/invoices/receivables/aging.server";
import { STATEMENT_ENTRY_TYPES } from "~/domain/invoices/receivables/statement";
import { customerStatement, sendStatement, statementPdf } from "~/domain/invoices/receivables/statement.server";
import { AgingFilter, SendStatement, StatementView } from "~/domain/invoices/schema";
import { toDecimal } from "~/domain/shared/money";
import { json, jsonRequest, operation } from "./operation";

const tags = ["Invoices"];
const money = z.number().describe("Dollars");

/** What customers owe. Mounted before the invoices, whose ids would match the paths. */
export const receivables = new OpenAPIHono<HonoEnv>();

const owed = {
  current: money.describe("Not due yet, in dollars"),
  days1To30: money,
  days31To60: money,
  days61To90: money,
  over90: money,
  credit: money.describe("Payments that are not applied to an invoice, in dollars"),
  total: money.describe("Amount owed less the credit, in dollars"),
};

function owedOf(row: Owed) {
  return {
    ...{ current: toDecimal(row.current), days1To30: toDecimal(row["1_30"]), days31To60: toDecimal(row["31_60"]) },
    ...{ days61To90: toDecimal(row["61_90"]), over90: toDecimal(row.over_90) },
    ...{ credit: toDecimal(row.credit), total: toDecimal(row.total) },
  };
}

receivables.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/invoices/aging/customers",
    tags,
    summary: "List what each customer owes",
    description: "By how overdue it is, as of today or another day.",
    request: { query: AgingFilter },
    responses: {
      200: json(
        z.object({
          asOf: z.string(),
          items: z.array(
            z.object({ customerId: z.string(), customerNumber: z.number().int(), customerName: z.string(), ...owed }),
          ),
          totals: z.object(owed).describe("Totals of all that match"),
          nextCursor: z.string().nullable(),
          total: z.number().int().nullable(),
        }),
      ),
    },
  }),
  async (c) => {
    const { asOf, items, totals, nextCursor, total } = await listOwing(c.var.ctx, c.req.valid("query"));
    return c.json(
      {
        ...{ asOf, nextCursor, total, totals: owedOf(totals) },
        items: items.map(({ id, number, name, ...row }) => ({
          ...{ customerId: id, customerNumber: number, customerName: name },
          ...owedOf(row),
        })),
      },
      200,
    );
  },
);

receivables.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/invoices/aging/export",
    tags,
    summary: "Download what each customer owes as CSV",
    request: { query: AgingFilter.pick({ search: true, asOf: true }) },
    responses: { 200: { description: "The file", content: { "text/csv": { schema: z.string() } } } },
  }),
  (c) => {
    const wanted = c.req.valid("query");
    return csvAnswer(c.var.ctx, agingFile(c.var.ctx, wanted), {
      header: AGING_FILE_HEADER,
      fileName: wanted.asOf ? `aging-${wanted.asOf}.csv` : "aging.csv",
    });
  },
);

const params = z.object({ id: z.string().max(100) });
const text = z.string().nullable();

receivables.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/customers/{id}/statement",
    tags,
    summary: "Get a customer's statement",
    description:
      "Every change of the customer's balance in a period, oldest first; the current year to date by default.",
    request: { params, query: StatementView },
    responses: {
      200: json(
        z.object({
          customerId: z.string(),
          customerName: z.string(),
          from: z.string(),
          to: z.string(),
          opening: money.describe("Balance before the first day, in dollars"),
          entries: z.array(
            z.object({
              type: z.enum(STATEMENT_ENTRY_TYPES),
              id: z.string(),
              number: z
                .number()
                .int()
                .nullable()
                .describe("The document's; for a refund, of the invoice it was made from"),
              text,
              method: z.enum(PAYMENT_METHODS).nullable(),
              on: z.string(),
              dueOn: text,
              change: money.describe("In dollars; negative for payments and credit notes"),
              balance: money,
            }),
          ),
          balance: money.describe(
            "Balance after the last day, in dollars; negative if the customer has more credit than is owed",
          ),
          owed: money.describe("Currently owed on invoices, in dollars"),
          credit: money.describe("Payments that are currently not applied to an invoice, in dollars"),
        }),
      ),
    },
  }),
  async (c) => {
    const statement = await customerStatement(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    const { customer, entries, from, to } = statement;
    return c.json(
      {
        ...{ customerId: customer.id, customerName: customer.name, from, to },
        opening: toDecimal(statement.openingMinor),
        entries: entries.map(({ changeMinor, balanceMinor, ...entry }) => ({
          ...{ ...entry, change: toDecimal(changeMinor), balance: toDecimal(balanceMinor) },
        })),
        ...{ balance: toDecimal(statement.closingMinor), owed: toDecimal(statement.owedMinor) },
        credit: toDecimal(statement.creditMinor),
      },
      200,
    );
  },
);

receivables.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/customers/{id}/statement/pdf",
    tags,
    summary: "Download a customer's statement as PDF",
    request: { params, query: StatementView },
    responses: { 200: { description: "The file", content: { "application/pdf": { schema: z.string() } } } },
  }),
  async (c) => pdfAnswer(await statementPdf(c.var.ctx, c.req.valid("param").id, c.req.valid("query"))),
);

receivables.openapi(
  operation("invoices.write", {
    method: "post",
    path: "/customers/{id}/statement/send",
    tags,
    summary: "Email a customer's statement",
    description: "Attaches its PDF.",
    request: { params, query: StatementView, body: jsonRequest(SendStatement) },
    responses: { 201: json(z.object({ mailId: z.string() })) },
  }),
  async (c) => {
    const wanted = { days: c.req.valid("query"), mail: c.req.valid("json") };
    return c.json(await sendStatement(c.var.ctx, c.req.valid("param").id, wanted), 201);
  },
);
