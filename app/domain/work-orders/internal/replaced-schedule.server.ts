import { and, eq } from "drizzle-orm";
import { appointmentTechnicians, type ReplacedSchedule } from "#drizzle/schema/work-orders";
import { plannedReservations } from "~/domain/inventory/work-order-stock.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { windowColumnsOf } from "~/domain/technicians/arrival-window";
import { latestAppointment, type WorkOrder } from "~/domain/work-orders/load.server";

/** Returns what a change of the work order's schedule replaces, to be recorded with the change. */
export async function replacedSchedule(ctx: Ctx, me: Member, workOrder: WorkOrder): Promise<ReplacedSchedule> {
  const [[booked], reserved] = await ctx.db.batch([
    ctx.db
      .select({ overrideReason: appointmentTechnicians.overrideReason, overrideOf: appointmentTechnicians.overrideOf })
      .from(appointmentTechnicians)
      .where(
        and(
          eq(appointmentTechnicians.orgId, me.orgId),
          eq(appointmentTechnicians.appointmentId, latestAppointment(me, workOrder.id, ["booked"])),
        ),
      )
      .limit(1),
    plannedReservations(ctx, me, workOrder.id),
  ]);
  const { status, holdReason, technicianId, durationMinutes } = workOrder;
  return {
    ...{ status, holdReason, technicianId, durationMinutes },
    window: windowColumnsOf(workOrder),
    overrideReason: booked?.overrideReason ?? null,
    overrideOf: booked?.overrideReason ? booked.overrideOf : [],
    reservations: reserved.map(({ id }) => id),
    displaced: null,
    undoes: null,
  };
}
