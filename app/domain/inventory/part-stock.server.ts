import { type SQL, sql } from "drizzle-orm";
import type { Ctx, Member } from "~/domain/shared/context";
import { todayOf } from "~/domain/shared/time/time-zones";
import type { Write } from "~/domain/shared/write.server";
import { freeIn } from "./free.server";
import { atAverageCost, insertMovement, type MovementLabels } from "./internal/ledger.server";
import { explainShortage } from "./internal/shortage.server";

/* How a part used on a job changes stock besides `consumePart`, as statements for the batch that records it. */

interface Place {
  workOrderId: string;
  itemId: string;
  locationId: string;
}

interface Found extends Place {
  quantity: number;
  /** The posting that uses the part, so that what was found for it is taken back with it. */
  postingId: string;
  /** The id of a part that is taken again: adds no more than was found for it at the same location. */
  again?: string;
}

/**
 * Adds the missing stock of a part that a technician has in hand: an adjustment with the reason `found`, so that it can be used
 * and the need for a count shows. Adds only what exceeds the stock available there or reserved there for the same job.
 */
export function findAtPlace(
  ctx: Ctx,
  me: Member,
  { workOrderId, itemId, locationId, quantity, postingId, again }: Found,
): { writes: Write[]; foundMilli: SQL } {
  const note = "In hand on a job. Count it.";
  const labels = { ...labelsOf(ctx, me, { workOrderId, reason: "found", note }), postingId };
  const atMost = again
    ? sql`coalesce((SELECT p.found_milli FROM work_order_parts p
        WHERE p.org_id = ${me.orgId} AND p.id = ${again} AND p.location_id = ${locationId}), 0)`
    : sql`${quantity}`;
  const free = sql`coalesce((SELECT ${freeIn(ctx, me, "stock_balances")} FROM stock_balances
      WHERE org_id = ${me.orgId} AND item_id = ${itemId} AND location_id = ${locationId}), 0)
    + coalesce((SELECT sum(r.quantity_milli - r.fulfilled_milli) FROM stock_reservations r WHERE r.org_id = ${me.orgId}
      AND r.work_order_id = ${workOrderId} AND r.item_id = ${itemId} AND r.location_id = ${locationId} AND r.status = 'open'), 0)`;
  return {
    writes: [
      insertMovement(
        ctx,
        { ...labels, id: ctx.newId(), kind: "adjustment", itemId, locationId },
        atAverageCost(me.orgId, itemId, {
          quantity: sql`min(${atMost}, max(0, ${quantity} - (${free})))`,
        }),
      ),
    ],
    foundMilli: sql`coalesce((SELECT sum(f.quantity_milli) FROM stock_movements f INDEXED BY stock_movements_posting
      WHERE f.org_id = ${me.orgId} AND f.posting_id = ${postingId} AND f.kind = 'adjustment'), 0)`,
  };
}

/** Explains the database's refusal of a use: which item is short, and where. */
export function explainUse(
  ctx: Ctx,
  me: Member,
  {
    place,
    error,
  }: { place: (Omit<Place, "workOrderId"> & { quantity: number; mustBeGood?: boolean }) | null; error: unknown },
): Promise<unknown> {
  return explainShortage(ctx, me, { lines: place ? [place] : [], error });
}

interface Taken extends Place {
  postingId: string;
}

/** Returns a part that was not used to its location, at its original cost, without what was found there for it. */
export function takeBack(
  ctx: Ctx,
  me: Member,
  { workOrderId, itemId, locationId, postingId, note = null }: Taken & { note?: string | null },
): Write[] {
  const which = sql`m.posting_id = ${postingId} AND m.item_id = ${itemId} AND m.location_id = ${locationId}`;
  return reverseUse(ctx, me, { workOrderId, note, which, index: "stock_movements_posting" });
}

interface Reversed {
  workOrderId: string;
  note: string | null;
  /** Selects the movements, by conditions on `m`. */
  which: SQL;
  /** Finds them. */
  index: "stock_movements_posting" | "stock_movements_work_order";
}

/** Reverses the use first: what was found for it is part of what comes back. */
function reverseUse(ctx: Ctx, me: Member, { which, ...reversed }: Reversed): Write[] {
  const isUse = sql`m.kind = 'consumption'`;
  const isFound = sql`m.kind = 'adjustment' AND m.reason = 'found' AND EXISTS (
      SELECT 1 FROM stock_movements u INDEXED BY stock_movements_posting JOIN stock_movements r ON r.org_id = u.org_id AND r.reverses_id = u.id
      WHERE u.org_id = m.org_id AND u.posting_id = m.posting_id AND u.item_id = m.item_id AND u.location_id = m.location_id
        AND u.kind = 'consumption')`;
  return [isUse, isFound].map((kind) => reverse(ctx, me, { ...reversed, which: sql`${which} AND ${kind}` }));
}

function reverse(ctx: Ctx, me: Member, { workOrderId, note, which, index }: Reversed): Write {
  const labels = labelsOf(ctx, me, { workOrderId, reason: null, note });
  return ctx.db.run(sql`INSERT INTO stock_movements (
      org_id, seq, id, posting_id, kind, item_id, location_id, quantity_milli, total_cost_minor, uncosted_milli,
      reverses_id, work_order_id, reason, note, occurred_on, created_by, created_at
    )
    SELECT ${me.orgId}, row_number() OVER (ORDER BY m.seq) + coalesce((SELECT max(l.seq) FROM stock_movements l WHERE l.org_id = ${me.orgId}), 0),
      ${ctx.newId().slice(0, 24)} || lower(hex(randomblob(6))), ${labels.postingId}, m.kind, m.item_id, m.location_id,
      -m.quantity_milli, -m.total_cost_minor, m.uncosted_milli, m.id, ${workOrderId}, m.reason, ${note}, ${labels.occurredOn}, ${labels.createdBy}, ${labels.createdAt}
    FROM stock_movements m INDEXED BY ${sql.raw(index)}
    WHERE m.org_id = ${me.orgId} AND ${which} AND m.reverses_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM stock_movements r WHERE r.org_id = ${me.orgId} AND r.reverses_id = m.id)`);
}

/** Removes all parts of a job and returns them to their locations, including parts taken concurrently. */
export function returnParts(ctx: Ctx, me: Member, workOrderId: string): Write[] {
  const now = ctx.now.toISOString();
  return [
    ctx.db.run(sql`UPDATE work_order_parts SET removed_at = ${now}, updated_at = ${now}, version = version + 1
      WHERE org_id = ${me.orgId} AND work_order_id = ${workOrderId} AND removed_at IS NULL`),
    ...reverseUse(ctx, me, {
      workOrderId,
      note: "The job was canceled",
      which: sql`m.work_order_id = ${workOrderId}`,
      index: "stock_movements_work_order",
    }),
  ];
}

/** Marks all parts of a job as billed to the customer. */
export function billParts(ctx: Ctx, me: Member, workOrderId: string): Write {
  return ctx.db.run(sql`UPDATE work_order_parts SET billable = 1, updated_at = ${ctx.now.toISOString()}, version = version + 1
    WHERE org_id = ${me.orgId} AND work_order_id = ${workOrderId} AND removed_at IS NULL AND billable = 0`);
}

/** True within any statement if parts of the job are used and not removed. */
export const hasParts = (me: Member, workOrderId: SQL | string): SQL =>
  sql`EXISTS (SELECT 1 FROM work_order_parts used WHERE used.org_id = ${me.orgId} AND used.work_order_id = ${workOrderId} AND used.removed_at IS NULL)`;

/** Records as used parts what the ledger took for a job without a part: reservations consumed when it is completed. */
export function recordUsed(ctx: Ctx, me: Member, workOrderId: string): Write {
  const now = ctx.now.toISOString();
  return ctx.db.run(sql`INSERT INTO work_order_parts (
      org_id, id, work_order_id, description, item_id, sku, unit, quantity_milli, location_id, posting_id,
      service_type_id, unit_price_minor, used_at, used_by, created_at, updated_at
    )
    SELECT ${me.orgId}, ${ctx.newId().slice(0, 24)} || lower(hex(randomblob(6))), ${workOrderId}, i.name, i.id, i.sku, i.base_unit, t.quantity, t.location_id, t.posting_id,
      (SELECT w.service_type_id FROM work_orders w WHERE w.org_id = ${me.orgId} AND w.id = ${workOrderId}), i.list_price_minor, ${now}, ${me.userId ?? "system"}, ${now}, ${now}
    FROM (
      SELECT m.posting_id, m.item_id, m.location_id, -sum(m.quantity_milli) AS quantity
      FROM stock_movements m INDEXED BY stock_movements_work_order
      WHERE m.org_id = ${me.orgId} AND m.work_order_id = ${workOrderId} AND m.kind = 'consumption' AND m.reverses_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM stock_movements r WHERE r.org_id = ${me.orgId} AND r.reverses_id = m.id)
        AND NOT EXISTS (SELECT 1 FROM work_order_parts p WHERE p.org_id = ${me.orgId} AND p.posting_id = m.posting_id AND p.item_id = m.item_id AND p.location_id = m.location_id)
      GROUP BY m.posting_id, m.item_id, m.location_id
    ) t JOIN inventory_items i ON i.org_id = ${me.orgId} AND i.id = t.item_id`);
}

function labelsOf(
  ctx: Ctx,
  me: Member,
  { workOrderId, reason, note }: Pick<MovementLabels, "workOrderId" | "reason" | "note">,
): MovementLabels {
  return {
    ...{ orgId: me.orgId, postingId: ctx.newId(), reason, note, workOrderId },
    occurredOn: todayOf(ctx, me),
    createdBy: me.userId ?? "system",
    createdAt: ctx.now.toISOString(),
  };
}
