import { and, desc, eq, inArray } from "drizzle-orm";
import { customers } from "#drizzle/schema/customers";
import { technicians } from "#drizzle/schema/technicians";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";

const MAX_OF_EACH = 30;

/**
 * Names that may be spoken, given to the model for correct spelling: the technicians', and the job's customer or the newest
 * customers.
 */
export async function likelyNames(ctx: Ctx, me: Member, workOrderId: string | null): Promise<string[]> {
  const [people, known] = await ctx.db.batch([
    ctx.db
      .select({ firstName: technicians.firstName, lastName: technicians.lastName })
      .from(technicians)
      .where(and(eq(technicians.orgId, me.orgId), inArray(technicians.status, ["active", "pending_setup"])))
      .limit(MAX_OF_EACH),
    workOrderId === null
      ? ctx.db
          .select({ name: customers.name })
          .from(customers)
          .where(and(eq(customers.orgId, me.orgId), eq(customers.archived, false)))
          .orderBy(desc(customers.number))
          .limit(MAX_OF_EACH)
      : ctx.db
          .select({ name: customers.name })
          .from(workOrders)
          .innerJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, workOrders.customerId)))
          .where(and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, workOrderId))),
  ]);
  return [...people.map(({ firstName, lastName }) => `${firstName} ${lastName}`), ...known.map(({ name }) => name)];
}
