import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { containsText } from "#drizzle/d1/contains-text";
import { purchaseOrders, suppliers } from "#drizzle/schema/purchasing";
import type { Ctx, Member } from "~/domain/shared/context";
import { bidirectionalPage, parseCursor } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { todayOf } from "./internal/orders.server";
import { isOverdue, parsePurchaseOrderNumber } from "./purchase-order";
import type { PurchaseOrderFilter } from "./schema";

// Written out, because the partial index is used only if its condition appears literally.
const OPEN = sql`purchase_orders.status IN ('ordered', 'partly_received')`;

/** Orders, the newest number first. @throws DomainError invalid for a cursor of another list */
export async function listPurchaseOrders(ctx: Ctx, filter: PurchaseOrderFilter) {
  const me = allow(ctx, "inventory.read");
  const today = todayOf(ctx, me);
  const direction = parseCursor(filter, 1);
  const beyond = direction.key && sql`purchase_orders.number ${direction.back ? sql`>` : sql`<`} ${direction.key[0]}`;
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
      totalMinor:
        sql<number>`${lines(sql`coalesce(cast(sum(round(cast(l.unit_cost_minor as real) * l.quantity_milli / 1000)) as integer), 0)`)}`.as(
          "total_minor",
        ),
      unpriced: sql<number>`${lines(sql`coalesce(sum(l.unit_cost_minor is null), 0)`)}`.as("unpriced"),
    })
    .from(purchaseOrders)
    .innerJoin(suppliers, and(eq(suppliers.orgId, me.orgId), eq(suppliers.id, purchaseOrders.supplierId)))
    .where(and(...wanted(me, filter, today), beyond ?? undefined))
    .orderBy((direction.back ? asc : desc)(purchaseOrders.number))
    .limit(filter.limit + 1);
  return bidirectionalPage(
    rows.map((row) => ({ ...row, isOverdue: isOverdue(row, today) })),
    { limit: filter.limit, total: null, direction },
    ({ number }) => [number],
  );
}

export type PurchaseOrderListItem = Awaited<ReturnType<typeof listPurchaseOrders>>["items"][number];

function wanted(me: Member, { search, status, supplierId }: PurchaseOrderFilter, today: string): (SQL | undefined)[] {
  return [
    eq(purchaseOrders.orgId, me.orgId),
    supplierId ? eq(purchaseOrders.supplierId, supplierId) : undefined,
    status === "open"
      ? OPEN
      : status === "overdue"
        ? sql`${OPEN} and purchase_orders.expected_on < ${today}`
        : status && eq(purchaseOrders.status, status),
    search ? searched(me, search) : undefined,
  ];
}

/** A number, or words of the supplier's name, the reference or an item's SKU. */
function searched(me: Member, search: string): SQL {
  const number = parsePurchaseOrderNumber(search);
  if (number !== null) {
    // The index is named, because the planner, which takes a business for ten rows, would walk all of its orders.
    return sql`purchase_orders.id = (select n.id from purchase_orders n indexed by purchase_orders_number
      where n.org_id = ${me.orgId} and n.number = ${number})`;
  }
  return sql`(${containsText(suppliers.name, search)} or ${containsText(sql`coalesce(purchase_orders.supplier_reference, '')`, search)}
    or exists (select 1 from purchase_order_lines l join inventory_items i on i.org_id = l.org_id and i.id = l.item_id
      where l.org_id = purchase_orders.org_id and l.order_id = purchase_orders.id and i.sku = upper(${search})))`;
}
