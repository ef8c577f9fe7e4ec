import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/domain/shared/context";
import type { Write } from "~/domain/shared/write.server";

/** Fields shared by the movements of one posting. */
export interface MovementLabels {
  orgId: string;
  postingId: string;
  reason: string | null;
  note: string | null;
  workOrderId: string | null;
  /** A civil date. */
  occurredOn: string;
  createdBy: string;
  createdAt: string;
}

interface MovementRow extends MovementLabels {
  id: string;
  kind: string;
  itemId: string;
  locationId: string;
  transferId?: string;
  reversesId?: string;
  reservationId?: string;
  /** The lot to take from or receive; null: the first to expire, or the day's own lot. */
  lotId?: SQL | null;
  /** Also takes expired stock if the rest is not enough. */
  takesExpired?: boolean;
}

/**
 * `amounts` selects `quantity`, `cost` and `uncosted`; no row, or a quantity of 0, writes no movement. Keys are compared as
 * columns of a row, here and in the amounts: with bound values, SQLite would recompile the statement and its triggers each time
 * (record 028).
 */
export function insertMovement(ctx: Ctx, row: MovementRow, amounts: SQL): Write {
  return ctx.db.run(sql`INSERT INTO stock_movements (
      org_id, seq, id, posting_id, kind, item_id, location_id, quantity_milli, total_cost_minor, uncosted_milli,
      transfer_id, reverses_id, reservation_id, work_order_id, reason, note, occurred_on, created_by, created_at, lot_id, takes_expired
    )
    SELECT o.id, 1 + coalesce((SELECT max(m.seq) FROM stock_movements m WHERE m.org_id = o.id), 0), ${row.id}, ${row.postingId},
      ${row.kind}, ${row.itemId}, ${row.locationId}, a.quantity, a.cost, a.uncosted,
      ${row.transferId ?? null}, ${row.reversesId ?? null}, ${row.reservationId ?? null}, ${row.workOrderId},
      ${row.reason}, ${row.note}, ${row.occurredOn}, ${row.createdBy}, ${row.createdAt},
      ${row.lotId ?? null}, ${row.takesExpired ? 1 : 0}
    FROM (SELECT ${row.orgId} AS id) o, (${amounts}) a WHERE a.quantity <> 0`);
}

interface Moved {
  quantity: SQL;
  /** Per unit, if given. */
  unitCost?: number | null;
  /** For the whole quantity; takes precedence if given. */
  totalCost?: number | null;
}

/**
 * Incoming stock is costed at the given cost, else the moving average, else the item's own cost; without any of these it is
 * uncosted. Outgoing stock takes its share of the value, with the last costed unit taking the rest; uncosted stock goes last.
 */
export function atAverageCost(
  orgId: string,
  itemId: string,
  { quantity, unitCost = null, totalCost = null }: Moved,
): SQL {
  return sql`select m.quantity,
      cast(case
        when m.quantity < 0 and -m.quantity >= m.costed then -m.value
        when m.quantity < 0 then -round(cast(m.value as real) * -m.quantity / m.costed)
        when m.total is not null then m.total
        when m.given is not null then round(cast(m.given as real) * m.quantity / 1000)
        when m.costed > 0 then round(cast(m.value as real) * m.quantity / m.costed)
        else round(cast(coalesce(m.own, 0) as real) * m.quantity / 1000)
      end as integer) as cost,
      case
        when m.quantity < 0 then max(0, -m.quantity - m.costed)
        when m.total is null and m.given is null and m.costed = 0 and m.own is null then m.quantity
        else 0
      end as uncosted
    from (
      select ${quantity} as quantity, ${unitCost} as given, ${totalCost} as total,
        (select i.unit_cost_minor from inventory_items i where i.org_id = t.org_id and i.id = t.item_id) as own,
        coalesce(v.on_hand_milli - v.uncosted_milli, 0) as costed, coalesce(v.value_minor, 0) as value
      from (select ${orgId} as org_id, ${itemId} as item_id) t
      left join stock_values v on v.org_id = t.org_id and v.item_id = t.item_id
    ) m`;
}

/** The quantity that left at one end of a transfer arrives at the other at the same cost. */
export function otherLegOf(orgId: string, id: string): SQL {
  return sql`select -l.quantity_milli as quantity, -l.total_cost_minor as cost, l.uncosted_milli as uncosted
    from (select ${orgId} as org_id, ${id} as id) t join stock_movements l on l.org_id = t.org_id and l.id = t.id`;
}
