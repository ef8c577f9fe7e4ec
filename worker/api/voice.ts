import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { DomainError } from "~/domain/shared/errors";
import { createFromVoice } from "~/domain/voice/sessions/create-work-orders.server";
import { openSessions, voiceSession } from "~/domain/voice/sessions/find.server";
import { processSession } from "~/domain/voice/sessions/process.server";
import { previewActions } from "~/domain/voice/sessions/review.server";
import { CreateFromVoice, NewSession, ProcessInput } from "~/domain/voice/sessions/schema";
import { MAX_AUDIO_BYTES, PROBLEMS } from "~/domain/voice/sessions/session";
import { discardSession, startSession } from "~/domain/voice/sessions/session.server";
import type { HonoEnv } from "../env";
import { formRequest, json, jsonRequest, noContent, operation, whole } from "./operation";
import { MadeAnswer, OpenSessionAnswer, PreviewAnswer, SessionAnswer } from "./voice-answers";

const tags = ["Voice"];
const params = z.object({ id: z.string().max(100) });

export const voice = new OpenAPIHono<HonoEnv>();

voice.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/voice/sessions",
    tags,
    summary: "List your own voice sessions that wait to be confirmed or discarded, oldest first",
    responses: {
      200: json(z.object({ items: z.array(OpenSessionAnswer), nextCursor: z.null(), total: z.number().int() })),
    },
  }),
  async (c) => c.json(whole(await openSessions(c.var.ctx)), 200),
);

voice.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/voice/sessions",
    tags,
    summary: "Open a voice session to speak of new work, or of a job that you are on; it lasts 24 hours",
    request: { body: jsonRequest(NewSession) },
    responses: { 201: json(SessionAnswer) },
  }),
  async (c) => c.json(await startSession(c.var.ctx, c.req.valid("json")), 201),
);

voice.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/voice/sessions/{id}",
    tags,
    summary: "Get a voice session of your own",
    request: { params },
    responses: { 200: json(SessionAnswer) },
  }),
  async (c) => c.json(await voiceSession(c.var.ctx, c.req.valid("param").id), 200),
);

voice.openapi(
  operation("work_orders.read", {
    method: "delete",
    path: "/voice/sessions/{id}",
    tags,
    summary: "Discard a voice session with what was said",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await discardSession(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

voice.openapi(
  operation(
    "work_orders.read",
    {
      method: "post",
      path: "/voice/sessions/{id}/process",
      tags,
      summary:
        "Read what was said: words, the pieces that were sent, or a recording of at most 25 MB. Nothing is written",
      request: { params, body: formRequest(ProcessInput) },
      responses: { 200: json(SessionAnswer) },
    },
    { maxBytes: MAX_AUDIO_BYTES, tooLarge: PROBLEMS.audio_too_large },
  ),
  async (c) => c.json(await processSession(c.var.ctx, c.req.valid("param").id, c.req.valid("form")), 200),
);

voice.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/voice/sessions/{id}/preview-actions",
    tags,
    summary: "See what would be written, field by field; nothing is",
    request: { params },
    responses: { 200: json(PreviewAnswer) },
  }),
  async (c) => c.json(await previewActions(c.var.ctx, c.req.valid("param").id), 200),
);

voice.openapi(
  operation("work_orders.write", {
    method: "post",
    path: "/voice/sessions/{id}/create-work-order",
    tags,
    summary: "Write the work orders that were confirmed, each once however often this is sent",
    request: { params, body: jsonRequest(CreateFromVoice) },
    responses: { 201: json(MadeAnswer) },
  }),
  async (c) => c.json(await createFromVoice(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 201),
);

/** Hears of each change of a session by its number, `{ type: "changed", revision }`, and of its end, `{ type: "over" }`. */
voice.get("/voice/sessions/:id/live", async (c) => {
  if (c.req.header("upgrade")?.toLowerCase() !== "websocket")
    throw new DomainError("invalid", "Open this address as a WebSocket.");
  const { id } = await voiceSession(c.var.ctx, c.req.param("id"));
  const object = c.env.VOICE_SESSION.get(c.env.VOICE_SESSION.idFromName(id));
  const answer = await object.fetch(c.req.url, { headers: { Upgrade: "websocket" } });
  // What a Durable Object answers has headers that cannot be added to.
  return new Response(null, answer);
});
