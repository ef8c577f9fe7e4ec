import { and, desc, eq, lt } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { users } from "#drizzle/schema/people";
import { workOrderNotes, workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { decodeCursor, type Page, page } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { idOfWorkOrder, isWorkOrder, workOrderNotFound } from "~/domain/work-orders/load.server";
import type { NoteRef } from "./notes.server";

const authors = alias(users, "authors");

interface NotesWish {
  ref: string;
  limit: number;
  /** Only what the customer may see. */
  customerVisible?: boolean;
  /** The id after which the page begins. */
  after?: string;
  /** The id of the one note that is wanted. */
  only?: string;
}

export type Note = Awaited<ReturnType<typeof notesOf>>[number];

/** Notes of a work order with their authors, the newest first. */
export function notesOf(ctx: Ctx, member: Member, { ref, limit, customerVisible, after, only }: NotesWish) {
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
    .leftJoin(authors, eq(authors.id, workOrderNotes.userId))
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
  wish: { limit: number; cursor?: string; customerVisible?: boolean },
): Promise<Page<Note>> {
  const member = allow(ctx, "work_orders.read");
  const after = decodeCursor(wish.cursor, 1)?.[0];
  const [[found], notes] = await ctx.db.batch([
    ctx.db.select({ id: workOrders.id }).from(workOrders).where(isWorkOrder(member, ref)),
    notesOf(ctx, member, {
      ref,
      limit: wish.limit + 1,
      customerVisible: wish.customerVisible,
      after: after === undefined ? undefined : String(after),
    }),
  ]);
  if (!found) throw workOrderNotFound();
  return page(notes, wish.limit, null, (note) => [note.id]);
}

/** One note. @throws DomainError not_found; forbidden */
export async function noteDetail(ctx: Ctx, { ref, noteId }: NoteRef): Promise<Note> {
  const member = allow(ctx, "work_orders.read");
  const [note] = await notesOf(ctx, member, { ref, limit: 1, only: noteId });
  if (!note) throw notFound("Note not found");
  return note;
}
