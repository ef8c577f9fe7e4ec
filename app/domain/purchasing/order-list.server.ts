import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named } from "#drizzle/d1/columns";
import { purchaseOrders, suppliers } from "#drizzle/schema/purchasing";
import { seesCosts } from "~/domain/inventory/costs";
import type { Ctx, Member } from "~/domain/shared/context";
import { bidirectionalPage, keyset, type PageDirection, parseCursor } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { foundIn } from "~/domain/shared/text/full-text.server";
import { MATCHES_NOTHING, phrase, prefixTerm, searchWords } from "~/domain/shared/text/search";
import { todayOf } from "~/domain/shared/time/time-zones";
import { isOverdue, PURCHASE_ORDER_STATUS_LABELS, parsePurchaseOrderNumber } from "./purchase-order";
import type { PurchaseOrderFilter } from "./schema";

// Written out because the partial index is used only if its condition appears literally.
const OPEN = sql`purchase_orders.status IN ('ordered', 'partly_received')`;

/** As `lineCostMinor`: at the price of a pack if there is one, half a cent rounded up; of a line `l`. */
const lineCost = sql`iif(l.pack_price_minor is not null,
    (l.pack_price_minor * l.quantity_milli * 2 + l.pack_size_milli) / (l.pack_size_milli * 2),
    (l.unit_cost_minor * l.quantity_milli * 2 + 1000) / 2000)`;

/** Returns orders, highest number first; totals are null for members who may not see costs. @throws DomainError invalid for a cursor of another list */
export async function listPurchaseOrders(ctx: Ctx, filter: PurchaseOrderFilter) {
  const me = allow(ctx, "inventory.read");
  const today = todayOf(ctx, me);
  const direction = parseCursor(filter, ["number"]);
  // With a search, the unary plus keeps SQLite from scanning an index in this order.
  const key = filter.search ? sql`+purchase_orders.number` : sql`purchase_orders.number`;
  const { beyond, order } = keyset(direction, [key], "desc");
  const lines = (what: SQL) =>
    sql`(select ${what} from purchase_order_lines l where l.org_id = ${me.orgId} and l.order_id = purchase_orders.id)`;
  const rows = await ctx.db
    .select({
      id: purchaseOrders.id,
      number: purchaseOrders.number,
      status: purchaseOrders.status,
      supplierId: purchaseOrders.supplierId,
      supplierName: named(suppliers.name, "supplier_name"),
      expectedOn: purchaseOrders.expectedOn,
      orderedAt: purchaseOrders.orderedAt,
      supplierReference: purchaseOrders.supplierReference,
      version: named(purchaseOrders.version, "order_version"),
      createdAt: named(purchaseOrders.createdAt, "order_created_at"),
      lineCount: sql<number>`${lines(sql`count(*)`)}`.as("line_count"),
      receivedLines: sql<number>`${lines(sql`coalesce(sum(l.received_milli > 0 and l.incoming_milli = 0), 0)`)}`.as(
        "received_lines",
      ),
      totalMinor: sql<number>`${lines(sql`coalesce(sum(${lineCost}), 0)`)}`.as("total_minor"),
      unpriced: sql<number>`${lines(sql`coalesce(sum(l.unit_cost_minor is null), 0)`)}`.as("unpriced"),
    })
    .from(purchaseOrders)
    .innerJoin(suppliers, and(eq(suppliers.orgId, me.orgId), eq(suppliers.id, purchaseOrders.supplierId)))
    .where(and(...wanted(me, filter, { today, direction }), beyond))
    .orderBy(...order)
    .limit(filter.limit + 1);
  return bidirectionalPage(
    rows.map((row) => ({
      ...row,
      isOverdue: isOverdue(row, today),
      totalMinor: seesCosts(me) ? row.totalMinor : null,
    })),
    { limit: filter.limit, total: null, direction },
    ({ number }) => [number],
  );
}

const HITS_SHOWN = 5;

/** For the global search: finds orders by number, supplier or the supplier's reference. */
export function findPurchaseOrders(ctx: Ctx, me: Member, text: string) {
  const number = parsePurchaseOrderNumber(text);
  const expression = orderExpression({ search: text }) ?? MATCHES_NOTHING;
  const found =
    number === null
      ? sql`${purchaseOrders.number} in ${foundIn(me, { table: "purchase_order_search", expression }, { limit: HITS_SHOWN })}`
      : eq(purchaseOrders.number, number);
  const labels = sql.join(
    Object.entries(PURCHASE_ORDER_STATUS_LABELS).map(([status, label]) => sql`when ${status} then ${label}`),
    sql` `,
  );
  return ctx.db
    .select({
      foundId: named(purchaseOrders.id, "foundId"),
      foundLabel: sql<string>`printf('PO-%03d %s', ${purchaseOrders.number}, ${suppliers.name})`.as("foundLabel"),
      foundDetail: sql<string | null>`case ${purchaseOrders.status} ${labels} end`.as("foundDetail"),
    })
    .from(byIndex(purchaseOrders, "purchase_orders_number"))
    .innerJoin(suppliers, and(eq(suppliers.orgId, me.orgId), eq(suppliers.id, purchaseOrders.supplierId)))
    .where(and(eq(purchaseOrders.orgId, me.orgId), found))
    .orderBy(desc(sql`+purchase_orders.number`));
}

export type PurchaseOrderListItem = Awaited<ReturnType<typeof listPurchaseOrders>>["items"][number];

interface ListOptions {
  today: string;
  direction: PageDirection;
}

function wanted(me: Member, filter: PurchaseOrderFilter, { today, direction }: ListOptions): (SQL | undefined)[] {
  const { search, status, supplierId } = filter;
  const overdue = status === "overdue" ? sql`purchase_orders.expected_on < ${today}` : undefined;
  if (search) return [eq(purchaseOrders.orgId, me.orgId), overdue, searched(me, filter, direction), inState(filter)];
  return [
    eq(purchaseOrders.orgId, me.orgId),
    supplierId ? eq(purchaseOrders.supplierId, supplierId) : undefined,
    status === "open" || status === "overdue" ? OPEN : status && eq(purchaseOrders.status, status),
    overdue,
  ];
}

/** Filters on the rows a search found; the unary plus keeps SQLite from using their indexes instead. */
function inState({ status, supplierId }: PurchaseOrderFilter): SQL | undefined {
  const isOpen = status === "open" || status === "overdue";
  return and(
    supplierId ? sql`+purchase_orders.supplier_id = ${supplierId}` : undefined,
    isOpen
      ? sql`+purchase_orders.status in ('ordered', 'partly_received')`
      : status && sql`+purchase_orders.status = ${status}`,
  );
}

/** A number, or words of the supplier's name or the reference, or an item's SKU. */
function searched(me: Member, filter: PurchaseOrderFilter, { back, key }: PageDirection): SQL {
  const { search = "" } = filter;
  const number = parsePurchaseOrderNumber(search);
  if (number !== null) {
    // The index is named because the planner, which assumes ten rows per business, would scan all of its orders.
    return sql`purchase_orders.id = (select n.id from purchase_orders n indexed by purchase_orders_number
      where n.org_id = ${me.orgId} and n.number = ${number})`;
  }
  const ofItem = sql`select l.order_id from purchase_order_lines l indexed by purchase_order_lines_item
    where l.org_id = ${me.orgId} and l.item_id = (select i.id from inventory_items i indexed by inventory_items_sku
      where i.org_id = ${me.orgId} and i.sku = upper(${search}))`;
  const expression = orderExpression(filter);
  if (expression === null) return sql`purchase_orders.id in (${ofItem})`;
  const beyond = typeof key?.[0] === "number" ? key[0] : undefined;
  const numbers = foundIn(
    me,
    { table: "purchase_order_search", expression },
    // The search index has no word for overdue orders, so every open one is checked.
    { ...(back ? { after: beyond } : { before: beyond }), limit: filter.status === "overdue" ? ALL : filter.limit + 1 },
  );
  return sql`purchase_orders.id in (select n.id from purchase_orders n indexed by purchase_orders_number
    where n.org_id = ${me.orgId} and n.number in ${numbers} union ${ofItem})`;
}

const ALL = -1;

/**
 * The full-text expression: each word begins a word of the supplier, and filters match words of `filed`. Null without a search.
 */
function orderExpression({
  search,
  status,
  supplierId,
}: Pick<PurchaseOrderFilter, "search" | "status" | "supplierId">): string | null {
  const words = searchWords(search ?? "");
  if (words.length === 0) return null;
  const states = status === "open" || status === "overdue" ? ["ordered", "partly_received"] : status ? [status] : [];
  const filters = [
    states.map((state) => `"${state.replace("_", "")}"`).join(" OR "),
    supplierId ? (phrase(supplierId) ?? "") : "",
  ].filter(Boolean);
  return [
    `{supplier} : (${words.map(prefixTerm).join(" AND ")})`,
    ...filters.map((each) => `{filed} : (${each})`),
  ].join(" AND ");
}
