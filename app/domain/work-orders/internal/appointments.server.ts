import { and, eq, sql } from "drizzle-orm";
import { appointments, appointmentTechnicians } from "#drizzle/schema/work-orders";
import type { Booking } from "~/domain/scheduling/check-booking.server";
import type { Ctx, Member } from "~/domain/shared/context";
import type { Write } from "~/domain/shared/write.server";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import { latestAppointment } from "~/domain/work-orders/load.server";

/** Books a new appointment for a work order that has none. */
export function bookAppointment(
  ctx: Ctx,
  member: Member,
  { workOrderId, booking }: { workOrderId: string; booking: Booking },
): Write[] {
  const appointmentId = ctx.newId();
  const appointment = ctx.db.insert(appointments).values({
    orgId: member.orgId,
    id: appointmentId,
    workOrderId,
    startsAt: booking.start,
    endsAt: booking.end,
    state: "booked",
    createdAt: ctx.now.toISOString(),
  });
  return [
    appointment,
    ...crewRows(booking).map((row) =>
      ctx.db.insert(appointmentTechnicians).values({ ...row, orgId: member.orgId, appointmentId }),
    ),
    joinThreads(ctx, member, { workOrderId, technicianIds: [booking.leadId, ...booking.helperIds] }),
  ];
}

/** Changes the time or people of the booked appointment. */
export function rebookAppointment(
  ctx: Ctx,
  member: Member,
  { workOrderId, booking }: { workOrderId: string; booking: Booking },
): Write[] {
  const booked = latestAppointment(member, workOrderId, ["booked"]);
  const ofAppointment = and(
    eq(appointmentTechnicians.orgId, member.orgId),
    eq(appointmentTechnicians.appointmentId, booked),
  );
  return [
    ctx.db
      .update(appointments)
      .set({ startsAt: booking.start, endsAt: booking.end })
      .where(
        and(
          eq(appointments.orgId, member.orgId),
          eq(appointments.workOrderId, workOrderId),
          eq(appointments.state, "booked"),
        ),
      ),
    ctx.db.delete(appointmentTechnicians).where(ofAppointment),
    ...crewRows(booking).map((row) =>
      ctx.db.insert(appointmentTechnicians).values({ ...row, orgId: member.orgId, appointmentId: booked }),
    ),
    joinThreads(ctx, member, { workOrderId, technicianIds: [booking.leadId, ...booking.helperIds] }),
  ];
}

/** Lists the job's conversations for its new crew, who may read them from now on; earlier messages count as read. */
export function joinThreads(
  ctx: Ctx,
  { orgId }: Member,
  { workOrderId, technicianIds }: { workOrderId: string; technicianIds: readonly (string | null)[] },
): Write {
  const crew = JSON.stringify(technicianIds);
  return ctx.db.run(sql`
    INSERT INTO thread_members (org_id, thread_id, user_id, read_seq, last_seq, last_at, closed, joined_at)
    SELECT ${orgId}, t.id, p.user_id, t.last_seq, t.last_seq, t.last_at, t.closed_at IS NOT NULL, ${ctx.now.toISOString()}
    FROM threads t INDEXED BY threads_work_order
    JOIN technicians c ON c.org_id = ${orgId} AND c.id IN (SELECT value FROM json_each(${crew}))
    JOIN tenant_members p ON p.org_id = ${orgId} AND p.user_id = c.user_id
    WHERE t.org_id = ${orgId} AND t.work_order_id = ${workOrderId} ON CONFLICT DO NOTHING`);
}

/** What a status change does to an existing appointment; `bookAppointment` books a new one. */
export function appointmentAfter(
  ctx: Ctx,
  member: Member,
  { workOrder, to }: { workOrder: { id: string; status: WorkOrderStatus }; to: WorkOrderStatus },
) {
  const end = (keepsSlot: boolean) => [
    ...(keepsSlot ? [] : [holdSlots(ctx, member, workOrder.id, { state: "booked", holds: false })]),
    setState(ctx, member, workOrder.id, { from: "booked", to: "done" }),
  ];
  switch (to) {
    case "unscheduled":
    case "cancelled":
      return releaseAppointment(ctx, member, workOrder.id);
    case "on_hold":
      return end(false);
    case "completed":
      return end(true);
    case "in_progress":
      return workOrder.status === "on_hold" || workOrder.status === "completed"
        ? resume(ctx, member, workOrder.id)
        : [];
    case "scheduled":
    case "dispatched":
    case "en_route":
    case "closed":
      return [];
  }
}

/** The booked appointment does not take place. */
export function releaseAppointment(ctx: Ctx, member: Member, workOrderId: string): Write[] {
  return [
    holdSlots(ctx, member, workOrderId, { state: "booked", holds: false }),
    setState(ctx, member, workOrderId, { from: "booked", to: "released" }),
  ];
}

// The time may have been booked by others since: resuming work is not refused as a conflict.
function resume(ctx: Ctx, member: Member, workOrderId: string): Write[] {
  return [
    holdSlots(ctx, member, workOrderId, { state: "done", holds: true }),
    setState(ctx, member, workOrderId, { from: "done", to: "booked" }),
  ];
}

type Holding = { state: "booked" | "done"; holds: boolean };

function holdSlots(ctx: Ctx, member: Member, workOrderId: string, { state, holds }: Holding): Write {
  return ctx.db
    .update(appointmentTechnicians)
    .set({
      blocksCalendar: holds,
      ...(holds
        ? {
            overrideReason: sql`coalesce(${appointmentTechnicians.overrideReason}, 'Work continues')`,
            overrideOf: null,
          }
        : {}),
    })
    .where(
      and(
        eq(appointmentTechnicians.orgId, member.orgId),
        eq(appointmentTechnicians.appointmentId, latestAppointment(member, workOrderId, [state])),
      ),
    );
}

type Change = { from: "booked" | "done"; to: "booked" | "done" | "released" };

function setState(ctx: Ctx, member: Member, workOrderId: string, { from, to }: Change): Write {
  return ctx.db
    .update(appointments)
    .set({ state: to })
    .where(
      and(eq(appointments.orgId, member.orgId), eq(appointments.id, latestAppointment(member, workOrderId, [from]))),
    );
}

function crewRows({ leadId, helperIds, start, end, overrideReason, overrideOf }: Booking) {
  const people = [
    ...(leadId ? [{ technicianId: leadId, role: "lead" as const }] : []),
    ...[...new Set(helperIds)]
      .filter((id) => id !== leadId)
      .map((technicianId) => ({ technicianId, role: "helper" as const })),
  ];
  const held = { startsAt: start, endsAt: end, blocksCalendar: true, overrideReason, overrideOf };
  return people.map((one) => ({ ...one, ...held }));
}
