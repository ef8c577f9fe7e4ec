import { and, eq, sql } from "drizzle-orm";
import { workOrderHistory, workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { type AuditEntry, assertRowChanged, type Write } from "~/domain/shared/write.server";
import type { Job } from "~/domain/work-orders/job.server";
import type { WorkOrderStatus } from "~/domain/work-orders/rules";
import { type Booking, bookVisit, rebookVisit } from "~/domain/work-orders/visits.server";
import type { Placing } from "./placement";
import type { JobDemands } from "./qualification";

export interface Place {
  visit: Placing;
  status: WorkOrderStatus;
  start: string;
  end: string;
  minutes: number;
  leadId: string;
  helperIds: readonly string[];
  /** The jobs beside which it may stand; null: nothing has to be overridden. */
  overrideOf: readonly string[] | null;
}

/** What the work order asks of a person: as its service type asked when it was booked. */
export function demandsOf({ playbook }: Job): JobDemands {
  const { skills = [], certifications = [], refrigerantWork = false } = playbook ?? {};
  return { skills, certifications, refrigerantWork };
}

/** The row, its visit and its history, only if the work order still is as it was read. */
export function placeWrites(
  ctx: Ctx,
  me: Member,
  job: Job,
  place: Place & { overrideReason: string | null },
): { writes: Write[]; audit: AuditEntry[] } {
  const { start, end, leadId, helperIds, overrideReason, status } = place;
  const booking: Booking = { start, end, leadId, helperIds, overrideReason, overrideOf: place.overrideOf ?? [] };
  return {
    writes: [
      ctx.db
        .update(workOrders)
        .set({
          status,
          technicianId: leadId,
          scheduledStart: start,
          scheduledEnd: end,
          durationMinutes: place.minutes,
          holdReason: null,
          version: sql`${workOrders.version} + 1`,
          updatedAt: ctx.now.toISOString(),
        })
        .where(
          and(
            eq(workOrders.orgId, me.orgId),
            eq(workOrders.id, job.id),
            eq(workOrders.version, job.version),
            eq(workOrders.status, job.status),
          ),
        ),
      assertRowChanged(ctx, "work_order_moved"),
      ...(place.visit === "book" ? bookVisit(ctx, me, job.id, booking) : rebookVisit(ctx, me, job.id, booking)),
      ...(status === job.status ? [] : [historyRow(ctx, me, { job, status, reason: overrideReason })]),
    ],
    audit: [
      {
        action: "work_order.schedule",
        entity: "work_order",
        entityId: job.id,
        before: { status: job.status, start: job.scheduledStart, end: job.scheduledEnd, technicianIds: job.crew },
        after: {
          status,
          start,
          end,
          technicianIds: [leadId, ...helperIds],
          overrideReason: overrideReason ?? undefined,
        },
      },
    ],
  };
}

type Moved = { job: Job; status: WorkOrderStatus; reason: string | null };

function historyRow(ctx: Ctx, me: Member, { job, status, reason }: Moved): Write {
  const at = ctx.now.toISOString();
  return ctx.db.insert(workOrderHistory).values({
    orgId: me.orgId,
    workOrderId: job.id,
    id: ctx.newId(),
    fromStatus: job.status,
    toStatus: status,
    reason,
    userId: me.userId,
    occurredAt: at,
    recordedAt: at,
  });
}
