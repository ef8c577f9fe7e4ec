import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { pdfAnswer } from "~/domain/export/pdf-answer.server";
import { cancelPlan, changePeriod, keepPlan, openPortal, startUpgrade } from "~/domain/plans/change.server";
import { planInvoicePdf } from "~/domain/plans/invoice-pdf.server";
import { PLAN_INVOICE_STATUSES, PLAN_PERIODS } from "~/domain/plans/plan";
import { type PlanView, readPlan } from "~/domain/plans/read.server";
import { PlanChoice, PlanUpgrade } from "~/domain/plans/schema";
import { toDecimal } from "~/domain/shared/money";
import { decimalOrNull } from "./answer-fields";
import { json, jsonRequest, operation } from "./operation";

const tags = ["Plans"];
const params = PlanChoice;
const money = z.number().describe("Dollars");
const instant = z.string();

const PlanAnswer = z.object({
  plan: z.enum(["free", "pro"]).describe("The plan in effect now"),
  state: z
    .enum(["free", "pro", "ending", "payment_failed", "lapsed"])
    .describe("`ending`: canceled, and on to the end of the paid period; `lapsed`: off until the open invoice is paid"),
  isSold: z.boolean().describe("False if this installation sells no plans; everything in Pro is then included"),
  mayChange: z.boolean(),
  subscription: z
    .object({
      period: z.enum(PLAN_PERIODS),
      amount: money.nullable().describe("Amount in dollars; null if you may not change the plan"),
      periodStart: instant,
      periodEnd: instant,
      cancelAtPeriodEnd: z.boolean(),
      failedAt: instant.nullable(),
      proUntil: instant,
    })
    .nullable(),
});

const PlanInvoiceAnswer = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(PLAN_INVOICE_STATUSES),
  amount: money,
  periodStart: instant,
  periodEnd: instant,
  issuedAt: instant,
  paidAt: instant.nullable(),
});

function answerOf({ amountMinor, ...rest }: NonNullable<PlanView["subscription"]>) {
  return { ...rest, amount: decimalOrNull(amountMinor) };
}

export const plans = new OpenAPIHono<HonoEnv>();

plans.openapi(
  operation("person", {
    method: "get",
    path: "/plans/{of}",
    tags,
    summary: "Get the plan of your business or household",
    request: { params },
    responses: { 200: json(PlanAnswer) },
  }),
  async (c) => {
    const { isSold, state, mayChange, subscription } = await readPlan(c.var.ctx, c.req.valid("param").of);
    const isPro = !isSold || (state !== "free" && state !== "lapsed");
    return c.json(
      {
        ...{ plan: isPro ? ("pro" as const) : ("free" as const), state, isSold, mayChange },
        subscription: subscription && answerOf(subscription),
      },
      200,
    );
  },
);

plans.openapi(
  operation("person", {
    method: "get",
    path: "/plans/{of}/invoices",
    tags,
    summary: "List a plan's invoices",
    description: "Newest first. Empty if you may not change the plan.",
    request: { params, query: z.object({ cursor: z.string().max(500).optional() }) },
    responses: {
      200: json(
        z.object({
          items: z.array(PlanInvoiceAnswer),
          nextCursor: z.string().nullable(),
          total: z.number().nullable(),
        }),
      ),
    },
  }),
  async (c) => {
    const { invoices } = await readPlan(c.var.ctx, c.req.valid("param").of, c.req.valid("query"));
    const { nextCursor, total } = invoices;
    const items = invoices.items.map(({ amountMinor, ...rest }) => ({ ...rest, amount: toDecimal(amountMinor) }));
    return c.json({ items, nextCursor, total }, 200);
  },
);

plans.openapi(
  operation("person", {
    method: "get",
    path: "/plan-invoices/{id}/pdf",
    tags,
    summary: "Download a plan's invoice as PDF",
    request: { params: z.object({ id: z.string().max(100) }) },
    responses: { 200: { description: "The file", content: { "application/pdf": { schema: z.string() } } } },
  }),
  async (c) => pdfAnswer(await planInvoicePdf(c.var.ctx, c.req.valid("param").id)),
);

const Page = z.object({ url: z.string().describe("The payment page of the processor") });
const Done = z.object({ ok: z.literal(true) });

plans.openapi(
  operation("person", {
    method: "post",
    path: "/plans/{of}/upgrade",
    tags,
    summary: "Start an upgrade to Pro",
    description: "Repeating it returns the same payment page, which can be paid once.",
    request: { params, body: jsonRequest(PlanUpgrade.omit({ of: true })) },
    responses: { 201: json(Page) },
  }),
  async (c) => c.json(await startUpgrade(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") }), 201),
);

plans.openapi(
  operation("person", {
    method: "post",
    path: "/plans/{of}/portal",
    tags,
    summary: "Create a link to the billing portal",
    description: "On that page, the card is changed and an open invoice is paid.",
    request: { params },
    responses: { 201: json(Page) },
  }),
  async (c) => c.json(await openPortal(c.var.ctx, c.req.valid("param").of), 201),
);

plans.openapi(
  operation("person", {
    method: "post",
    path: "/plans/{of}/cancel",
    tags,
    summary: "Cancel Pro",
    description: "Pro stays on to the end of the paid period.",
    request: { params },
    responses: { 200: json(Done) },
  }),
  async (c) => c.json(await cancelPlan(c.var.ctx, c.req.valid("param").of), 200),
);

plans.openapi(
  operation("person", {
    method: "post",
    path: "/plans/{of}/keep",
    tags,
    summary: "Undo the cancellation of Pro",
    description: "Possible while Pro is still on.",
    request: { params },
    responses: { 200: json(Done) },
  }),
  async (c) => c.json(await keepPlan(c.var.ctx, c.req.valid("param").of), 200),
);

plans.openapi(
  operation("person", {
    method: "post",
    path: "/plans/{of}/period",
    tags,
    summary: "Change the billing period of Pro",
    description: "Monthly or yearly billing, from now on. The unused part of the paid period is credited.",
    request: { params, body: jsonRequest(PlanUpgrade.omit({ of: true })) },
    responses: { 200: json(Done) },
  }),
  async (c) => c.json(await changePeriod(c.var.ctx, { ...c.req.valid("param"), ...c.req.valid("json") }), 200),
);
