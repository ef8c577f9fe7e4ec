import { randomUUID } from "node:crypto";
import { householdCtx } from "#tests/support/household-ctx";
import { postStock, reverseMovement } from "~/domain/inventory/post.server";
import { fulfillReservation, releaseReservation, reserveStock } from "~/domain/inventory/reserve.server";
import { NewPosting, NewReservation, ReservationUse } from "~/domain/inventory/schema";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";

/** The business whose stock is moved, and who moves it. */
export interface StockWorld {
  db: D1Database;
  orgId: string;
  orgKey: number;
  userId: string;
}

/** One day for all: what comes in without a lot number is in the day's lot. */
const now = new Date();

export function ctxOf(world: StockWorld, key: string | null, cutAt: number | null): Ctx {
  const beforeCall = (call: number) => {
    if (call === cutAt) throw new Error("power cut");
  };
  const ctx = householdCtx(world.db, world.userId, { ...(key && { key }), ...(cutAt === null ? {} : { beforeCall }) });
  if (ctx.actor.kind !== "person") throw new Error("a person acts");
  const member = {
    ...{ orgId: world.orgId, orgKey: world.orgKey, orgName: "North Wind", timeZone: "America/Chicago" },
    ...{ userId: world.userId, name: "Test Person", roles: ["Admin" as const], permissions: null, technicianId: null },
  };
  return { ...ctx, now, actor: { ...ctx.actor, person: { ...ctx.actor.person, member } } };
}

interface Stock {
  onHand: number;
  reserved: number;
  /** Of what is on hand, what came in by a receipt of the item with a shelf life: all of one lot, that of the day. */
  inLots: number;
}

interface Reserved {
  id: string;
  place: string;
  open: number;
  status: "open" | "closed";
}

interface Received {
  id: string;
  place: string;
  quantity: number;
  hasLots: boolean;
}

/** What there should be, reckoned without the database. Quantities are thousandths. */
interface Expected {
  stock: Map<string, Stock>;
  reservations: Reserved[];
  /** Receipts that nobody has reversed. */
  receipts: Received[];
}

const KINDS = [
  "receipt",
  "issue",
  "transfer",
  "adjustment",
  "count",
  "reserve",
  "release",
  "fulfill",
  "reverse",
] as const;
type Kind = (typeof KINDS)[number];
/** As often as each comes up, of 20. */
const WEIGHTS: Record<Kind, number> = {
  ...{ receipt: 5, issue: 4, transfer: 3, adjustment: 1, count: 1, reserve: 3, release: 1, fulfill: 1, reverse: 1 },
};
const bag = KINDS.flatMap((kind) => Array.from({ length: WEIGHTS[kind] }, () => kind));

/** What happened over all schedules, so that a run that met nothing cannot pass for a proof. */
export interface Happened {
  operations: number;
  refused: number;
  cuts: number;
  replays: number;
  byKind: Record<Kind, number>;
}

export function nothingHappened(): Happened {
  return {
    ...{ operations: 0, refused: 0, cuts: 0, replays: 0 },
    byKind: {
      receipt: 0,
      issue: 0,
      transfer: 0,
      adjustment: 0,
      count: 0,
      reserve: 0,
      release: 0,
      fulfill: 0,
      reverse: 0,
    },
  };
}

/** A seeded stream of numbers below 1, so that a failure can be repeated. */
export function stream(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Moves, reserves, uses and counts three items at three places so many times at random, some of it cut off before a call to
 * the database or sent twice with the same key, and compares the database with what there should be.
 * @throws Error naming the seed where they differ
 */
export async function runSchedule(
  world: StockWorld,
  { seed, operations, happened }: { seed: number; operations: number; happened: Happened },
): Promise<void> {
  const random = stream(seed);
  const { items, places } = await shelves(world);
  const expected: Expected = { stock: new Map(), reservations: [], receipts: [] };
  for (let at = 0; at < operations; at += 1) {
    const operation = draw(random, { world, items, places }, expected);
    if (!operation) continue;
    happened.operations += 1;
    happened.byKind[operation.kind] += 1;
    const key = random() < 0.5 ? `${randomUUID()}` : null;
    if (key && random() < 0.3) {
      happened.cuts += 1;
      const cut = ctxOf(world, key, 1 + Math.floor(random() * 4));
      // Whatever it says: what counts is what the retry finds.
      await operation.perform(cut).catch(() => {});
    }
    const answered = await outcomeOf(operation, ctxOf(world, key, null));
    if ((answered !== null) !== operation.isPossible)
      throw new Error(`seed ${seed}, operation ${at} (${operation.kind}) was ${answered ? "done" : "refused"}`);
    if (!answered) happened.refused += 1;
    else operation.apply(answered);
    if (key && answered && random() < 0.3) {
      happened.replays += 1;
      const again = await outcomeOf(operation, ctxOf(world, key, null));
      if (JSON.stringify(again) !== JSON.stringify(answered))
        throw new Error(`seed ${seed}, operation ${at}: two answers`);
    }
    if (at % 125 === 124) await compare(world, { seed, items, expected });
  }
  await compare(world, { seed, items, expected });
}

/** Which of the items has a shelf life. */
const SHELF_LIFE_AT = 1;

async function shelves({ db, orgId }: StockWorld) {
  const madeAt = now.toISOString();
  const items = [randomUUID(), randomUUID(), randomUUID()];
  const places = [randomUUID(), randomUUID(), randomUUID()];
  await db.batch([
    ...items.map((id, at) =>
      db
        .prepare(
          `INSERT INTO inventory_items (org_id, id, sku, name, primary_category, base_unit, unit_cost_minor, shelf_life_days, created_at, updated_at)
           VALUES (?, ?, upper(?), 'Capacitor', 'PARTS', 'EA', ?, ?, ?, ?)`,
        )
        .bind(orgId, id, id, at === 0 ? null : 235 * at, at === SHELF_LIFE_AT ? 30 : null, madeAt, madeAt),
    ),
    ...places.map((id) =>
      db
        .prepare(
          "INSERT INTO inventory_locations (org_id, id, name, type, created_at, updated_at) VALUES (?, ?, ?, 'warehouse', ?, ?)",
        )
        .bind(orgId, id, id, madeAt, madeAt),
    ),
  ]);
  return { items, places };
}

interface Answered {
  id?: string;
  postingId?: string | null;
}

interface Operation {
  kind: Kind;
  isPossible: boolean;
  perform: (ctx: Ctx) => Promise<Answered>;
  apply: (answered: Answered) => void;
}

/** Null where the database refused. */
async function outcomeOf(operation: Operation, ctx: Ctx): Promise<Answered | null> {
  try {
    return await operation.perform(ctx);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

function draw(
  random: () => number,
  { world, items, places }: { world: StockWorld; items: string[]; places: string[] },
  { stock, reservations, receipts }: Expected,
): Operation | null {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const kind = pick(bag) ?? "receipt";
  const [itemId, locationId, toLocationId] = [pick(items) ?? "", pick(places) ?? "", pick(places) ?? ""];
  const quantity = Math.ceil(random() * 9000);
  const unitCost = random() < 0.7 ? Math.floor(random() * 900) / 100 : null;
  const at = (place: string): Stock => {
    const held = stock.get(place) ?? { onHand: 0, reserved: 0, inLots: 0 };
    stock.set(place, held);
    return held;
  };
  const here = `${itemId} ${locationId}`;
  const held = at(here);
  const line = { itemId, locationId, quantity: quantity / 1000 };
  const hasLots = itemId === items[SHELF_LIFE_AT];
  const post = (input: object) => (ctx: Ctx) => postStock(ctx, NewPosting.parse({ kind, ...input }));
  const free = held.onHand - held.reserved;
  switch (kind) {
    case "receipt":
      return {
        ...{ kind, isPossible: true, perform: post({ lines: [{ ...line, unitCost }] }) },
        apply: ({ postingId }) => {
          held.onHand += quantity;
          if (hasLots) held.inLots += quantity;
          receipts.push({ id: postingId ?? "", place: here, quantity, hasLots });
        },
      };
    case "issue":
      return {
        ...{ kind, isPossible: quantity <= free, perform: post({ lines: [line] }) },
        apply: () => {
          take(held, quantity);
        },
      };
    case "transfer":
      if (toLocationId === locationId) return null;
      return {
        ...{ kind, isPossible: quantity <= free, perform: post({ lines: [{ ...line, toLocationId }] }) },
        apply: () => {
          const there = at(`${itemId} ${toLocationId}`);
          there.inLots += take(held, quantity);
          there.onHand += quantity;
        },
      };
    case "adjustment": {
      const change = random() < 0.5 ? quantity : -quantity;
      return {
        ...{ kind, isPossible: change > 0 || free + change >= 0 },
        perform: post({ reason: "correction", lines: [{ ...line, quantity: change / 1000 }] }),
        apply: () => {
          if (change < 0) take(held, -change);
          else held.onHand += change;
        },
      };
    }
    case "count":
      return {
        ...{ kind, isPossible: quantity >= held.reserved, perform: post({ lines: [line] }) },
        apply: () => {
          if (quantity < held.onHand) take(held, held.onHand - quantity);
          else held.onHand = quantity;
        },
      };
    case "reserve":
      return {
        ...{ kind, isPossible: quantity <= free, perform: (ctx) => reserveStock(ctx, NewReservation.parse(line)) },
        apply: ({ id }) => {
          held.reserved += quantity;
          reservations.push({ id: id ?? "", place: here, open: quantity, status: "open" });
        },
      };
    case "release": {
      const one = pick(reservations);
      if (!one || (one.status === "closed" && one.open === 0)) return null;
      return {
        ...{ kind, isPossible: true, perform: (ctx) => releaseReservation(ctx, one.id) },
        apply: () => {
          if (one.status === "open") at(one.place).reserved -= one.open;
          one.status = "closed";
        },
      };
    }
    case "fulfill": {
      const one = pick(reservations);
      if (!one) return null;
      const used = Math.min(quantity, 1 + Math.floor(random() * one.open * 1.2));
      return {
        ...{ kind, isPossible: one.status === "open" && used <= one.open },
        perform: (ctx) => fulfillReservation(ctx, one.id, ReservationUse.parse({ quantity: used / 1000 })),
        apply: () => {
          const there = at(one.place);
          take(there, used);
          there.reserved -= used;
          one.open -= used;
          if (one.open === 0) one.status = "closed";
        },
      };
    }
    case "reverse": {
      const one = pick(receipts);
      if (!one) return null;
      const there = at(one.place);
      return {
        kind,
        // The very lot goes back, or nothing.
        isPossible:
          one.quantity > 0 &&
          one.quantity <= there.onHand - there.reserved &&
          (!one.hasLots || one.quantity <= there.inLots),
        perform: async (ctx) => reverseMovement(ctx, await movementOf(world, one.id), null),
        apply: () => {
          there.onHand -= one.quantity;
          if (one.hasLots) there.inLots -= one.quantity;
          // Reversed once and for all.
          one.quantity = 0;
        },
      };
    }
  }
}

/** Takes what is in no lot first; answers how much came out of the lot. */
function take(held: Stock, quantity: number): number {
  const ofLot = Math.max(0, quantity - (held.onHand - held.inLots));
  held.onHand -= quantity;
  held.inLots -= ofLot;
  return ofLot;
}

/** Which movement a posting of one line wrote; read past the calls that are counted. */
async function movementOf({ db, orgId }: StockWorld, postingId: string): Promise<string> {
  const row = await db
    .prepare("SELECT id FROM stock_movements WHERE org_id = ? AND posting_id = ?")
    .bind(orgId, postingId)
    .first<string>("id");
  return row ?? "";
}

/** Where the tables that triggers keep differ from what the ledger and the reservations add up to: nothing, if all is well. */
const DIFFERENCES = `
  WITH ledger AS (
    SELECT * FROM stock_movements WHERE org_id = ?1 AND item_id IN (SELECT value FROM json_each(?2))
  ), open_ones AS (
    SELECT item_id, location_id, sum(quantity_milli - fulfilled_milli) AS quantity
    FROM stock_reservations WHERE org_id = ?1 AND status = 'open' AND item_id IN (SELECT value FROM json_each(?2)) GROUP BY 1, 2
  ), by_place AS (
    SELECT item_id, location_id, sum(quantity_milli) AS on_hand FROM ledger GROUP BY 1, 2
  ), by_item AS (
    SELECT item_id, sum(quantity_milli) AS on_hand, sum(total_cost_minor) AS cost, sum(uncosted_milli * sign(quantity_milli)) AS uncosted
    FROM ledger GROUP BY 1
  ), history AS (
    SELECT item_id, location_id, seq,
      sum(quantity_milli) OVER (PARTITION BY item_id, location_id ORDER BY seq) AS on_hand,
      sum(quantity_milli) OVER (PARTITION BY item_id ORDER BY seq) AS item_on_hand,
      sum(uncosted_milli * sign(quantity_milli)) OVER (PARTITION BY item_id ORDER BY seq) AS uncosted,
      sum(total_cost_minor) OVER (PARTITION BY item_id ORDER BY seq) AS value
    FROM ledger
  )
  SELECT 'balance' AS what FROM stock_balances b
  LEFT JOIN by_place p ON p.item_id = b.item_id AND p.location_id = b.location_id
  LEFT JOIN open_ones r ON r.item_id = b.item_id AND r.location_id = b.location_id
  WHERE b.org_id = ?1 AND b.item_id IN (SELECT value FROM json_each(?2))
    AND (b.on_hand_milli <> coalesce(p.on_hand, 0) OR b.reserved_milli <> coalesce(r.quantity, 0)
      OR b.reserved_milli < 0 OR b.reserved_milli > b.on_hand_milli)
  UNION ALL
  SELECT 'a place without a balance' FROM by_place p
  WHERE NOT EXISTS (SELECT 1 FROM stock_balances b WHERE b.org_id = ?1 AND b.item_id = p.item_id AND b.location_id = p.location_id)
  UNION ALL
  SELECT 'value' FROM by_item i LEFT JOIN stock_values v ON v.org_id = ?1 AND v.item_id = i.item_id
  WHERE v.on_hand_milli IS NOT i.on_hand OR v.value_minor IS NOT i.cost OR v.uncosted_milli IS NOT i.uncosted
    OR v.reserved_milli IS NOT coalesce((SELECT sum(quantity) FROM open_ones r WHERE r.item_id = i.item_id), 0)
  UNION ALL
  SELECT 'lots of a balance' FROM stock_balances b
  WHERE b.org_id = ?1 AND b.item_id IN (SELECT value FROM json_each(?2)) AND b.lots_milli <> coalesce((
    SELECT sum(e.quantity_milli) FROM stock_lot_entries e
    WHERE e.org_id = ?1 AND e.item_id = b.item_id AND e.location_id = b.location_id), 0)
  UNION ALL
  SELECT 'history' FROM history h
  LEFT JOIN stock_history s ON s.org_id = ?1 AND s.item_id = h.item_id AND s.location_id = h.location_id AND s.seq = h.seq
  WHERE s.on_hand_milli IS NOT h.on_hand OR s.item_on_hand_milli IS NOT h.item_on_hand
    OR s.item_uncosted_milli IS NOT h.uncosted OR s.item_value_minor IS NOT h.value`;

/** Of all that lies at each. A query of its own, as D1 joins five at most. */
const LOCATIONS = `
  SELECT 'total of a location' AS what FROM inventory_locations l
  WHERE l.org_id = ? AND l.on_hand_milli <> coalesce((
    SELECT sum(m.quantity_milli) FROM stock_movements m WHERE m.org_id = l.org_id AND m.location_id = l.id), 0)`;

async function compare(
  { db, orgId }: StockWorld,
  { seed, items, expected }: { seed: number; items: string[]; expected: Expected },
): Promise<void> {
  const [differences, locations, balances] = await db.batch<Record<string, string | number>>([
    db.prepare(DIFFERENCES).bind(orgId, JSON.stringify(items)),
    db.prepare(LOCATIONS).bind(orgId),
    db
      .prepare(
        `SELECT item_id || ' ' || location_id AS place, on_hand_milli AS onHand, reserved_milli AS reserved, lots_milli AS inLots
         FROM stock_balances WHERE org_id = ?1 AND item_id IN (SELECT value FROM json_each(?2)) AND on_hand_milli > 0 ORDER BY 1`,
      )
      .bind(orgId, JSON.stringify(items)),
  ]);
  const [first] = [...(differences?.results ?? []), ...(locations?.results ?? [])];
  if (first) throw new Error(`seed ${seed}: the ${first.what} is not what the ledger adds up to`);
  const reckoned = [...expected.stock]
    .filter(([, { onHand }]) => onHand > 0)
    .map(([place, { onHand, reserved, inLots }]) => ({ place, onHand, reserved, inLots }))
    .sort((a, b) => (a.place < b.place ? -1 : 1));
  if (JSON.stringify(balances?.results) !== JSON.stringify(reckoned))
    throw new Error(`seed ${seed}: ${JSON.stringify(balances?.results)} instead of ${JSON.stringify(reckoned)}`);
}
