import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { addresses } from "#drizzle/schema/customers";
import type { Ctx, Member } from "~/domain/shared/context";
import type { AuditEntry, Write } from "~/domain/shared/write.server";
import type { AddressType } from "./address";
import type { NewAddress } from "./schema";
import { zoneOfZip } from "./zip-zones";

/** The group of addresses of which one is primary. */
interface Among {
  customerId: string;
  type: AddressType;
}

/** Unmarks the current primary address, except `except`. Runs before the write that sets it. */
export function takePrimary(
  ctx: Ctx,
  me: Member,
  { customerId, type, except = "" }: Among & { except?: string },
): Write {
  return ctx.db
    .update(addresses)
    .set({ isPrimary: false, version: sql`${addresses.version} + 1`, updatedAt: ctx.now.toISOString() })
    .where(
      and(
        eq(addresses.orgId, me.orgId),
        eq(addresses.customerId, customerId),
        eq(addresses.type, type),
        sql`${addresses.isPrimary} = 1`,
        ne(addresses.id, except),
      ),
    );
}

/** Marks the oldest address as primary if none is. */
export function promoteOldest(ctx: Ctx, me: Member, among: Among): Write {
  const oldest = sql`(select o.id from addresses o indexed by addresses_customer where o.org_id = ${me.orgId} and o.customer_id = ${among.customerId} and o.type = ${among.type} order by o.id limit 1)`;
  return ctx.db
    .update(addresses)
    .set({ isPrimary: true, version: sql`${addresses.version} + 1`, updatedAt: ctx.now.toISOString() })
    .where(and(eq(addresses.orgId, me.orgId), eq(addresses.id, oldest), sql`${hasPrimary(me, among)} = 0`));
}

export function hasPrimary(me: Member, { customerId, type }: Among): SQL<boolean> {
  return sql`exists (select 1 from addresses p where p.org_id = ${me.orgId} and p.customer_id = ${customerId} and p.type = ${type} and p.is_primary = 1)`;
}

/**
 * Adds an address: primary if requested, or if it is the customer's first of its type; in the time zone of its ZIP code unless
 * another is given.
 */
export function insertAddress(
  ctx: Ctx,
  me: Member,
  { id, customerId, input }: { id: string; customerId: string | null; input: NewAddress },
): Write[] {
  const at = ctx.now.toISOString();
  const among = customerId === null ? null : { customerId, type: input.type };
  const insert = ctx.db.insert(addresses).values({
    ...input,
    timeZone: input.timeZone ?? zoneOfZip(input.state, input.postalCode),
    orgId: me.orgId,
    id,
    customerId,
    isPrimary: among ? sql`not ${hasPrimary(me, among)}` : false,
    createdAt: at,
    updatedAt: at,
  });
  return among && input.isPrimary ? [takePrimary(ctx, me, among), insert] : [insert];
}

/** Audits changes of an address as part of its customer's history. */
export function addressAudit(
  action: string,
  { id, customerId: owner }: { id: string; customerId: string | null },
  facts: { before?: object; after?: object },
): AuditEntry {
  return { action, entity: owner ? "customer" : "address", entityId: owner ?? id, ...facts };
}
