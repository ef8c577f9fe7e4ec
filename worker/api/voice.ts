import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { DomainError } from "~/domain/shared/errors";
import { applyCommands } from "~/domain/voice/sessions/apply.server";
import { createFromVoice } from "~/domain/voice/sessions/create-work-orders.server";
import { editReview } from "~/domain/voice/sessions/edits.server";
import { openSessions, voiceSession } from "~/domain/voice/sessions/find.server";
import { reviewRecording } from "~/domain/voice/sessions/hand-over.server";
import { listSessions } from "~/domain/voice/sessions/list.server";
import { processSession } from "~/domain/voice/sessions/process.server";
import { takeChunk } from "~/domain/voice/sessions/recordings/audio.server";
import { readRecording, recordingsOf } from "~/domain/voice/sessions/recordings/recordings.server";
import { previewActions } from "~/domain/voice/sessions/review.server";
import {
  AddDraft,
  ApplyCommands,
  ChunkIndex,
  CreateFromVoice,
  DraftIndex,
  EditCommand,
  EditDraft,
  NewSession,
  ProcessInput,
  SessionFilter,
} from "~/domain/voice/sessions/schema";
import {
  CHUNK_CUT_OFF,
  CHUNK_TOO_LARGE,
  MAX_AUDIO_BYTES,
  MAX_CHUNK_BYTES,
  PROBLEMS,
} from "~/domain/voice/sessions/session";
import { discardSession, startSession } from "~/domain/voice/sessions/session.server";
import { formRequest, json, jsonRequest, noContent, operation, whole } from "./operation";
import {
  AppliedAnswer,
  EditsAnswer,
  ListedSessionAnswer,
  MadeAnswer,
  OpenSessionAnswer,
  PreviewAnswer,
  RecordingAnswer,
  SessionAnswer,
} from "./voice-answers";

const tags = ["Voice"];
const params = z.object({ id: z.string().max(100) });

export const voice = new OpenAPIHono<HonoEnv>();

voice.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/voice/sessions",
    tags,
    summary: "List your open voice sessions",
    description: "Those waiting to be confirmed or discarded, oldest first.",
    responses: {
      200: json(z.object({ items: z.array(OpenSessionAnswer), nextCursor: z.null(), total: z.number().int() })),
    },
  }),
  async (c) => c.json(whole(await openSessions(c.var.ctx)), 200),
);

voice.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/voice/history",
    tags,
    summary: "List the business's voice sessions",
    description: "Newest first: everyone's for the office, their own for others. Empty sessions are left out.",
    request: { query: SessionFilter },
    responses: {
      200: json(
        z.object({
          items: z.array(ListedSessionAnswer),
          nextCursor: z.string().nullable(),
          total: z.null().describe("Always null: not counted"),
        }),
      ),
    },
  }),
  async (c) => {
    const { items, nextCursor } = await listSessions(c.var.ctx, c.req.valid("query"));
    return c.json({ items: items.map(({ isMine: _, ...item }) => item), nextCursor, total: null }, 200);
  },
);

voice.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/voice/sessions",
    tags,
    summary: "Create a voice session",
    description: "To dictate new work orders, or notes on a work order you are assigned to. It lasts 24 hours.",
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
    summary: "Get a voice session",
    description: "Only your own.",
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
    summary: "Discard a voice session",
    description: "Discards its recording and text too.",
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
      method: "put",
      path: "/voice/sessions/{id}/audio/{index}",
      tags,
      summary: "Upload a chunk of a voice session's recording",
      description: "At most 1 MiB, by its index from 0. Chunks can be sent in any order and repeatedly.",
      request: {
        params: params.extend({ index: ChunkIndex }),
        body: { required: true, content: { "audio/*": { schema: z.string() } } },
      },
      responses: { 200: json(SessionAnswer) },
    },
    { maxBytes: MAX_CHUNK_BYTES, tooLarge: CHUNK_TOO_LARGE, isBare: true },
  ),
  async (c) => {
    const { id, index } = c.req.valid("param");
    const contentType = c.req.header("content-type") ?? "";
    const body = await c.req.arrayBuffer().catch((error: unknown) => {
      throw error instanceof DomainError ? error : new DomainError("invalid", CHUNK_CUT_OFF);
    });
    return c.json(await takeChunk(c.var.ctx, id, { index, contentType, body }), 200);
  },
);

voice.openapi(
  operation(
    "work_orders.read",
    {
      method: "post",
      path: "/voice/sessions/{id}/process",
      tags,
      summary: "Process a voice session",
      description: "Takes text, the chunks that were uploaded, or a recording of at most 25 MB. Creates no records.",
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
    summary: "Preview what a voice session would create",
    description: "Field by field. Creates no records.",
    request: { params },
    responses: { 200: json(PreviewAnswer) },
  }),
  async (c) => c.json(await previewActions(c.var.ctx, c.req.valid("param").id), 200),
);

voice.openapi(
  operation("work_orders.read", {
    method: "patch",
    path: "/voice/sessions/{id}/drafts",
    tags,
    summary: "Update a draft of a voice session",
    description: "Corrects fields of a draft. Nothing is checked or created until it is confirmed.",
    request: { params, body: jsonRequest(EditDraft) },
    responses: { 200: json(EditsAnswer) },
  }),
  async (c) => {
    const edit = { kind: "set", of: "work_order_creation", ...c.req.valid("json") } as const;
    return c.json(await editReview(c.var.ctx, c.req.valid("param").id, edit), 200);
  },
);

voice.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/voice/sessions/{id}/drafts",
    tags,
    summary: "Create an empty draft in a voice session",
    description: "For a work order that was not recognized as a separate one.",
    request: { params, body: jsonRequest(AddDraft) },
    responses: { 201: json(EditsAnswer) },
  }),
  async (c) => {
    const edit = { kind: "add", of: "work_order_creation", ...c.req.valid("json") } as const;
    return c.json(await editReview(c.var.ctx, c.req.valid("param").id, edit), 201);
  },
);

voice.openapi(
  operation("work_orders.read", {
    method: "delete",
    path: "/voice/sessions/{id}/drafts/{index}",
    tags,
    summary: "Delete a draft from a voice session",
    description: "Only a draft that was added by hand. Leave out a recognized draft instead.",
    request: { params: params.extend({ index: DraftIndex }) },
    responses: { 200: json(EditsAnswer) },
  }),
  async (c) => {
    const { id, index } = c.req.valid("param");
    return c.json(await editReview(c.var.ctx, id, { kind: "remove", of: "work_order_creation", index }), 200);
  },
);

voice.openapi(
  operation("work_orders.read", {
    method: "patch",
    path: "/voice/sessions/{id}/commands",
    tags,
    summary: "Update a command of a voice session",
    description: "Corrects fields of a command on a work order. Nothing is checked or saved until it is confirmed.",
    request: { params, body: jsonRequest(EditCommand) },
    responses: { 200: json(EditsAnswer) },
  }),
  async (c) => {
    const edit = { kind: "set", of: "job_commands", ...c.req.valid("json") } as const;
    return c.json(await editReview(c.var.ctx, c.req.valid("param").id, edit), 200);
  },
);

voice.openapi(
  operation("work_orders.write", {
    method: "post",
    path: "/voice/sessions/{id}/create-work-order",
    tags,
    summary: "Create the confirmed work orders of a voice session",
    description: "Each once, however often the request is sent.",
    request: { params, body: jsonRequest(CreateFromVoice) },
    responses: { 201: json(MadeAnswer) },
  }),
  async (c) => c.json(await createFromVoice(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 201),
);

voice.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/voice/sessions/{id}/apply",
    tags,
    summary: "Apply the confirmed commands of a voice session",
    description:
      "Saves notes, status, readings and parts on the work order, each once, however often the request is sent.",
    request: { params, body: jsonRequest(ApplyCommands) },
    responses: { 201: json(AppliedAnswer) },
  }),
  async (c) => c.json(await applyCommands(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 201),
);

const ofWorkOrder = z.object({ id: z.string().max(100) });

voice.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/{id}/recordings",
    tags,
    summary: "List a work order's recordings",
    description: "Newest first.",
    request: { params: ofWorkOrder },
    responses: {
      200: json(z.object({ items: z.array(RecordingAnswer), nextCursor: z.null(), total: z.number().int() })),
    },
  }),
  async (c) => c.json(whole(await recordingsOf(c.var.ctx, c.req.valid("param").id)), 200),
);

voice.openapi(
  operation("work_orders.write", {
    method: "post",
    path: "/work-orders/{id}/recordings/{recordingId}/review",
    tags,
    summary: "Mark a recording as reviewed",
    description: "For one left to the office because its speaker was no longer on the work order.",
    request: { params: ofWorkOrder.extend({ recordingId: z.string().max(100) }) },
    responses: { 200: json(z.object({ id: z.string() })) },
  }),
  async (c) => {
    const { id, recordingId } = c.req.valid("param");
    return c.json(await reviewRecording(c.var.ctx, id, recordingId), 200);
  },
);

const sound = { "audio/*": { schema: z.string() } };

voice.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/{id}/recordings/{recordingId}/audio",
    tags,
    summary: "Download a recording",
    description: "All of it, or a range of its bytes.",
    request: { params: ofWorkOrder.extend({ recordingId: z.string().max(100) }) },
    responses: {
      200: { description: "The recording", content: sound },
      206: { description: "The requested range", content: sound },
    },
  }),
  async (c) => {
    const { id: ref, recordingId: id } = c.req.valid("param");
    const { body, contentType, bytes, part } = await readRecording(c.var.ctx, {
      ref,
      id,
      range: c.req.header("range"),
    });
    const headers: Record<string, string> = {
      "Content-Type": contentType,
      "Content-Length": String(part?.length ?? bytes),
      "Accept-Ranges": "bytes",
      "Cache-Control": "private, max-age=86400",
      Vary: "Cookie",
    };
    if (part) headers["Content-Range"] = `bytes ${part.offset}-${part.offset + part.length - 1}/${bytes}`;
    return new Response(body, { status: part ? 206 : 200, headers });
  },
);

/** Sends each change of a session by its revision, `{ type: "changed", revision }`, and its end, `{ type: "over" }`. */
voice.get("/voice/sessions/:id/live", async (c) => {
  if (c.req.header("upgrade")?.toLowerCase() !== "websocket")
    throw new DomainError("invalid", "Open this address as a WebSocket.");
  const { id } = await voiceSession(c.var.ctx, c.req.param("id"));
  const object = c.env.VOICE_SESSION.get(c.env.VOICE_SESSION.idFromName(id));
  const answer = await object.fetch(c.req.url, { headers: { Upgrade: "websocket" } });
  // Headers of a Durable Object's response are immutable.
  return new Response(null, answer);
});
