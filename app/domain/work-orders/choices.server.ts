import { and, asc, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { addresses, customers } from "#drizzle/schema/customers";
import { technicians } from "#drizzle/schema/people";
import { unitChoices } from "~/domain/equipment/job-units.server";
import { bookable } from "~/domain/service-types/playbook.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";

export type TechnicianName = Awaited<ReturnType<typeof technicianNames>>[number];

/** Everybody who is or was a technician of the business, by last name. */
export function technicianNames(ctx: Ctx, member: Member) {
  return ctx.db
    .select({
      id: technicians.id,
      firstName: technicians.firstName,
      lastName: technicians.lastName,
      status: technicians.status,
    })
    .from(technicians)
    .where(eq(technicians.orgId, member.orgId))
    .orderBy(asc(technicians.lastName), asc(technicians.firstName))
    .limit(500)
    .$dynamic();
}

/** "Luis Ortega"; null for nobody. */
export function nameOf(people: readonly TechnicianName[], id: string | null): string | null {
  const found = people.find((one) => one.id === id);
  return found ? `${found.firstName} ${found.lastName}` : null;
}

/** The technicians a job can be given to, as a select box shows them. */
export function assignable(people: readonly TechnicianName[]): { value: string; label: string }[] {
  return people
    .filter((one) => one.status !== "inactive")
    .map((one) => ({
      value: one.id,
      label: `${one.firstName} ${one.lastName}${one.status === "on_leave" ? " (on leave)" : ""}`,
    }));
}

/** What the form of a new work order needs: technicians, service types, and the chosen customer's name, service addresses and units. */
export async function newWorkOrderChoices(ctx: Ctx, customerId: string | null) {
  const member = allow(ctx, "work_orders.write");
  const chosen = sql`${customerId ?? ""}`;
  const [people, [customer], sites, serviceTypes, units] = await ctx.db.batch([
    technicianNames(ctx, member),
    ctx.db
      .select({ id: customers.id, name: customers.name, number: customers.number })
      .from(customers)
      .where(and(eq(customers.orgId, member.orgId), eq(customers.id, customerId ?? ""), eq(customers.archived, false))),
    sitesOf(ctx, member, { customerId: chosen }),
    bookable(ctx, member),
    unitChoices(ctx, member, { customerId: chosen }),
  ]);
  return { technicians: assignable(people), customer: customer ?? null, sites, serviceTypes, units };
}

export type SiteChoice = Awaited<ReturnType<typeof sitesOf>>[number];

/** Where work can be done for a customer: the service addresses, the primary one first, and the one it is done at now. */
export function sitesOf(ctx: Ctx, member: Member, { customerId, siteId }: { customerId: SQL; siteId?: SQL }) {
  return ctx.db
    .select({
      id: addresses.id,
      label: addresses.label,
      line1: addresses.line1,
      line2: addresses.line2,
      city: addresses.city,
      state: addresses.state,
      postalCode: addresses.postalCode,
      timeZone: addresses.timeZone,
    })
    .from(addresses)
    .where(
      and(
        eq(addresses.orgId, member.orgId),
        eq(addresses.customerId, customerId),
        or(eq(addresses.type, "service"), siteId && eq(addresses.id, siteId)),
      ),
    )
    .orderBy(desc(addresses.isPrimary), asc(addresses.id))
    .limit(100);
}
