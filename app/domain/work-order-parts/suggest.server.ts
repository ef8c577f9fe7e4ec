import { type SQL, sql } from "drizzle-orm";
import { expiredIn, freeIn } from "~/domain/inventory/free.server";
import type { BaseUnit } from "~/domain/inventory/items/item";
import { plannedItem } from "~/domain/inventory/work-order-stock.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { idOfWorkOrder } from "~/domain/work-orders/load.server";
import { mergeSuggestions, type PartSuggestion, type SuggestionReason } from "./part";
import type { SuggestionFilter } from "./schema";

/** Number of recent uses considered per reason. */
const MAX_SCANNED = 400;
const PER_REASON = 12;

interface FoundRow {
  description: string;
  itemId: string | null;
  sku: string | null;
  unit: BaseUnit;
  quantityMilli: number;
  unitPriceMinor: number | null;
  freeMilli: number | null;
  expiredMilli: number | null;
  times: number;
}

/**
 * Returns the parts likely to be used next on a job: those planned in its playbook, those used on equipment of the same model
 * and on jobs of the same service type, and the business's most used ones; one round trip.
 */
export async function suggestParts(ctx: Ctx, filter: SuggestionFilter): Promise<PartSuggestion[]> {
  const me = allow(ctx, "work_orders.read");
  const workOrder = filter.workOrderId ? idOfWorkOrder(me, filter.workOrderId) : sql`NULL`;
  const jobs = suggestionStatements(ctx, me, { workOrder, ...filter });
  const found = await Promise.all([jobs.planned, jobs.sameModel, jobs.likeJobs, jobs.oftenUsed]);
  return merged(found).slice(0, filter.limit);
}

function merged(found: readonly FoundRow[][]): PartSuggestion[] {
  const reasons: SuggestionReason[] = ["planned", "same_model", "like_jobs", "often_used"];
  return mergeSuggestions(
    reasons.flatMap((reason, at) => (found[at] ?? []).map((row) => ({ ...row, reasons: [reason] }))),
  );
}

interface About extends Pick<SuggestionFilter, "equipmentId" | "serviceTypeId"> {
  workOrder: SQL;
}

function suggestionStatements(ctx: Ctx, me: Member, { workOrder, equipmentId, serviceTypeId }: About) {
  const { orgId } = me;
  const truck = sql`(SELECT l.id FROM inventory_locations l WHERE l.org_id = ${orgId} AND l.active = 1
    AND l.technician_id = (SELECT w.technician_id FROM work_orders w WHERE w.org_id = ${orgId} AND w.id = ${workOrder}))`;
  const onTruck = (
    itemId: SQL,
    what: SQL,
  ) => sql`CASE WHEN ${itemId} IS NOT NULL AND ${truck} IS NOT NULL THEN coalesce((
    SELECT ${what} FROM stock_balances b
    WHERE b.org_id = ${orgId} AND b.item_id = ${itemId} AND b.location_id = ${truck}), 0) END`;
  const stock = (itemId: SQL) => sql`${onTruck(itemId, freeIn(ctx, me, "b"))} AS freeMilli,
    ${onTruck(itemId, expiredIn(ctx, me, "b"))} AS expiredMilli`;
  const used = (which: SQL) =>
    ctx.db.all<FoundRow>(sql`SELECT max(u.id) AS lastId, u.description AS description, u.item_id AS itemId, u.sku AS sku, u.unit AS unit,
        u.quantity_milli AS quantityMilli, u.unit_price_minor AS unitPriceMinor, ${stock(sql`u.item_id`)},
        count(DISTINCT u.work_order_id) AS times
      FROM (
        SELECT p.* FROM work_order_parts p
        WHERE p.org_id = ${orgId} AND p.removed_at IS NULL AND ${which} ORDER BY p.id DESC LIMIT ${MAX_SCANNED}
      ) u
      GROUP BY coalesce(u.item_id, lower(u.description)) ORDER BY times DESC LIMIT ${PER_REASON}`);
  const type = serviceTypeId
    ? sql`${serviceTypeId}`
    : sql`(SELECT w.service_type_id FROM work_orders w WHERE w.org_id = ${orgId} AND w.id = ${workOrder})`;
  const models = equipmentId
    ? sql`(SELECT upper(e.model_number) FROM equipment e WHERE e.org_id = ${orgId} AND e.id = ${equipmentId})`
    : sql`(SELECT upper(e.model_number) FROM work_order_equipment we CROSS JOIN equipment e
        WHERE we.org_id = ${orgId} AND we.work_order_id = ${workOrder} AND e.org_id = ${orgId} AND e.id = we.equipment_id)`;
  return {
    planned:
      ctx.db.all<FoundRow>(sql`SELECT coalesce(i.name, l.name) AS description, i.id AS itemId, i.sku AS sku, coalesce(i.base_unit, 'EA') AS unit,
        cast(round(l.quantity * 1000) AS INTEGER) AS quantityMilli, i.list_price_minor AS unitPriceMinor, ${stock(sql`i.id`)}, 0 AS times
      FROM (
        SELECT p.value ->> 'name' AS name, p.value ->> 'quantity' AS quantity, ${plannedItem(orgId)} AS item_id
        FROM json_each((SELECT w.playbook FROM work_orders w WHERE w.org_id = ${orgId} AND w.id = ${workOrder}), '$.parts') p
      ) l LEFT JOIN inventory_items i ON i.org_id = ${orgId} AND i.id = l.item_id
      LIMIT 100`),
    sameModel: used(sql`p.model IN ${models}`),
    likeJobs: used(sql`p.service_type_id = ${type}`),
    oftenUsed: used(sql`1 = 1`),
  };
}
