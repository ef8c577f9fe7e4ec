import { and, eq, type SQL, sql } from "drizzle-orm";
import { stockMovements } from "#drizzle/schema/inventory";
import type { Ctx, Member } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { checkNotInFuture } from "~/domain/shared/time/not-in-future";
import { todayOf } from "~/domain/shared/time/time-zones";
import { once, type Write } from "~/domain/shared/write.server";
import { atAverageCost, insertMovement, type MovementLabels, otherLegOf } from "./internal/ledger.server";
import { lotConstraintErrors, lotNamed, lotWrites } from "./internal/lots.server";
import { explainShortage } from "./internal/shortage.server";
import type { ItemMove, NewPosting } from "./schema";

type Line = NewPosting["lines"][number];

/**
 * Posts the lines of a receipt, issue, transfer, adjustment, return or count, all of them or none. A count posts the difference
 * from what is on hand, which may be zero. Outgoing stock is taken from the named lot, else from the first to expire.
 * @throws DomainError conflict if more would be taken than is available, `{ short }` naming each item and location; conflict
 *   for an inactive item or location, and `{ expired }` if unexpired stock is not enough; invalid for a future date; not_found
 */
export async function postStock(ctx: Ctx, input: NewPosting): Promise<{ postingId: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "postStock", input, async (commit) => {
    checkNotInFuture(ctx, me, { field: "occurredOn", date: input.occurredOn });
    const posting = postingOf(ctx, me, input);
    try {
      return await commit(me, {
        writes: input.lines.flatMap((line) => writesOf(ctx, posting, line)),
        audit: [{ action: `stock.${input.kind}`, entity: "stock_posting", entityId: posting.postingId, after: input }],
        result: { postingId: posting.postingId },
        refusals: postingRefusals,
      });
    } catch (error) {
      const isCount = input.kind === "count";
      throw await explainShortage(ctx, me, { lines: input.lines.map((line) => ({ ...line, isCount })), error });
    }
  });
}

export function postingOfItem(
  itemId: string,
  { kind, occurredOn, reason, note, takeExpired, ...line }: ItemMove,
): NewPosting {
  return { kind, occurredOn, reason, note, takeExpired, workOrderId: null, lines: [{ itemId, ...line }] };
}

/** Messages for movements that the database refuses. */
export const postingRefusals = {
  stock_item_inactive: () => new DomainError("conflict", "An item is inactive. Activate it before adding stock."),
  stock_location_inactive: () =>
    new DomainError("conflict", "A location is inactive. Activate it before adding stock."),
  stock_value_worth: () => new DomainError("invalid", "The value of one item can't be above $1,000,000,000."),
  "stock_movements.org_id, stock_movements.reverses_id": () =>
    new DomainError("conflict", "This movement has already been reversed."),
  stock_movement_of_part: () =>
    new DomainError("conflict", "This part was used on a job. Remove it there, and it comes back."),
  ...lotConstraintErrors,
};

/** Fields shared by all lines of a posting. */
interface Posting extends MovementLabels {
  kind: NewPosting["kind"];
  takesExpired: boolean;
}

function postingOf(
  ctx: Ctx,
  me: Member,
  { kind, reason, note, workOrderId, occurredOn, takeExpired }: NewPosting,
): Posting {
  return {
    orgId: me.orgId,
    postingId: ctx.newId(),
    kind,
    ...{ reason, note, workOrderId, takesExpired: takeExpired },
    occurredOn: occurredOn ?? todayOf(ctx, me),
    createdBy: me.userId ?? "system",
    createdAt: ctx.now.toISOString(),
  };
}

function writesOf(ctx: Ctx, posting: Posting, line: Line): Write[] {
  const { itemId, locationId, toLocationId, quantity, unitCost, lotNumber } = line;
  const id = ctx.newId();
  const named = lotNumber === null ? null : { orgId: posting.orgId, itemId, lotNumber };
  const lotId = named && lotNamed(named);
  if (posting.kind === "transfer" && toLocationId) {
    const transferId = ctx.newId();
    const leg = { ...posting, itemId, transferId };
    return [
      insertMovement(
        ctx,
        { ...leg, id, locationId, lotId },
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
  const comesIn = !takes && quantity > 0;
  return [
    ...(named && comesIn ? lotWrites(ctx, newLot(ctx, posting, { ...named, expiresOn: line.expiresOn })) : []),
    insertMovement(ctx, { ...posting, id, itemId, locationId, lotId }, amounts),
  ];
}

function newLot(
  ctx: Ctx,
  { orgId, occurredOn }: Posting,
  lot: { itemId: string; lotNumber: string; expiresOn: string | null },
) {
  return { orgId, id: ctx.newId(), receivedOn: occurredOn, ...lot };
}

interface ReceivedLine {
  /** The movement's id. */
  id: string;
  itemId: string;
  locationId: string;
  quantity: number;
  /** Per base unit, in cents; null: received at the average cost. */
  unitCost: number | null;
  /** For the whole quantity, in cents, if the unit cost is only its rounded share; null: computed from the unit cost. */
  totalCost: number | null;
  /** The supplier's; null: the day of receipt, if the item has a shelf life. */
  lotNumber: string | null;
  /** A civil date; null: computed from the item's shelf life. */
  expiresOn: string | null;
}

/** Receipts as statements for the batch that records their reason; the batch needs `postingRefusals`. */
export function receiptWrites(
  ctx: Ctx,
  me: Member,
  { lines, ...labels }: { lines: readonly ReceivedLine[]; note: string | null; occurredOn: string | undefined },
): { postingId: string; writes: Write[] } {
  const kind = "receipt";
  const posting = postingOf(ctx, me, {
    ...labels,
    kind,
    reason: null,
    workOrderId: null,
    takeExpired: false,
    lines: [],
  });
  return {
    postingId: posting.postingId,
    writes: lines.flatMap(({ id, itemId, locationId, quantity, unitCost, totalCost, lotNumber, expiresOn }) => {
      const lot = lotNumber === null ? null : newLot(ctx, posting, { itemId, lotNumber, expiresOn });
      return [
        ...(lot ? lotWrites(ctx, lot) : []),
        insertMovement(
          ctx,
          { ...posting, id, itemId, locationId, lotId: lot && lotNamed(lot) },
          atAverageCost(me.orgId, itemId, { quantity: sql`${quantity}`, unitCost, totalCost }),
        ),
      ];
    }),
  };
}

/**
 * Reverses a movement by a new one that refers to it; for a transfer, both legs. Received stock leaves at its own cost as far
 * as that cost is still on hand.
 * @throws DomainError not_found; conflict if it is already reversed, is itself a reversal, or the received stock is no longer
 *   there
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
      takeExpired: false,
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
        refusals: { ...postingRefusals, stock_lot_on_hand: lotIsGone },
      });
    } catch (error) {
      if (failedOn(error, "stock_in_lots")) throw lotIsGone();
      const taken = legs.map((leg) => ({ ...leg, quantity: -leg.quantityMilli }));
      throw await explainShortage(ctx, me, { lines: taken, error });
    }
  });
}

const lotIsGone = () =>
  new DomainError("conflict", "Part of the lot that came in was already used or moved. Adjust the stock instead.");

/** For a transfer, the arrived stock leaves first at its current value, and returns at that value. */
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

type Leg = Awaited<ReturnType<typeof legsOf>>[number];

/** Returns the movement, and the other leg of a transfer. */
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
