import { and, eq, gt, inArray, lt, ne, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { technicians } from "#drizzle/schema/people";
import { visits, visitTechnicians, workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { wallTimeOf } from "~/domain/shared/time-zones";
import { formatWorkOrderNumber } from "~/domain/work-orders/rules";
import type { Booking } from "~/domain/work-orders/visits.server";

const longestVisit = 7 * 86_400_000;

/** A place in somebody's day; instants as ISO text. */
interface Slot {
  workOrderId: string;
  technicianIds: readonly string[];
  start: string;
  end: string;
}

/** What stands against a booking, in words; empty when everybody is free. */
export async function bookingConflicts(ctx: Ctx, member: Member, asked: { workOrderId: string; booking: Booking }) {
  const { booking, workOrderId } = asked;
  const technicianIds = [...(booking.leadId ? [booking.leadId] : []), ...booking.helperIds];
  if (technicianIds.length === 0) return [];
  const found = await bookingsDuring(ctx, member, {
    workOrderId,
    technicianIds,
    start: booking.start,
    end: booking.end,
  });
  return found.map((one) => bookingText(member, one));
}

/** Every other job that holds one of these technicians within the slot, the earliest first. */
function bookingsDuring(ctx: Ctx, member: Member, slot: Slot) {
  const earliest = new Date(Date.parse(slot.start) - longestVisit).toISOString();
  return ctx.db
    .select({
      firstName: named(technicians.firstName, "technician_first_name"),
      lastName: named(technicians.lastName, "technician_last_name"),
      number: named(workOrders.number, "work_order_number"),
      start: named(visitTechnicians.startsAt, "booked_from"),
      end: named(visitTechnicians.endsAt, "booked_until"),
    })
    .from(visitTechnicians)
    .innerJoin(visits, and(eq(visits.orgId, member.orgId), eq(visits.id, visitTechnicians.visitId)))
    .innerJoin(workOrders, and(eq(workOrders.orgId, member.orgId), eq(workOrders.id, visits.workOrderId)))
    .innerJoin(technicians, and(eq(technicians.orgId, member.orgId), eq(technicians.id, visitTechnicians.technicianId)))
    .where(
      and(
        eq(visitTechnicians.orgId, member.orgId),
        inArray(visitTechnicians.technicianId, [...slot.technicianIds]),
        // Written out: the index over held slots is used only where the statement says so itself.
        sql`${visitTechnicians.holdsSlot} = 1`,
        gt(visitTechnicians.startsAt, earliest),
        lt(visitTechnicians.startsAt, slot.end),
        gt(visitTechnicians.endsAt, slot.start),
        ne(visits.workOrderId, slot.workOrderId),
      ),
    )
    .orderBy(visitTechnicians.startsAt)
    .limit(5);
}

// "Luis Ortega is on WO-012 from 10:00 to 12:00.", on the wall of the business.
function bookingText(member: Member, booking: Awaited<ReturnType<typeof bookingsDuring>>[number]): string {
  const clock = (instant: string) => wallTimeOf(Date.parse(instant), member.timeZone).time;
  const label = formatWorkOrderNumber(booking.number);
  const times = `from ${clock(booking.start)} to ${clock(booking.end)}`;
  return `${booking.firstName} ${booking.lastName} is on ${label} ${times}.`;
}
