import { and, eq, isNotNull } from "drizzle-orm";
import { technicians } from "#drizzle/schema/technicians";
import { voiceSessions } from "#drizzle/schema/voice";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { once } from "~/domain/shared/write.server";
import { boardEvent } from "~/domain/work-orders/board-event";
import { wasOnCrew } from "~/domain/work-orders/former-crew.server";
import { actorRoles, crewOf, idOfWorkOrder, isWorkOrder, readCrew } from "~/domain/work-orders/load.server";
import { endAs, forgetRest, writtenPart } from "./end.server";
import { reviewOf } from "./review.server";
import type { Review, SessionFacts } from "./session";

/** The error for a memo of somebody who is no longer on the job. */
export const leftToOffice = () =>
  new DomainError("forbidden", "You are no longer on this job. It was not changed; the office reviews what you said.");

/**
 * Leaves a memo to the office: its recording is kept with the job until the office has reviewed it, and nothing more of it is
 * applied. Returns false if the session has already ended.
 */
export async function handOver(
  ctx: Ctx,
  me: Member,
  { facts, review }: { facts: SessionFacts; review: Review },
): Promise<boolean> {
  const written = await writtenPart(ctx, me, { facts, review });
  return endAs(ctx, me, { facts, state: "confirmed", ...written, isForOffice: true });
}

/** Leaves a memo to the office if its speaker, who is the caller, may not write on the job. Returns whether it is so. */
export async function handOverIfLeft(ctx: Ctx, me: Member, facts: SessionFacts): Promise<boolean> {
  const { workOrderId } = facts;
  if (workOrderId === null) return false;
  const { crew } = await readCrew(ctx, me, workOrderId);
  if (actorRoles(me, crew).length > 0) return false;
  if (await handOver(ctx, me, { facts, review: await reviewOf(ctx, facts) }))
    ctx.after(forgetRest(ctx, me, { facts, workOrderId }));
  return true;
}

/** Whether the speaker of a memo is a technician who was on the job and no longer is. */
export async function hasLeft(ctx: Ctx, me: Member, { workOrderId, userId }: SessionFacts): Promise<boolean> {
  if (workOrderId === null) return false;
  const [[technician], [job], crew] = await ctx.db.batch([
    ctx.db
      .select({ id: technicians.id })
      .from(technicians)
      .where(and(eq(technicians.orgId, me.orgId), eq(technicians.userId, userId))),
    ctx.db.select({ technicianId: workOrders.technicianId }).from(workOrders).where(isWorkOrder(me, workOrderId)),
    crewOf(ctx, me, workOrderId),
  ]);
  if (!technician || !job) return false;
  const isOnIt =
    crew.length > 0 ? crew.some((one) => one.technicianId === technician.id) : job.technicianId === technician.id;
  return !isOnIt && wasOnCrew(ctx, me, { workOrderId, technicianId: technician.id });
}

/**
 * Marks a memo left to the office as reviewed; from then on everyone who sees the job sees its recording.
 * @throws DomainError forbidden; not_found
 */
export async function reviewRecording(ctx: Ctx, ref: string, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "work_orders.write");
  return once(ctx, "reviewRecording", { ref, id }, async (commit) => {
    const s = voiceSessions;
    const isIt = and(
      eq(s.orgId, me.orgId),
      eq(s.id, id.toLowerCase()),
      eq(s.workOrderId, idOfWorkOrder(me, ref)),
      isNotNull(s.handedOverAt),
    );
    const [memo] = await ctx.db
      .select({ id: s.id, workOrderId: s.workOrderId, reviewedAt: s.reviewedAt })
      .from(s)
      .where(isIt);
    if (!memo) throw notFound("Recording not found");
    if (memo.reviewedAt !== null) return commit(me, { writes: [], result: { id: memo.id } });
    return commit(me, {
      writes: [ctx.db.update(s).set({ reviewedAt: ctx.now.toISOString(), reviewedBy: me.userId }).where(isIt)],
      audit: [
        {
          action: "recording.review",
          entity: "work_order",
          entityId: memo.workOrderId ?? "",
          after: { recording: memo.id },
        },
      ],
      publish: [boardEvent(me, "changed", memo.workOrderId ?? "")],
      result: { id: memo.id },
    });
  });
}
