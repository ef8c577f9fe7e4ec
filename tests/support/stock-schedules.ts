import { randomUUID } from "node:crypto";
import { householdCtx } from "#tests/support/household-ctx";
import {
  type Answered,
  draw,
  type Expected,
  freeOf,
  KINDS_AT_ONCE,
  type Kind,
  type Operation,
  type Shop,
  stockAt,
} from "#tests/support/stock-operations";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";

/** The business whose stock is moved, and the acting user. */
export interface StockWorld {
  db: D1Database;
  orgId: string;
  orgKey: number;
  userId: string;
}

/** One day for all operations: stock received without a lot number is in the day's lot. */
const now = new Date();

export function ctxOf(world: StockWorld, key: string | null, cutAt: number | null): Ctx {
  const beforeCall = (call: number) => {
    if (call === cutAt) throw new Error("power cut");
  };
  const ctx = householdCtx(world.db, world.userId, { ...(key && { key }), ...(cutAt === null ? {} : { beforeCall }) });
  if (ctx.actor.kind !== "person") throw new Error("a person acts");
  const member = {
    ...{ orgId: world.orgId, orgKey: world.orgKey, orgName: "North Wind", timeZone: "America/Chicago" },
    ...{
      userId: world.userId,
      name: "Test Person",
      roles: ["Admin" as const],
      permissions: null,
      isPro: false,
      technicianId: null,
    },
  };
  return { ...ctx, now, actor: { ...ctx.actor, person: { ...ctx.actor.person, member } } };
}

/** Counts of what happened across all schedules, so that a run without relevant events cannot pass. */
export interface Happened {
  operations: number;
  refused: number;
  cuts: number;
  replays: number;
  /** Concurrent groups of operations. */
  bursts: number;
  /** Bursts in which one operation got what another then could not. */
  contended: number;
  byKind: Record<Kind, number>;
}

export function nothingHappened(): Happened {
  return {
    ...{ operations: 0, refused: 0, cuts: 0, replays: 0, bursts: 0, contended: 0 },
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

/** Seeded pseudorandom numbers below 1, so that a failure can be repeated. */
export function stream(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A seed for one step, in which the numbers of neighboring steps have nothing in common. */
function mixed(seed: number, step: number): number {
  let state = Math.imul(seed, 0x9e3779b1) ^ Math.imul(step + 1, 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 16), 0x7feb352d);
  state = Math.imul(state ^ (state >>> 15), 0x846ca68b);
  return (state ^ (state >>> 16)) >>> 0;
}

/**
 * Moves, reserves, uses and counts three items at three locations at random, one at a time or several at once, some interrupted
 * before a database call or sent twice with the same key, and compares the database with the expected stock. Concurrent
 * operations must have the same result as some sequential order.
 * @throws Error naming the seed if they differ
 */
export async function runSchedule(
  world: StockWorld,
  { seed, operations, happened }: { seed: number; operations: number; happened: Happened },
): Promise<void> {
  const { items, places } = await shelves(world);
  const shop = { world, items, places, withShelfLife: items[SHELF_LIFE_AT] };
  let expected: Expected = { stock: new Map(), reservations: [], receipts: [] };
  for (let at = 0; at < operations; ) {
    const step = { label: `seed ${seed}, operation ${at}`, happened };
    const before = at;
    // Each step draws its own numbers: those of later steps do not depend on the order in which concurrent operations end.
    const random = stream(mixed(seed, at));
    if (random() < BURSTS) {
      const corner = cornerOf(shop, expected, random);
      const drawn = Array.from({ length: 2 + Math.floor(random() * 3) }, () => draw(random, corner, expected));
      const atOnce = drawn.flatMap((operation) => operation ?? []);
      expected = await performAtOnce(world, { atOnce, expected, random, items, ...step });
      at += drawn.length;
    } else {
      const operation = draw(random, shop, expected);
      if (operation) await performAlone(world, { operation, expected, random, ...step });
      at += 1;
    }
    if (Math.floor(at / 125) > Math.floor(before / 125)) await compare(shop, { seed, expected });
  }
  await compare(shop, { seed, expected });
}

/** One item, mostly at one location, with quantities that may exceed the stock together, so that operations conflict. */
function cornerOf(shop: Shop, expected: Expected, random: () => number): Shop {
  const [item, from] = [Math.floor(random() * shop.items.length), Math.floor(random() * shop.places.length)];
  const [place = "", other = place] = shop.places.slice(from);
  const items = shop.items.slice(item, item + 1);
  const most = Math.max(9000, 1.5 * freeOf(stockAt(expected, `${items[0]} ${place}`)));
  return { ...shop, items, places: [place, place, place, other], most, kinds: KINDS_AT_ONCE };
}

/** Share of all steps. */
const BURSTS = 0.15;

interface Step {
  label: string;
  happened: Happened;
  expected: Expected;
  random: () => number;
}

function count({ operations, byKind, ...rest }: Happened, performed: readonly Operation[]): Happened {
  for (const { kind } of performed) byKind[kind] += 1;
  return { ...rest, byKind, operations: operations + performed.length };
}

async function performAlone(
  world: StockWorld,
  { operation, expected, random, label, happened }: Step & { operation: Operation },
): Promise<void> {
  Object.assign(happened, count(happened, [operation]));
  const key = random() < 0.5 ? `${randomUUID()}` : null;
  if (key && random() < 0.3) {
    happened.cuts += 1;
    const cut = ctxOf(world, key, 1 + Math.floor(random() * 4));
    // Its result does not matter: what counts is the retry's.
    await operation.perform(cut).catch(() => {});
  }
  const answered = await outcomeOf(operation, ctxOf(world, key, null));
  if ((answered !== null) !== operation.isPossible(expected))
    throw new Error(`${label} (${operation.kind}) was ${answered ? "done" : "refused"}`);
  if (!answered) happened.refused += 1;
  else operation.apply(expected, answered);
  if (key && answered && random() < 0.3) {
    happened.replays += 1;
    const again = await outcomeOf(operation, ctxOf(world, key, null));
    if (JSON.stringify(again) !== JSON.stringify(answered)) throw new Error(`${label}: two answers`);
  }
}

/** The outcome of one operation. */
interface Outcome {
  operation: Operation;
  answered: Answered | null;
  /** Was sent twice with the same key and succeeded once: a rejection is only possible before that. */
  twin?: Outcome;
}

/** Runs operations concurrently, some of them twice with one key, which has one effect. Returns the expected stock afterward. */
async function performAtOnce(
  world: StockWorld,
  { atOnce, expected, random, items, label, happened }: Step & { atOnce: Operation[]; items: string[] },
): Promise<Expected> {
  Object.assign(happened, count(happened, atOnce));
  happened.bursts += 1;
  const sent = atOnce.map((operation) => ({ operation, key: random() < 0.3 ? `${randomUUID()}` : null }));
  const outcomes = (
    await Promise.all(
      sent.map(async ({ operation, key }) => {
        const answers = Array.from({ length: key ? 2 : 1 }, () => outcomeOf(operation, ctxOf(world, key, null)));
        return outcomesOf(operation, await Promise.all(answers), label);
      }),
    )
  ).flat();
  const refused = outcomes.filter(({ answered }) => answered === null);
  happened.refused += refused.length;
  if (refused.some(({ operation }) => operation.isPossible(expected))) happened.contended += 1;
  const stored = JSON.stringify(await balancesOf(world, items));
  for (const order of ordersOf(outcomes)) {
    const after = structuredClone(expected);
    if (fits(order, after) && JSON.stringify(balancesExpected(after)) === stored) return after;
  }
  const each = outcomes.map(({ operation: { kind }, answered }) => `${kind} ${answered ? "done" : "refused"}`);
  throw new Error(`${label}: no order of ${each.join(", ")} ends at ${stored}`);
}

/** A successful operation has one result, however often it was sent; one sent too early may have been rejected before. */
function outcomesOf(operation: Operation, answers: (Answered | null)[], label: string): Outcome[] {
  const done = [...new Set(answers.flatMap((answered) => (answered ? JSON.stringify(answered) : [])))];
  if (done.length > 1) throw new Error(`${label} (${operation.kind}) was done twice: ${done.join(", ")}`);
  const twin = answers.flatMap((answered): Outcome[] => (answered ? [{ operation, answered }] : [])).slice(0, 1);
  const refused = answers.filter((answered) => answered === null).map((): Outcome => ({ operation, answered: null }));
  return [...twin, ...refused.map((outcome) => ({ ...outcome, ...(twin[0] && { twin: twin[0] }) }))];
}

/** Whether all outcomes are possible in this order; applies them to the expected stock. */
function fits(order: readonly Outcome[], after: Expected): boolean {
  const before = new Set<Outcome>();
  return order.every((outcome) => {
    const { operation, answered, twin } = outcome;
    const isAsExpected = operation.isPossible(after) === (answered !== null) && !(twin && before.has(twin));
    if (isAsExpected && answered) operation.apply(after, answered);
    before.add(outcome);
    return isAsExpected;
  });
}

function ordersOf<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((first, at) => ordersOf(list.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}

/** Index of the item with a shelf life. */
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

/** Null if the database rejected it. */
async function outcomeOf(operation: Operation, ctx: Ctx): Promise<Answered | null> {
  try {
    return await operation.perform(ctx);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** Differences between the trigger-maintained tables and the sums of ledger and reservations: none if correct. */
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

/** Totals per location. A separate query, since D1 limits the terms of a compound select to five. */
const LOCATIONS = `
  SELECT 'total of a location' AS what FROM inventory_locations l
  WHERE l.org_id = ?1 AND l.id IN (SELECT value FROM json_each(?2)) AND l.on_hand_milli <> coalesce((
    SELECT sum(m.quantity_milli) FROM stock_movements m WHERE m.org_id = l.org_id AND m.location_id = l.id), 0)`;

async function compare(
  { world, items, places }: Shop,
  { seed, expected }: { seed: number; expected: Expected },
): Promise<void> {
  const { db, orgId } = world;
  const [differences, locations] = await db.batch<Record<string, string>>([
    db.prepare(DIFFERENCES).bind(orgId, JSON.stringify(items)),
    db.prepare(LOCATIONS).bind(orgId, JSON.stringify(places)),
  ]);
  const [first] = [...(differences?.results ?? []), ...(locations?.results ?? [])];
  if (first) throw new Error(`seed ${seed}: the ${first.what} is not what the ledger adds up to`);
  const [stored, reckoned] = [await balancesOf(world, items), balancesExpected(expected)];
  if (JSON.stringify(stored) !== JSON.stringify(reckoned))
    throw new Error(`seed ${seed}: ${JSON.stringify(stored)} instead of ${JSON.stringify(reckoned)}`);
}

async function balancesOf({ db, orgId }: StockWorld, items: string[]) {
  const { results } = await db
    .prepare(
      `SELECT item_id || ' ' || location_id AS place, on_hand_milli AS onHand, reserved_milli AS reserved, lots_milli AS inLots
       FROM stock_balances WHERE org_id = ?1 AND item_id IN (SELECT value FROM json_each(?2)) AND on_hand_milli > 0 ORDER BY 1`,
    )
    .bind(orgId, JSON.stringify(items))
    .all();
  return results;
}

const balancesExpected = ({ stock }: Expected) =>
  [...stock]
    .filter(([, { onHand }]) => onHand > 0)
    .map(([place, { onHand, reserved, inLots }]) => ({ place, onHand, reserved, inLots }))
    .sort((a, b) => (a.place < b.place ? -1 : 1));
