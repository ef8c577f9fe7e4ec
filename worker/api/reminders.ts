import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { formatInvoiceNumber } from "~/domain/invoices/invoice";
import { REMINDER_OUTCOMES } from "~/domain/invoices/receivables/reminders";
import {
  pauseReminders,
  previewReminders,
  readReminderSettings,
  saveReminderSettings,
  sendReminders,
} from "~/domain/invoices/receivables/reminders.server";
import { PauseReminders, ReminderSettings, SendReminders } from "~/domain/invoices/schema";
import { toDecimal } from "~/domain/shared/money";
import { json, jsonRequest, operation } from "./operation";

const tags = ["Invoices"];
const count = z.number().int();

/** Reminders of overdue invoices. Mounted before the invoices, whose ids would match the paths. */
export const reminders = new OpenAPIHono<HonoEnv>();

reminders.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/invoices/reminders",
    tags,
    summary: "List overdue invoices and their reminders",
    description:
      "Longest overdue first, each with what happens to it when reminders are sent for all of them. Of more than 300, those that get a reminder come before the others.",
    responses: {
      200: json(
        z.object({
          items: z.array(
            z.object({
              id: z.string(),
              reference: z.string(),
              customerName: z.string(),
              email: z.string().nullable(),
              dueOn: z.string(),
              balance: z.number(),
              outcome: z.enum(REMINDER_OUTCOMES),
              remindedOn: z.string().nullable(),
            }),
          ),
          hasMore: z.boolean(),
        }),
      ),
    },
  }),
  async (c) => {
    const { items, hasMore } = await previewReminders(c.var.ctx);
    return c.json(
      {
        items: items.map(({ number, balanceMinor, lastOn, ...row }) => ({
          ...{ ...row, remindedOn: lastOn, balance: toDecimal(balanceMinor) },
          reference: formatInvoiceNumber("invoice", number),
        })),
        hasMore,
      },
      200,
    );
  },
);

reminders.openapi(
  operation("invoices.write", {
    method: "post",
    path: "/invoices/reminders",
    tags,
    summary: "Send payment reminders",
    description:
      "Of up to ten overdue invoices. Customers without an email address, paused customers and those who were reminded today are skipped.",
    request: { body: jsonRequest(SendReminders) },
    responses: { 200: json(z.object({ sent: z.array(z.string()) })) },
  }),
  async (c) => c.json(await sendReminders(c.var.ctx, c.req.valid("json")), 200),
);

reminders.openapi(
  operation("invoices.write", {
    method: "put",
    path: "/customers/{id}/reminders",
    tags,
    summary: "Pause or resume a customer's payment reminders",
    description: "Applies to reminders sent automatically or in bulk.",
    request: { params: z.object({ id: z.string().max(100) }), body: jsonRequest(PauseReminders) },
    responses: { 200: json(z.object({ paused: z.boolean() })) },
  }),
  async (c) => c.json(await pauseReminders(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
);

reminders.openapi(
  operation("system.admin", {
    method: "get",
    path: "/billing/reminders",
    tags,
    summary: "Get when payment reminders are sent automatically",
    responses: {
      200: json(
        z.object({ enabled: z.boolean(), firstAfterDays: count, everyDays: count, maxCount: count, version: count }),
      ),
    },
  }),
  async (c) => c.json(await readReminderSettings(c.var.ctx), 200),
);

reminders.openapi(
  operation("system.admin", {
    method: "put",
    path: "/billing/reminders",
    tags,
    summary: "Set when payment reminders are sent automatically",
    request: { body: jsonRequest(ReminderSettings) },
    responses: { 200: json(z.object({ version: count })) },
  }),
  async (c) => c.json(await saveReminderSettings(c.var.ctx, c.req.valid("json")), 200),
);
