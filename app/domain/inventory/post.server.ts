import { and, eq, type SQL, sql } from "drizzle-orm";
import { stockMovements } from "#drizzle/schema/inventory";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { wallTimeOf } from "~/domain/shared/time-zones";
import { once, type Write } from "~/domain/shared/write.server";
import { explainShortage } from "./internal/shortage.server";
import type { NewPosting } from "./schema";

type Line = NewPosting["lines"][number];

/**
 * Posts the lines of a receipt, issue, transfer, adjustment, return or count at once: all of them or none. A count posts what
 * differs from what is on hand, which may be nothing.
 * @throws DomainError conflict where more would be taken than is there and free, `{ short }` naming each item and location;
 * conflict for an inactive item or location; not_found
 */
export async function postStock(ctx: Ctx, input: NewPosting): Promise<{ postingId: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "postStock", input, async (commit) => {
    const posting = postingOf(ctx, me, input);
    try {
      return await commit(me, {
        writes: input.lines.flatMap((line) => writesOf(ctx, posting, line)),
        audit: [{ action: `stock.${input.kind}`, entity: "stock_posting", entityId: posting.postingId, after: input }],
        result: { postingId: posting.postingId },
        refusals,
      });
    } catch (error) {
      throw await explainShortage(ctx, me, input.lines, error);
    }
  });
}

const refusals = {
  stock_item_inactive: () => new DomainError("conflict", "An item is inactive. Activate it before adding stock."),
  stock_location_inactive: () =>
    new DomainError("conflict", "A location is inactive. Activate it before adding stock."),
  stock_value_worth: () => new DomainError("invalid", "The value of one item can't be above $1,000,000,000."),
  "stock_movements.org_id, stock_movements.reverses_id": () =>
    new DomainError("conflict", "This movement has been reversed already."),
};

/** What all lines of a posting share. */
interface Posting {
  orgId: string;
  postingId: string;
  kind: NewPosting["kind"];
  reason: string | null;
  note: string | null;
  workOrderId: string | null;
  occurredOn: string;
  createdBy: string;
  createdAt: string;
}

function postingOf(ctx: Ctx, me: Member, { kind, reason, note, workOrderId, occurredOn }: NewPosting): Posting {
  return {
    orgId: me.orgId,
    postingId: ctx.newId(),
    kind,
    ...{ reason, note, workOrderId },
    occurredOn: occurredOn ?? wallTimeOf(ctx.now.getTime(), me.timeZone).date,
    createdBy: me.userId ?? "system",
    createdAt: ctx.now.toISOString(),
  };
}

function writesOf(ctx: Ctx, posting: Posting, line: Line): Write[] {
  const { itemId, locationId, toLocationId, quantity, unitCost } = line;
  const id = ctx.newId();
  if (posting.kind === "transfer" && toLocationId) {
    const transferId = ctx.newId();
    const leg = { ...posting, itemId, transferId };
    return [
      insertMovement(
        ctx,
        { ...leg, id, locationId },
        atAverageCost(posting.orgId, itemId, { quantity: sql`${-quantity}` }),
      ),
      insertMovement(ctx, { ...leg, id: ctx.newId(), locationId: toLocationId }, otherLegOf(posting.orgId, id)),
    ];
  }
  const takes = posting.kind === "issue";
  const change =
    posting.kind === "count"
      ? sql`${quantity} - coalesce((select on_hand_milli from stock_balances where org_id = ${posting.orgId} and item_id = ${itemId} and location_id = ${locationId}), 0)`
      : sql`${takes ? -quantity : quantity}`;
  const amounts = atAverageCost(posting.orgId, itemId, { quantity: change, unitCost });
  return [insertMovement(ctx, { ...posting, id, itemId, locationId }, amounts)];
}

interface MovementRow extends Omit<Posting, "kind"> {
  id: string;
  kind: string;
  itemId: string;
  locationId: string;
  transferId?: string;
  reversesId?: string;
  reservationId?: string;
}

/** `amounts` selects `quantity`, `cost` and `uncosted`; no row, or a quantity of 0, writes no movement. */
function insertMovement(ctx: Ctx, row: MovementRow, amounts: SQL): Write {
  return ctx.db.run(sql`INSERT INTO stock_movements (
      org_id, seq, id, posting_id, kind, item_id, location_id, quantity_milli, total_cost_minor, uncosted_milli,
      transfer_id, reverses_id, reservation_id, work_order_id, reason, note, occurred_on, created_by, created_at
    )
    SELECT ${row.orgId}, 1 + coalesce((SELECT max(seq) FROM stock_movements WHERE org_id = ${row.orgId}), 0), ${row.id}, ${row.postingId},
      ${row.kind}, ${row.itemId}, ${row.locationId}, a.quantity, a.cost, a.uncosted,
      ${row.transferId ?? null}, ${row.reversesId ?? null}, ${row.reservationId ?? null}, ${row.workOrderId},
      ${row.reason}, ${row.note}, ${row.occurredOn}, ${row.createdBy}, ${row.createdAt}
    FROM (${amounts}) a WHERE a.quantity <> 0`);
}

interface Moved {
  quantity: SQL;
  /** Of one unit, where it is told. */
  unitCost?: number | null;
}

/**
 * What comes in costs what is told, else the moving average, else the item's own cost; where none is known it is uncosted.
 * What goes out takes its share of the value, the last unit with a cost the rest of it, and only then what is uncosted.
 */
function atAverageCost(orgId: string, itemId: string, { quantity, unitCost = null }: Moved): SQL {
  return sql`select m.quantity,
      cast(case
        when m.quantity < 0 and -m.quantity >= m.costed then -m.value
        when m.quantity < 0 then -round(cast(m.value as real) * -m.quantity / m.costed)
        when m.told is not null then round(cast(m.told as real) * m.quantity / 1000)
        when m.costed > 0 then round(cast(m.value as real) * m.quantity / m.costed)
        else round(cast(coalesce(m.own, 0) as real) * m.quantity / 1000)
      end as integer) as cost,
      case
        when m.quantity < 0 then max(0, -m.quantity - m.costed)
        when m.told is null and m.costed = 0 and m.own is null then m.quantity
        else 0
      end as uncosted
    from (
      select ${quantity} as quantity, ${unitCost} as told,
        (select unit_cost_minor from inventory_items where org_id = ${orgId} and id = ${itemId}) as own,
        coalesce(sum(on_hand_milli - uncosted_milli), 0) as costed, coalesce(sum(value_minor), 0) as value
      from stock_values where org_id = ${orgId} and item_id = ${itemId}
    ) m`;
}

/**
 * Takes a movement back by a new one that points at it; of a transfer both legs. What came in leaves with its own cost as far
 * as that is still there.
 * @throws DomainError not_found; conflict where it was reversed already, is itself a reversal, or what came in is no longer there
 */
export async function reverseMovement(ctx: Ctx, id: string, note: string | null): Promise<{ postingId: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "reverseMovement", { id, note }, async (commit) => {
    const legs = await legsOf(ctx, me, id);
    const [first] = legs;
    if (!first) throw notFound("Movement not found");
    if (legs.some((leg) => leg.reversesId !== null))
      throw new DomainError("conflict", "This movement is a reversal itself. Post the movement again instead.");
    const posting = postingOf(ctx, me, {
      ...first,
      kind: "adjustment",
      note,
      occurredOn: undefined,
      reason: null,
      lines: [],
    });
    try {
      return await commit(me, {
        writes: reversalWrites(ctx, posting, legs),
        audit: [
          {
            action: "stock.reverse",
            entity: "stock_posting",
            entityId: posting.postingId,
            after: { reverses: legs.map((leg) => leg.id) },
          },
        ],
        result: { postingId: posting.postingId },
        refusals,
      });
    } catch (error) {
      const taken = legs.map((leg) => ({ ...leg, quantity: -leg.quantityMilli }));
      throw await explainShortage(ctx, me, taken, error);
    }
  });
}

/** Of a transfer, what arrived leaves first at what it is worth now, and that is what comes back. */
function reversalWrites(ctx: Ctx, posting: Posting, legs: readonly Leg[]): Write[] {
  const transferId = ctx.newId();
  const rows = legs
    .toSorted((a, b) => b.quantityMilli - a.quantityMilli)
    .map((leg) => ({
      leg,
      row: {
        ...posting,
        ...{ kind: leg.kind, reason: leg.reason, itemId: leg.itemId, locationId: leg.locationId, reversesId: leg.id },
        ...(leg.transferId === null ? {} : { transferId }),
        id: ctx.newId(),
      },
    }));
  const [arrived, left] = rows;
  if (!arrived) return [];
  if (!left) return [insertMovement(ctx, arrived.row, reversalOf(posting.orgId, arrived.leg))];
  const back = { quantity: sql`${-arrived.leg.quantityMilli}` };
  return [
    insertMovement(ctx, arrived.row, atAverageCost(posting.orgId, arrived.leg.itemId, back)),
    insertMovement(ctx, left.row, otherLegOf(posting.orgId, arrived.row.id)),
  ];
}

/** What left at one end of a transfer arrives at the other, at the same cost. */
function otherLegOf(orgId: string, id: string): SQL {
  return sql`select -quantity_milli as quantity, -total_cost_minor as cost, uncosted_milli as uncosted
    from stock_movements where org_id = ${orgId} and id = ${id}`;
}

type Leg = Awaited<ReturnType<typeof legsOf>>[number];

/** The movement, and the other leg of a transfer. */
async function legsOf(ctx: Ctx, me: Member, id: string) {
  const transfer = sql`(select m.transfer_id from stock_movements m where m.org_id = ${me.orgId} and m.id = ${id})`;
  return ctx.db
    .select({
      id: stockMovements.id,
      kind: stockMovements.kind,
      itemId: stockMovements.itemId,
      locationId: stockMovements.locationId,
      quantityMilli: stockMovements.quantityMilli,
      totalCostMinor: stockMovements.totalCostMinor,
      uncostedMilli: stockMovements.uncostedMilli,
      transferId: stockMovements.transferId,
      reversesId: stockMovements.reversesId,
      workOrderId: stockMovements.workOrderId,
      reason: stockMovements.reason,
    })
    .from(stockMovements)
    .where(
      and(
        eq(stockMovements.orgId, me.orgId),
        sql`(${stockMovements.id} = ${id} or (${stockMovements.transferId} is not null and ${stockMovements.transferId} = ${transfer}))`,
      ),
    );
}

function reversalOf(orgId: string, leg: Leg): SQL {
  const quantity = -leg.quantityMilli;
  const cost = -leg.totalCostMinor;
  if (quantity > 0) return sql`select ${quantity} as quantity, ${cost} as cost, ${leg.uncostedMilli} as uncosted`;
  return sql`select ${quantity} as quantity,
      cast(case when ${-quantity} - m.without >= m.costed then -m.value else -min(${-cost}, m.value) end as integer) as cost,
      m.without as uncosted
    from (
      select v.costed, v.value, max(min(${leg.uncostedMilli}, v.uncosted), ${-quantity} - v.costed) as without
      from (
        select coalesce(sum(on_hand_milli - uncosted_milli), 0) as costed, coalesce(sum(uncosted_milli), 0) as uncosted, coalesce(sum(value_minor), 0) as value
        from stock_values where org_id = ${orgId} and item_id = ${leg.itemId}
      ) v
    ) m`;
}
