import { and, eq, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { inventoryItems, inventoryLocations, stockMovements } from "#drizzle/schema/inventory";
import { tenantMembers } from "#drizzle/schema/platform";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { type BackCursor, bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { seesCosts } from "./costs";
import { unitCostOf } from "./movement";
import type { MovementFilter } from "./schema";

/** Movements, the latest first, in one round trip. @throws DomainError invalid for a cursor of another list */
export async function listMovements(
  ctx: Ctx,
  { kind, itemId, locationId, workOrderId, limit, ...at }: MovementFilter & BackCursor,
) {
  const me = allow(ctx, "inventory.read");
  const direction = parseCursor(at, ["number"]);
  const { beyond, order } = keyset(direction, [stockMovements.seq], "desc");
  const rows = await movements(ctx, me)
    .where(
      and(
        eq(stockMovements.orgId, me.orgId),
        // Hints that few rows match a kind, item or location; otherwise the planner scans the whole ledger.
        kind && sql`unlikely(${eq(stockMovements.kind, kind)})`,
        itemId ? sql`unlikely(${eq(stockMovements.itemId, itemId)})` : undefined,
        locationId ? sql`unlikely(${eq(stockMovements.locationId, locationId)})` : undefined,
        workOrderId ? eq(stockMovements.workOrderId, workOrderId) : undefined,
        beyond,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1);
  return bidirectionalPage(
    rows.map((row) => shownTo(me, row)),
    { limit, total: null, direction },
    (row) => [row.seq],
  );
}

/** Returns a movement with all movements of its posting, including both legs of a transfer. @throws DomainError not_found */
export async function movementDetail(ctx: Ctx, id: string) {
  const me = allow(ctx, "inventory.read");
  const posting = sql`(select m.posting_id from stock_movements m where m.org_id = ${me.orgId} and m.id = ${id})`;
  const rows = await movements(ctx, me)
    .where(and(eq(stockMovements.orgId, me.orgId), sql`unlikely(${stockMovements.postingId} = ${posting})`))
    .orderBy(stockMovements.seq);
  const posted = rows.map((row) => shownTo(me, row));
  const movement = posted.find((row) => row.id === id);
  if (!movement) throw notFound("Movement not found");
  return { ...movement, postedWith: posted.filter((row) => row.id !== id) };
}

function movements(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      id: named(stockMovements.id, "movement_row_id"),
      seq: stockMovements.seq,
      postingId: stockMovements.postingId,
      kind: stockMovements.kind,
      itemId: named(stockMovements.itemId, "moved_item_id"),
      itemSku: inventoryItems.sku,
      itemName: named(inventoryItems.name, "moved_item_name"),
      baseUnit: inventoryItems.baseUnit,
      locationId: named(stockMovements.locationId, "moved_at_id"),
      locationName: named(inventoryLocations.name, "moved_at"),
      quantityMilli: stockMovements.quantityMilli,
      totalCostMinor: stockMovements.totalCostMinor,
      uncostedMilli: stockMovements.uncostedMilli,
      transferId: stockMovements.transferId,
      reversesId: stockMovements.reversesId,
      reversedById: sql<
        string | null
      >`(select r.id from stock_movements r indexed by stock_movements_reversed_once where r.org_id = ${me.orgId} and r.reverses_id = stock_movements.id)`.as(
        "reversed_by",
      ),
      lots: sql<string>`(select json_group_array(json_object('lotId', l.id, 'number', l.number, 'expiresOn', l.expires_on, 'quantityMilli', e.quantity_milli) order by l.expires_on, l.id)
        from stock_lot_entries e cross join stock_lots l
        where e.org_id = ${me.orgId} and e.movement_seq = stock_movements.seq and l.org_id = ${me.orgId} and l.id = e.lot_id)`.as(
        "moved_lots",
      ),
      workOrderId: named(stockMovements.workOrderId, "moved_for_id"),
      workOrderNumber: namedOrNull(workOrders.number, "moved_for"),
      reason: stockMovements.reason,
      note: stockMovements.note,
      occurredOn: stockMovements.occurredOn,
      createdAt: named(stockMovements.createdAt, "posted_at"),
      createdBy: sql<string | null>`${tenantMembers.firstName} || ' ' || ${tenantMembers.lastName}`.as("posted_by"),
    })
    .from(stockMovements)
    .innerJoin(inventoryItems, and(eq(inventoryItems.orgId, me.orgId), eq(inventoryItems.id, stockMovements.itemId)))
    .innerJoin(
      inventoryLocations,
      and(eq(inventoryLocations.orgId, me.orgId), eq(inventoryLocations.id, stockMovements.locationId)),
    )
    .leftJoin(workOrders, and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, stockMovements.workOrderId)))
    .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, stockMovements.createdBy)))
    .$dynamic();
}

type MovementRow = Awaited<ReturnType<typeof movements>>[number];
export type Movement = ReturnType<typeof shownTo>;

interface MovedLot {
  lotId: string;
  number: string;
  expiresOn: string | null;
  /** Same sign as the movement's. */
  quantityMilli: number;
}

/** With its unit cost; both costs are null for members who may not see them. */
function shownTo(me: Member, { lots, totalCostMinor, ...row }: MovementRow) {
  const moved: MovedLot[] = JSON.parse(lots);
  const sees = seesCosts(me);
  return {
    ...{ ...row, lots: moved },
    totalCostMinor: sees ? totalCostMinor : null,
    unitCostMinor: sees ? unitCostOf({ ...row, totalCostMinor }) : null,
  };
}
