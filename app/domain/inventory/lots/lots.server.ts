import { and, eq, type SQL, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import {
  inventoryItems,
  inventoryLocations,
  stockBalances,
  stockLotBalances,
  stockLots,
} from "#drizzle/schema/inventory";
import { atAverageCost, insertMovement, type MovementLabels } from "~/domain/inventory/internal/ledger.server";
import { explainShortage } from "~/domain/inventory/internal/shortage.server";
import { postingRefusals } from "~/domain/inventory/post.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { type BackCursor, bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { addDays } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { assertHolds, assertRowChanged, once } from "~/domain/shared/write.server";
import { lotState } from "./lot";
import type { ExpiryCorrection, LotFilter } from "./schema";

export const lotNotFound = () => notFound("Lot not found");

interface Place {
  locationId: string;
  locationName: string;
  onHandMilli: number;
}

/**
 * Returns the lots in stock, first to expire first, each with its locations; for a single item, also lots without an expiry
 * date, at the end. One round trip.
 * @throws DomainError invalid for a cursor of another list
 */
export async function listLots(ctx: Ctx, { itemId, expiresWithin, limit, ...at }: LotFilter & BackCursor) {
  const me = allow(ctx, "inventory.read");
  const today = todayOf(ctx, me);
  const direction = parseCursor(at, 2);
  const expires = itemId ? sql`coalesce(${stockLots.expiresOn}, '9999-12-31')` : sql`${stockLots.expiresOn}`;
  const { beyond, order } = keyset(direction, [expires, stockLots.id]);
  const rows = await lots(
    ctx,
    me,
    itemId ? sql`stock_lots indexed by stock_lots_held` : sql`stock_lots indexed by stock_lots_expiring`,
  )
    .where(
      and(
        eq(stockLots.orgId, me.orgId),
        sql`${stockLots.onHandMilli} > 0`,
        itemId ? eq(stockLots.itemId, itemId) : sql`${stockLots.expiresOn} is not null`,
        expiresWithin === undefined ? undefined : sql`${expires} <= ${addDays(today, expiresWithin)}`,
        beyond,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1);
  return bidirectionalPage(
    rows.map((row) => shown(row, today)),
    { limit, total: null, direction },
    (row) => [row.expiresOn ?? "9999-12-31", row.id],
  );
}

/** @throws DomainError not_found */
export async function findLot(ctx: Ctx, id: string) {
  const me = allow(ctx, "inventory.read");
  const [row] = await lots(ctx, me, sql`stock_lots`).where(and(eq(stockLots.orgId, me.orgId), eq(stockLots.id, id)));
  if (!row) throw lotNotFound();
  return shown(row, todayOf(ctx, me));
}

export type Lot = ReturnType<typeof shown>;

/** Returns an item's stock at each location by lot and without a lot, for choosing what to take. */
export async function lotsByLocation(ctx: Ctx, itemId: string) {
  const me = allow(ctx, "inventory.read");
  const today = todayOf(ctx, me);
  const [balances, held] = await ctx.db.batch([
    ctx.db
      .select({
        locationId: stockBalances.locationId,
        looseMilli: sql<number>`${stockBalances.onHandMilli} - ${stockBalances.lotsMilli}`.as("loose"),
      })
      .from(stockBalances)
      .where(
        and(eq(stockBalances.orgId, me.orgId), eq(stockBalances.itemId, itemId), sql`${stockBalances.lotsMilli} > 0`),
      ),
    ctx.db
      .select({
        id: stockLots.id,
        number: stockLots.number,
        receivedOn: stockLots.receivedOn,
        expiresOn: stockLots.expiresOn,
        locationId: stockLotBalances.locationId,
        onHandMilli: named(stockLotBalances.onHandMilli, "lot_held_there"),
      })
      .from(stockLotBalances)
      .innerJoin(stockLots, and(eq(stockLots.orgId, me.orgId), eq(stockLots.id, stockLotBalances.lotId)))
      .where(and(eq(stockLotBalances.orgId, me.orgId), eq(stockLotBalances.itemId, itemId))),
  ]);
  return {
    today,
    shelves: balances.map(({ locationId, looseMilli }) => ({
      locationId,
      looseMilli,
      lots: held.filter((lot) => lot.locationId === locationId),
    })),
  };
}

/**
 * Corrects the expiry date of a lot. Earlier movements from it are unchanged.
 * @throws DomainError not_found; conflict if the lot's expiry differs from the one named in the correction
 */
export async function correctExpiry(ctx: Ctx, id: string, input: ExpiryCorrection): Promise<{ id: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "correctExpiry", { id, input }, async (commit) => {
    const { expiresOn, previousExpiresOn, reason } = input;
    await findLot(ctx, id);
    return commit(me, {
      writes: [
        ctx.db.run(sql`UPDATE stock_lots SET expires_on = ${expiresOn}
          WHERE org_id = ${me.orgId} AND id = ${id} AND expires_on IS ${previousExpiresOn}`),
        assertRowChanged(ctx, "stock_lot_expiry_moved"),
      ],
      audit: [
        {
          ...{ action: "stock_lot.correct_expiry", entity: "stock_lot", entityId: id },
          ...{ before: { expiresOn: previousExpiresOn }, after: { expiresOn, reason } },
        },
      ],
      result: { id },
      refusals: { stock_lot_expiry_moved: expiryMoved },
    });
  });
}

const expiryMoved = () =>
  new DomainError("conflict", "Someone else just corrected this lot's expiration date. Reload the page.");

/**
 * Takes all that is left of an expired lot out of stock at every location, as an adjustment with the reason `expired`.
 * @throws DomainError not_found; conflict if the lot is not expired or nothing is left of it, and `{ short }` if it is reserved
 */
export async function writeOffLot(ctx: Ctx, id: string): Promise<{ postingId: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "writeOffLot", { id }, async (commit) => {
    const lot = await findLot(ctx, id);
    if (lot.state !== "expired") throw notExpired();
    if (lot.onHandMilli === 0) throw nothingLeft();
    const labels: MovementLabels = {
      ...{ orgId: me.orgId, postingId: ctx.newId(), reason: "expired", note: null, workOrderId: null },
      ...{ occurredOn: todayOf(ctx, me), createdBy: me.userId ?? "system", createdAt: ctx.now.toISOString() },
    };
    try {
      return await commit(me, {
        writes: [
          // Its expiry may have been corrected since.
          assertHolds(
            ctx,
            "stock_lot_good",
            sql`EXISTS (SELECT 1 FROM stock_lots l WHERE l.org_id = ${me.orgId} AND l.id = ${id} AND l.expires_on < ${labels.occurredOn})`,
          ),
          ...lot.places.flatMap(({ locationId }) => [
            insertMovement(
              ctx,
              { ...labels, id: ctx.newId(), kind: "adjustment", itemId: lot.itemId, locationId, lotId: sql`${id}` },
              atAverageCost(me.orgId, lot.itemId, { quantity: leftAt(me, { id, itemId: lot.itemId, locationId }) }),
            ),
            assertRowChanged(ctx, "stock_lot_moved"),
          ]),
        ],
        audit: [
          { action: "stock.write_off", entity: "stock_lot", entityId: id, after: { quantityMilli: lot.onHandMilli } },
        ],
        result: { postingId: labels.postingId },
        refusals: { ...postingRefusals, stock_lot_moved: nothingLeft, stock_lot_good: notExpired },
      });
    } catch (error) {
      const taken = lot.places.map(({ locationId, onHandMilli }) => ({
        itemId: lot.itemId,
        locationId,
        quantity: onHandMilli,
      }));
      throw await explainShortage(ctx, me, { lines: taken, error });
    }
  });
}

const notExpired = () =>
  new DomainError("conflict", "This lot is not expired. Adjust the missing or damaged quantity instead.");

const nothingLeft = () => new DomainError("conflict", "None of this lot is left there. Reload the page.");

const leftAt = (me: Member, { id, itemId, locationId }: { id: string; itemId: string; locationId: string }): SQL =>
  sql`-coalesce((select on_hand_milli from stock_lot_balances
    where org_id = ${me.orgId} and item_id = ${itemId} and location_id = ${locationId} and lot_id = ${id}), 0)`;

function lots(ctx: Ctx, me: Member, from: SQL) {
  return ctx.db
    .select({
      id: named(stockLots.id, "lot_row_id"),
      itemId: named(stockLots.itemId, "lot_item_id"),
      itemSku: inventoryItems.sku,
      itemName: named(inventoryItems.name, "lot_item_name"),
      baseUnit: inventoryItems.baseUnit,
      number: named(stockLots.number, "lot_number"),
      receivedOn: named(stockLots.receivedOn, "lot_received_on"),
      expiresOn: namedOrNull(stockLots.expiresOn, "lot_expires_on"),
      onHandMilli: named(stockLots.onHandMilli, "lot_on_hand"),
      places:
        sql<string>`(select json_group_array(json_object('locationId', p.id, 'locationName', p.name, 'onHandMilli', b.on_hand_milli) order by b.on_hand_milli desc, p.id)
        from stock_lot_balances b indexed by stock_lot_balances_lot cross join ${inventoryLocations} p
        where b.org_id = ${me.orgId} and b.lot_id = stock_lots.id and p.org_id = ${me.orgId} and p.id = b.location_id)`.as(
          "lot_places",
        ),
    })
    .from(from)
    .innerJoin(inventoryItems, and(eq(inventoryItems.orgId, me.orgId), sql`${inventoryItems.id} = ${stockLots.itemId}`))
    .$dynamic();
}

type LotRow = Awaited<ReturnType<typeof lots>>[number];

function shown({ places, ...row }: LotRow, today: string) {
  const locations: Place[] = JSON.parse(places);
  return { ...row, state: lotState(row.expiresOn, today), places: locations };
}
