import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { assignThread } from "~/domain/messages/assign.server";
import { automaticMessagesOf, turnOnAutomaticMessages } from "~/domain/messages/automatic.server";
import { openCustomerThread, sendPhotoToCustomer, sendToCustomer, setConsent } from "~/domain/messages/customer.server";
import { listMessages, type Message, readMessagePhoto, threadDetail } from "~/domain/messages/detail.server";
import { countUnread, listThreads, searchMessages } from "~/domain/messages/list.server";
import {
  AUTHOR_KINDS,
  CHANNELS,
  DELIVERY_STATES,
  MOST_UNREAD,
  PICTURE_STATES,
  THREAD_KINDS,
} from "~/domain/messages/message";
import { openConversation, openJobThread } from "~/domain/messages/open.server";
import {
  ConsentInput,
  ConversationInput,
  CustomerMessage,
  MessageInput,
  MessagePage,
  MessageSearch,
  MessageSettingsInput,
  PhotoToSomebody,
  ReadUpTo,
  ThreadAssignee,
  ThreadFilter,
} from "~/domain/messages/schema";
import { closeThread, markRead, sendMessage, sendPhoto } from "~/domain/messages/send.server";
import { messageSettingsOf, saveMessageSettings } from "~/domain/messages/settings.server";
import { TEMPLATE_KEYS } from "~/domain/messages/templates";
import { MAX_PHOTO_BYTES, PHOTO_TOO_LARGE } from "~/domain/shared/limits";
import { revokeVisitPage, visitPage } from "~/domain/visits/links.server";
import { filledTemplates } from "~/domain/visits/templates.server";
import type { HonoEnv } from "../env";
import { formRequest, json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Messages"];
const params = z.object({ id: z.string() });
const Person = z.object({ id: z.string(), name: z.string() });

const ThreadAnswer = z.object({
  id: z.string(),
  kind: z.enum(THREAD_KINDS).describe("Of two, of several, about a job within the business, or with a customer"),
  title: z.string(),
  lastAt: z.string().nullable(),
  closedAt: z.string().nullable().describe("A new message opens it again"),
  unread: z.int().describe("Messages after the last that the caller has read"),
  isMentioned: z.boolean().describe("One of the unread names the caller"),
  workOrder: z.object({ id: z.string(), number: z.string(), title: z.string() }).nullable(),
  customer: z.string().nullable(),
  assignee: Person.nullable().describe("Whose it is to answer"),
  last: z
    .object({
      text: z.string(),
      isMine: z.boolean(),
      by: z.string().nullable(),
      hasPhoto: z.boolean(),
      delivery: z.enum(DELIVERY_STATES).nullable(),
    })
    .nullable(),
});

const MessageAnswer = z.object({
  id: z.string(),
  seq: z.int().describe("Its place in the conversation, from 1 on"),
  authorKind: z.enum(AUTHOR_KINDS),
  by: Person.nullable().describe("Null for the customer and for the product itself"),
  channel: z.enum(CHANNELS),
  body: z.string(),
  pictures: z
    .array(z.object({ id: z.string(), state: z.enum(PICTURE_STATES), problem: z.string().nullable() }))
    .describe("What came with a customer's text; `failed` may be tried again"),
  hasPhoto: z.boolean(),
  createdAt: z.string(),
  writtenAt: z.string().nullable().describe("When a device without a connection wrote it"),
  delivery: z
    .enum(DELIVERY_STATES)
    .nullable()
    .describe("Of a text or mail; held: waits for the end of the customer's quiet hours"),
  deliveryError: z.string().nullable(),
  sendAt: z.string().nullable(),
});

const messageOf = ({ isMine: _, ...message }: Message): z.output<typeof MessageAnswer> => message;
const Place = z.object({ id: z.string(), seq: z.int() });

export const messages = new OpenAPIHono<HonoEnv>();

messages.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/threads",
    tags,
    summary: "List conversations",
    description:
      "`mine` has what is unread first, the others the latest; `assigned` is the caller's to answer. `jobs` and `customers` are all for the office.",
    request: { query: ThreadFilter },
    responses: {
      200: json(
        z.object({
          items: z.array(ThreadAnswer),
          nextCursor: z.string().nullable(),
          total: z.null().describe("Not counted"),
        }),
      ),
    },
  }),
  async (c) => {
    const { items, nextCursor } = await listThreads(c.var.ctx, c.req.valid("query"));
    return c.json({ items, nextCursor, total: null }, 200);
  },
);

messages.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/threads/unread",
    tags,
    summary: "Count the caller's conversations with something unread",
    responses: { 200: json(z.object({ unread: z.int().describe(`At most ${MOST_UNREAD + 1}: that many or more`) })) },
  }),
  async (c) => c.json(await countUnread(c.var.ctx), 200),
);

messages.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/messages",
    tags,
    summary: "Search messages, newest first",
    request: { query: MessageSearch },
    responses: {
      200: json(
        z.object({
          items: z.array(
            z.object({
              seq: z.int(),
              at: z.string(),
              body: z.string(),
              by: z.string().nullable(),
              thread: z.object({ id: z.string(), title: z.string(), kind: z.enum(THREAD_KINDS) }),
            }),
          ),
          nextCursor: z.string().nullable(),
          total: z.null().describe("Not counted"),
        }),
      ),
    },
  }),
  async (c) => c.json({ ...(await searchMessages(c.var.ctx, c.req.valid("query"))), total: null }, 200),
);

messages.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/threads",
    tags,
    summary: "Open a conversation with one or several members",
    description: "With one person and no title it is the one there is.",
    request: { body: jsonRequest(ConversationInput) },
    responses: { 201: json(z.object({ id: z.string() })) },
  }),
  async (c) => c.json(await openConversation(c.var.ctx, c.req.valid("json")), 201),
);

messages.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/work-orders/{id}/thread",
    tags,
    summary: "Open the team's conversation about a job",
    request: { params },
    responses: { 201: json(z.object({ id: z.string() })) },
  }),
  async (c) => c.json(await openJobThread(c.var.ctx, c.req.valid("param").id), 201),
);

messages.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/threads/{id}",
    tags,
    summary: "Get a conversation with its newest messages",
    request: { params },
    responses: {
      200: json(
        z.object({
          thread: ThreadAnswer,
          messages: z.array(MessageAnswer),
          hasOlder: z.boolean(),
          readers: z.array(Person.extend({ readSeq: z.int().describe("Has read up to this place") })),
          people: z.array(Person).describe("Whom a message can name as @Name"),
        }),
      ),
    },
  }),
  async (c) => {
    const { thread, items, hasOlder, readers, people } = await threadDetail(
      c.var.ctx,
      c.req.valid("param").id,
      MessagePage.parse({}),
    );
    return c.json({ thread, messages: items.map(messageOf), hasOlder, readers, people }, 200);
  },
);

messages.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/threads/{id}/messages",
    tags,
    summary: "List messages of a conversation in their order",
    description: "The newest, or those before or after a place.",
    request: { params, query: MessagePage },
    responses: {
      200: json(z.object({ items: z.array(MessageAnswer), hasOlder: z.boolean(), hasNewer: z.boolean() })),
    },
  }),
  async (c) => {
    const { items, ...rest } = await listMessages(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    return c.json({ ...rest, items: items.map(messageOf) }, 200);
  },
);

messages.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/threads/{id}/messages",
    tags,
    summary: "Send a message to a conversation of the team",
    description: "`@Luis Ortega` mentions a participant and notifies them by email if they do not read it.",
    request: { params, body: jsonRequest(MessageInput) },
    responses: { 201: json(Place) },
  }),
  async (c) => c.json(await sendMessage(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 201),
);

messages.openapi(
  operation(
    "work_orders.read",
    {
      method: "post",
      path: "/threads/{id}/photos",
      tags,
      summary: "Send a JPEG, PNG or WebP photo of at most 8 MB",
      description:
        "Where it was taken is left out. With `channel` it goes to the customer: as a picture message, or by email.",
      request: { params, body: formRequest(PhotoToSomebody) },
      responses: { 201: json(Place) },
    },
    { maxBytes: MAX_PHOTO_BYTES, tooLarge: PHOTO_TOO_LARGE },
  ),
  async (c) => {
    const { id } = c.req.valid("param");
    const { channel, now, ...photo } = c.req.valid("form");
    const sent =
      channel === null
        ? await sendPhoto(c.var.ctx, id, photo)
        : await sendPhotoToCustomer(c.var.ctx, id, { ...photo, channel, now });
    return c.json(sent, 201);
  },
);

messages.openapi(
  operation("work_orders.read", {
    method: "put",
    path: "/threads/{id}/assignee",
    tags,
    summary: "Say whose a conversation is to answer",
    description: "One of the office or of the job's crew; null: nobody's. For the office.",
    request: { params, body: jsonRequest(ThreadAssignee) },
    responses: { 200: json(z.object({ id: z.string() })) },
  }),
  async (c) => c.json(await assignThread(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
);

messages.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/threads/{id}/photos/{messageId}",
    tags,
    summary: "Download a message's photo",
    request: { params: params.extend({ messageId: z.string().max(64) }) },
    responses: { 200: { description: "The photo", content: { "image/*": { schema: z.string() } } } },
  }),
  async (c) => {
    const { id, messageId } = c.req.valid("param");
    const { body, contentType } = await readMessagePhoto(c.var.ctx, id, messageId);
    const headers = {
      "content-type": contentType,
      "cache-control": "private, max-age=31536000, immutable",
      "content-disposition": "inline",
    };
    return new Response(body, { headers });
  },
);

messages.openapi(
  operation("work_orders.read", {
    method: "put",
    path: "/threads/{id}/read",
    tags,
    summary: "Mark a conversation as read up to a place",
    request: { params, body: jsonRequest(ReadUpTo) },
    responses: { 200: json(z.object({ readSeq: z.int() })) },
  }),
  async (c) => c.json(await markRead(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
);

messages.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/threads/{id}/close",
    tags,
    summary: "Close a conversation",
    description: "It leaves the lists until someone writes again.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await closeThread(c.var.ctx, c.req.valid("param").id, true);
    return c.body(null, 204);
  },
);

messages.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/threads/{id}/reopen",
    tags,
    summary: "Open a closed conversation",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await closeThread(c.var.ctx, c.req.valid("param").id, false);
    return c.body(null, 204);
  },
);

messages.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/work-orders/{id}/customer-thread",
    tags,
    summary: "Open the conversation with a job's customer",
    request: { params },
    responses: { 201: json(z.object({ id: z.string() })) },
  }),
  async (c) => c.json(await openCustomerThread(c.var.ctx, c.req.valid("param").id), 201),
);

messages.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/threads/{id}/customer-messages",
    tags,
    summary: "Write to a customer by text, mail or on their page",
    description: "In quiet hours at the site a text or mail waits for their end, unless `now` is set.",
    request: { params, body: jsonRequest(CustomerMessage) },
    responses: { 201: json(Place) },
  }),
  async (c) => c.json(await sendToCustomer(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 201),
);

messages.openapi(
  operation("work_orders.read", {
    method: "put",
    path: "/threads/{id}/consent",
    tags,
    summary: "Record whether a customer may be contacted",
    description: "Texts that the customer stopped themselves are turned on by the customer alone.",
    request: { params, body: jsonRequest(ConsentInput) },
    responses: { 200: json(z.object({ id: z.string() })) },
  }),
  async (c) => c.json(await setConsent(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
);

messages.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/threads/{id}/templates",
    tags,
    summary: "Fill the business's templates for a conversation",
    description:
      "Makes the link to the customer's page where there is none. Blanks that nothing is known for stay, and are named.",
    request: { params },
    responses: {
      200: json(
        z.object({
          items: z.array(
            z.object({ key: z.enum(TEMPLATE_KEYS), label: z.string(), text: z.string(), missing: z.array(z.string()) }),
          ),
        }),
      ),
    },
  }),
  async (c) => c.json({ items: await filledTemplates(c.var.ctx, c.req.valid("param").id) }, 200),
);

messages.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/work-orders/{id}/visit-page",
    tags,
    summary: "Get the address of the customer's page of a job",
    request: { params },
    responses: { 201: json(z.object({ url: z.string() })) },
  }),
  async (c) => c.json(await visitPage(c.var.ctx, c.req.valid("param").id), 201),
);

messages.openapi(
  operation("work_orders.read", {
    method: "delete",
    path: "/work-orders/{id}/visit-page",
    tags,
    summary: "Turn every link to the customer's page of a job off",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await revokeVisitPage(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

const SettingsAnswer = z.object({
  version: z.int().describe("0 until something was saved"),
  quietFrom: z.string().describe("HH:MM on the clocks of the site"),
  quietTo: z.string(),
  templates: z.record(z.enum(TEMPLATE_KEYS), z.string()),
  texts: z.object({ kind: z.enum(["twilio", "embedded", "off"]), number: z.string().nullable() }),
});

messages.openapi(
  operation("admin", {
    method: "get",
    path: "/message-settings",
    tags,
    summary: "Get templates, quiet hours and the number for texts",
    responses: { 200: json(SettingsAnswer) },
  }),
  async (c) => c.json(await messageSettingsOf(c.var.ctx), 200),
);

messages.openapi(
  operation("admin", {
    method: "put",
    path: "/message-settings",
    tags,
    summary: "Save templates and quiet hours",
    request: { body: jsonRequest(MessageSettingsInput) },
    responses: { 200: json(SettingsAnswer) },
  }),
  async (c) => {
    await saveMessageSettings(c.var.ctx, c.req.valid("json"));
    return c.json(await messageSettingsOf(c.var.ctx), 200);
  },
);

const AutomaticAnswer = z.object({
  pausedAt: z.string().nullable().describe("Since when nothing goes out automatically; null while it does"),
  waiting: z.int().describe("Messages to customers that came with a restored export and wait, counted up to 1000"),
});

messages.openapi(
  operation("admin", {
    method: "get",
    path: "/message-settings/automatic",
    tags,
    summary: "Whether reminders and other messages go out automatically; a restored business starts paused",
    responses: { 200: json(AutomaticAnswer) },
  }),
  async (c) => c.json(await automaticMessagesOf(c.var.ctx), 200),
);

messages.openapi(
  operation("admin", {
    method: "post",
    path: "/message-settings/automatic",
    tags,
    summary: "Let a restored business send reminders and other messages automatically",
    responses: { 200: json(AutomaticAnswer) },
  }),
  async (c) => c.json(await turnOnAutomaticMessages(c.var.ctx), 200),
);
