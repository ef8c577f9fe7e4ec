import { type SQL, sql } from "drizzle-orm";
import { expiredIn } from "~/domain/inventory/free.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { assertRowChanged, type Write } from "~/domain/shared/write.server";

interface Spot {
  itemId: string;
  locationId: string;
}

/** Asserts that no expired stock is reserved. Runs after the reservation, which the balance already includes. */
export function assertReservedIsGood(ctx: Ctx, me: Member, { itemId, locationId }: Spot): Write[] {
  return [
    ctx.db.run(sql`UPDATE stock_balances SET reserved_milli = reserved_milli
      WHERE org_id = ${me.orgId} AND item_id = ${itemId} AND location_id = ${locationId}
        AND reserved_milli <= on_hand_milli - ${expiredIn(ctx, me, "stock_balances")}`),
    assertRowChanged(ctx, "stock_reserved_is_expired"),
  ];
}

interface NamedLot {
  orgId: string;
  itemId: string;
  lotNumber: string;
}

/** A lot by its number within any statement; an unknown number yields a value that the ledger refuses as `stock_lot_of_item`. */
export const lotNamed = ({ orgId, itemId, lotNumber }: NamedLot): SQL =>
  sql`coalesce((SELECT l.id FROM stock_lots l WHERE l.org_id = ${orgId} AND l.item_id = ${itemId} AND upper(l.number) = upper(${lotNumber})), 'none')`;

interface NewLot extends NamedLot {
  id: string;
  receivedOn: string;
  /** Null: computed from the item's shelf life, or unknown if it has none. */
  expiresOn: string | null;
}

/** Creates the incoming lot unless it exists. A given expiry must match the lot's; it is filled in if unknown. */
export function lotWrites(ctx: Ctx, { orgId, itemId, lotNumber, id, receivedOn, expiresOn }: NewLot): Write[] {
  return [
    ctx.db.run(sql`INSERT INTO stock_lots (org_id, id, item_id, number, received_on, expires_on, created_at)
      SELECT ${orgId}, ${id}, i.id, ${lotNumber}, ${receivedOn},
        coalesce(${expiresOn}, date(${receivedOn}, '+' || i.shelf_life_days || ' days')), ${ctx.now.toISOString()}
      FROM inventory_items i WHERE i.org_id = ${orgId} AND i.id = ${itemId} ON CONFLICT DO NOTHING`),
    ...(expiresOn === null
      ? []
      : [
          ctx.db.run(sql`UPDATE stock_lots SET expires_on = ${expiresOn}
            WHERE org_id = ${orgId} AND item_id = ${itemId} AND upper(number) = upper(${lotNumber})
              AND coalesce(expires_on, ${expiresOn}) = ${expiresOn}`),
          assertRowChanged(ctx, "stock_lot_other_expiry"),
        ]),
  ];
}

/** Messages for lot constraints that the database refuses. */
export const lotConstraintErrors = {
  stock_lot_of_item: () => new DomainError("not_found", "The item has no lot with this number."),
  stock_lot_other_expiry: () =>
    new DomainError(
      "conflict",
      "This lot is in stock with a different expiration date. Check the date or leave it blank.",
    ),
  stock_lot_on_hand: () => new DomainError("conflict", "This lot doesn't have that much."),
  stock_lot_expired: () =>
    new DomainError("conflict", "This lot is expired. Confirm to take expired stock.", {
      details: { confirm: "takeExpired" },
    }),
};
