import { and, asc, count, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { addresses } from "#drizzle/schema/customers";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/context";
import { notFound } from "~/domain/errors";
import { decodeCursor, type Page, page } from "~/domain/paging.server";
import { allow } from "~/domain/permissions";
import { addressLine, addressLines } from "./rules";
import type { Address, AddressFilter } from "./schema";

/** What an address shows to whoever may read it. */
export const addressColumns = {
  id: addresses.id,
  customerId: addresses.customerId,
  type: addresses.type,
  isPrimary: addresses.isPrimary,
  label: addresses.label,
  line1: addresses.line1,
  line2: addresses.line2,
  city: addresses.city,
  state: addresses.state,
  postalCode: addresses.postalCode,
  timeZone: addresses.timeZone,
  latitude: addresses.latitude,
  longitude: addresses.longitude,
  accessNotes: addresses.accessNotes,
  version: addresses.version,
  createdAt: addresses.createdAt,
  updatedAt: addresses.updatedAt,
};

/** Addresses that meet a condition, in the order in which they were added. */
export function addressesWhere(ctx: Ctx, me: Member, condition?: SQL) {
  return ctx.db
    .select(addressColumns)
    .from(addresses)
    .where(and(eq(addresses.orgId, me.orgId), condition))
    .orderBy(asc(addresses.id));
}

/**
 * Ids of a customer's addresses in the order in which they were added, for `id in`. Asked for alone they come from the index;
 * asked for whole rows, SQLite would rather read every address of the business.
 */
export function addressIdsOf(
  me: Member,
  customerId: SQL | string,
  { after, limit }: { after?: string; limit: number },
): SQL {
  return sql`(select a.id from addresses a where a.org_id = ${me.orgId} and a.customer_id = ${customerId} and a.id > ${after ?? ""} order by a.id limit ${limit})`;
}

/** All addresses of the business, or a customer's, in the order in which they were added. `total` is not counted. */
export async function listAddresses(ctx: Ctx, { customerId, limit, cursor }: AddressFilter): Promise<Page<Address>> {
  const me = allow(ctx, "customers.read");
  const after = String(decodeCursor(cursor, 1)?.[0] ?? "");
  const place = customerId
    ? inArray(addresses.id, addressIdsOf(me, customerId, { after, limit: limit + 1 }))
    : gt(addresses.id, after);
  const rows = await addressesWhere(ctx, me, place).limit(limit + 1);
  return page(rows, limit, null, (row) => [row.id]);
}

/** @throws DomainError not_found */
export async function findAddress(ctx: Ctx, id: string): Promise<Address> {
  const me = allow(ctx, "customers.read");
  const [row] = await addressesWhere(ctx, me, eq(addresses.id, id));
  if (!row) throw notFound();
  return row;
}

/** The address as a label's lines and as one line. */
export async function formattedAddress(ctx: Ctx, id: string): Promise<{ formatted: string; lines: string[] }> {
  const address = await findAddress(ctx, id);
  return { formatted: addressLine(address), lines: addressLines(address) };
}

/** An address about to be changed, and how many work orders go there. @throws DomainError not_found */
export async function addressInUse(
  ctx: Ctx,
  me: Member,
  id: string,
): Promise<{ address: Address; workOrders: number }> {
  const [rows, [used]] = await ctx.db.batch([
    addressesWhere(ctx, me, eq(addresses.id, id)),
    ctx.db
      .select({ count: count() })
      .from(workOrders)
      .where(and(eq(workOrders.orgId, me.orgId), eq(workOrders.siteAddressId, id))),
  ]);
  const [address] = rows;
  if (!address) throw notFound();
  return { address, workOrders: used?.count ?? 0 };
}
