import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { addresses } from "#drizzle/schema/customers";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { decodeCursor, type Page, page } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { addressLine, addressLines } from "./address";
import type { Address, AddressFilter } from "./schema";

/** Columns of an address; aliased, because some statements name the index with the table. */
const addressColumns = {
  id: named(addresses.id, "id"),
  customerId: named(addresses.customerId, "customer_id"),
  type: named(addresses.type, "type"),
  isPrimary: named(addresses.isPrimary, "is_primary"),
  label: named(addresses.label, "label"),
  line1: named(addresses.line1, "line1"),
  line2: named(addresses.line2, "line2"),
  city: named(addresses.city, "city"),
  state: named(addresses.state, "state"),
  postalCode: named(addresses.postalCode, "postal_code"),
  timeZone: named(addresses.timeZone, "time_zone"),
  latitude: named(addresses.latitude, "latitude"),
  longitude: named(addresses.longitude, "longitude"),
  version: named(addresses.version, "version"),
  createdAt: named(addresses.createdAt, "created_at"),
  updatedAt: named(addresses.updatedAt, "updated_at"),
};

/**
 * A customer's addresses in the order they were added. The index is named because SQLite, which assumes ten rows per business,
 * would rather read all of its addresses.
 */
export function addressesOf(
  ctx: Ctx,
  me: Member,
  { customerId, after = "", limit }: { customerId: SQL | string; after?: string; limit: number },
) {
  return ctx.db
    .select(addressColumns)
    .from(sql`addresses indexed by addresses_customer`)
    .where(and(eq(addresses.orgId, me.orgId), eq(addresses.customerId, customerId), gt(addresses.id, after)))
    .orderBy(asc(addresses.id))
    .limit(limit);
}

/** A customer's primary addresses: at most one per type. */
export function primaryAddressesOf(ctx: Ctx, me: Member, customerId: SQL | string) {
  return ctx.db
    .select(addressColumns)
    .from(sql`addresses indexed by addresses_primary`)
    .where(and(eq(addresses.orgId, me.orgId), eq(addresses.customerId, customerId), sql`${addresses.isPrimary} = 1`));
}

export function addressById(ctx: Ctx, me: Member, id: string) {
  return ctx.db
    .select(addressColumns)
    .from(addresses)
    .where(and(eq(addresses.orgId, me.orgId), eq(addresses.id, id)));
}

/** All addresses of the business or of a customer, in the order they were added. `total` is not counted. */
export async function listAddresses(ctx: Ctx, { customerId, limit, cursor }: AddressFilter): Promise<Page<Address>> {
  const me = allow(ctx, "customers.read");
  const after = String(decodeCursor(cursor, 1)?.[0] ?? "");
  const rows = customerId
    ? await addressesOf(ctx, me, { customerId, after, limit: limit + 1 })
    : await ctx.db
        .select(addressColumns)
        .from(addresses)
        .where(and(eq(addresses.orgId, me.orgId), gt(addresses.id, after)))
        .orderBy(asc(addresses.id))
        .limit(limit + 1);
  return page(rows, limit, null, (row) => [row.id]);
}

/** @throws DomainError not_found */
export async function findAddress(ctx: Ctx, id: string): Promise<Address> {
  const me = allow(ctx, "customers.read");
  const [row] = await addressById(ctx, me, id);
  if (!row) throw notFound("Address not found");
  return row;
}

/** The address as label lines and as one line. */
export async function formattedAddress(ctx: Ctx, id: string): Promise<{ formatted: string; lines: string[] }> {
  const address = await findAddress(ctx, id);
  return { formatted: addressLine(address), lines: addressLines(address) };
}

/** What refers to an address, so that it cannot be removed. */
export interface AddressUses {
  workOrders: number;
  equipment: number;
  estimates: number;
  layouts: number;
}

/** An address to be removed, with what refers to it. @throws DomainError not_found */
export async function addressInUse(ctx: Ctx, me: Member, id: string): Promise<{ address: Address; uses: AddressUses }> {
  const number = (from: SQL) => sql`(select count(*) from ${from})`;
  const [rows, [uses]] = await ctx.db.batch([
    addressById(ctx, me, id),
    ctx.db.all<AddressUses>(sql`select
      ${number(sql`work_orders w where w.org_id = ${me.orgId} and w.site_address_id = ${id}`)} as workOrders,
      ${number(sql`equipment e indexed by equipment_address where e.org_id = ${me.orgId} and e.address_id = ${id}`)} as equipment,
      ${number(sql`estimates e indexed by estimates_site where e.org_id = ${me.orgId} and e.site_address_id = ${id}`)} as estimates,
      ${number(sql`designs d indexed by designs_site where d.org_id = ${me.orgId} and d.site_address_id = ${id} and d.deleted_at is null`)} as layouts`),
  ]);
  const [address] = rows;
  if (!address || !uses) throw notFound("Address not found");
  return { address, uses };
}
