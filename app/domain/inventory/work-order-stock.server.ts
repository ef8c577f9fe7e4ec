import { and, eq, type SQL, sql } from "drizzle-orm";
import { stockReservations } from "#drizzle/schema/inventory";
import {
  atAverageCost,
  insertMovement,
  type MovementLabels,
  otherLegOf,
} from "~/domain/inventory/internal/ledger.server";
import { assertReservedIsGood } from "~/domain/inventory/internal/lots.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { todayOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, type Write } from "~/domain/shared/write.server";
import { freeIn } from "./free.server";

/*
 * How work orders change stock, as statements for the batch that changes the work order; nothing is read first. The fulfilled
 * quantity of a reservation always equals what the ledger has taken for it.
 */

/**
 * The item of a planned part within a statement over `json_each(...) p`: by its id, or by a name that is or begins with its
 * SKU; null if there is none.
 */
export const plannedItem = (orgId: string): SQL => sql`coalesce(p.value ->> 'inventoryItemId',
    (SELECT id FROM inventory_items WHERE org_id = ${orgId} AND sku = upper(trim(p.value ->> 'name'))),
    (SELECT id FROM inventory_items WHERE org_id = ${orgId} AND sku = upper(substr(p.value ->> 'name', 1, instr((p.value ->> 'name') || ' ', ' ') - 1))))`;

interface Booked {
  workOrderId: string;
  /** The technician whose truck comes first. */
  leadId: string | null;
}

/**
 * Reserves the playbook's parts that are neither used nor reserved yet: from the lead's truck first, then from where the most is available.
 * Short parts are reserved partly, since a missing part should not prevent a booking. A planned part is an item by its id, or
 * by a name that is or begins with its SKU. Releases reservations on the trucks of technicians no longer assigned.
 */
export function reserveForBooking(ctx: Ctx, me: Member, { workOrderId, leadId }: Booked): Write[] {
  return [
    ctx.db.run(sql`UPDATE stock_reservations SET status = 'released', closed_at = ${ctx.now.toISOString()}, version = version + 1
      WHERE org_id = ${me.orgId} AND work_order_id = ${workOrderId} AND status = 'open' AND planned = 1 AND location_id IN (
        SELECT id FROM inventory_locations WHERE org_id = ${me.orgId} AND technician_id IS NOT NULL AND technician_id IS NOT ${leadId})`),
    reserveMissing(ctx, me, { workOrderId, leadId }),
  ];
}

function reserveMissing(ctx: Ctx, me: Member, { workOrderId, leadId }: Booked): Write {
  const now = ctx.now.toISOString();
  const item = plannedItem(me.orgId);
  return ctx.db.run(sql`INSERT INTO stock_reservations (org_id, id, item_id, location_id, work_order_id, quantity_milli, planned, created_by, created_at)
      WITH listed AS (
        SELECT ${item} AS item_id, cast(round((p.value ->> 'quantity') * 1000) AS INTEGER) AS quantity
        FROM json_each((SELECT playbook FROM work_orders WHERE org_id = ${me.orgId} AND id = ${workOrderId}), '$.parts') p
      ), missing AS (
        SELECT item_id, sum(quantity) - coalesce((
          SELECT sum(r.quantity_milli - r.fulfilled_milli) FROM stock_reservations r INDEXED BY stock_reservations_work_order
          WHERE r.org_id = ${me.orgId} AND r.work_order_id = ${workOrderId} AND r.item_id = listed.item_id AND r.status = 'open'
        ), 0) + coalesce((
          SELECT sum(m.quantity_milli) FROM stock_movements m INDEXED BY stock_movements_work_order
          WHERE m.org_id = ${me.orgId} AND m.work_order_id = ${workOrderId} AND m.item_id = listed.item_id AND m.kind = 'consumption'
        ), 0) AS quantity
        FROM listed WHERE item_id IS NOT NULL GROUP BY item_id
      ), held AS (
        SELECT m.item_id, m.quantity AS missing, b.location_id, ${freeIn(ctx, me, "b")} AS quantity,
          coalesce(l.technician_id = ${leadId}, 0) AS is_at_hand
        FROM missing m
        JOIN stock_balances b ON b.org_id = ${me.orgId} AND b.item_id = m.item_id AND b.on_hand_milli > b.reserved_milli
        JOIN inventory_locations l ON l.org_id = ${me.orgId} AND l.id = b.location_id
        WHERE l.active = 1 AND (l.type IN ('warehouse', 'bin') OR l.technician_id = ${leadId})
      ), free AS (
        SELECT * FROM held WHERE quantity > 0
      ), ranked AS (
        SELECT *, missing - coalesce(sum(quantity) OVER (
          PARTITION BY item_id ORDER BY is_at_hand DESC, quantity DESC, location_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ), 0) AS still_missing
        FROM free
      )
      SELECT ${me.orgId}, ${rowId(ctx)}, item_id, location_id, ${workOrderId}, min(quantity, still_missing, 1000000000), 1, ${actor(me)}, ${now}
      FROM ranked WHERE still_missing > 0`);
}

interface Restored extends Booked {
  /** Ids of the planned reservations that were open before the change to undo. */
  reservations: readonly string[];
  /** When that change, and what was done and undone since, was recorded. */
  recordedAt: readonly string[];
  /** Booked again, so that what cannot be restored is reserved elsewhere. */
  isBooked: boolean;
}

/**
 * Undoes what a change of the schedule did to planned reservations: those it made are released, and those it released are
 * reserved again, unless someone has taken the stock since. Reservations made by others in between stay.
 */
export function restoreReservations(
  ctx: Ctx,
  me: Member,
  { workOrderId, leadId, reservations, recordedAt, isBooked }: Restored,
): Write[] {
  const now = ctx.now.toISOString();
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(reservations)}))`;
  const times = sql`(SELECT value FROM json_each(${JSON.stringify(recordedAt)}))`;
  return [
    ctx.db.run(sql`UPDATE stock_reservations SET status = 'released', closed_at = ${now}, version = version + 1
      WHERE org_id = ${me.orgId} AND work_order_id = ${workOrderId} AND status = 'open' AND planned = 1
        AND id NOT IN ${ids} AND created_at IN ${times}`),
    // A closed reservation stays closed, so that it is made again.
    ctx.db.run(sql`INSERT INTO stock_reservations (
        org_id, id, item_id, location_id, work_order_id, quantity_milli, planned, note, reserved_until, created_by, created_at
      )
      WITH gone AS (
        SELECT r.item_id, r.location_id, r.note, r.reserved_until, r.quantity_milli - r.fulfilled_milli AS quantity,
          coalesce(sum(r.quantity_milli - r.fulfilled_milli) OVER (
            PARTITION BY r.item_id, r.location_id ORDER BY r.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
          ), 0) AS before
        FROM stock_reservations r
        WHERE r.org_id = ${me.orgId} AND r.work_order_id = ${workOrderId} AND r.status = 'released' AND r.planned = 1
          AND r.id IN ${ids} AND r.closed_at IN ${times}
      ), held AS (
        SELECT g.*, ${freeIn(ctx, me, "b")} - g.before AS free
        FROM gone g
        JOIN stock_balances b ON b.org_id = ${me.orgId} AND b.item_id = g.item_id AND b.location_id = g.location_id
        JOIN inventory_locations l ON l.org_id = ${me.orgId} AND l.id = g.location_id AND l.active = 1
      )
      SELECT ${me.orgId}, ${rowId(ctx)}, item_id, location_id, ${workOrderId}, min(quantity, free), 1, note, reserved_until, ${actor(me)}, ${now}
      FROM held WHERE free > 0`),
    ...(isBooked ? [reserveMissing(ctx, me, { workOrderId, leadId })] : []),
  ];
}

/** Ids of a work order's open reservations that were made by booking it. */
export const plannedReservations = (ctx: Ctx, me: Member, workOrderId: string) =>
  ctx.db
    .select({ id: stockReservations.id })
    .from(stockReservations)
    .where(
      and(
        eq(stockReservations.orgId, me.orgId),
        eq(stockReservations.workOrderId, workOrderId),
        eq(stockReservations.status, "open"),
        eq(stockReservations.planned, true),
      ),
    );

/** Releases a work order's open reservations: all, or with `planned` only those made by booking it. */
export function releaseForWorkOrder(
  ctx: Ctx,
  me: Member,
  { workOrderId, which }: { workOrderId: string; which: "all" | "planned" },
): Write[] {
  const planned = which === "planned" ? sql` AND planned = 1` : sql``;
  return [
    ctx.db.run(sql`UPDATE stock_reservations SET status = 'released', closed_at = ${ctx.now.toISOString()}, version = version + 1
      WHERE org_id = ${me.orgId} AND work_order_id = ${workOrderId} AND status = 'open'${planned}`),
  ];
}

/** For a deleted work order: its reservations are released and no longer refer to it. */
export function forgetWorkOrder(ctx: Ctx, me: Member, workOrderId: string): Write[] {
  return [
    ...releaseForWorkOrder(ctx, me, { workOrderId, which: "all" }),
    ctx.db.run(
      sql`UPDATE stock_reservations SET work_order_id = NULL WHERE org_id = ${me.orgId} AND work_order_id = ${workOrderId}`,
    ),
  ];
}

/** True within a statement over `work_orders` when stock was used for it. */
export const tookStock = (me: Member, workOrderId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM stock_movements WHERE org_id = ${me.orgId} AND work_order_id = ${workOrderId})`;

/**
 * Takes the open reservations of a completed work order out of stock. For items with recorded use that was not removed, that use
 * counts, and the remaining reservations are released.
 */
export function consumeReserved(ctx: Ctx, me: Member, workOrderId: string): Write[] {
  const now = ctx.now.toISOString();
  const openOnes = sql`org_id = ${me.orgId} AND work_order_id = ${workOrderId} AND status = 'open'`;
  return [
    ctx.db.run(sql`UPDATE stock_reservations SET status = 'released', closed_at = ${now}, version = version + 1
      WHERE ${openOnes} AND item_id IN (SELECT item_id FROM stock_movements INDEXED BY stock_movements_work_order
        WHERE org_id = ${me.orgId} AND work_order_id = ${workOrderId} AND kind = 'consumption'
        GROUP BY item_id HAVING sum(quantity_milli) < 0)`),
    ctx.db.run(sql`UPDATE stock_reservations SET fulfilled_milli = quantity_milli, status = 'fulfilled', closed_at = ${now}, version = version + 1
      WHERE ${openOnes}`),
    // The work is done, so the reserved stock was used even if it had expired.
    takeFulfilled(ctx, usage(ctx, me, { workOrderId }), {
      which: sql`r.work_order_id = ${workOrderId}`,
      takesExpired: true,
    }),
  ];
}

interface Loaded {
  workOrderId: string;
  itemId: string;
  fromLocationId: string;
  truckId: string;
  /** Thousandths of the base unit. */
  quantity: number;
  /** Reserved for the playbook; released when the booking is undone. */
  planned: boolean;
  /** True: takes available stock, so that reservations for others stay covered; false: takes what the job has reserved there. */
  takesFree: boolean;
  movementNote: string;
  /** Otherwise the whole batch is refused as `stock_load_refused`. */
  onlyIf: SQL;
  /** The reservation's own note. */
  note?: string | null;
  reservedUntil?: string | null;
}

/**
 * Transfers stock to the truck assigned to a work order and reserves it there. If it already is on that truck, it is only
 * reserved.
 */
export function loadForWorkOrder(ctx: Ctx, me: Member, loaded: Loaded): { writes: Write[]; reservationId: string } {
  const { workOrderId, itemId, fromLocationId, truckId, quantity } = loaded;
  // Refers to the job only in the note: a movement with a work order id counts as use on the job.
  const labels = usage(ctx, me, { workOrderId: null, note: loaded.movementNote });
  const leg = { ...labels, kind: "transfer", itemId, transferId: ctx.newId() };
  const leavingId = ctx.newId();
  const moved = [
    insertMovement(
      ctx,
      { ...leg, id: leavingId, locationId: fromLocationId },
      atAverageCost(me.orgId, itemId, { quantity: sql`${-quantity}` }),
    ),
    insertMovement(ctx, { ...leg, id: ctx.newId(), locationId: truckId }, otherLegOf(me.orgId, leavingId)),
  ];
  const reservationId = ctx.newId();
  return {
    writes: [
      ...(fromLocationId === truckId ? [] : moved),
      ctx.db.run(sql`INSERT INTO stock_reservations (
          org_id, id, item_id, location_id, work_order_id, quantity_milli, planned, note, reserved_until, created_by, created_at
        )
        SELECT ${me.orgId}, ${reservationId}, ${itemId}, ${truckId}, ${workOrderId}, ${quantity}, ${loaded.planned ? 1 : 0},
          ${loaded.note ?? null}, ${loaded.reservedUntil ?? null}, ${actor(me)}, ${ctx.now.toISOString()}
        WHERE ${loaded.onlyIf}`),
      assertRowChanged(ctx, "stock_load_refused"),
      ...(loaded.takesFree ? assertReservedIsGood(ctx, me, { itemId, locationId: fromLocationId }) : []),
    ],
    reservationId,
  };
}

/** Closes the open part of a reservation that continues at another location; must be followed by an assertion. */
export function closeForLoading(ctx: Ctx, me: Member, { id, version }: { id: string; version: number }): Write {
  return ctx.db.run(sql`UPDATE stock_reservations SET closed_at = ${ctx.now.toISOString()}, version = version + 1,
      status = CASE WHEN fulfilled_milli > 0 THEN 'fulfilled' ELSE 'released' END,
      quantity_milli = CASE WHEN fulfilled_milli > 0 THEN fulfilled_milli ELSE quantity_milli END
    WHERE org_id = ${me.orgId} AND id = ${id} AND status = 'open' AND version = ${version}`);
}

interface UsedPart {
  workOrderId: string;
  itemId: string;
  /** The location that the part was taken from. */
  locationId: string;
  /** Thousandths of the base unit. */
  quantity: number;
  note?: string | null;
  /** Also takes expired stock if the rest is not enough. */
  takesExpired: boolean;
}

/**
 * Takes a part used on a work order out of stock at its location: its reservation there first, then available stock.
 * Reservations at other locations stay and are released when the work order is completed. `postingId` identifies the movements,
 * which are reversed together. The database refuses missing stock: see `explainShortage`.
 */
export function consumePart(ctx: Ctx, me: Member, part: UsedPart): { writes: Write[]; postingId: string } {
  const { workOrderId, itemId, locationId, quantity, note, takesExpired } = part;
  const now = ctx.now.toISOString();
  const labels = usage(ctx, me, { workOrderId, note });
  const taken = sql`coalesce((SELECT sum(-quantity_milli) FROM stock_movements INDEXED BY stock_movements_posting
    WHERE org_id = ${me.orgId} AND posting_id = ${labels.postingId} AND kind = 'consumption'), 0)`;
  const rest = { quantity: sql`${taken} - ${quantity}` };
  const writes = [
    ctx.db.run(sql`UPDATE stock_reservations SET
        fulfilled_milli = stock_reservations.fulfilled_milli + t.quantity,
        status = CASE WHEN t.quantity = t.open THEN 'fulfilled' ELSE 'open' END,
        closed_at = CASE WHEN t.quantity = t.open THEN ${now} END,
        version = version + 1
      FROM (
        SELECT id, open, min(open, ${quantity} - before) AS quantity FROM (
          SELECT r.id, r.quantity_milli - r.fulfilled_milli AS open,
            coalesce(sum(r.quantity_milli - r.fulfilled_milli) OVER (
              ORDER BY r.created_at, r.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
            ), 0) AS before
          FROM stock_reservations r
          WHERE r.org_id = ${me.orgId} AND r.work_order_id = ${workOrderId} AND r.item_id = ${itemId}
            AND r.location_id = ${locationId} AND r.status = 'open'
        ) WHERE before < ${quantity}
      ) t
      WHERE stock_reservations.org_id = ${me.orgId} AND stock_reservations.id = t.id`),
    takeFulfilled(ctx, labels, {
      which: sql`r.work_order_id = ${workOrderId} AND r.item_id = ${itemId} AND r.location_id = ${locationId}`,
      takesExpired,
    }),
    insertMovement(
      ctx,
      { ...labels, id: ctx.newId(), kind: "consumption", itemId, locationId, takesExpired },
      atAverageCost(me.orgId, itemId, rest),
    ),
  ];
  return { writes, postingId: labels.postingId };
}

interface Fulfillment {
  id: string;
  workOrderId: string | null;
  quantity: number;
  note: string | null;
  takesExpired: boolean;
}

/** Takes a quantity of one reservation out of stock; the movement is the last row written. */
export function fulfillOf(ctx: Ctx, me: Member, { id, workOrderId, quantity, note, takesExpired }: Fulfillment) {
  const isWhole = sql`fulfilled_milli + ${quantity} = quantity_milli`;
  const labels = usage(ctx, me, { workOrderId, note });
  const writes = [
    ctx.db.run(sql`UPDATE stock_reservations SET fulfilled_milli = fulfilled_milli + ${quantity},
        status = CASE WHEN ${isWhole} THEN 'fulfilled' ELSE 'open' END,
        closed_at = CASE WHEN ${isWhole} THEN ${ctx.now.toISOString()} END,
        version = version + 1
      WHERE org_id = ${me.orgId} AND id = ${id} AND status = 'open'`),
    takeFulfilled(ctx, labels, { which: sql`r.id = ${id}`, takesExpired }),
  ];
  return { writes, postingId: labels.postingId };
}

function usage(
  ctx: Ctx,
  me: Member,
  { workOrderId, note = null }: { workOrderId: string | null; note?: string | null },
): MovementLabels {
  return {
    orgId: me.orgId,
    postingId: ctx.newId(),
    reason: null,
    note,
    workOrderId,
    occurredOn: todayOf(ctx, me),
    createdBy: actor(me),
    createdAt: ctx.now.toISOString(),
  };
}

/**
 * Writes movements for fulfilled reservations not yet taken from the ledger, at moving average cost. Several rows of an item
 * split its value cumulatively, so that together they cost the same as a single movement.
 */
function takeFulfilled(
  ctx: Ctx,
  labels: MovementLabels,
  { which, takesExpired }: { which: SQL; takesExpired: boolean },
): Write {
  const { orgId } = labels;
  const upTo = (rows: string) => sql.raw(`sum(t.quantity) OVER (PARTITION BY t.item_id ORDER BY t.id ROWS ${rows})`);
  const costOf = (quantity: SQL) =>
    sql`CASE WHEN ${quantity} >= costed THEN value ELSE cast(round(cast(value AS REAL) * ${quantity} / costed) AS INTEGER) END`;
  return ctx.db.run(sql`INSERT INTO stock_movements (
      org_id, seq, id, posting_id, kind, item_id, location_id, quantity_milli, total_cost_minor, uncosted_milli,
      reservation_id, work_order_id, note, occurred_on, created_by, created_at, takes_expired
    )
    WITH taken AS (
      SELECT r.id, r.item_id, r.location_id, r.fulfilled_milli + coalesce((
        SELECT sum(m.quantity_milli) FROM stock_movements m WHERE m.org_id = ${orgId} AND m.reservation_id = r.id
      ), 0) AS quantity
      FROM stock_reservations r WHERE r.org_id = ${orgId} AND r.fulfilled_milli > 0 AND ${which}
    ), ordered AS (
      SELECT t.*, v.on_hand_milli - v.uncosted_milli AS costed, v.value_minor AS value,
        ${upTo("UNBOUNDED PRECEDING")} AS up_to, ${upTo("UNBOUNDED PRECEDING")} - t.quantity AS before
      FROM taken t JOIN stock_values v ON v.org_id = ${orgId} AND v.item_id = t.item_id
      WHERE t.quantity > 0
    )
    SELECT ${orgId}, row_number() OVER (ORDER BY item_id, id) + coalesce((SELECT max(seq) FROM stock_movements WHERE org_id = ${orgId}), 0),
      ${rowId(ctx)}, ${labels.postingId}, 'consumption', item_id, location_id, -quantity,
      -(${costOf(sql`up_to`)} - ${costOf(sql`before`)}), max(0, up_to - costed) - max(0, before - costed),
      id, ${labels.workOrderId}, ${labels.note}, ${labels.occurredOn}, ${labels.createdBy}, ${labels.createdAt}, ${takesExpired ? 1 : 0}
    FROM ordered`);
}

const actor = (me: Member): string => me.userId ?? "system";

/** An id for every row of a statement: the same timestamp prefix with a random suffix. */
const rowId = (ctx: Ctx): SQL => sql`${ctx.newId().slice(0, 24)} || lower(hex(randomblob(6)))`;
