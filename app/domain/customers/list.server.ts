import { and, eq, gte, inArray, lt, type SQLWrapper, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { named } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { counters } from "#drizzle/schema/platform";
import type { Ctx, Member } from "~/domain/shared/context";
import {
  type BidirectionalPage,
  bidirectionalPage,
  keyset,
  type PageDirection,
  parseCursor,
} from "~/domain/shared/paging.server";
import { allow, can } from "~/domain/shared/permissions";
import { CUSTOMER_STATUSES, CUSTOMER_TYPES, type CustomerStatus, type CustomerType } from "./customer";
import { foundNumbers, summaryColumns } from "./find.server";
import type { CustomerFilter, CustomerStats, CustomerSummary } from "./schema";
import { searchExpression } from "./search";
import { countListed, statsOf } from "./stats";

/** `before` is the first row of the current page, for going back. */
type CustomerListFilter = CustomerFilter & { before?: string };

/**
 * A page of customers in one round trip, by name or newest first; a search returns the newest first. `total` is null if no
 * counter has it (a search, a filtered archive).
 * @throws DomainError invalid for a cursor of another list
 */
export async function listCustomers(
  ctx: Ctx,
  filter: CustomerListFilter,
): Promise<BidirectionalPage<CustomerSummary> & { stats: CustomerStats; mayWrite: boolean }> {
  const me = allow(ctx, "customers.read");
  const expression = searchOf(filter);
  const byNumber = expression !== null || filter.sort === "newest";
  const direction = parseCursor(filter, byNumber ? ["number"] : ["text", "text"]);
  const list = { filter, direction, byNumber };
  const rows = expression === null ? byIndex(ctx, me, list) : byText(ctx, me, { ...list, expression });
  const [found, counters] = await ctx.db.batch([rows, customerCounters(ctx, me)]);
  const total = expression === null ? countListed(counters, filter) : null;
  const page = bidirectionalPage(found, { limit: filter.limit, total, direction }, (row) =>
    byNumber ? [row.number] : [row.sortName, row.id],
  );
  return {
    ...page,
    items: page.items.map(({ sortName: _, ...item }) => item),
    stats: statsOf(counters),
    mayWrite: can(me, "customers.write"),
  };
}

function searchOf({ search = "", ...filter }: CustomerListFilter): string | null {
  return searchExpression(search, { ...filter, type: filter.customerType });
}

interface List {
  filter: CustomerListFilter;
  direction: PageDirection;
  byNumber: boolean;
}

interface Kind {
  status?: CustomerStatus;
  customerType?: CustomerType;
}

/**
 * The filters as parts that are each one range of an index in the list's order, which SQLite merges without sorting: if status or
 * type is not filtered, one part for each of its four values.
 */
function kindsOf({ status, customerType }: CustomerListFilter): Kind[] {
  if (status && !customerType) return CUSTOMER_TYPES.map((each) => ({ status, customerType: each }));
  if (customerType && !status) return CUSTOMER_STATUSES.map((each) => ({ status: each, customerType }));
  return [{ status, customerType }];
}

function byIndex(ctx: Ctx, me: Member, { filter, direction, byNumber }: List) {
  const arms = kindsOf(filter).map(({ status, customerType }) =>
    summaries(ctx, me).where(
      and(
        eq(customers.orgId, me.orgId),
        eq(customers.archived, filter.archived),
        status && eq(customers.status, status),
        customerType && eq(customers.customerType, customerType),
        inOrder(direction, byNumber, customers.id).beyond,
      ),
    ),
  );
  const [first, second, third, fourth] = arms;
  if (!first) throw new Error("a list has an arm");
  const all = second && third && fourth ? unionAll(first, second, third, fourth) : first;
  return all.orderBy(...inOrder(direction, byNumber, sql`customer_id`).order).limit(filter.limit + 1);
}

/** Names ascending, or numbers descending. */
const inOrder = (direction: PageDirection, byNumber: boolean, id: SQLWrapper) =>
  byNumber ? keyset(direction, [customers.number], "desc") : keyset(direction, [customers.sortName, id]);

function byText(ctx: Ctx, me: Member, { filter, direction, expression }: List & { expression: string }) {
  const key = direction.key ? Number(direction.key[0]) : undefined;
  const range = { [direction.back ? "after" : "before"]: key, limit: filter.limit + 1 };
  return summaries(ctx, me)
    .where(and(eq(customers.orgId, me.orgId), inArray(customers.number, foundNumbers(me, expression, range))))
    .orderBy(...keyset(direction, [customers.number], "desc").order)
    .limit(filter.limit + 1);
}

function summaries(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      ...summaryColumns,
      // Has its own alias, by which the merged parts are ordered.
      id: named(customers.id, "customer_id"),
      sortName: customers.sortName,
      city: addresses.city,
      state: addresses.state,
    })
    .from(customers)
    .leftJoin(
      addresses,
      // A literal, so that the partial index of primary addresses is used.
      and(
        eq(addresses.orgId, me.orgId),
        eq(addresses.customerId, customers.id),
        eq(addresses.type, "service"),
        sql`${addresses.isPrimary} = 1`,
      ),
    );
}

/** Counts customers by status and type; archived ones are counted separately. */
export async function customerStats(ctx: Ctx): Promise<CustomerStats> {
  return statsOf(await customerCounters(ctx, allow(ctx, "customers.read")));
}

/** All counters whose names start with `customers.`; at most seventeen. */
function customerCounters(ctx: Ctx, me: Member) {
  return ctx.db
    .select({ name: counters.name, value: counters.value })
    .from(counters)
    .where(and(eq(counters.orgId, me.orgId), gte(counters.name, "customers."), lt(counters.name, "customers/")));
}
