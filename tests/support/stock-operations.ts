import { postStock, reverseMovement } from "~/domain/inventory/post.server";
import { fulfillReservation, releaseReservation, reserveStock } from "~/domain/inventory/reserve.server";
import { NewPosting, NewReservation, ReservationUse } from "~/domain/inventory/schema";
import type { Ctx } from "~/domain/shared/context";
import type { StockWorld } from "./stock-schedules";

export interface Stock {
  onHand: number;
  reserved: number;
  /** The part on hand that was received without a lot number for the item with a shelf life: all in one lot, that of the day. */
  inLots: number;
}

interface Reserved {
  id: string;
  place: string;
  open: number;
  status: "open" | "released" | "used";
}

interface Received {
  id: string;
  place: string;
  quantity: number;
  hasLots: boolean;
}

/** The expected stock, computed without the database. Quantities are thousandths. */
export interface Expected {
  stock: Map<string, Stock>;
  reservations: Reserved[];
  /** Receipts that have not been reversed. */
  receipts: Received[];
}

export const KINDS = [
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
export type Kind = (typeof KINDS)[number];
/** How often each occurs, out of 20. */
const WEIGHTS: Record<Kind, number> = {
  ...{ receipt: 5, issue: 4, transfer: 3, adjustment: 1, count: 1, reserve: 3, release: 1, fulfill: 1, reverse: 1 },
};
const bag = KINDS.flatMap((kind) => Array.from({ length: WEIGHTS[kind] }, () => kind));

export interface Answered {
  id?: string;
  postingId?: string | null;
}

export interface Operation {
  kind: Kind;
  isPossible: (expected: Expected) => boolean;
  perform: (ctx: Ctx) => Promise<Answered>;
  /** Applies the operation to the expected stock. */
  apply: (expected: Expected, answered: Answered) => void;
}

export function stockAt({ stock }: Expected, place: string): Stock {
  const held = stock.get(place) ?? { onHand: 0, reserved: 0, inLots: 0 };
  stock.set(place, held);
  return held;
}

export const freeOf = ({ onHand, reserved }: Stock) => onHand - reserved;

export interface Shop {
  world: StockWorld;
  items: string[];
  places: string[];
  withShelfLife: string | undefined;
  /** Maximum quantity of one operation, in thousandths; except in a burst, a fraction of what is there. */
  most?: number;
  /** Kinds to choose from; except in a burst, all kinds by weight. */
  kinds?: readonly Kind[];
}

/** Kinds for concurrent operations: mostly ones that take stock. */
export const KINDS_AT_ONCE: readonly Kind[] = [
  ...(["issue", "issue", "issue", "reserve", "reserve", "transfer", "fulfill"] as const),
  ...(["receipt", "count", "release", "reverse"] as const),
];

export function draw(
  random: () => number,
  { world, items, places, withShelfLife, most = 9000, kinds = bag }: Shop,
  { reservations, receipts }: Expected,
): Operation | null {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const kind = pick(kinds) ?? "receipt";
  const [itemId, locationId, toLocationId] = [pick(items) ?? "", pick(places) ?? "", pick(places) ?? ""];
  const quantity = Math.ceil(random() * most);
  const unitCost = random() < 0.7 ? Math.floor(random() * 900) / 100 : null;
  const here = `${itemId} ${locationId}`;
  const line = { itemId, locationId, quantity: quantity / 1000 };
  const hasLots = itemId === withShelfLife;
  const post = (input: object) => (ctx: Ctx) => postStock(ctx, NewPosting.parse({ kind, ...input }));
  const isFree = (expected: Expected) => quantity <= freeOf(stockAt(expected, here));
  switch (kind) {
    case "receipt":
      return {
        ...{ kind, isPossible: () => true, perform: post({ lines: [{ ...line, unitCost }] }) },
        apply: (expected, { postingId }) => {
          const held = stockAt(expected, here);
          held.onHand += quantity;
          if (hasLots) held.inLots += quantity;
          expected.receipts.push({ id: postingId ?? "", place: here, quantity, hasLots });
        },
      };
    case "issue":
      return {
        ...{ kind, isPossible: isFree, perform: post({ lines: [line] }) },
        apply: (expected) => {
          take(stockAt(expected, here), quantity);
        },
      };
    case "transfer":
      if (toLocationId === locationId) return null;
      return {
        ...{ kind, isPossible: isFree, perform: post({ lines: [{ ...line, toLocationId }] }) },
        apply: (expected) => {
          const there = stockAt(expected, `${itemId} ${toLocationId}`);
          there.inLots += take(stockAt(expected, here), quantity);
          there.onHand += quantity;
        },
      };
    case "adjustment": {
      const change = random() < 0.5 ? quantity : -quantity;
      return {
        ...{ kind, isPossible: (expected) => change > 0 || isFree(expected) },
        perform: post({ reason: "correction", lines: [{ ...line, quantity: change / 1000 }] }),
        apply: (expected) => {
          const held = stockAt(expected, here);
          if (change < 0) take(held, -change);
          else held.onHand += change;
        },
      };
    }
    case "count":
      return {
        ...{ kind, isPossible: (expected) => quantity >= stockAt(expected, here).reserved },
        perform: post({ lines: [line] }),
        apply: (expected) => {
          const held = stockAt(expected, here);
          if (quantity < held.onHand) take(held, held.onHand - quantity);
          else held.onHand = quantity;
        },
      };
    case "reserve":
      return {
        ...{ kind, isPossible: isFree, perform: (ctx) => reserveStock(ctx, NewReservation.parse(line)) },
        apply: (expected, { id }) => {
          stockAt(expected, here).reserved += quantity;
          expected.reservations.push({ id: id ?? "", place: here, open: quantity, status: "open" });
        },
      };
    case "release": {
      const id = pick(reservations)?.id;
      if (!id) return null;
      return {
        kind,
        // Releasing it twice has no further effect; a used one cannot be released.
        isPossible: (expected) => reservationOf(expected, id).status !== "used",
        perform: (ctx) => releaseReservation(ctx, id),
        apply: (expected) => {
          const one = reservationOf(expected, id);
          if (one.status === "open") stockAt(expected, one.place).reserved -= one.open;
          one.status = "released";
        },
      };
    }
    case "fulfill": {
      const chosen = pick(reservations);
      if (!chosen) return null;
      const { id } = chosen;
      const used = Math.min(quantity, 1 + Math.floor(random() * chosen.open * 1.2));
      return {
        kind,
        isPossible: (expected) => {
          const { status, open } = reservationOf(expected, id);
          return status === "open" && used <= open;
        },
        perform: (ctx) => fulfillReservation(ctx, id, ReservationUse.parse({ quantity: used / 1000 })),
        apply: (expected) => {
          const one = reservationOf(expected, id);
          const there = stockAt(expected, one.place);
          take(there, used);
          there.reserved -= used;
          one.open -= used;
          if (one.open === 0) one.status = "used";
        },
      };
    }
    case "reverse": {
      const id = pick(receipts)?.id;
      if (!id) return null;
      return {
        kind,
        // The exact lot goes back, or nothing.
        isPossible: (expected) => {
          const one = receiptOf(expected, id);
          const there = stockAt(expected, one.place);
          return one.quantity > 0 && one.quantity <= freeOf(there) && (!one.hasLots || one.quantity <= there.inLots);
        },
        perform: async (ctx) => reverseMovement(ctx, await movementOf(world, id), null),
        apply: (expected) => {
          const one = receiptOf(expected, id);
          const there = stockAt(expected, one.place);
          there.onHand -= one.quantity;
          if (one.hasLots) there.inLots -= one.quantity;
          // Can only be reversed once.
          one.quantity = 0;
        },
      };
    }
  }
}

function reservationOf({ reservations }: Expected, id: string): Reserved {
  const found = reservations.find((one) => one.id === id);
  if (!found) throw new Error("a reservation that nobody made");
  return found;
}

function receiptOf({ receipts }: Expected, id: string): Received {
  const found = receipts.find((one) => one.id === id);
  if (!found) throw new Error("a receipt that nobody made");
  return found;
}

/** Takes stock without a lot first; returns how much came from the lot. */
function take(held: Stock, quantity: number): number {
  const ofLot = Math.max(0, quantity - (held.onHand - held.inLots));
  held.onHand -= quantity;
  held.inLots -= ofLot;
  return ofLot;
}

/** The movement written by a posting of one line; read outside the counted calls. */
async function movementOf({ db, orgId }: StockWorld, postingId: string): Promise<string> {
  const row = await db
    .prepare("SELECT id FROM stock_movements WHERE org_id = ? AND posting_id = ?")
    .bind(orgId, postingId)
    .first<string>("id");
  return row ?? "";
}
