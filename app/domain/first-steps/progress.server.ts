import { and, asc, eq, gt, inArray, ne } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { customers } from "#drizzle/schema/customers";
import { organizations } from "#drizzle/schema/identity";
import { counters } from "#drizzle/schema/platform";
import { serviceTypes } from "#drizzle/schema/service-types";
import { technicians } from "#drizzle/schema/technicians";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow, allowMember, can } from "~/domain/shared/permissions";
import { listWorkOrders } from "~/domain/work-orders/list.server";
import { WorkOrderFilter } from "~/domain/work-orders/schema";
import { doneSteps, FIRST_STEPS, type FirstStep, SCHEDULED_STATUSES } from "./steps";

export interface FirstStepsProgress {
  done: FirstStep[];
  /** Someone has saved the settings, or they include a phone number or an address. */
  hasDetails: boolean;
  /** The business's time zone, an IANA name. */
  timeZone: string;
}

/** A new business's progress toward its first dispatched job; null once it is reached, and for members who do not set it up. */
export async function firstStepsProgress(ctx: Ctx): Promise<FirstStepsProgress | null> {
  const me = allowMember(ctx);
  if (!can(me, "system.admin")) return null;
  const [has, [settings]] = await Promise.all([
    whatThereIs(ctx, me),
    ctx.db
      .select({ version: organizations.version, phone: organizations.phone, line1: organizations.line1 })
      .from(organizations)
      .where(eq(organizations.id, me.orgId)),
  ]);
  const hasDetails = settings !== undefined && (settings.version > 1 || Boolean(settings.phone ?? settings.line1));
  const done = doneSteps(has);
  return done.length === FIRST_STEPS.length ? null : { done, hasDetails, timeZone: me.timeZone };
}

/** How many of the jobs that could be sent out are offered. */
const MAX_JOBS = 10;
/** The newest may have nobody yet. */
const MAX_READ = 100;

/** Scheduled jobs that somebody is assigned to, and the business's time zone. */
export async function jobsToDispatch(ctx: Ctx) {
  const me = allow(ctx, "work_orders.write");
  const { items } = await listWorkOrders(ctx, WorkOrderFilter.parse({ status: "scheduled", limit: MAX_READ }));
  const assigned = items.flatMap(({ id, number, title, scheduledStart, timeZone, technicianName }) =>
    technicianName === null
      ? []
      : [{ id, number, title, scheduledStart, timeZone: timeZone ?? me.timeZone, technicianName }],
  );
  return { jobs: assigned.slice(0, MAX_JOBS), zone: me.timeZone };
}

const byStatus = "work_orders.status=";

/** Checks for one row of each kind, so that a business's size does not matter. */
async function whatThereIs(ctx: Ctx, { orgId }: Member) {
  const states = SCHEDULED_STATUSES.map((status) => byStatus + status);
  const [[type], [technician], [customer], counted] = await ctx.db.batch([
    ctx.db
      .select({ id: named(serviceTypes.id, "type_id") })
      .from(serviceTypes)
      .where(and(eq(serviceTypes.orgId, orgId), eq(serviceTypes.active, true)))
      .limit(1),
    ctx.db
      .select({ id: named(technicians.id, "technician_id") })
      .from(technicians)
      .where(and(eq(technicians.orgId, orgId), ne(technicians.status, "inactive")))
      .limit(1),
    ctx.db
      .select({ id: named(customers.id, "customer_id") })
      .from(customers)
      .where(eq(customers.orgId, orgId))
      .limit(1),
    ctx.db
      .select({ name: counters.name, value: counters.value })
      .from(counters)
      .where(and(eq(counters.orgId, orgId), inArray(counters.name, states), gt(counters.value, 0)))
      // Sorts scheduled last by name: dispatched jobs count as scheduled too.
      .orderBy(asc(counters.name))
      .limit(1),
  ]);
  return {
    hasServiceType: type !== undefined,
    hasTechnician: technician !== undefined,
    hasCustomer: customer !== undefined,
    workOrders: Object.fromEntries(counted.map(({ name, value }) => [name.slice(byStatus.length), value])),
  };
}
