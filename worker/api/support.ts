import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { changeSupportState, findSupport, listSupport, replyToSupport } from "~/domain/support/inbox.server";
import { SupportFilter, SupportMessage, SupportReply, SupportStateChange } from "~/domain/support/schema";
import { sendToSupport, supportForm } from "~/domain/support/send.server";
import { SUPPORT_AUTHORS, SUPPORT_STATES } from "~/domain/support/support";
import { json, jsonRequest, operation } from "./operation";

const tags = ["Support"];
const params = z.object({ id: z.string() });

const Summary = z.object({
  id: z.string(),
  subject: z.string(),
  senderName: z.string(),
  senderEmail: z.string(),
  state: z.enum(SUPPORT_STATES),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const Detail = Summary.extend({
  version: z.int(),
  context: z
    .object({
      page: z.string().nullable(),
      business: z.string().nullable(),
      roles: z.string().nullable(),
      browser: z.string().nullable(),
      question: z.string().nullable().describe("The last question to the assistant"),
    })
    .partial()
    .nullable()
    .describe("Where the message was written; null unless you reply for Plenum"),
  messages: z.array(
    z.object({
      id: z.string(),
      author: z.enum(SUPPORT_AUTHORS),
      authorName: z.string(),
      body: z.string(),
      createdAt: z.string(),
    }),
  ),
});

export const support = new OpenAPIHono<HonoEnv>();

support.openapi(
  operation("anyone", {
    method: "get",
    path: "/support/form",
    tags,
    summary: "Get the token of the support form",
    responses: {
      200: json(
        z.object({
          started: z
            .string()
            .describe(
              "Token to send with the message; valid from two seconds after the form was requested until a day later",
            ),
        }),
      ),
    },
  }),
  async (c) => c.json(await supportForm(c.var.ctx), 200),
);

support.openapi(
  operation("anyone", {
    method: "post",
    path: "/support/messages",
    tags,
    summary: "Create a support message",
    description: "A signed-in user writes under their own name; a visitor gives an email address for the answer.",
    request: { body: jsonRequest(SupportMessage) },
    responses: { 201: json(z.object({ id: z.string().nullable() })) },
  }),
  async (c) => c.json(await sendToSupport(c.var.ctx, c.req.valid("json")), 201),
);

support.openapi(
  operation("person", {
    method: "get",
    path: "/support/messages",
    tags,
    summary: "List support messages",
    description: "By state, newest first: your own, or all of them if you reply for Plenum.",
    request: { query: SupportFilter },
    responses: {
      200: json(
        z.object({
          items: z.array(Summary),
          nextCursor: z.string().nullable(),
          total: z.null().describe("Always null: not counted"),
        }),
      ),
    },
  }),
  async (c) => {
    const { items, nextCursor } = await listSupport(c.var.ctx, c.req.valid("query"));
    return c.json({ items, nextCursor, total: null }, 200);
  },
);

support.openapi(
  operation("person", {
    method: "get",
    path: "/support/messages/{id}",
    tags,
    summary: "Get a support message",
    description: "Includes its replies.",
    request: { params },
    responses: { 200: json(Detail) },
  }),
  async (c) => {
    const { isStaff: _, ...found } = await findSupport(c.var.ctx, c.req.valid("param").id);
    return c.json(found, 200);
  },
);

support.openapi(
  operation("person", {
    method: "post",
    path: "/support/messages/{id}/replies",
    tags,
    summary: "Reply to a support message",
    description: "By email, or as an addition to a message of your own.",
    request: { params, body: jsonRequest(SupportReply) },
    responses: { 201: json(z.object({ id: z.string() })) },
  }),
  async (c) => c.json(await replyToSupport(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 201),
);

support.openapi(
  operation("person", {
    method: "put",
    path: "/support/messages/{id}/state",
    tags,
    summary: "Close or reopen a support message",
    request: { params, body: jsonRequest(SupportStateChange) },
    responses: { 200: json(z.object({ id: z.string() })) },
  }),
  async (c) => c.json(await changeSupportState(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
);
