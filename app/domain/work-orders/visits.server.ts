import { and, eq, sql } from "drizzle-orm";
import { visits, visitTechnicians } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import type { Write } from "~/domain/shared/write.server";
import { latestVisit } from "~/domain/work-orders/reference.server";
import type { WorkOrderStatus } from "~/domain/work-orders/rules";

/** Who goes when; instants as ISO text. Without a lead the visit holds nobody's time. */
export interface Booking {
  start: string;
  end: string;
  leadId: string | null;
  helperIds: readonly string[];
  overrideReason: string | null;
  /** Ids of the work orders beside which it may stand for that reason; left out: beside any. */
  overrideOf?: readonly string[];
}

/** Books a new visit for a work order that has none. */
export function bookVisit(ctx: Ctx, member: Member, workOrderId: string, booking: Booking): Write[] {
  const visitId = ctx.newId();
  const visit = ctx.db.insert(visits).values({
    orgId: member.orgId,
    id: visitId,
    workOrderId,
    startsAt: booking.start,
    endsAt: booking.end,
    state: "booked",
    createdAt: ctx.now.toISOString(),
  });
  return [
    visit,
    ...crewRows(booking).map((row) => ctx.db.insert(visitTechnicians).values({ ...row, orgId: member.orgId, visitId })),
  ];
}

/** Gives the booked visit another time or other people. */
export function rebookVisit(ctx: Ctx, member: Member, workOrderId: string, booking: Booking): Write[] {
  const booked = latestVisit(member, workOrderId, ["booked"]);
  const ofVisit = and(eq(visitTechnicians.orgId, member.orgId), eq(visitTechnicians.visitId, booked));
  return [
    ctx.db
      .update(visits)
      .set({ startsAt: booking.start, endsAt: booking.end })
      .where(and(eq(visits.orgId, member.orgId), eq(visits.workOrderId, workOrderId), eq(visits.state, "booked"))),
    ctx.db.delete(visitTechnicians).where(ofVisit),
    ...crewRows(booking).map((row) =>
      ctx.db.insert(visitTechnicians).values({ ...row, orgId: member.orgId, visitId: booked }),
    ),
  ];
}

/** What a move does to the visit that is there; booking a new one is `bookVisit`. */
export function visitWrites(
  ctx: Ctx,
  member: Member,
  job: { id: string; status: WorkOrderStatus },
  to: WorkOrderStatus,
) {
  const end = (state: "done" | "released", keepsSlot: boolean) => [
    ...(keepsSlot ? [] : [holdSlots(ctx, member, job.id, { state: "booked", holds: false })]),
    setState(ctx, member, job.id, { from: "booked", to: state }),
  ];
  switch (to) {
    case "unscheduled":
    case "cancelled":
      return end("released", false);
    case "on_hold":
      return end("done", false);
    case "completed":
      return end("done", true);
    case "in_progress":
      return job.status === "on_hold" || job.status === "completed" ? resume(ctx, member, job.id) : [];
    case "scheduled":
    case "dispatched":
    case "en_route":
    case "closed":
      return [];
  }
}

// Somebody else may have been given the time meanwhile: work that goes on is a fact, not a booking to refuse.
function resume(ctx: Ctx, member: Member, workOrderId: string): Write[] {
  return [
    holdSlots(ctx, member, workOrderId, { state: "done", holds: true }),
    setState(ctx, member, workOrderId, { from: "done", to: "booked" }),
  ];
}

type Holding = { state: "booked" | "done"; holds: boolean };

function holdSlots(ctx: Ctx, member: Member, workOrderId: string, { state, holds }: Holding): Write {
  return ctx.db
    .update(visitTechnicians)
    .set({
      holdsSlot: holds,
      ...(holds
        ? { overrideReason: sql`coalesce(${visitTechnicians.overrideReason}, 'Work goes on')`, overrideOf: null }
        : {}),
    })
    .where(
      and(
        eq(visitTechnicians.orgId, member.orgId),
        eq(visitTechnicians.visitId, latestVisit(member, workOrderId, [state])),
      ),
    );
}

type Change = { from: "booked" | "done"; to: "booked" | "done" | "released" };

function setState(ctx: Ctx, member: Member, workOrderId: string, { from, to }: Change): Write {
  return ctx.db
    .update(visits)
    .set({ state: to })
    .where(and(eq(visits.orgId, member.orgId), eq(visits.id, latestVisit(member, workOrderId, [from]))));
}

function crewRows({ leadId, helperIds, start, end, overrideReason, overrideOf }: Booking) {
  const people = [
    ...(leadId ? [{ technicianId: leadId, part: "lead" as const }] : []),
    ...[...new Set(helperIds)]
      .filter((id) => id !== leadId)
      .map((technicianId) => ({ technicianId, part: "helper" as const })),
  ];
  const held = { startsAt: start, endsAt: end, holdsSlot: true, overrideReason, overrideOf };
  return people.map((one) => ({ ...one, ...held }));
}
