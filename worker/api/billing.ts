import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { LINE_KINDS } from "~/domain/billing/charges";
import { type BillingPreview, billingPreview } from "~/domain/billing/preview.server";
import { BillingSettings, NewTaxRate, TaxRateEnd } from "~/domain/billing/schema";
import { PARTS_PRICINGS } from "~/domain/billing/settings";
import {
  addTaxRate,
  endTaxRate,
  readBillingSettings,
  type SavedSettings,
  saveBillingSettings,
} from "~/domain/billing/settings.server";
import { INVOICE_KINDS, INVOICE_STATUSES } from "~/domain/invoices/invoice";
import { toDecimal } from "~/domain/shared/money";
import { WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";
import { decimalOrNull, percentOf } from "./answer-fields";
import { json, jsonRequest, operation } from "./operation";

const tags = ["Invoices"];
const params = z.object({ id: z.string().max(100) });
const text = z.string().nullable();
const count = z.number().int();
const amount = z.number().nullable();

const TaxRateAnswer = z.object({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  zipPrefix: z.string(),
  rate: z.number().describe("Percent"),
  effectiveFrom: z.string(),
  endsOn: text,
});

const SettingsAnswer = z.object({
  version: count,
  effectiveFrom: z.string(),
  isInForce: z.boolean(),
  laborRate: amount.describe("Dollars per hour; null if not set"),
  technicianRates: z.array(z.object({ technicianId: z.string(), rate: z.number().describe("Dollars per hour") })),
  serviceTypeRates: z.array(z.object({ serviceTypeId: z.string(), rate: z.number().describe("Dollars per hour") })),
  roundingMinutes: count,
  minimumCharge: z.number().describe("Dollars"),
  tripCharge: z.number().describe("Dollars"),
  partsPricing: z.enum(PARTS_PRICINGS),
  partsMarkup: z.number().describe("Percent"),
  laborTaxable: z.boolean(),
  termsDays: count,
  footer: text,
  taxRates: z.array(TaxRateAnswer),
});

function settingsOf(settings: SavedSettings) {
  const { version, effectiveFrom, isInForce, roundingMinutes, partsPricing, laborTaxable, termsDays, footer } =
    settings;
  return {
    ...{ version, effectiveFrom, isInForce, roundingMinutes, partsPricing, laborTaxable, termsDays, footer },
    laborRate: decimalOrNull(settings.laborRateMinor),
    technicianRates: settings.technicianRates.map(({ technicianId, rateMinor }) => ({
      technicianId,
      rate: toDecimal(rateMinor),
    })),
    serviceTypeRates: settings.serviceTypeRates.map(({ serviceTypeId, rateMinor }) => ({
      serviceTypeId,
      rate: toDecimal(rateMinor),
    })),
    minimumCharge: toDecimal(settings.minimumChargeMinor),
    tripCharge: toDecimal(settings.tripChargeMinor),
    partsMarkup: percentOf(settings.partsMarkupPpm),
    taxRates: settings.taxRates.map(({ ratePpm, ...rate }) => ({ ...rate, rate: percentOf(ratePpm) })),
  };
}

const PreviewAnswer = z.object({
  workOrderId: z.string(),
  reference: z.string(),
  status: z.enum(WORK_ORDER_STATUSES),
  laborSeconds: count.describe("Recorded labor before rounding, seconds"),
  travelSeconds: count,
  lines: z.array(
    z.object({
      kind: z.enum(LINE_KINDS),
      description: z.string(),
      equipment: text,
      quantity: z.number(),
      notBilledQuantity: z.number().describe("Not on the work order's invoice; all of it without an invoice"),
      unit: z.string(),
      unitPrice: amount.describe("In dollars; null without a price"),
      taxable: z.boolean(),
      net: amount.describe("Dollars; null without a price"),
      cost: amount.describe("In dollars; null if unknown, or if you may not see costs"),
    }),
  ),
  subtotal: z.number().describe("In dollars, after the discount"),
  discount: z.number().describe("Dollars"),
  taxes: z.array(z.object({ name: z.string(), rate: z.number().describe("Percent"), tax: z.number() })),
  tax: amount.describe("In dollars; null without a tax rate for the property"),
  taxNote: text.describe("Why the approved estimate charges no tax; null otherwise"),
  total: z.number().describe("In dollars, without unknown tax and lines without a price"),
  cost: amount,
  margin: amount.describe("In dollars; null if unknown, or if you may not see costs"),
  deposit: z.number().describe("Deposits for this work order that are not applied yet, in dollars"),
  flags: z.array(z.object({ code: z.string(), message: z.string() })),
  invoices: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(INVOICE_KINDS),
      status: z.enum(INVOICE_STATUSES),
      number: count.nullable(),
      total: z.number().describe("Dollars"),
      balance: z.number().describe("Dollars"),
    }),
  ),
});

function previewOf(preview: BillingPreview) {
  const { workOrder, totals, facts } = preview;
  return {
    ...{ workOrderId: workOrder.id, reference: workOrder.reference, status: workOrder.status, ...facts },
    lines: preview.lines.map(({ kind, description, equipment, unit, taxable, ...line }) => ({
      ...{ kind, description, equipment, unit, taxable, quantity: line.quantityMilli / 1000 },
      notBilledQuantity: line.notBilledMilli / 1000,
      ...{
        unitPrice: decimalOrNull(line.unitPriceMinor),
        net: decimalOrNull(line.netMinor),
        cost: decimalOrNull(line.costMinor),
      },
    })),
    subtotal: toDecimal(totals.netMinor),
    discount: toDecimal(totals.discountMinor),
    taxes: totals.taxes.map(({ name, ratePpm, taxMinor }) => ({
      name,
      rate: percentOf(ratePpm),
      tax: toDecimal(taxMinor),
    })),
    tax: preview.isTaxKnown ? toDecimal(totals.taxMinor) : null,
    taxNote: preview.exempt,
    total: toDecimal(totals.totalMinor),
    cost: decimalOrNull(preview.margin?.costMinor ?? null),
    margin: decimalOrNull(preview.margin?.marginMinor ?? null),
    deposit: toDecimal(preview.depositMinor),
    flags: preview.flags,
    invoices: preview.documents.map(({ id, kind, status, number, totalMinor, paidMinor, creditedMinor }) => ({
      ...{ id, kind, status, number, total: toDecimal(totalMinor) },
      balance: status === "issued" ? toDecimal(totalMinor - paidMinor - creditedMinor) : 0,
    })),
  };
}

export const billing = new OpenAPIHono<HonoEnv>();

billing.openapi(
  operation("system.admin", {
    method: "get",
    path: "/billing/settings",
    tags,
    summary: "Get the billing settings",
    description: "Those saved last, and the tax rates.",
    responses: { 200: json(SettingsAnswer) },
  }),
  async (c) => c.json(settingsOf(await readBillingSettings(c.var.ctx)), 200),
);

billing.openapi(
  operation("system.admin", {
    method: "put",
    path: "/billing/settings",
    tags,
    summary: "Update the billing settings",
    description: "They apply from the given day on.",
    request: { body: jsonRequest(BillingSettings) },
    responses: { 200: json(SettingsAnswer) },
  }),
  async (c) => {
    await saveBillingSettings(c.var.ctx, c.req.valid("json"));
    return c.json(settingsOf(await readBillingSettings(c.var.ctx)), 200);
  },
);

billing.openapi(
  operation("system.admin", {
    method: "post",
    path: "/billing/tax-rates",
    tags,
    summary: "Create a sales tax rate",
    description: "For a state, or for the ZIP codes with a given beginning.",
    request: { body: jsonRequest(NewTaxRate) },
    responses: { 201: json(z.object({ id: z.string() })) },
  }),
  async (c) => c.json(await addTaxRate(c.var.ctx, c.req.valid("json")), 201),
);

billing.openapi(
  operation("system.admin", {
    method: "post",
    path: "/billing/tax-rates/{id}/end",
    tags,
    summary: "End a sales tax rate",
    description: "It is charged through the given day.",
    request: { params, body: jsonRequest(TaxRateEnd) },
    responses: { 200: json(z.object({ id: z.string() })) },
  }),
  async (c) => c.json(await endTaxRate(c.var.ctx, c.req.valid("param").id, c.req.valid("json").endsOn), 200),
);

billing.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/work-orders/{id}/billing-preview",
    tags,
    summary: "Preview what a work order would be billed",
    description: "Available in any status.",
    request: { params },
    responses: { 200: json(PreviewAnswer) },
  }),
  async (c) => c.json(previewOf(await billingPreview(c.var.ctx, c.req.valid("param").id)), 200),
);
