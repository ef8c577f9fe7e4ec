import { and, asc, desc, eq, sql } from "drizzle-orm";
import { named } from "#drizzle/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { technicians } from "#drizzle/schema/people";
import type { Ctx, Member } from "~/domain/context";
import { allow } from "~/domain/permissions";
import { beyondNumbers, matchText, searchRowid } from "~/domain/work-orders/search.server";

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
    .limit(500);
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

/** Customers whose name, mail address, phone or number begins with each word; the newest eight. */
export async function findCustomers(ctx: Ctx, text: string) {
  const member = allow(ctx, "work_orders.write");
  const base = searchRowid(member, 0);
  return ctx.db
    .select({
      id: named(customers.id, "customer_id"),
      name: named(customers.name, "customer_name"),
      phone: named(customers.phone, "customer_phone"),
    })
    .from(
      sql`(SELECT rowid - ${base} AS number FROM customer_search
        WHERE customer_search MATCH ${matchText(text)} AND rowid > ${base} AND rowid < ${searchRowid(member, beyondNumbers)}
        ORDER BY rowid DESC LIMIT 16) found CROSS JOIN customers INDEXED BY customers_number
        ON customers.org_id = ${member.orgId} AND customers.number = found.number`,
    )
    .where(and(eq(customers.orgId, member.orgId), eq(customers.archived, false)))
    .limit(8);
}

/** One customer and the addresses a job can go to: service addresses first, the primary one before the others. */
export async function customerWithSites(ctx: Ctx, customerId: string) {
  const member = allow(ctx, "work_orders.write");
  const [[customer], sites] = await ctx.db.batch([
    ctx.db
      .select({ id: customers.id, name: customers.name })
      .from(customers)
      .where(and(eq(customers.orgId, member.orgId), eq(customers.id, customerId), eq(customers.archived, false))),
    sitesOf(ctx, member, customerId),
  ]);
  return customer ? { ...customer, sites } : null;
}

export function sitesOf(ctx: Ctx, member: Member, customerId: string) {
  return ctx.db
    .select({
      id: addresses.id,
      type: addresses.type,
      label: addresses.label,
      line1: addresses.line1,
      line2: addresses.line2,
      city: addresses.city,
      state: addresses.state,
      postalCode: addresses.postalCode,
      timeZone: addresses.timeZone,
    })
    .from(addresses)
    .where(and(eq(addresses.orgId, member.orgId), eq(addresses.customerId, customerId)))
    .orderBy(desc(addresses.type), desc(addresses.isPrimary), asc(addresses.id))
    .limit(50);
}
