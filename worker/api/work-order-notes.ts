import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { paging } from "~/domain/shared/fields";
import { addNote, changeNote, deleteNote, listNotes, type Note, noteDetail } from "~/domain/work-orders/notes.server";
import { NoteChange, NoteInput } from "~/domain/work-orders/schema";
import { ofWorkOrder } from "./answer-fields";
import { json, jsonRequest, noContent, operation } from "./operation";

export const NoteAnswer = z.object({
  id: z.string(),
  body: z.string(),
  customerVisible: z.boolean(),
  author: z.string().nullable(),
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export function noteOf(note: Note): z.output<typeof NoteAnswer> {
  const { authorFirstName, authorLastName, userId: _, ...facts } = note;
  return { ...facts, author: authorFirstName === null ? null : `${authorFirstName} ${authorLastName}` };
}

const tags = ["Work orders"];

const ofNote = ofWorkOrder.extend({ noteId: z.string() });

const Paging = z.object(paging);

const NoteList = z.object({
  items: z.array(NoteAnswer),
  nextCursor: z.string().nullable(),
  total: z.int().nullable().describe("Always null: not counted"),
});

const refOf = ({ id, noteId }: z.output<typeof ofNote>) => ({ ref: id, noteId });

export const workOrderNotes = new OpenAPIHono<HonoEnv>();

workOrderNotes.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/work-orders/{id}/notes",
    tags,
    summary: "Create a note",
    request: { params: ofWorkOrder, body: jsonRequest(NoteInput) },
    responses: { 201: json(NoteAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const params = c.req.valid("param");
    const { id } = await addNote(ctx, params.id, c.req.valid("json"));
    return c.json(noteOf(await noteDetail(ctx, { ref: params.id, noteId: id })), 201);
  },
);

workOrderNotes.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/{id}/notes",
    tags,
    summary: "List a work order's notes",
    description: "Newest first.",
    request: { params: ofWorkOrder, query: Paging },
    responses: { 200: json(NoteList) },
  }),
  async (c) => {
    const found = await listNotes(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    return c.json({ ...found, items: found.items.map(noteOf) }, 200);
  },
);

workOrderNotes.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/{id}/notes/customer-visible",
    tags,
    summary: "List a work order's notes that are visible to the customer",
    request: { params: ofWorkOrder, query: Paging },
    responses: { 200: json(NoteList) },
  }),
  async (c) => {
    const found = await listNotes(c.var.ctx, c.req.valid("param").id, {
      ...c.req.valid("query"),
      customerVisible: true,
    });
    return c.json({ ...found, items: found.items.map(noteOf) }, 200);
  },
);

workOrderNotes.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/{id}/notes/{noteId}",
    tags,
    summary: "Get a note",
    request: { params: ofNote },
    responses: { 200: json(NoteAnswer) },
  }),
  async (c) => c.json(noteOf(await noteDetail(c.var.ctx, refOf(c.req.valid("param")))), 200),
);

workOrderNotes.openapi(
  operation("work_orders.read", {
    method: "patch",
    path: "/work-orders/{id}/notes/{noteId}",
    tags,
    summary: "Update a note",
    description: "Its text or its visibility.",
    request: { params: ofNote, body: jsonRequest(NoteChange) },
    responses: { 200: json(NoteAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const params = c.req.valid("param");
    await changeNote(ctx, refOf(params), c.req.valid("json"));
    return c.json(noteOf(await noteDetail(ctx, refOf(params))), 200);
  },
);

workOrderNotes.openapi(
  operation("work_orders.read", {
    method: "delete",
    path: "/work-orders/{id}/notes/{noteId}",
    tags,
    summary: "Delete a note",
    request: { params: ofNote },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteNote(c.var.ctx, refOf(c.req.valid("param")));
    return c.body(null, 204);
  },
);
