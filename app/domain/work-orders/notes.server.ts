import { and, eq, sql } from "drizzle-orm";
import { workOrderNotes } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { allowCrewOrOffice, allowOnWorkOrder, isOffice } from "./access.server";
import { readCrew } from "./load.server";
import type { NoteChange, NoteInput } from "./schema";
import { boardEvent } from "./write-parts.server";

/** A note of a work order, both as the URL names them. */
export interface NoteRef {
  ref: string;
  noteId: string;
}

const noteGone = () => notFound("Note not found");

/** Adds a note to the work order. @throws DomainError not_found; forbidden for who is neither office nor on the job */
export async function addNote(ctx: Ctx, ref: string, input: NoteInput): Promise<{ id: string }> {
  const member = allowCrewOrOffice(ctx);
  return once(ctx, "addNote", { ref, input }, async (commit) => {
    const { id: workOrderId, crew } = await readCrew(ctx, member, ref);
    allowOnWorkOrder(ctx, { crew });
    const id = ctx.newId();
    const at = ctx.now.toISOString();
    const row = { orgId: member.orgId, workOrderId, id, userId: member.userId, createdAt: at, updatedAt: at };
    return commit(member, {
      writes: [ctx.db.insert(workOrderNotes).values({ ...row, ...input })],
      audit: [
        { action: "work_order_note.create", entity: "work_order", entityId: workOrderId, after: { id, ...input } },
      ],
      publish: [boardEvent(member, "changed", workOrderId)],
      result: { id },
    });
  });
}

/** Changes a note's text or who may see it. One's own, or any for the office. @throws DomainError as `addNote`; conflict */
export async function changeNote(ctx: Ctx, which: NoteRef, input: NoteChange): Promise<{ id: string }> {
  const member = allowCrewOrOffice(ctx);
  return once(ctx, "changeNote", { which, input }, async (commit) => {
    const note = await ownNote(ctx, member, which);
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
        stale: () =>
          new DomainError("conflict", "Someone else changed this note in the meantime.", {
            details: { current: note },
          }),
      },
    });
  });
}

/** Takes a note away. @throws DomainError as `changeNote` */
export async function deleteNote(ctx: Ctx, which: NoteRef): Promise<{ id: string }> {
  const member = allowCrewOrOffice(ctx);
  return once(ctx, "deleteNote", which, async (commit) => {
    const note = await ownNote(ctx, member, which);
    return commit(member, {
      writes: [ctx.db.delete(workOrderNotes).where(isNote(member, note)), assertRowChanged(ctx, "note_gone")],
      audit: [{ action: "work_order_note.delete", entity: "work_order", entityId: note.workOrderId, before: note }],
      publish: [boardEvent(member, "changed", note.workOrderId)],
      result: { id: note.id },
      refusals: { note_gone: noteGone },
    });
  });
}

async function ownNote(ctx: Ctx, member: Member, { ref, noteId }: NoteRef) {
  const { id: workOrderId, crew } = await readCrew(ctx, member, ref);
  const [note] = await ctx.db
    .select()
    .from(workOrderNotes)
    .where(isNote(member, { workOrderId, id: noteId }));
  if (!note) throw noteGone();
  allowOnWorkOrder(ctx, { crew });
  if (note.userId !== member.userId && !isOffice(member)) {
    throw new DomainError("forbidden", "Only the office can change what somebody else wrote.");
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
