import { and, desc, eq, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { auditLog, counters, tenantMembers } from "#drizzle/schema/platform";
import { workOrders } from "#drizzle/schema/work-orders";
import { ADDRESS_TYPES } from "~/domain/addresses/address";
import { addressById, addressesOf, primaryAddressesOf } from "~/domain/addresses/find.server";
import type { Address } from "~/domain/addresses/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import {
  bidirectionalPage,
  decodeCursor,
  keyset,
  type PageDirection,
  page,
  parseCursor,
} from "~/domain/shared/paging.server";
import { allow, can } from "~/domain/shared/permissions";
import type { CustomerRef } from "./customer";
import { customerColumns, customerRef, idOf, isCustomer } from "./find.server";
import type { Customer, CustomerRow } from "./schema";

const MAX_ADDRESSES = 100;

/** A customer with the first hundred addresses; `ref` is an id or a number. @throws DomainError not_found */
export async function findCustomer(ctx: Ctx, ref: string): Promise<Customer> {
  const me = allow(ctx, "customers.read");
  const which = customerRef(ref);
  const [rows, places] = await ctx.db.batch([
    customerRow(ctx, me, which),
    addressesOf(ctx, me, { customerId: idOf(me, which), limit: MAX_ADDRESSES }),
  ]);
  const [customer] = rows;
  if (!customer) throw notFound("Customer not found");
  return { ...customer, addresses: places };
}

/** The customer's row without addresses, for the edit form. @throws DomainError not_found */
export async function customerForEdit(ctx: Ctx, ref: string): Promise<CustomerRow> {
  const me = allow(ctx, "customers.write");
  const [customer] = await customerRow(ctx, me, customerRef(ref));
  if (!customer) throw notFound("Customer not found");
  return customer;
}

export function customerRow(ctx: Ctx, me: Member, ref: CustomerRef) {
  return ctx.db.select(customerColumns).from(customers).where(isCustomer(me, ref));
}

interface OverviewPages {
  after?: string;
  earlierThan?: string;
}

const ADDRESSES_SHOWN = 8;
const WORK_ORDERS_SHOWN = 6;
const EVENTS_SHOWN = 6;

/** The customer, the actions allowed, and how many jobs the member may see. @throws DomainError not_found */
export async function customerHeader(ctx: Ctx, ref: string) {
  const me = allow(ctx, "customers.read");
  const which = customerRef(ref);
  const [[customer], [jobs]] = await ctx.db.batch([customerRow(ctx, me, which), workOrderCount(ctx, me, which)]);
  if (!customer) throw notFound("Customer not found");
  const may = {
    write: can(me, "customers.write"),
    book: can(me, "work_orders.write"),
    equip: can(me, "equipment.write"),
    seeEquipment: can(me, "equipment.read"),
    seeInvoices: can(me, "invoices.read"),
    seeEstimates: can(me, "leads.read"),
  };
  return { customer, may, jobs: can(me, "work_orders.read") ? (jobs?.value ?? 0) : 0 };
}

const WORK_ORDERS_PER_PAGE = 25;

/** A page of the customer's work orders, newest first. Empty for an unknown customer. */
export async function customerWorkOrders(ctx: Ctx, ref: string, at: { cursor?: string; before?: string }) {
  const me = allow(ctx, "work_orders.read");
  const direction = parseCursor(at, ["number"]);
  const limit = WORK_ORDERS_PER_PAGE;
  const rows = await newestWorkOrders(ctx, me, { ref: customerRef(ref), direction, limit: limit + 1 });
  const shown = bidirectionalPage(rows, { limit, total: null, direction }, ({ number }) => [number]);
  return { ...shown, timeZone: me.timeZone };
}

/**
 * The overview in one round trip: the primary addresses and a page of the others (`after` is its cursor), the newest work orders
 * with their count, and a page of the activity, latest first (`earlierThan` is its cursor). Empty for an unknown customer.
 */
export async function customerOverview(ctx: Ctx, ref: string, { after, earlierThan }: OverviewPages) {
  const me = allow(ctx, "customers.read");
  const which = customerRef(ref);
  const seen = String(decodeCursor(after, 1)?.[0] ?? "");
  // Includes the primary ones: at most one per type.
  const span = { after: seen, limit: ADDRESSES_SHOWN + ADDRESS_TYPES.length + 1 };
  const [primary, places, jobs, jobCount, events] = await ctx.db.batch([
    primaryAddressesOf(ctx, me, idOf(me, which)),
    addressesOf(ctx, me, { customerId: idOf(me, which), ...span }),
    newestWorkOrders(ctx, me, { ref: which, limit: WORK_ORDERS_SHOWN }),
    workOrderCount(ctx, me, which),
    activityOf(ctx, me, { ref: which, earlierThan: decodeCursor(earlierThan, 1)?.[0] }),
  ]);
  const others = places.filter((place) => !place.isPrimary);
  const more = page(others, ADDRESSES_SHOWN, null, (row) => [row.id]);
  const activity = page(events, EVENTS_SHOWN, null, (row) => [row.id]);
  return {
    primaryAddresses: primary.sort((a, b) => b.type.localeCompare(a.type)),
    otherAddresses: more.items,
    nextAddresses: more.nextCursor,
    workOrders: can(me, "work_orders.read") ? { items: jobs, total: jobCount[0]?.value ?? 0 } : null,
    earlierActivity: activity.nextCursor,
    events: activity.items.map(({ before, after: became, ...event }) => ({
      ...event,
      before: facts(before),
      after: facts(became),
    })),
    timeZone: me.timeZone,
  };
}

/** An address of this customer. @throws DomainError not_found */
export async function addressForEdit(ctx: Ctx, ref: string, addressId: string): Promise<Address> {
  const me = allow(ctx, "customers.write");
  const [[customer], [address]] = await ctx.db.batch([
    customerRow(ctx, me, customerRef(ref)),
    addressById(ctx, me, addressId),
  ]);
  if (!customer || address?.customerId !== customer.id) throw notFound("Address not found");
  return address;
}

type WorkOrderSpan = { ref: CustomerRef; direction?: PageDirection; limit: number };

function newestWorkOrders(ctx: Ctx, me: Member, { ref, direction = { back: false, key: null }, limit }: WorkOrderSpan) {
  const { beyond, order } = keyset(direction, [workOrders.number], "desc");
  return ctx.db
    .select({
      number: workOrders.number,
      title: workOrders.title,
      status: workOrders.status,
      priority: workOrders.priority,
      scheduledStart: workOrders.scheduledStart,
      siteZone: named(addresses.timeZone, "site_zone"),
    })
    .from(workOrders)
    .innerJoin(addresses, and(eq(addresses.orgId, me.orgId), eq(addresses.id, workOrders.siteAddressId)))
    .where(and(eq(workOrders.orgId, me.orgId), eq(workOrders.customerId, idOf(me, ref)), beyond))
    .orderBy(...order)
    .limit(limit);
}

function workOrderCount(ctx: Ctx, me: Member, ref: CustomerRef) {
  return ctx.db
    .select({ value: counters.value })
    .from(counters)
    .where(and(eq(counters.orgId, me.orgId), eq(counters.name, sql`'work_orders.customer=' || ${idOf(me, ref)}`)));
}

type ActivitySpan = { ref: CustomerRef; earlierThan?: string | number };

function activityOf(ctx: Ctx, me: Member, { ref, earlierThan }: ActivitySpan) {
  return (
    ctx.db
      .select({
        id: named(auditLog.id, "event_id"),
        action: named(auditLog.action, "event_action"),
        before: named(auditLog.before, "event_before"),
        after: named(auditLog.after, "event_after"),
        at: named(auditLog.at, "event_at"),
        firstName: namedOrNull(tenantMembers.firstName, "by_first_name"),
        lastName: namedOrNull(tenantMembers.lastName, "by_last_name"),
      })
      // The index is named for the reason given at `addressesOf`.
      .from(sql`audit_log indexed by audit_log_entity`)
      .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, auditLog.userId)))
      .where(
        and(
          ...[eq(auditLog.orgId, me.orgId), eq(auditLog.entity, "customer"), eq(auditLog.entityId, idOf(me, ref))],
          earlierThan === undefined ? undefined : lt(auditLog.id, String(earlierThan)),
        ),
      )
      .orderBy(desc(auditLog.id))
      .limit(EVENTS_SHOWN + 1)
  );
}

const Facts = z.record(z.string(), z.unknown()).catch({});

function facts(json: string | null): Record<string, unknown> {
  return Facts.parse(json === null ? {} : JSON.parse(json));
}
