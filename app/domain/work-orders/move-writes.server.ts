import { and, eq, sql } from "drizzle-orm";
import { workOrderHistory, workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { assertRowChanged, type Write } from "~/domain/shared/write.server";
import type { Job } from "~/domain/work-orders/job.server";
import { CANCEL_REASON_LABELS, HOLD_REASON_LABELS, type WorkOrderStatus } from "~/domain/work-orders/rules";
import type { MoveWorkOrder } from "~/domain/work-orders/schema";
import { type Booking, bookVisit, visitWrites } from "~/domain/work-orders/visits.server";

export interface Asked {
  job: Job;
  input: MoveWorkOrder;
}

/** The move itself, only if the work order still is where it was read, and what it does to the visit. */
export function statusWrites(ctx: Ctx, member: Member, asked: Asked & { booking: Booking | null }): Write[] {
  const { job, input, booking } = asked;
  const { to } = input;
  const occurredAt = input.occurredAt ?? ctx.now.toISOString();
  const now = ctx.now.toISOString();
  return [
    ctx.db
      .update(workOrders)
      .set({
        status: to,
        version: sql`${workOrders.version} + 1`,
        updatedAt: now,
        holdReason: to === "on_hold" ? input.holdReason : null,
        cancelReason: to === "cancelled" ? input.cancelReason : null,
        ...(to === "completed" ? { completedAt: occurredAt < now ? occurredAt : now } : {}),
        ...(job.status === "completed" && to === "in_progress" ? { completedAt: null } : {}),
        ...(to === "unscheduled" ? { scheduledStart: null, scheduledEnd: null } : {}),
        ...(booking && {
          scheduledStart: booking.start,
          scheduledEnd: booking.end,
          durationMinutes: input.durationMinutes ?? job.durationMinutes,
          technicianId: booking.leadId,
        }),
      })
      .where(
        and(
          eq(workOrders.orgId, member.orgId),
          eq(workOrders.id, job.id),
          eq(workOrders.status, job.status),
          input.version === undefined ? undefined : eq(workOrders.version, input.version),
          stillComplete(job, to),
          to === "dispatched" ? sql`${workOrders.technicianId} IS NOT NULL` : undefined,
        ),
      ),
    assertRowChanged(ctx, "work_order_moved"),
    ...visitWrites(ctx, member, job, to),
    ...(booking ? bookVisit(ctx, member, job.id, booking) : []),
  ];
}

// A tick taken back or a task added at this very moment must not slip through.
function stillComplete(job: Job, to: WorkOrderStatus) {
  if (to !== "completed" || job.holdReason === "customer_absent") return undefined;
  return sql`NOT EXISTS (
      SELECT 1 FROM work_order_tasks t
      WHERE t.org_id = ${workOrders.orgId} AND t.work_order_id = ${workOrders.id} AND t.required = 1 AND t.done_at IS NULL
    ) AND (${workOrders.signatureRequired} = 0 OR EXISTS (
      SELECT 1 FROM work_order_signatures s WHERE s.org_id = ${workOrders.orgId} AND s.work_order_id = ${workOrders.id}
    ))`;
}

export function historyWrite(ctx: Ctx, member: Member, { job, input }: Asked): Write {
  const recordedAt = ctx.now.toISOString();
  return ctx.db.insert(workOrderHistory).values({
    orgId: member.orgId,
    workOrderId: job.id,
    id: ctx.newId(),
    fromStatus: job.status,
    toStatus: input.to,
    reason: moveReason(input),
    userId: member.userId,
    occurredAt: input.occurredAt ?? recordedAt,
    recordedAt,
  });
}

/** Why it was held or cancelled, or booked all the same, in one line for the history. */
export function moveReason(input: MoveWorkOrder): string | null {
  const chosen =
    input.to === "on_hold" && input.holdReason
      ? HOLD_REASON_LABELS[input.holdReason]
      : input.to === "cancelled" && input.cancelReason
        ? CANCEL_REASON_LABELS[input.cancelReason]
        : null;
  return [chosen, input.reason ?? input.overrideReason].filter(Boolean).join(": ") || null;
}
