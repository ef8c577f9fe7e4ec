import { type SQL, sql } from "drizzle-orm";
import type { BaseUnit } from "~/domain/inventory/items/item";
import type { LocationType } from "~/domain/inventory/locations/location";
import { restockPlan } from "~/domain/inventory/locations/location-level";
import { locationNotFound } from "~/domain/inventory/locations/locations.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { once, type Write } from "~/domain/shared/write.server";
import { freeIn } from "./free.server";
import { atAverageCost, insertMovement, type MovementLabels, otherLegOf } from "./internal/ledger.server";
import { postingRefusals } from "./post.server";
import type { FromLocation } from "./schema";

/** Items restocked at once; a further run handles the rest. */
const MAX_RESTOCKED = 200;

interface Row {
  itemId: string;
  sku: string;
  name: string;
  baseUnit: BaseUnit;
  minMilli: number;
  maxMilli: number;
  availableMilli: number;
  freeMilli: number;
}

type Pair = FromLocation & { locationId: string };

/** Number of warehouses and bins offered. */
const MAX_SOURCES = 500;

/**
 * Returns what a location is below its minimum of, by name, and what is available at a warehouse or bin: the given one, else
 * the first warehouse. `from` is null if there is none. One round trip.
 * @throws DomainError not_found; invalid with the field if the source is not a warehouse or bin, or is the location itself
 */
export async function findRestock(ctx: Ctx, pair: { locationId: string; fromLocationId: string | undefined }) {
  const me = allow(ctx, "inventory.read");
  const { to, sources, from, rows } = await wanted(ctx, me, pair);
  return { to, sources, from, lines: restockPlan(rows.slice(0, MAX_RESTOCKED)), hasMore: rows.length > MAX_RESTOCKED };
}

interface PlaceRow {
  id: string;
  name: string;
  type: LocationType;
  isSource: number;
}

async function wanted(ctx: Ctx, me: Member, pair: { locationId: string; fromLocationId: string | undefined }) {
  const { orgId } = me;
  const { locationId } = pair;
  const given = pair.fromLocationId ?? null;
  const isSource = sql`p.active = 1 AND p.type IN ('warehouse', 'bin') AND p.id <> ${locationId}`;
  const free = freeOn(ctx, me);
  const first = sql`(SELECT p.id FROM inventory_locations p WHERE p.org_id = ${orgId} AND p.active = 1 AND p.type = 'warehouse'
    AND p.id <> ${locationId} ORDER BY lower(p.name), p.id LIMIT 1)`;
  const [places, rows] = await ctx.db.batch([
    // The two named and the warehouses first: a business may have more bins than are offered.
    ctx.db.all<PlaceRow>(sql`SELECT * FROM (
        SELECT p.id, p.name, p.type, ${isSource} AS isSource FROM inventory_locations p
        WHERE p.org_id = ${orgId} AND (p.id IN (${locationId}, ${given}) OR ${isSource})
        ORDER BY p.id IN (${locationId}, ${given}) DESC, p.type = 'warehouse' DESC, lower(p.name), p.id LIMIT ${MAX_SOURCES}
      ) ORDER BY lower(name), id`),
    ctx.db.all<Row>(sql`SELECT i.id AS itemId, i.sku, i.name, i.base_unit AS baseUnit, l.min_milli AS minMilli, l.max_milli AS maxMilli,
        ${free("t")} AS availableMilli, ${free("f")} AS freeMilli
      FROM ${leveled(orgId, { locationId, from: given === null ? first : sql`${given}` })}
      CROSS JOIN inventory_items i ON i.org_id = l.org_id AND i.id = l.item_id AND i.active = 1
      WHERE l.org_id = ${orgId} AND l.location_id = ${locationId} AND ${free("t")} < l.min_milli
      ORDER BY lower(i.name), i.id LIMIT ${MAX_RESTOCKED + 1}`),
  ]);
  const to = places.find(({ id }) => id === locationId);
  if (!to) throw locationNotFound();
  const sources = places.filter((place) => place.isSource === 1).map(({ id, name, type }) => ({ id, name, type }));
  if (given === null) return { to, sources, from: sources.find(({ type }) => type === "warehouse") ?? null, rows };
  if (!places.some(({ id }) => id === given)) throw locationNotFound();
  const from = sources.find(({ id }) => id === given);
  if (!from) throw invalidField("fromLocationId", "Choose another location: an active warehouse or a bin");
  return { to, sources, from, rows };
}

/** The available quantity of a balance; 0 without a balance. */
const freeOn =
  (ctx: Ctx, me: Member) =>
  (balance: "t" | "f"): SQL =>
    sql`coalesce(${freeIn(ctx, me, balance)}, 0)`;

/** Levels `l` with the balance of their location, `t`, and of the source, `f`. */
const leveled = (orgId: string, { locationId, from }: { locationId: string; from: SQL }): SQL => sql`location_levels l
  LEFT JOIN stock_balances t ON t.org_id = ${orgId} AND t.item_id = l.item_id AND t.location_id = ${locationId}
  LEFT JOIN stock_balances f ON f.org_id = ${orgId} AND f.item_id = l.item_id AND f.location_id = ${from}`;

/**
 * Transfers what a location is below its minimum of, up to its maximum and as far as the source has it available, in one
 * posting. The posting statements compute the quantities, so that two concurrent runs fill it only once.
 * @throws DomainError not_found; invalid with the field; conflict if nothing is missing or nothing is available
 */
export async function restock(ctx: Ctx, pair: Pair): Promise<{ postingId: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "restock", pair, async (commit) => {
    const { to, from, rows } = await wanted(ctx, me, pair);
    const lines = restockPlan(rows.slice(0, MAX_RESTOCKED));
    const movable = lines.filter(({ quantityMilli }) => quantityMilli > 0);
    if (lines.length === 0) throw new DomainError("conflict", `${to.name} has no items below their minimum.`);
    if (movable.length === 0)
      throw new DomainError("conflict", `${from?.name} has none of the items available that ${to.name} needs.`);
    const labels: MovementLabels = {
      orgId: me.orgId,
      postingId: ctx.newId(),
      ...{ reason: null, note: "Restocked to the maximum", workOrderId: null },
      occurredOn: todayOf(ctx, me),
      createdBy: me.userId ?? "system",
      createdAt: ctx.now.toISOString(),
    };
    return commit(me, {
      writes: movable.flatMap(({ itemId }) => transferOf(ctx, me, { ...pair, labels, itemId })),
      audit: [
        {
          action: "stock.restock",
          entity: "stock_posting",
          entityId: labels.postingId,
          after: { ...pair, items: movable.map(({ itemId, quantityMilli }) => ({ itemId, quantityMilli })) },
        },
      ],
      result: { postingId: labels.postingId },
      refusals: postingRefusals,
    });
  });
}

function transferOf(
  ctx: Ctx,
  me: Member,
  { labels, itemId, ...pair }: Pair & { labels: MovementLabels; itemId: string },
): Write[] {
  const id = ctx.newId();
  const leg = { ...labels, kind: "transfer", itemId, transferId: ctx.newId() };
  const free = freeOn(ctx, me);
  const quantity = sql`coalesce((SELECT -min(l.max_milli - ${free("t")}, ${free("f")}) FROM ${leveled(labels.orgId, { locationId: pair.locationId, from: sql`${pair.fromLocationId}` })}
    WHERE l.org_id = ${labels.orgId} AND l.location_id = ${pair.locationId} AND l.item_id = ${itemId} AND ${free("t")} < l.min_milli), 0)`;
  return [
    insertMovement(
      ctx,
      { ...leg, id, locationId: pair.fromLocationId },
      atAverageCost(labels.orgId, itemId, { quantity }),
    ),
    insertMovement(ctx, { ...leg, id: ctx.newId(), locationId: pair.locationId }, otherLegOf(labels.orgId, id)),
  ];
}
