import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { automaticMessagesOf, turnOnAutomaticMessages } from "~/domain/messages/automatic.server";
import { MessageSettingsInput } from "~/domain/messages/schema";
import { messageSettingsOf, saveMessageSettings } from "~/domain/messages/settings.server";
import { TEMPLATE_KEYS } from "~/domain/messages/templates";
import { json, jsonRequest, operation } from "./operation";

const tags = ["Messages"];

/** Templates, quiet hours and automatic messages. */
export const messageSettings = new OpenAPIHono<HonoEnv>();

const SettingsAnswer = z.object({
  version: z.int().describe("0 until the settings are saved for the first time"),
  quietFrom: z.string().describe("HH:MM in the time zone of the property"),
  quietTo: z.string(),
  templates: z.record(z.enum(TEMPLATE_KEYS), z.string()),
  texts: z.object({ kind: z.enum(["twilio", "embedded", "off"]), number: z.string().nullable() }),
});

messageSettings.openapi(
  operation("admin", {
    method: "get",
    path: "/message-settings",
    tags,
    summary: "Get the message settings",
    description: "Templates, quiet hours and the phone number for texts.",
    responses: { 200: json(SettingsAnswer) },
  }),
  async (c) => c.json(await messageSettingsOf(c.var.ctx), 200),
);

messageSettings.openapi(
  operation("admin", {
    method: "put",
    path: "/message-settings",
    tags,
    summary: "Update the message settings",
    description: "Templates and quiet hours.",
    request: { body: jsonRequest(MessageSettingsInput) },
    responses: { 200: json(SettingsAnswer) },
  }),
  async (c) => {
    await saveMessageSettings(c.var.ctx, c.req.valid("json"));
    return c.json(await messageSettingsOf(c.var.ctx), 200);
  },
);

const AutomaticAnswer = z.object({
  pausedAt: z.string().nullable().describe("Since when no automatic messages are sent; null while they are"),
  waiting: z
    .int()
    .describe("Number of messages to customers that came with a restored export and are waiting, counted up to 1,000"),
});

messageSettings.openapi(
  operation("admin", {
    method: "get",
    path: "/message-settings/automatic",
    tags,
    summary: "Get whether automatic messages are sent",
    description: "A restored business starts with automatic messages paused.",
    responses: { 200: json(AutomaticAnswer) },
  }),
  async (c) => c.json(await automaticMessagesOf(c.var.ctx), 200),
);

messageSettings.openapi(
  operation("admin", {
    method: "post",
    path: "/message-settings/automatic",
    tags,
    summary: "Resume automatic messages",
    description: "Needed after a business was restored from an export.",
    responses: { 200: json(AutomaticAnswer) },
  }),
  async (c) => c.json(await turnOnAutomaticMessages(c.var.ctx), 200),
);
