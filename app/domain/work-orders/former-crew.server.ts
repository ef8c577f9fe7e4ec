import { and, asc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { workOrderHistory } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { actorRoles, allowOnWorkOrder } from "./load.server";

interface Evidence {
  workOrderId: string;
  crew: readonly string[];
  /** When it happened, by the server's clock; ISO text. */
  at: string;
}

/**
 * Allows what records something that happened on a job, as `allowOnWorkOrder` does, also for a technician who was on the crew at
 * that time and has been taken off since: a phone without a connection reports it later. Returns the crew of then.
 * @throws DomainError forbidden
 */
export async function allowEvidence(
  ctx: Ctx,
  me: Member,
  { workOrderId, crew, at }: Evidence,
): Promise<readonly string[]> {
  if (actorRoles(me, crew).length > 0) return crew;
  const then = me.technicianId === null ? [] : await crewAt(ctx, me, { workOrderId, at });
  allowOnWorkOrder(ctx, { crew: then });
  return then;
}

/** The crew that the first change of the booking since then replaced; empty if there was none. */
async function crewAt(ctx: Ctx, { orgId }: Member, { workOrderId, at }: Omit<Evidence, "crew">) {
  const h = workOrderHistory;
  const [changed] = await ctx.db
    .select({ crew: sql<string>`${h.booking} -> '$.before.technicianIds'`.as("crew_before") })
    .from(h)
    .where(and(eq(h.orgId, orgId), eq(h.workOrderId, workOrderId), isNotNull(h.booking), gt(h.recordedAt, at)))
    .orderBy(asc(h.id))
    .limit(1);
  const crew: unknown = changed?.crew ? JSON.parse(changed.crew) : [];
  return Array.isArray(crew) ? crew.map(String) : [];
}

/** Whether a technician was ever booked or assigned on a work order, by its history. */
export async function wasOnCrew(
  ctx: Ctx,
  { orgId }: Member,
  { workOrderId, technicianId }: { workOrderId: string; technicianId: string },
): Promise<boolean> {
  const h = workOrderHistory;
  const [found] = await ctx.db
    .select({ id: h.id })
    .from(h)
    .where(
      and(
        eq(h.orgId, orgId),
        eq(h.workOrderId, workOrderId),
        sql`instr(${h.booking}, ${JSON.stringify(technicianId)}) > 0`,
      ),
    )
    .limit(1);
  return found !== undefined;
}
