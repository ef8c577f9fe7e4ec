import { and, eq, isNull } from "drizzle-orm";
import { rescues } from "#drizzle/schema/scheduler";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { boardEvent, refusals } from "~/domain/work-orders/write-parts.server";
import { reassignWrites } from "./reassign-writes.server";
import { type AppliedChange, type Reassignment, statusWhenGivenAway, undoing } from "./reassignment";
import { rescueProposal } from "./rescue.queries.server";
import type { ApplyRescue } from "./schema";

/** A proposal older than this is looked at again: the day goes on. */
const freshFor = 30 * 60_000;

/**
 * Gives a day away as the proposal had it, whole or not at all.
 * @throws DomainError not_found; forbidden; conflict with `{ changed: true }` when the day is no longer as it was proposed for
 */
export async function applyRescue(ctx: Ctx, input: ApplyRescue): Promise<{ id: string; jobs: number }> {
  const me = allow(ctx, "work_orders.write");
  return once(ctx, "applyRescue", input, async (commit) => {
    if (Math.abs(ctx.now.getTime() - input.at) > freshFor) throw changedSince();
    const { proposal, facts } = await rescueProposal(ctx, me, input);
    if (proposal.fingerprint !== input.fingerprint) throw changedSince();
    if (proposal.changes.length === 0) throw new DomainError("conflict", "There is nothing that could be shared out.");
    const id = ctx.newId();
    const changes = proposal.changes.flatMap((change): AppliedChange[] => {
      const row = facts.get(change.jobId);
      return row ? [appliedChange(change, row)] : [];
    });
    return commit(me, {
      writes: [
        ...reassignWrites(ctx, me, changes.map(doing)),
        ctx.db.insert(rescues).values({
          orgId: me.orgId,
          id,
          technicianId: input.technicianId,
          date: input.date,
          changes,
          createdBy: me.userId,
          createdAt: ctx.now.toISOString(),
        }),
      ],
      audit: [
        {
          action: "scheduler.rescue",
          entity: "technician",
          entityId: input.technicianId,
          after: { date: input.date, changes },
        },
      ],
      publish: announcements(me, changes),
      result: { id, jobs: changes.length },
      refusals: { ...refusals, work_order_moved: changedSince, technician_booked: changedSince },
    });
  });
}

/**
 * Takes a rescue back, whole or not at all. Once more is no change.
 * @throws DomainError not_found; forbidden; conflict when one of its jobs was changed since
 */
export async function undoRescue(ctx: Ctx, id: string): Promise<{ id: string; jobs: number }> {
  const me = allow(ctx, "work_orders.write");
  return once(ctx, "undoRescue", { id }, async (commit) => {
    const [rescue] = await ctx.db
      .select()
      .from(rescues)
      .where(and(eq(rescues.orgId, me.orgId), eq(rescues.id, id)));
    if (!rescue) throw notFound();
    const { changes, undoneAt } = rescue;
    if (undoneAt) return { id, jobs: changes.length };
    return commit(me, {
      writes: [
        ctx.db
          .update(rescues)
          .set({ undoneAt: ctx.now.toISOString() })
          .where(and(eq(rescues.orgId, me.orgId), eq(rescues.id, id), isNull(rescues.undoneAt))),
        assertRowChanged(ctx, "rescue_undone"),
        ...reassignWrites(ctx, me, undoing(changes)),
      ],
      audit: [
        { action: "scheduler.undo_rescue", entity: "technician", entityId: rescue.technicianId, after: { rescue: id } },
      ],
      publish: announcements(me, changes),
      result: { id, jobs: changes.length },
      refusals: { ...refusals, rescue_undone: movedOn, work_order_moved: movedOn, technician_booked: movedOn },
    });
  });
}

interface Change {
  jobId: string;
  version: number;
  from: { technicianIds: readonly string[] };
  to: { technicianIds: readonly string[]; start: number };
}
type Row = Awaited<ReturnType<typeof rescueProposal>>["facts"] extends Map<string, infer R> ? R : never;

function appliedChange({ jobId, version, from, to }: Change, row: Row): AppliedChange {
  const { startsAt: start, endsAt: end, status, overrideReason } = row;
  const length = Date.parse(end) - Date.parse(start);
  return {
    id: jobId,
    version,
    before: { technicianIds: from.technicianIds, start, end, status, overrideReason },
    after: {
      technicianIds: to.technicianIds,
      start: new Date(to.start).toISOString(),
      end: new Date(to.start + length).toISOString(),
      status: statusWhenGivenAway(status),
      overrideReason: null,
    },
  };
}

function doing({ id, version, before, after }: AppliedChange): Reassignment {
  const { status, ...to } = after;
  return { id, version, from: before.status, status, to };
}

function announcements(me: Member, changes: readonly AppliedChange[]) {
  return changes.map(({ id }) => boardEvent(me, "changed", id));
}

const changedSince = () =>
  new DomainError("conflict", "The day has changed since this was proposed. Look at it again.", {
    details: { changed: true },
  });

const movedOn = () =>
  new DomainError("conflict", "Some of these jobs were changed since. They stay as they are; move them one by one.");
