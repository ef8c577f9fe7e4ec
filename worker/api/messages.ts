import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { assignThread } from "~/domain/messages/assign.server";
import { openCustomerThread, sendPhotoToCustomer, sendToCustomer, setConsent } from "~/domain/messages/customer.server";
import { listMessages, type Message, readMessagePhoto, threadDetail } from "~/domain/messages/detail.server";
import { countUnread, listThreads, searchMessages } from "~/domain/messages/list.server";
import {
  AUTHOR_KINDS,
  CHANNELS,
  DELIVERY_STATES,
  MAX_UNREAD,
  PICTURE_STATES,
  THREAD_KINDS,
} from "~/domain/messages/message";
import { openConversation, openWorkOrderThread } from "~/domain/messages/open.server";
import {
  ConsentInput,
  ConversationInput,
  CustomerMessage,
  MessageInput,
  MessagePage,
  MessageSearch,
  PhotoToSomebody,
  ReadUpTo,
  ThreadAssignee,
  ThreadFilter,
} from "~/domain/messages/schema";
import { closeThread, markRead, sendMessage, sendPhoto } from "~/domain/messages/send.server";
import { TEMPLATE_KEYS } from "~/domain/messages/templates";
import { MAX_PHOTO_BYTES, PHOTO_TOO_LARGE } from "~/domain/shared/limits";
import { filledTemplates } from "~/domain/visits/templates.server";
import { formRequest, json, jsonRequest, noContent, operation } from "./operation";
import { pictureAnswer } from "./picture-answer";

const tags = ["Messages"];
const params = z.object({ id: z.string() });
const Person = z.object({ id: z.string(), name: z.string() });

const ThreadAnswer = z.object({
  id: z.string(),
  kind: z
    .enum(THREAD_KINDS)
    .describe("With one person, with several people, about a work order among the team, or with a customer"),
  title: z.string(),
  lastAt: z.string().nullable(),
  closedAt: z.string().nullable().describe("When it was closed; a new message reopens it"),
  unread: z.int().describe("Number of messages after the last one you have read"),
  isMentioned: z.boolean().describe("True if an unread message mentions you"),
  workOrder: z.object({ id: z.string(), number: z.string(), title: z.string() }).nullable(),
  customer: z.string().nullable(),
  assignee: Person.nullable().describe("The member it is assigned to"),
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
  seq: z.int().describe("Position in the conversation, from 1"),
  authorKind: z.enum(AUTHOR_KINDS),
  by: Person.nullable().describe("Null for the customer and for Plenum itself"),
  channel: z.enum(CHANNELS),
  body: z.string(),
  pictures: z
    .array(z.object({ id: z.string(), state: z.enum(PICTURE_STATES), problem: z.string().nullable() }))
    .describe("Pictures of a customer's text; a `failed` one can be retried"),
  hasPhoto: z.boolean(),
  createdAt: z.string(),
  writtenAt: z.string().nullable().describe("When it was written on a device that was offline"),
  delivery: z
    .enum(DELIVERY_STATES)
    .nullable()
    .describe("Delivery of a text or an email; `held`: waiting for the end of the customer's quiet hours"),
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
      "`mine` lists unread conversations first, the other lists newest activity first. `assigned` lists those assigned to you. `jobs` and `customers` list all of them, for the office.",
    request: { query: ThreadFilter },
    responses: {
      200: json(
        z.object({
          items: z.array(ThreadAnswer),
          nextCursor: z.string().nullable(),
          total: z.null().describe("Always null: not counted"),
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
    summary: "Count your unread conversations",
    responses: {
      200: json(
        z.object({ unread: z.int().describe(`Counted up to ${MAX_UNREAD + 1}, which means that many or more`) }),
      ),
    },
  }),
  async (c) => c.json(await countUnread(c.var.ctx), 200),
);

messages.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/messages",
    tags,
    summary: "Search messages",
    description: "Newest first.",
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
          total: z.null().describe("Always null: not counted"),
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
    summary: "Create a conversation",
    description: "With one or more members. With one person and no title, an existing conversation is returned.",
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
    summary: "Open the team's conversation about a work order",
    request: { params },
    responses: { 201: json(z.object({ id: z.string() })) },
  }),
  async (c) => c.json(await openWorkOrderThread(c.var.ctx, c.req.valid("param").id), 201),
);

messages.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/threads/{id}",
    tags,
    summary: "Get a conversation",
    description: "Includes its newest messages.",
    request: { params },
    responses: {
      200: json(
        z.object({
          thread: ThreadAnswer,
          messages: z.array(MessageAnswer),
          hasOlder: z.boolean(),
          readers: z.array(
            Person.extend({ readSeq: z.int().describe("The position up to which the person has read") }),
          ),
          people: z.array(Person).describe("People whom a message can mention as @Name"),
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
    summary: "List a conversation's messages",
    description: "In order: the newest, or those before or after a position.",
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
    summary: "Send a message to a team conversation",
    description: "`@Luis Ortega` mentions a participant, who is emailed if the message stays unread.",
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
      summary: "Send a photo",
      description:
        "JPEG, PNG or WebP of at most 8 MB. Its location data is removed. With `channel`, it goes to the customer as a picture message or by email.",
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
    summary: "Assign a conversation",
    description: "To a member of the office or of the work order's crew; null unassigns it. For the office.",
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
    return pictureAnswer(await readMessagePhoto(c.var.ctx, id, messageId));
  },
);

messages.openapi(
  operation("work_orders.read", {
    method: "put",
    path: "/threads/{id}/read",
    tags,
    summary: "Mark a conversation as read",
    description: "Up to the given position.",
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
    description: "It leaves the lists until a new message arrives.",
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
    summary: "Reopen a closed conversation",
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
    summary: "Open the conversation with a work order's customer",
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
    summary: "Send a message to a customer",
    description:
      "By text, by email or on the customer's page. During quiet hours at the property, texts and emails wait until they end, unless `now` is set.",
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
    description: "A customer who stopped texts can only turn them on again themselves.",
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
    summary: "Fill in message templates for a conversation",
    description:
      "Creates a link to the customer's page if there is none. Placeholders without a value stay in the text and are listed.",
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
