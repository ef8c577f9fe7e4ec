import { and, desc, eq, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { tenantMembers } from "#drizzle/schema/platform";
import { workOrderNotes, workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound, staleVersion } from "~/domain/shared/errors";
import { decodeCursor, type Page, page } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { boardEvent } from "./board-event";
import { timeOnWorkOrder } from "./device-clock";
import { allowEvidence } from "./former-crew.server";
import {
  allowCrewOrOffice,
  allowOnWorkOrder,
  idOfWorkOrder,
  isOffice,
  isWorkOrder,
  readCrew,
  workOrderNotFound,
} from "./load.server";
import type { NoteChange, NoteInput } from "./schema";

/** A note of a work order, both as named in the URL. */
interface NoteRef {
  ref: string;
  noteId: string;
}

const noteGone = () => notFound("Note not found");

/**
 * Adds a note to the work order.
 * @throws DomainError not_found; forbidden for members neither in the office nor, at the time of the note, on the job
 */
export async function addNote(ctx: Ctx, ref: string, input: NoteInput): Promise<{ id: string }> {
  const member = allowCrewOrOffice(ctx);
  return once(ctx, { useCase: "addNote", retention: "forever" }, { ref, input }, async (commit) => {
    const { id: workOrderId, crew, createdAt } = await readCrew(ctx, member, ref);
    const at = timeOnWorkOrder(input, { now: ctx.now, createdAt });
    await allowEvidence(ctx, member, { workOrderId, crew, at });
    const id = ctx.newId();
    const { body, customerVisible } = input;
    const row = { orgId: member.orgId, workOrderId, id, userId: member.userId, createdAt: at, updatedAt: at };
    return commit(member, {
      writes: [ctx.db.insert(workOrderNotes).values({ ...row, body, customerVisible })],
      audit: [
        {
          action: "work_order_note.create",
          entity: "work_order",
          entityId: workOrderId,
          after: { id, body, customerVisible },
        },
      ],
      publish: [boardEvent(member, "changed", workOrderId)],
      result: { id },
    });
  });
}

/** Changes a note's text or visibility: one's own, or any for the office. @throws DomainError as `addNote`; conflict */
export async function changeNote(ctx: Ctx, which: NoteRef, input: NoteChange): Promise<{ id: string }> {
  const member = allowCrewOrOffice(ctx);
  return once(ctx, "changeNote", { which, input }, async (commit) => {
    const note = await allowOnNote(ctx, member, which);
    const { version = note.version, body = note.body, customerVisible = note.customerVisible } = input;
    const after = { body, customerVisible };
    return commit(member, {
      writes: [
        ctx.db
          .update(workOrderNotes)
          .set({ ...after, version: sql`${workOrderNotes.version} + 1`, updatedAt: ctx.now.toISOString() })
          .where(and(isNote(member, note), eq(workOrderNotes.version, version))),
        assertRowChanged(ctx, "stale"),
      ],
      audit: [
        {
          action: "work_order_note.update",
          entity: "work_order",
          entityId: note.workOrderId,
          before: { body: note.body, customerVisible: note.customerVisible },
          after: { id: note.id, ...after },
        },
      ],
      publish: [boardEvent(member, "changed", note.workOrderId)],
      result: { id: note.id },
      refusals: {
        stale: () => staleVersion("note", note),
      },
    });
  });
}

/** Deletes a note. @throws DomainError as `changeNote` */
export async function deleteNote(ctx: Ctx, which: NoteRef): Promise<{ id: string }> {
  const member = allowCrewOrOffice(ctx);
  return once(ctx, "deleteNote", which, async (commit) => {
    const note = await allowOnNote(ctx, member, which);
    return commit(member, {
      writes: [ctx.db.delete(workOrderNotes).where(isNote(member, note)), assertRowChanged(ctx, "note_gone")],
      audit: [{ action: "work_order_note.delete", entity: "work_order", entityId: note.workOrderId, before: note }],
      publish: [boardEvent(member, "changed", note.workOrderId)],
      result: { id: note.id },
      refusals: { note_gone: noteGone },
    });
  });
}

/** The note, for its author, if still on the job, and for the office. @throws DomainError not_found; forbidden */
async function allowOnNote(ctx: Ctx, member: Member, { ref, noteId }: NoteRef) {
  const { id: workOrderId, crew } = await readCrew(ctx, member, ref);
  const [note] = await ctx.db
    .select()
    .from(workOrderNotes)
    .where(isNote(member, { workOrderId, id: noteId }));
  if (!note) throw noteGone();
  allowOnWorkOrder(ctx, { crew });
  if (note.userId !== member.userId && !isOffice(member)) {
    throw new DomainError("forbidden", "Only the office can change another person's note.");
  }
  return note;
}

function isNote(member: Member, { workOrderId, id }: { workOrderId: string; id: string }) {
  return and(
    eq(workOrderNotes.orgId, member.orgId),
    eq(workOrderNotes.workOrderId, workOrderId),
    eq(workOrderNotes.id, id),
  );
}

const authors = alias(tenantMembers, "authors");

interface NotesQuery {
  ref: string;
  limit: number;
  /** Only notes visible to the customer. */
  customerVisible?: boolean;
  /** The id after which the page begins. */
  after?: string;
  /** The id of the only note to return. */
  only?: string;
}

export type Note = Awaited<ReturnType<typeof notesOf>>[number];

/** Returns notes of a work order with their authors, newest first. */
export function notesOf(ctx: Ctx, member: Member, { ref, limit, customerVisible, after, only }: NotesQuery) {
  return ctx.db
    .select({
      id: named(workOrderNotes.id, "note_id"),
      body: workOrderNotes.body,
      customerVisible: workOrderNotes.customerVisible,
      userId: workOrderNotes.userId,
      version: named(workOrderNotes.version, "note_version"),
      createdAt: named(workOrderNotes.createdAt, "note_created_at"),
      updatedAt: named(workOrderNotes.updatedAt, "note_updated_at"),
      authorFirstName: namedOrNull(authors.firstName, "author_first_name"),
      authorLastName: namedOrNull(authors.lastName, "author_last_name"),
    })
    .from(workOrderNotes)
    .leftJoin(authors, and(eq(authors.orgId, member.orgId), eq(authors.userId, workOrderNotes.userId)))
    .where(
      and(
        eq(workOrderNotes.orgId, member.orgId),
        eq(workOrderNotes.workOrderId, idOfWorkOrder(member, ref)),
        customerVisible === undefined ? undefined : eq(workOrderNotes.customerVisible, customerVisible),
        after === undefined ? undefined : lt(workOrderNotes.id, after),
        only === undefined ? undefined : eq(workOrderNotes.id, only),
      ),
    )
    .orderBy(desc(workOrderNotes.id))
    .limit(limit);
}

/** A page of a work order's notes. @throws DomainError not_found; forbidden */
export async function listNotes(
  ctx: Ctx,
  ref: string,
  query: { limit: number; cursor?: string; customerVisible?: boolean },
): Promise<Page<Note>> {
  const member = allow(ctx, "work_orders.read");
  const after = decodeCursor(query.cursor, 1)?.[0];
  const [[found], notes] = await ctx.db.batch([
    ctx.db.select({ id: workOrders.id }).from(workOrders).where(isWorkOrder(member, ref)),
    notesOf(ctx, member, {
      ref,
      limit: query.limit + 1,
      customerVisible: query.customerVisible,
      after: after === undefined ? undefined : String(after),
    }),
  ]);
  if (!found) throw workOrderNotFound();
  return page(notes, query.limit, null, (note) => [note.id]);
}

/** One note. @throws DomainError not_found; forbidden */
export async function noteDetail(ctx: Ctx, { ref, noteId }: NoteRef): Promise<Note> {
  const member = allow(ctx, "work_orders.read");
  const [note] = await notesOf(ctx, member, { ref, limit: 1, only: noteId });
  if (!note) throw notFound("Note not found");
  return note;
}
