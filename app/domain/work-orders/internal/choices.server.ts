import { and, asc, desc, eq, or, type SQL } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named } from "#drizzle/d1/columns";
import { addresses } from "#drizzle/schema/customers";
import { technicians } from "#drizzle/schema/technicians";
import type { Ctx, Member } from "~/domain/shared/context";

export type TechnicianName = Awaited<ReturnType<typeof technicianNames>>[number];

/** All current and former technicians of the business, by last name. */
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
    .$dynamic();
}

/** "Luis Ortega"; null if unassigned. */
export function nameOf(people: readonly TechnicianName[], id: string | null): string | null {
  const found = people.find((one) => one.id === id);
  return found ? `${found.firstName} ${found.lastName}` : null;
}

/** Assignable technicians as select options. */
export function assignable(people: readonly TechnicianName[]): { value: string; label: string }[] {
  return people
    .filter((one) => one.status !== "inactive")
    .map((one) => ({
      value: one.id,
      label: `${one.firstName} ${one.lastName}${one.status === "on_leave" ? " (on leave)" : ""}`,
    }));
}

/** A customer's service addresses, primary first, and the current site. All of them: a job at one left out could not be booked. */
export function sitesOf(ctx: Ctx, member: Member, { customerId, siteId }: { customerId: SQL; siteId?: SQL }) {
  return ctx.db
    .select({
      id: named(addresses.id, "id"),
      label: named(addresses.label, "label"),
      line1: named(addresses.line1, "line1"),
      line2: named(addresses.line2, "line2"),
      city: named(addresses.city, "city"),
      state: named(addresses.state, "state"),
      postalCode: named(addresses.postalCode, "postal_code"),
      timeZone: named(addresses.timeZone, "time_zone"),
    })
    .from(byIndex(addresses, "addresses_customer"))
    .where(
      and(
        eq(addresses.orgId, member.orgId),
        eq(addresses.customerId, customerId),
        or(eq(addresses.type, "service"), siteId && eq(addresses.id, siteId)),
      ),
    )
    .orderBy(desc(addresses.isPrimary), asc(addresses.id));
}
