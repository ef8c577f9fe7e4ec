import { and, asc, desc, eq, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { equipment } from "#drizzle/schema/equipment";
import { type NamedUnit, unitLabels } from "~/domain/equipment/unit-labels";
import { bookable } from "~/domain/service-types/playbook.server";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { assignable, technicianNames } from "./internal/choices.server";

/** Customers that the words of one session may mean; rarely more than three. */
const MAX_CUSTOMERS = 20;

/** Returns the choices available to any spoken work order. */
export async function spokenChoices(ctx: Ctx) {
  const me = allow(ctx, "work_orders.write");
  const [people, serviceTypes] = await ctx.db.batch([technicianNames(ctx, me), bookable(ctx, me)]);
  return { technicians: assignable(people), serviceTypes };
}

export type SpokenCustomer = Awaited<ReturnType<typeof spokenCustomers>>[number];

/**
 * Returns the customers that the words may mean, each with addresses and equipment. Unknown and archived customers are
 * left out.
 */
export async function spokenCustomers(ctx: Ctx, customerIds: readonly string[]) {
  const me = allow(ctx, "work_orders.write");
  const ids = JSON.stringify([...new Set(customerIds)].slice(0, MAX_CUSTOMERS));
  const [found, sites, units] = await ctx.db.batch([
    ctx.db
      .select({
        id: named(customers.id, "id"),
        name: named(customers.name, "name"),
        number: named(customers.number, "number"),
        phone: named(customers.phone, "phone"),
      })
      .from(customers)
      .where(
        and(
          eq(customers.orgId, me.orgId),
          sql`${customers.id} IN (SELECT value FROM json_each(${ids}))`,
          eq(customers.archived, false),
        ),
      ),
    ctx.db
      .select({
        customerId: named(addresses.customerId, "customer_id"),
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
          eq(addresses.orgId, me.orgId),
          sql`${addresses.customerId} IN (SELECT value FROM json_each(${ids}))`,
          eq(addresses.type, "service"),
        ),
      )
      .orderBy(desc(addresses.isPrimary), asc(addresses.id)),
    ctx.db
      .select({
        customerId: named(equipment.customerId, "customer_id"),
        id: named(equipment.id, "id"),
        name: named(equipment.name, "name"),
        addressId: named(equipment.addressId, "address_id"),
        type: named(equipment.type, "type"),
        location: named(equipment.location, "location"),
        serialNumber: named(equipment.serialNumber, "serial_number"),
      })
      .from(byIndex(equipment, "equipment_customer"))
      .where(
        and(
          eq(equipment.orgId, me.orgId),
          sql`${equipment.customerId} IN (SELECT value FROM json_each(${ids}))`,
          sql`${equipment.status} <> 'retired'`,
        ),
      )
      // The unary plus keeps SQLite from scanning an index in this order.
      .orderBy(sql`+lower(${equipment.name})`, asc(equipment.id)),
  ]);
  const ofOne = <T extends { customerId: string | null }>(rows: readonly T[], id: string) =>
    rows.filter(({ customerId }) => customerId === id);
  return found.map((customer) => ({
    ...customer,
    sites: ofOne(sites, customer.id),
    units: unitsOf(ofOne(units, customer.id)),
  }));
}

/** Names each piece of equipment so that two with the same name can be told apart. */
function unitsOf<U extends NamedUnit & { addressId: string | null }>(units: readonly U[]) {
  const labels = unitLabels(units);
  return units.map(({ id, name, addressId }) => ({ id, addressId, name: labels.get(id) ?? name }));
}
