import { type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { workOrders } from "#drizzle/schema/work-orders";
import { expiredIn, freeIn } from "~/domain/inventory/free.server";
import type { BaseUnit } from "~/domain/inventory/items/item";
import type { LocationType } from "~/domain/inventory/locations/location";
import { explainUse } from "~/domain/inventory/part-stock.server";
import { workOrderIsOver } from "~/domain/inventory/reserve.server";
import { driveMinutesTo, nearestFirst, siteOf, whereabouts } from "~/domain/inventory/stock.server";
import { loadForWorkOrder, plannedItem } from "~/domain/inventory/work-order-stock.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allow, can } from "~/domain/shared/permissions";
import { once } from "~/domain/shared/write.server";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { BOOKED_STATUSES, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { idOfWorkOrder, isWorkOrder, workOrderNotFound } from "~/domain/work-orders/load.server";
import type { WorkOrderSupply } from "./schema";
import { type CheckedTruck, loadOf, type Need, NO_TRUCK } from "./truck";

/** Maximum number of locations offered per part. */
const PLACES_OFFERED = 4;

interface NeedRow extends Need {
  /** Of everything on the truck, whoever it is reserved for. */
  expiredHereMilli: number;
  itemId: string;
  sku: string;
  name: string;
  unit: BaseUnit;
}

interface PlaceRow {
  itemId: string;
  locationId: string;
  name: string;
  type: LocationType;
  technicianId: string | null;
  freeMilli: number;
}

interface PickRow {
  id: string;
  itemId: string;
  locationId: string;
  locationName: string;
  openMilli: number;
  version: number;
}

/**
 * Compares a job's parts with the truck of its lead, or of a technician being considered: what is on it, what is reserved
 * elsewhere and has to be loaded, what is missing, and who has it, nearest first. One round trip.
 * @throws DomainError not_found
 */
export async function truckCheck(ctx: Ctx, ref: string, { technicianId }: { technicianId?: string | null } = {}) {
  allow(ctx, "work_orders.read");
  const me = allow(ctx, "inventory.read");
  const workOrder = workOrderOf(me, idOfWorkOrder(me, ref), { technicianId });
  const [[head], needs, places, picks, unlinked, jobs, bases] = await ctx.db.batch([
    selectHead(ctx, me, ref, technicianId),
    selectNeeds(ctx, workOrder),
    selectPlaces(ctx, workOrder),
    ctx.db.all<PickRow>(sql`WITH ${workOrder.named} SELECT r.id AS id, r.item_id AS itemId, r.location_id AS locationId, l.name AS locationName,
        r.quantity_milli - r.fulfilled_milli AS openMilli, r.version AS version
      FROM stock_reservations r INDEXED BY stock_reservations_work_order
      CROSS JOIN inventory_locations l ON l.org_id = r.org_id AND l.id = r.location_id
      WHERE r.org_id = ${me.orgId} AND r.work_order_id = ${workOrder.id} AND r.status = 'open' AND r.location_id IS NOT ${workOrder.truck}
      ORDER BY r.id LIMIT 200`),
    ctx.db.all<{ name: string; quantity: number }>(
      sql`WITH ${workOrder.named} SELECT p.value ->> 'name' AS name, p.value ->> 'quantity' AS quantity FROM ${playbookParts} p
        WHERE ${plannedItem(me.orgId)} IS NULL LIMIT 100`,
    ),
    ...whereabouts(ctx, me, driversWith(ctx, workOrder)),
  ]);
  if (!head) throw workOrderNotFound();
  if (technicianId && head.technicianName === null) throw notFound("Technician not found");
  const driveTo = driveMinutesTo(head, { jobs, bases });
  const parts = needs.map(({ itemId, sku, name, unit, ...need }) => {
    const load = loadOf(need);
    const near = places.filter((place) => place.itemId === itemId && load.missingMilli > 0);
    return {
      ...{ itemId, sku, name, unit, ...load },
      ...{ usedMilli: need.usedMilli, expiredMilli: need.expiredHereMilli },
      picks: picks.filter((pick) => pick.itemId === itemId).map(({ itemId: _, ...pick }) => pick),
      nearby: nearestFirst(
        near.map(({ itemId: _, technicianId: driver, ...place }) => ({ ...place, driveMinutes: driveTo(driver) })),
      ).slice(0, PLACES_OFFERED),
    };
  });
  return {
    workOrderId: head.id,
    reference: formatWorkOrderNumber(head.number),
    status: head.status,
    technicianId: head.technicianId,
    technicianName: head.technicianName,
    truck: head.truckId === null ? null : { id: head.truckId, name: head.truckName ?? "" },
    parts,
    /** Planned parts that are not linked to an item, so their stock is unknown. */
    unlinked,
    mayLoad: can(me, "inventory.write") || (me.technicianId !== null && me.technicianId === head.technicianId),
  };
}

interface SummaryRow extends Need {
  technicianName: string | null;
  truckName: string | null;
  /** Null if no parts are needed. */
  itemId: string | null;
}

/**
 * Returns only what the one-line summary needs; sources of missing parts are not read.
 * @throws DomainError not_found
 */
export async function truckSummary(
  ctx: Ctx,
  ref: string,
  { technicianId }: { technicianId?: string | null } = {},
): Promise<CheckedTruck> {
  const summary = await summaryOf(ctx, ref, { technicianId });
  if (!summary) throw workOrderNotFound();
  return summary;
}

/** The same for a scheduled or dispatched job; null for any other, whose parts are not read. */
export function truckSummaryAhead(ctx: Ctx, ref: string): Promise<CheckedTruck | null> {
  return summaryOf(ctx, ref, { statuses: BOOKED_STATUSES });
}

async function summaryOf(ctx: Ctx, ref: string, which: Pick<WorkOrderOptions, "technicianId" | "statuses">) {
  allow(ctx, "work_orders.read");
  const me = allow(ctx, "inventory.read");
  const workOrder = workOrderOf(me, idOfWorkOrder(me, ref), which);
  const rows = await ctx.db.all<SummaryRow>(sql`WITH ${needsOf(ctx, workOrder)}
    SELECT (SELECT t.first_name || ' ' || t.last_name FROM technicians t WHERE t.org_id = ${me.orgId} AND t.id = job.lead) AS technicianName,
      truck.name AS truckName, i.id AS itemId, n.planned AS plannedMilli, n.used AS usedMilli, n.here AS reservedHereMilli,
      n.free AS freeHereMilli, n.elsewhere AS elsewhereMilli
    FROM job LEFT JOIN truck LEFT JOIN needs n LEFT JOIN inventory_items i ON i.org_id = ${me.orgId} AND i.id = n.item_id
    LIMIT 200`);
  const [head] = rows;
  if (!head) return null;
  return {
    technicianName: head.technicianName,
    truck: head.truckName === null ? null : { name: head.truckName },
    parts: rows.filter(({ itemId }) => itemId !== null).map(loadOf),
  };
}

export type TruckCheck = Awaited<ReturnType<typeof truckCheck>>;

interface WorkOrder {
  me: Member;
  /** Common table expressions that the other fragments refer to: `job` and `truck`, each read once. */
  named: SQL;
  id: SQL;
  truck: SQL;
  lead: SQL;
}

interface WorkOrderOptions {
  /** The technician to check for; defaults to the lead. */
  technicianId?: string | null;
  /** Excludes work orders with any other status. */
  statuses?: readonly WorkOrderStatus[];
}

/** For use within statements that begin with `named`: a work order, its technician and truck. */
function workOrderOf(me: Member, id: SQL, { technicianId, statuses }: WorkOrderOptions = {}): WorkOrder {
  const lead = technicianId === undefined ? sql`w.technician_id` : sql`${technicianId}`;
  return {
    me,
    named: sql`job AS MATERIALIZED (
      SELECT w.id, w.playbook, ${lead} AS lead FROM work_orders w
      WHERE w.org_id = ${me.orgId} AND w.id = ${id}${statuses ? sql` AND w.status IN ${[...statuses]}` : sql``}
    ), truck AS MATERIALIZED (
      SELECT l.id, l.name FROM job CROSS JOIN inventory_locations l ON l.org_id = ${me.orgId} AND l.technician_id = job.lead AND l.active = 1
    )`,
    id: sql`(SELECT id FROM job)`,
    lead: sql`(SELECT lead FROM job)`,
    truck: sql`(SELECT id FROM truck)`,
  };
}

const playbookParts = sql`json_each((SELECT playbook FROM job), '$.parts')`;

/** The job with its technician and truck; `technicianId` replaces the lead. */
function selectHead(ctx: Ctx, me: Member, ref: string, technicianId?: string | null) {
  const lead = technicianId === undefined ? sql`${workOrders.technicianId}` : sql`${technicianId}`;
  const ofTruck = (column: "id" | "name") =>
    sql<string | null>`(SELECT l.${sql.raw(column)} FROM inventory_locations l
      WHERE l.org_id = ${me.orgId} AND l.technician_id = ${lead} AND l.active = 1)`;
  return ctx.db
    .select({
      id: named(workOrders.id, "checked_id"),
      number: workOrders.number,
      status: workOrders.status,
      scheduledStart: workOrders.scheduledStart,
      technicianId: sql<string | null>`${lead}`.as("lead_id"),
      technicianName: sql<
        string | null
      >`(SELECT t.first_name || ' ' || t.last_name FROM technicians t WHERE t.org_id = ${me.orgId} AND t.id = ${lead})`.as(
        "lead_name",
      ),
      truckId: ofTruck("id").as("truck_id"),
      truckName: ofTruck("name").as("truck_name"),
      ...siteOf(),
    })
    .from(workOrders)
    .where(isWorkOrder(me, ref));
}

/** A row for each planned or reserved item, as `needs`. */
function needsOf(ctx: Ctx, workOrder: WorkOrder): SQL {
  const { orgId } = workOrder.me;
  return sql`${workOrder.named}, parts (item_id, planned, used, here, elsewhere, is_needed) AS (
      SELECT ${plannedItem(orgId)}, cast(round((p.value ->> 'quantity') * 1000) AS INTEGER), 0, 0, 0, 1 FROM ${playbookParts} p
      UNION ALL
      SELECT r.item_id, 0, 0, iif(r.location_id IS ${workOrder.truck}, r.quantity_milli - r.fulfilled_milli, 0),
        iif(r.location_id IS ${workOrder.truck}, 0, r.quantity_milli - r.fulfilled_milli), 1
      FROM stock_reservations r INDEXED BY stock_reservations_work_order
      WHERE r.org_id = ${orgId} AND r.work_order_id = ${workOrder.id} AND r.status = 'open'
      UNION ALL
      SELECT m.item_id, 0, -m.quantity_milli, 0, 0, 0 FROM stock_movements m INDEXED BY stock_movements_work_order
      WHERE m.org_id = ${orgId} AND m.work_order_id = ${workOrder.id} AND m.kind = 'consumption'
    ), summed AS (
      SELECT item_id, sum(planned) AS planned, sum(used) AS used, sum(here) AS here, sum(elsewhere) AS elsewhere FROM parts
      WHERE item_id IS NOT NULL GROUP BY item_id HAVING max(is_needed) = 1
    ), needs AS (
      SELECT n.*, coalesce(${freeIn(ctx, workOrder.me, "b")}, 0) AS free, coalesce(${expiredIn(ctx, workOrder.me, "b")}, 0) AS expired
      FROM summed n
      LEFT JOIN stock_balances b ON b.org_id = ${orgId} AND b.item_id = n.item_id AND b.location_id = ${workOrder.truck}
    )`;
}

/** The quantity that is neither used nor reserved. */
const lacking = sql`planned - used - here - elsewhere`;

function selectNeeds(ctx: Ctx, workOrder: WorkOrder) {
  return ctx.db.all<NeedRow>(sql`WITH ${needsOf(ctx, workOrder)}
    SELECT i.id AS itemId, i.sku AS sku, i.name AS name, i.base_unit AS unit, n.planned AS plannedMilli, n.used AS usedMilli,
      n.here AS reservedHereMilli, n.free AS freeHereMilli, n.expired AS expiredHereMilli, n.elsewhere AS elsewhereMilli
    FROM needs n CROSS JOIN inventory_items i ON i.org_id = ${workOrder.me.orgId} AND i.id = n.item_id
    ORDER BY lower(i.name), i.id LIMIT 200`);
}

/** Locations with available stock of missing parts; if distances are unknown, warehouses first. */
function selectPlaces(ctx: Ctx, workOrder: WorkOrder) {
  return ctx.db.all<PlaceRow>(sql`WITH ${needsOf(ctx, workOrder)} ${freeElsewhere(ctx, workOrder)}
    ORDER BY l.type <> 'warehouse', freeMilli DESC, l.id LIMIT 500`);
}

const freeElsewhere = (
  ctx: Ctx,
  workOrder: WorkOrder,
): SQL => sql`SELECT b.item_id AS itemId, l.id AS locationId, l.name AS name, l.type AS type,
      l.technician_id AS technicianId, ${freeIn(ctx, workOrder.me, "b")} AS freeMilli
    FROM needs n
    CROSS JOIN stock_balances b ON b.org_id = ${workOrder.me.orgId} AND b.item_id = n.item_id AND b.on_hand_milli > b.reserved_milli
    CROSS JOIN inventory_locations l ON l.org_id = b.org_id AND l.id = b.location_id
    WHERE ${lacking} > n.free AND l.active = 1 AND l.type IN ('warehouse', 'bin', 'truck') AND l.id IS NOT ${workOrder.truck}
      AND ${freeIn(ctx, workOrder.me, "b")} > 0`;

/** The technicians whose trucks have stock of missing parts. */
const driversWith = (ctx: Ctx, workOrder: WorkOrder): SQL =>
  sql`(WITH ${needsOf(ctx, workOrder)} SELECT technicianId FROM (${freeElsewhere(ctx, workOrder)}) WHERE technicianId IS NOT NULL)`;

/**
 * Supplies a missing part of a job from available stock: onto the truck at once, or onto the location's pick list. No more than
 * is missing, even under concurrent requests.
 * @throws DomainError not_found; conflict if the quantity is no longer missing or available, no one with a truck is assigned,
 *   or the job is completed, closed or canceled
 */
export async function supplyWorkOrder(
  ctx: Ctx,
  ref: string,
  { to, ...supply }: WorkOrderSupply & { to: "truck" | "pick_list" },
): Promise<{ reservationId: string }> {
  allow(ctx, "work_orders.read");
  const me = allowLeadOrOffice(ctx);
  return once(ctx, "supplyJob", { ref, to, ...supply }, async (commit) => {
    const { itemId, locationId, quantity } = supply;
    const workOrder = workOrderOf(me, idOfWorkOrder(me, ref));
    const [head] = await ctx.db
      .select({
        id: named(workOrders.id, "supplied_id"),
        number: workOrders.number,
        technicianId: workOrders.technicianId,
        truckId: sql<string | null>`(WITH ${workOrder.named} SELECT id FROM truck)`.as("truck_id"),
      })
      .from(workOrders)
      .where(isWorkOrder(me, ref));
    if (!head) throw workOrderNotFound();
    allowLoading(ctx, { leadId: head.technicianId });
    if (to === "truck" && !head.truckId) throw noTruck();
    const reference = formatWorkOrderNumber(head.number);
    const { writes, reservationId } = loadForWorkOrder(ctx, me, {
      ...{ workOrderId: head.id, itemId, quantity, fromLocationId: locationId, planned: true, takesFree: true },
      truckId: to === "truck" && head.truckId ? head.truckId : locationId,
      movementNote: `For ${reference}`,
      onlyIf: sql`${quantity} <= (WITH ${needsOf(ctx, workOrder)} SELECT ${lacking} FROM needs WHERE item_id = ${itemId})`,
    });
    try {
      return await commit(me, {
        writes,
        audit: [{ action: `stock.${to}`, entity: "work_order", entityId: head.id, after: supply }],
        result: { reservationId },
        refusals: {
          ...refusals,
          stock_load_refused: () => new DomainError("conflict", `${reference} no longer needs that much of this item.`),
        },
      });
    } catch (error) {
      if (failedOn(error, "stock_reservation_job_over")) throw await workOrderIsOver(ctx, me, head.id);
      throw await explainUse(ctx, me, { place: { mustBeGood: true, itemId, locationId, quantity }, error });
    }
  });
}

const refusals = {
  stock_location_inactive: () => new DomainError("conflict", "This location is inactive. Activate it first."),
  stock_item_inactive: () => new DomainError("conflict", "This item is inactive. Activate it first."),
};

const noTruck = () => new DomainError("conflict", NO_TRUCK);

/** For members who may load parts for some jobs; `allowLoading` checks which, once the job is read. @throws DomainError forbidden */
export function allowLeadOrOffice(ctx: Ctx): Member {
  return allow(ctx, "inventory.read");
}

/** The office and the job's lead technician. @throws DomainError forbidden */
export function allowLoading(ctx: Ctx, { leadId }: { leadId: string | null }): void {
  const me = allowLeadOrOffice(ctx);
  if (can(me, "inventory.write") || (me.technicianId !== null && me.technicianId === leadId)) return;
  throw new DomainError("forbidden", "Only the office and the job's lead technician can load parts for it.");
}
