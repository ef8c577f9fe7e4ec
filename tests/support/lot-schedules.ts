import { randomUUID } from "node:crypto";
import { takeFirstExpiring } from "~/domain/inventory/lots/lot";
import { writeOffLot } from "~/domain/inventory/lots/lots.server";
import { postStock, reverseMovement } from "~/domain/inventory/post.server";
import { NewPosting } from "~/domain/inventory/schema";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { ctxOf, type StockWorld, stream } from "./stock-schedules";

/** A movement's effect at one location: lot number, or "" for stock without a lot, to signed quantity. */
type Moved = Map<string, number>;

interface Leg {
  place: string;
  moved: Moved;
}

interface Posted {
  postingId: string;
  legs: Leg[];
}

/** The expected stock of one item: per location the quantity in each lot, "" for stock without a lot. Thousandths. */
interface Expected {
  places: Map<string, Moved>;
  posted: Posted[];
}

const DAY_MS = 86_400_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Dates far enough from today that no time zone matters. */
const LOTS: Record<string, string> = {
  "X-OLD": dayFromNow(-40),
  "X-LATE": dayFromNow(-5),
  "A-SOON": dayFromNow(9),
  "B-NEXT": dayFromNow(90),
};

const KINDS = ["receipt", "issue", "transfer", "adjustment", "count", "reverse", "writeOff"] as const;
type Kind = (typeof KINDS)[number];
const WEIGHTS: Record<Kind, number> = {
  ...{ receipt: 6, issue: 6, transfer: 4, adjustment: 2, count: 1, reverse: 3, writeOff: 1 },
};
const bag = KINDS.flatMap((kind) => Array.from({ length: WEIGHTS[kind] }, () => kind));

/** Counts of what happened across all schedules, so that a run without relevant events cannot pass. */
export const nothingHappenedToLots = () => ({
  ...{ operations: 0, refused: 0, cuts: 0, overSeveralLots: 0 },
  byKind: Object.fromEntries(KINDS.map((kind) => [kind, 0])),
});
type Happened = ReturnType<typeof nothingHappenedToLots>;

const sum = (moved: Moved) => [...moved.values()].reduce((total, quantity) => total + quantity, 0);

interface Operation {
  kind: Kind;
  /** The expected movements; null if it should be rejected. */
  legs: Leg[] | null;
  perform: (ctx: Ctx) => Promise<{ postingId: string }>;
}

/**
 * Receives, takes, moves, counts, reverses and writes off lots of one item at two locations at random, with some operations
 * interrupted before a database call, and compares every lot's balance with the expected one.
 * @throws Error naming the seed if they differ
 */
export async function runLotSchedule(
  world: StockWorld,
  { seed, operations, happened }: { seed: number; operations: number; happened: Happened },
): Promise<void> {
  const random = stream(seed);
  const { itemId, places } = await shelf(world);
  const expected: Expected = { places: new Map(places.map((id) => [id, new Map()])), posted: [] };
  for (let at = 0; at < operations; at += 1) {
    const operation = await draw(random, { world, itemId, places }, expected);
    if (!operation) continue;
    happened.operations += 1;
    happened.byKind[operation.kind] = (happened.byKind[operation.kind] ?? 0) + 1;
    const key = randomUUID();
    if (random() < 0.2) {
      happened.cuts += 1;
      // Its result does not matter: what counts is the retry's.
      await operation.perform(ctxOf(world, key, 1 + Math.floor(random() * 4))).catch(() => {});
    }
    const answered = await outcomeOf(operation, ctxOf(world, key, null));
    const what = `seed ${seed}, operation ${at} (${operation.kind})`;
    if ((answered === null) !== (operation.legs === null))
      throw new Error(`${what} was ${answered ? "done" : "refused"}`);
    if (answered && operation.legs) apply(expected, { postingId: answered.postingId, legs: operation.legs });
    else happened.refused += 1;
    if (operation.legs?.some(({ moved }) => moved.size > 1)) happened.overSeveralLots += 1;
    await compare(world, { what, itemId, expected });
  }
}

function apply({ places, posted }: Expected, done: Posted): void {
  for (const { place, moved } of done.legs) {
    const there = places.get(place) ?? new Map();
    for (const [lot, quantity] of moved) there.set(lot, (there.get(lot) ?? 0) + quantity);
    places.set(place, there);
  }
  posted.push(done);
}

async function outcomeOf(operation: Operation, ctx: Ctx) {
  try {
    return await operation.perform(ctx);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

async function shelf({ db, orgId }: StockWorld) {
  const now = new Date().toISOString();
  const itemId = randomUUID();
  const places = [randomUUID(), randomUUID()];
  await db.batch([
    db
      .prepare(
        `INSERT INTO inventory_items (org_id, id, sku, name, primary_category, base_unit, created_at, updated_at)
         VALUES (?, ?, upper(?), 'Brazing flux', 'CONSUMABLES', 'EA', ?, ?)`,
      )
      .bind(orgId, itemId, itemId, now, now),
    ...places.map((id) =>
      db
        .prepare(
          "INSERT INTO inventory_locations (org_id, id, name, type, created_at, updated_at) VALUES (?, ?, ?, 'warehouse', ?, ?)",
        )
        .bind(orgId, id, id, now, now),
    ),
  ]);
  return { itemId, places };
}

/** What is taken from a location by the rule; null if there is not enough. */
function taken(there: Moved, quantityMilli: number, takesExpired: boolean): Moved | null {
  const lots = Object.entries(LOTS).map(([id, expiresOn]) => ({
    ...{ id, expiresOn, receivedOn: "", onHandMilli: there.get(id) ?? 0 },
  }));
  const shelf = { looseMilli: there.get("") ?? 0, lots };
  const { fromLooseMilli, taken, missingMilli } = takeFirstExpiring(shelf, {
    ...{ quantityMilli, on: dayFromNow(0), takesExpired },
  });
  if (missingMilli > 0) return null;
  const moved: Moved = new Map(taken.map(({ lot, quantityMilli: part }) => [lot.id, -part]));
  if (fromLooseMilli > 0) moved.set("", -fromLooseMilli);
  return moved;
}

/** Missing or written-off stock is taken in order of expiration, expired or not. */
function corrected(there: Moved, quantityMilli: number): Moved | null {
  const moved: Moved = new Map();
  let missing = quantityMilli;
  for (const lot of ["", ...Object.keys(LOTS)]) {
    const part = Math.min(missing, there.get(lot) ?? 0);
    if (part > 0) moved.set(lot, -part);
    missing -= part;
  }
  return missing > 0 ? null : moved;
}

const opposite = (moved: Moved): Moved => new Map([...moved].map(([lot, quantity]) => [lot, -quantity]));
const fits = (there: Moved, moved: Moved) =>
  [...moved].every(([lot, quantity]) => (there.get(lot) ?? 0) + quantity >= 0);

async function draw(
  random: () => number,
  { world, itemId, places }: { world: StockWorld; itemId: string; places: string[] },
  { places: stock, posted }: Expected,
): Promise<Operation | null> {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const kind = pick(bag) ?? "receipt";
  const [locationId = "", toLocationId = ""] = random() < 0.5 ? places : places.toReversed();
  const there: Moved = stock.get(locationId) ?? new Map();
  const quantity = Math.ceil(random() * 6000);
  const lotNumber = random() < 0.5 ? (pick(Object.keys(LOTS)) ?? null) : null;
  const takeExpired = random() < 0.4;
  const post =
    (line: object, more: object = {}) =>
    (ctx: Ctx) =>
      postStock(
        ctx,
        NewPosting.parse({ kind, ...more, lines: [{ itemId, locationId, quantity: quantity / 1000, ...line }] }),
      );
  const named = (lot: string): Moved | null =>
    fits(there, new Map([[lot, -quantity]])) ? new Map([[lot, -quantity]]) : null;
  const used = (): Moved | null => {
    if (lotNumber === null) return taken(there, quantity, takeExpired);
    return lotNumber.startsWith("X") && !takeExpired ? null : named(lotNumber);
  };
  switch (kind) {
    case "receipt":
      return {
        kind,
        legs: [{ place: locationId, moved: new Map([[lotNumber ?? "", quantity]]) }],
        perform: post(lotNumber === null ? {} : { lotNumber, expiresOn: LOTS[lotNumber] }),
      };
    case "issue": {
      const moved = used();
      return { kind, legs: moved && [{ place: locationId, moved }], perform: post({ lotNumber }, { takeExpired }) };
    }
    case "transfer": {
      const moved = used();
      return {
        kind,
        legs: moved && [
          { place: locationId, moved },
          { place: toLocationId, moved: opposite(moved) },
        ],
        perform: post({ lotNumber, toLocationId }, { takeExpired }),
      };
    }
    case "adjustment": {
      const moved = lotNumber === null ? corrected(there, quantity) : named(lotNumber);
      return {
        kind,
        legs: moved && [{ place: locationId, moved }],
        perform: post({ lotNumber, quantity: -quantity / 1000 }, { reason: "damaged" }),
      };
    }
    case "count": {
      const difference = quantity - sum(there);
      if (difference === 0) return null;
      const moved = difference > 0 ? new Map([["", difference]]) : corrected(there, -difference);
      return { kind, legs: moved && [{ place: locationId, moved }], perform: post({}) };
    }
    case "reverse": {
      const one = pick(posted);
      if (!one) return null;
      posted.splice(posted.indexOf(one), 1);
      const legs = one.legs.map(({ place, moved }) => ({ place, moved: opposite(moved) }));
      const isPossible = legs.every(({ place, moved }) => fits(stock.get(place) ?? new Map(), moved));
      const { id, isReversal } = await movementOf(world, one.postingId);
      return { kind, legs: isPossible && !isReversal ? legs : null, perform: (ctx) => reverseMovement(ctx, id, null) };
    }
    case "writeOff": {
      const lot = pick(Object.keys(LOTS)) ?? "";
      const id = await lotId(world, itemId, lot);
      if (!id) return null;
      const legs = [...stock].flatMap(([place, moved]) => {
        const left = moved.get(lot) ?? 0;
        return left > 0 ? [{ place, moved: new Map([[lot, -left]]) }] : [];
      });
      const isPossible = lot.startsWith("X") && legs.length > 0;
      // A write-off at two locations has two movements, each of which is reversed separately.
      if (legs.length > 1) return null;
      return { kind, legs: isPossible ? legs : null, perform: (ctx) => writeOffLot(ctx, id) };
    }
  }
}

async function lotId({ db, orgId }: StockWorld, itemId: string, number: string): Promise<string | null> {
  const query = db.prepare("SELECT id FROM stock_lots WHERE org_id = ? AND item_id = ? AND number = ?");
  return await query.bind(orgId, itemId, number).first<string>("id");
}

async function movementOf({ db, orgId }: StockWorld, postingId: string) {
  const query = db.prepare(
    "SELECT id, reverses_id AS reverses FROM stock_movements WHERE org_id = ? AND posting_id = ?",
  );
  const row = await query.bind(orgId, postingId).first<{ id: string; reverses: string | null }>();
  return { id: row?.id ?? "", isReversal: row?.reverses !== null };
}

async function compare(
  { db, orgId }: StockWorld,
  { what, itemId, expected }: { what: string; itemId: string; expected: Expected },
): Promise<void> {
  const [lots, rebuilt, balances] = await db.batch<{ place: string; lot: string; quantity: number }>([
    db
      .prepare(
        `SELECT b.location_id AS place, l.number AS lot, b.on_hand_milli AS quantity
         FROM stock_lot_balances b JOIN stock_lots l ON l.org_id = b.org_id AND l.id = b.lot_id
         WHERE b.org_id = ?1 AND b.item_id = ?2`,
      )
      .bind(orgId, itemId),
    db
      .prepare(
        `SELECT e.location_id AS place, l.number AS lot, sum(e.quantity_milli) AS quantity
         FROM stock_lot_entries e JOIN stock_lots l ON l.org_id = e.org_id AND l.id = e.lot_id
         WHERE e.org_id = ?1 AND e.item_id = ?2 GROUP BY 1, 2 HAVING sum(e.quantity_milli) <> 0`,
      )
      .bind(orgId, itemId),
    db
      .prepare(
        `SELECT location_id AS place, '' AS lot, on_hand_milli - lots_milli AS quantity FROM stock_balances
         WHERE org_id = ?1 AND item_id = ?2 AND on_hand_milli <> lots_milli`,
      )
      .bind(orgId, itemId),
  ]);
  const textOf = (rows: readonly { place: string; lot: string; quantity: number }[] = []) =>
    rows
      .map(({ place, lot, quantity }) => `${place} ${lot} ${quantity}`)
      .sort()
      .join("\n");
  const reckoned = [...expected.places].flatMap(([place, moved]) =>
    [...moved].flatMap(([lot, quantity]) => (quantity === 0 ? [] : [{ place, lot, quantity }])),
  );
  if (textOf(lots?.results) !== textOf(rebuilt?.results))
    throw new Error(`${what}: lots are not what their entries add up to`);
  const live = textOf([...(lots?.results ?? []), ...(balances?.results ?? [])]);
  if (live !== textOf(reckoned)) throw new Error(`${what}:\n${live}\ninstead of\n${textOf(reckoned)}`);
}
