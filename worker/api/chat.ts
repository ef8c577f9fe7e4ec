import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { askAssistant, retryQuestion } from "~/domain/chat/ask.server";
import {
  deleteConversation,
  deleteConversations,
  findConversation,
  listConversations,
} from "~/domain/chat/conversations.server";
import {
  CHAT_AUTHORS,
  CHAT_SUBJECTS,
  CITED_KINDS,
  CITED_LISTS,
  PROPOSAL_STATES,
  WRITE_TOOLS,
} from "~/domain/chat/message";
import { confirmProposal, declineProposal } from "~/domain/chat/proposals.server";
import { ConversationFilter, MessageFilter, ProposalToken, Question, Retry } from "~/domain/chat/schema";
import { eventStream } from "./event-stream";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Assistant"];
const params = z.object({ id: z.string() });
const about = z.enum(CHAT_SUBJECTS);

const CitationAnswer = z.object({
  kind: z.enum(CITED_KINDS),
  key: z.string().describe("Key of the record in its address"),
  label: z.string(),
  detail: z.string().nullable(),
});

const MessageAnswer = z.object({
  id: z.string(),
  author: z.enum(CHAT_AUTHORS),
  text: z.string(),
  findings: z
    .array(
      z.object({
        title: z.string(),
        summary: z.string(),
        rows: z.array(CitationAnswer).describe("The records the answer is based on, at most eight"),
        figures: z.array(z.object({ label: z.string(), value: z.string() })),
        list: z
          .object({ of: z.enum(CITED_LISTS), query: z.record(z.string(), z.string()) })
          .nullable()
          .describe("The list with all of them"),
      }),
    )
    .describe("Records and figures as found in the data, independent of the model's text"),
  notices: z.array(z.string()).describe("What went wrong on the way, such as a refused tool"),
  model: z.string().nullable().describe("The language model that wrote the text; null if none did"),
  questionId: z.string().nullable(),
  proposal: z
    .object({
      tool: z.enum(WRITE_TOOLS),
      title: z.string(),
      confirm: z.string(),
      preview: z.array(z.object({ label: z.string(), value: z.string() })),
      about: CitationAnswer.nullable(),
      state: z.enum([...PROPOSAL_STATES, "expired"]),
      expiresAt: z.string(),
      token: z.string().nullable().describe("Confirms exactly this proposal; null once it can no longer be confirmed"),
      result: z.object({ text: z.string(), row: CitationAnswer.nullable() }).nullable(),
    })
    .nullable()
    .describe("What would be saved; nothing is before it is confirmed"),
  createdAt: z.string(),
});

const ConversationAnswer = z.object({
  id: z.string(),
  title: z.string(),
  about,
  createdAt: z.string(),
  updatedAt: z.string(),
});

const events = { 200: { description: "The events", content: { "text/event-stream": { schema: z.string() } } } };
const EVENTS =
  "Server-sent events with JSON data: `saved` with the stored question, `looking` and `text` with the progress, then `done` with the answer, or `trouble` with an error message. Closing the connection stops the answer; the question stays stored and can be retried.";

export const chat = new OpenAPIHono<HonoEnv>();

chat.openapi(
  operation("person", {
    method: "get",
    path: "/chat/conversations",
    tags,
    summary: "List your conversations with the assistant",
    description: "Newest activity first.",
    request: { query: ConversationFilter },
    responses: {
      200: json(
        z.object({
          items: z.array(ConversationAnswer),
          nextCursor: z.string().nullable(),
          total: z.null().describe("Always null: not counted"),
        }),
      ),
    },
  }),
  async (c) => {
    const { items, nextCursor } = await listConversations(c.var.ctx, c.req.valid("query"));
    return c.json({ items, nextCursor, total: null }, 200);
  },
);

chat.openapi(
  operation("person", {
    method: "delete",
    path: "/chat/conversations",
    tags,
    summary: "Delete all your conversations with the assistant",
    description: "Deletes those about the business or those about the household, permanently.",
    request: { query: z.object({ about }) },
    responses: { 200: json(z.object({ deleted: z.int() })) },
  }),
  async (c) => c.json(await deleteConversations(c.var.ctx, c.req.valid("query").about), 200),
);

chat.openapi(
  operation("person", {
    method: "get",
    path: "/chat/conversations/{id}",
    tags,
    summary: "Get a conversation with the assistant",
    description: "Returns its newest messages, or those before a cursor.",
    request: { params, query: MessageFilter },
    responses: {
      200: json(
        ConversationAnswer.extend({
          messages: z.array(MessageAnswer).describe("Oldest first"),
          earlierCursor: z.string().nullable(),
        }),
      ),
    },
  }),
  async (c) => c.json(await findConversation(c.var.ctx, c.req.valid("param").id, c.req.valid("query")), 200),
);

chat.openapi(
  operation("person", {
    method: "delete",
    path: "/chat/conversations/{id}",
    tags,
    summary: "Delete a conversation with the assistant",
    description: "The conversation cannot be restored.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteConversation(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

chat.openapi(
  operation("person", {
    method: "post",
    path: "/chat/questions",
    tags,
    summary: "Ask the assistant a question",
    description: `The assistant looks up its answer with your permissions. A change it would make comes as a proposal that you confirm. ${EVENTS}`,
    request: { body: jsonRequest(Question) },
    responses: events,
  }),
  (c) => eventStream(c, (signal) => askAssistant(c.var.ctx, c.req.valid("json"), signal)),
);

chat.openapi(
  operation("person", {
    method: "post",
    path: "/chat/questions/retry",
    tags,
    summary: "Retry an unanswered question",
    description: EVENTS,
    request: { body: jsonRequest(Retry) },
    responses: events,
  }),
  (c) => eventStream(c, (signal) => retryQuestion(c.var.ctx, c.req.valid("json"), signal)),
);

chat.openapi(
  operation("person", {
    method: "post",
    path: "/chat/proposals/confirm",
    tags,
    summary: "Confirm a change the assistant proposed",
    description:
      "The change is made once, however often the request is sent, and only if you have permission for it now. A proposal expires after 15 minutes.",
    request: { body: jsonRequest(ProposalToken) },
    responses: { 200: json(MessageAnswer) },
  }),
  async (c) => c.json(await confirmProposal(c.var.ctx, c.req.valid("json")), 200),
);

chat.openapi(
  operation("person", {
    method: "post",
    path: "/chat/proposals/decline",
    tags,
    summary: "Decline a change the assistant proposed",
    request: { body: jsonRequest(ProposalToken) },
    responses: { 200: json(MessageAnswer) },
  }),
  async (c) => c.json(await declineProposal(c.var.ctx, c.req.valid("json")), 200),
);
