import { z } from "zod";
import { paging } from "~/domain/shared/fields";
import { listNotes, noteDetail } from "~/domain/work-orders/notes.queries.server";
import { addNote, changeNote, deleteNote } from "~/domain/work-orders/notes.server";
import { NoteChange, NoteInput } from "~/domain/work-orders/schema";
import { type Endpoint, endpoint } from "./endpoint";
import { NoteAnswer, noteOf } from "./work-order-shapes";

const tag = "Work orders";
const ofWorkOrder = z.object({ id: z.string().describe("Id, number or WO-012 of the work order") });
const ofNote = ofWorkOrder.extend({ noteId: z.string() });
const Paging = z.object(paging);
const NoteList = z.object({ items: z.array(NoteAnswer), nextCursor: z.string().nullable(), total: z.null() });

const refOf = ({ id, noteId }: z.output<typeof ofNote>) => ({ ref: id, noteId });

export const workOrderNotes: Endpoint[] = [
  endpoint({
    method: "post",
    path: "/work-orders/{id}/notes",
    tag,
    summary: "Add a note",
    params: ofWorkOrder,
    body: NoteInput,
    status: 201,
    answer: NoteAnswer,
    run: async ({ ctx, params, body }) => {
      const { id } = await addNote(ctx, params.id, body);
      return noteOf(await noteDetail(ctx, { ref: params.id, noteId: id }));
    },
  }),
  endpoint({
    method: "get",
    path: "/work-orders/{id}/notes",
    tag,
    summary: "Notes, the newest first",
    params: ofWorkOrder,
    query: Paging,
    answer: NoteList,
    run: async ({ ctx, params, query }) => {
      const found = await listNotes(ctx, params.id, query);
      return { ...found, items: found.items.map(noteOf) };
    },
  }),
  endpoint({
    method: "get",
    path: "/work-orders/{id}/notes/customer-visible",
    tag,
    summary: "Notes that the customer may see",
    params: ofWorkOrder,
    query: Paging,
    answer: NoteList,
    run: async ({ ctx, params, query }) => {
      const found = await listNotes(ctx, params.id, { ...query, customerVisible: true });
      return { ...found, items: found.items.map(noteOf) };
    },
  }),
  endpoint({
    method: "get",
    path: "/work-orders/{id}/notes/{noteId}",
    tag,
    summary: "One note",
    params: ofNote,
    answer: NoteAnswer,
    run: async ({ ctx, params }) => noteOf(await noteDetail(ctx, refOf(params))),
  }),
  endpoint({
    method: "patch",
    path: "/work-orders/{id}/notes/{noteId}",
    tag,
    summary: "Change a note's text or who may see it",
    params: ofNote,
    body: NoteChange,
    answer: NoteAnswer,
    run: async ({ ctx, params, body }) => {
      await changeNote(ctx, refOf(params), body);
      return noteOf(await noteDetail(ctx, refOf(params)));
    },
  }),
  endpoint({
    method: "delete",
    path: "/work-orders/{id}/notes/{noteId}",
    tag,
    summary: "Delete a note",
    params: ofNote,
    status: 204,
    run: ({ ctx, params }) => deleteNote(ctx, refOf(params)),
  }),
];
