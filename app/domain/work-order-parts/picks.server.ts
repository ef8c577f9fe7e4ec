import { sql } from "drizzle-orm";
import type { BaseUnit } from "~/domain/inventory/items/item";
import { explainUse } from "~/domain/inventory/part-stock.server";
import { closeForLoading, loadForWorkOrder } from "~/domain/inventory/work-order-stock.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allow, can } from "~/domain/shared/permissions";
import { dayBounds, todayOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import type { PickFilter } from "./schema";
import { NO_TRUCK } from "./truck";
import { allowLeadOrOffice, allowLoading } from "./truck-check.server";

/** Picks on the screen. */
const MAX_PICKS = 500;
/** More than can be loaded in a day. */
const MAX_PICKS_A_DAY = 10_000;

interface PickRow {
  id: string;
  itemId: string;
  sku: string;
  name: string;
  unit: BaseUnit;
  openMilli: number;
  locationId: string;
  locationName: string;
  workOrderNumber: number;
  title: string;
  scheduledStart: string;
  /** The property's; null: the business's. */
  timeZone: string | null;
  technicianId: string | null;
  technicianName: string | null;
  truckName: string | null;
  /** In the order of the jobs' starts, from 1. */
  turn: number;
}

/**
 * Returns what to load onto which truck for a day's jobs, by default today's: reservations anywhere except on the assigned
 * technician's truck. By truck, then by location; of more than 500, those of the earliest jobs. One round trip.
 */
export const listPicks = (ctx: Ctx, filter: PickFilter) => picksOf(ctx, filter, MAX_PICKS);

/** All of a day's picks. */
export const allPicks = (ctx: Ctx, filter: PickFilter) => picksOf(ctx, filter, MAX_PICKS_A_DAY);

async function picksOf(ctx: Ctx, { date, technicianId }: PickFilter, limit: number) {
  const me = allow(ctx, "inventory.read");
  const day = date ?? todayOf(ctx, me);
  const { start, end } = dayBounds(day, me.timeZone);
  const { orgId } = me;
  const of = technicianId ? sql`AND w.technician_id = ${technicianId}` : sql``;
  const rows =
    await ctx.db.all<PickRow>(sql`SELECT * FROM (SELECT r.id AS id, i.id AS itemId, i.sku AS sku, i.name AS name, i.base_unit AS unit,
      r.quantity_milli - r.fulfilled_milli AS openMilli, l.id AS locationId, l.name AS locationName,
      w.number AS workOrderNumber, w.title AS title, w.scheduled_start AS scheduledStart, site.time_zone AS timeZone, w.technician_id AS technicianId,
      t.first_name || ' ' || t.last_name AS technicianName, truck.name AS truckName,
      row_number() OVER (ORDER BY w.scheduled_start, w.id, r.id) AS turn
    FROM work_orders w INDEXED BY work_orders_due
    CROSS JOIN stock_reservations r INDEXED BY stock_reservations_work_order ON r.org_id = w.org_id AND r.work_order_id = w.id AND r.status = 'open'
    CROSS JOIN inventory_items i ON i.org_id = r.org_id AND i.id = r.item_id
    CROSS JOIN inventory_locations l ON l.org_id = r.org_id AND l.id = r.location_id
    CROSS JOIN addresses site ON site.org_id = w.org_id AND site.id = w.site_address_id
    LEFT JOIN technicians t ON t.org_id = w.org_id AND t.id = w.technician_id
    LEFT JOIN inventory_locations truck ON truck.org_id = w.org_id AND truck.technician_id = w.technician_id AND truck.active = 1
    WHERE w.org_id = ${orgId} AND w.status IN ('scheduled', 'dispatched')
      AND w.scheduled_start >= ${new Date(start).toISOString()} AND w.scheduled_start < ${new Date(end).toISOString()}
      AND r.location_id IS NOT truck.id ${of}
    ORDER BY turn LIMIT ${limit + 1})
    ORDER BY truckName IS NULL, lower(truckName), technicianName, lower(locationName), scheduledStart, lower(name), id`);
  const listed = rows.filter(({ turn }) => turn <= limit);
  return {
    date: day,
    isPartial: rows.length > listed.length,
    items: listed.map(({ workOrderNumber, technicianId: driver, turn: _, ...row }) => ({
      ...row,
      technicianId: driver,
      workOrder: formatWorkOrderNumber(workOrderNumber),
      mayLoad: row.truckName !== null && (can(me, "inventory.write") || me.technicianId === driver),
    })),
  };
}

export type Pick = Awaited<ReturnType<typeof listPicks>>["items"][number];

interface Stored {
  itemId: string;
  locationId: string;
  openMilli: number;
  status: string;
  planned: number;
  note: string | null;
  reservedUntil: string | null;
  version: number;
  workOrderId: string | null;
  number: number;
  jobStatus: WorkOrderStatus | null;
  technicianId: string | null;
  truckId: string | null;
}

/**
 * Completes a pick: transfers the reserved stock to the assigned technician's truck, where it stays reserved. If two people
 * complete the same pick, one is refused.
 * @throws DomainError not_found; conflict if it is already loaded or released, or no one with a truck is assigned
 */
export async function loadPick(ctx: Ctx, id: string): Promise<{ reservationId: string }> {
  const me = allowLeadOrOffice(ctx);
  return once(ctx, "loadPick", { id }, async (commit) => {
    const stored = await storedPick(ctx, me, id);
    const { itemId, locationId, openMilli, workOrderId, technicianId, truckId, version } = stored;
    allowLoading(ctx, { leadId: technicianId });
    if (stored.status !== "open") throw taken();
    if (workOrderId === null || !isBooked(stored.jobStatus))
      throw new DomainError("conflict", "The job it was for is no longer scheduled.");
    if (truckId === null) throw new DomainError("conflict", NO_TRUCK);
    if (truckId === locationId) throw taken();
    const { writes, reservationId } = loadForWorkOrder(ctx, me, {
      ...{ workOrderId, itemId, truckId, fromLocationId: locationId, quantity: openMilli },
      ...{ planned: stored.planned === 1, takesFree: false, note: stored.note, reservedUntil: stored.reservedUntil },
      movementNote: `For ${formatWorkOrderNumber(stored.number)}`,
      onlyIf: sql`EXISTS (SELECT 1 FROM work_orders w WHERE w.org_id = ${me.orgId} AND w.id = ${workOrderId}
        AND w.technician_id = ${technicianId} AND w.status = ${stored.jobStatus})`,
    });
    try {
      return await commit(me, {
        writes: [closeForLoading(ctx, me, { id, version }), assertRowChanged(ctx, "stock_pick_taken"), ...writes],
        audit: [{ action: "stock.load", entity: "stock_reservation", entityId: id, after: { truckId, openMilli } }],
        result: { reservationId },
        refusals: {
          stock_pick_taken: taken,
          stock_load_refused: () =>
            new DomainError("conflict", "The job has just changed. Please look at the list again."),
          stock_location_inactive: () => new DomainError("conflict", "The truck is inactive. Activate it first."),
          stock_item_inactive: () => new DomainError("conflict", "This item is inactive. Activate it first."),
        },
      });
    } catch (error) {
      throw await explainUse(ctx, me, { place: { mustBeGood: true, itemId, locationId, quantity: openMilli }, error });
    }
  });
}

const taken = () => new DomainError("conflict", "This was already loaded or released.");

const isBooked = (status: WorkOrderStatus | null) =>
  status !== null &&
  status !== "unscheduled" &&
  status !== "completed" &&
  status !== "closed" &&
  status !== "cancelled";

async function storedPick(ctx: Ctx, me: Member, id: string): Promise<Stored> {
  const [row] = await ctx.db.all<Stored>(sql`SELECT r.item_id AS itemId, r.location_id AS locationId,
      r.quantity_milli - r.fulfilled_milli AS openMilli, r.status AS status, r.planned AS planned, r.note AS note,
      r.reserved_until AS reservedUntil, r.version AS version, r.work_order_id AS workOrderId,
      w.number AS number, w.status AS jobStatus, w.technician_id AS technicianId, truck.id AS truckId
    FROM stock_reservations r
    LEFT JOIN work_orders w ON w.org_id = r.org_id AND w.id = r.work_order_id
    LEFT JOIN inventory_locations truck ON truck.org_id = w.org_id AND truck.technician_id = w.technician_id AND truck.active = 1
    WHERE r.org_id = ${me.orgId} AND r.id = ${id}`);
  if (!row) throw notFound("Reservation not found");
  return row;
}
