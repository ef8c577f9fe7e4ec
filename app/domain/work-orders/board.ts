import { type Priority, priorityRank } from "~/domain/work-order-basics/priority";
import {
  type CancelReason,
  type HoldReason,
  isBooked,
  isOver,
  type WorkOrderStatus,
} from "~/domain/work-order-basics/status";
import {
  type ActorRole,
  checkTransition,
  findTransition,
  needsConfirmation,
  type TransitionInput,
} from "./transitions";
import { VIEW_ONLY } from "./work-order";

/** A work order as the board shows it. */
export interface Card {
  id: string;
  number: number;
  title: string;
  status: WorkOrderStatus;
  priority: Priority;
  scheduledStart: string | null;
  /** The promised arrival window, if any. */
  windowStart: string | null;
  windowEnd: string | null;
  /** Should have started and has not. */
  late: boolean;
  /** A reading says that the equipment is not safe to run. */
  unsafe: boolean;
  durationMinutes: number;
  technicianId: string | null;
  technicianName: string | null;
  holdReason: HoldReason | null;
  cancelReason: CancelReason | null;
  version: number;
  customerId: string;
  customerName: string;
  customerPhone: string | null;
  /** Of the site. */
  line1: string;
  city: string;
  /** Null: the business's own. */
  timeZone: string | null;
  createdAt: string;
}

export interface Column {
  status: WorkOrderStatus;
  items: Card[];
  nextCursor: string | null;
  /** Null if there is no counter. */
  total: number | null;
  /** Has no cards until it is opened. */
  shut: boolean;
}

/** The person who moves cards: the roles on every work order, and the work orders on which they are a helper. */
export interface Mover {
  office: boolean;
  manager: boolean;
  technicianId: string | null;
  assists: readonly string[];
}

/** True for statuses in which no more work is done. */
export function isShutAtFirst(status: WorkOrderStatus): boolean {
  return status === "closed" || status === "cancelled";
}

type Placed = Pick<Card, "id" | "priority" | "number" | "scheduledStart">;

/** The order of a column's cards, for `sort`: scheduled jobs by start, all others by priority. */
export function inColumnOrder(status: WorkOrderStatus): (a: Placed, b: Placed) => number {
  if (isBooked(status)) {
    const place = ({ scheduledStart, id }: Placed) => `${scheduledStart} ${id}`;
    return (a, b) => (place(a) < place(b) ? -1 : 1);
  }
  const urgency = (card: Placed) => (isOver(status) ? 0 : priorityRank(card.priority));
  return (a, b) => urgency(b) - urgency(a) || b.number - a.number;
}

function rolesOf(mover: Mover, card: Card): ActorRole[] {
  const roles: ActorRole[] = [];
  if (mover.office) roles.push("office");
  if (mover.manager) roles.push("manager");
  if (mover.technicianId && (card.technicianId === mover.technicianId || mover.assists.includes(card.id))) {
    roles.push("technician");
  }
  return roles;
}

/** What dropping a card on a column would do. */
export type Drop =
  | { kind: "stays" }
  | { kind: "moves" }
  /** Moves once these inputs are given or, if there are none, once the move is confirmed. */
  | { kind: "asks"; inputs: readonly TransitionInput[] }
  | { kind: "refused"; message: string };

/** Checks a drop against the card's data; the server checks again with all facts. */
export function dropOn(card: Card, to: WorkOrderStatus, mover: Mover): Drop {
  if (card.status === to) return { kind: "stays" };
  const roles = rolesOf(mover, card);
  if (roles.length === 0) return { kind: "refused", message: VIEW_ONLY };
  const verdict = checkTransition({ from: card.status, to, actorRoles: roles, facts: assumedFacts(card) });
  if (!verdict.ok) return { kind: "refused", message: verdict.message };
  const inputs = findTransition(card.status, to)?.inputs ?? [];
  return inputs.length > 0 || needsConfirmation(to, roles) ? { kind: "asks", inputs } : { kind: "moves" };
}

/** Returns the card's facts, assuming that every required input will be given. */
function assumedFacts(card: Card) {
  return {
    startAt: "provided",
    durationMinutes: card.durationMinutes,
    holdReason: "other",
    cancelReason: "company",
    reason: "provided",
    noCharge: true,
    hasTechnician: card.technicianId !== null,
    heldFor: card.holdReason,
  } as const;
}

/** Fields of a move, named as in the form. */
export interface MoveRequest {
  to: WorkOrderStatus;
  version: number;
  reason?: string;
  holdReason?: HoldReason;
}

/** A move that was saved: the card before it, its new status and its new version. */
interface SavedMove {
  card: Card;
  to: WorkOrderStatus;
  version: number;
}

/**
 * Returns the request that undoes a move; null if it cannot be undone. An ended booking is not restored, because its
 * helpers are no longer known.
 */
export function undoOf({ card, to, version }: SavedMove, mover: Mover): MoveRequest | null {
  const drop = dropOn({ ...card, status: to }, card.status, mover);
  const request = { to: card.status, version };
  if (drop.kind === "moves") return request;
  if (drop.kind !== "asks" || drop.inputs.some((input) => input !== "reason" && input !== "hold_reason")) return null;
  return { ...request, reason: "Moved back on the board", holdReason: card.holdReason ?? undefined };
}

/** A move already shown but not yet in the loaded columns. */
interface PendingMove {
  id: string;
  to: WorkOrderStatus;
  /** Version of the card when it was moved; a newer card replaces the pending move. */
  version: number;
}

/** Returns the columns as they will be once the pending moves are saved. */
export function withMoves(columns: readonly Column[], moves: readonly PendingMove[]): Column[] {
  return moves.reduce<Column[]>(moved, [...columns]);
}

function moved(columns: Column[], { id, to, version }: PendingMove): Column[] {
  const card = columns.flatMap((column) => column.items).find((one) => one.id === id);
  if (!card || card.version > version || card.status === to) return columns;
  return columns.map((column) => {
    if (column.status === card.status) {
      return { ...column, items: column.items.filter((one) => one.id !== id), total: plus(column.total, -1) };
    }
    if (column.status !== to) return column;
    const items = column.shut ? column.items : [...column.items, asIn(card, to)].sort(inColumnOrder(to));
    return { ...column, items, total: plus(column.total, 1) };
  });
}

/** Returns the card without the properties that depend on its old status. */
function asIn(card: Card, to: WorkOrderStatus): Card {
  return {
    ...card,
    status: to,
    holdReason: to === "on_hold" ? card.holdReason : null,
    cancelReason: to === "cancelled" ? card.cancelReason : null,
    scheduledStart: to === "unscheduled" ? null : card.scheduledStart,
    late: card.late && isBooked(to),
  };
}

function plus(total: number | null, by: number): number | null {
  return total === null ? null : total + by;
}

/** Further cards of a column, loaded page by page. */
export interface Further {
  items: readonly Card[];
  nextCursor: string | null;
}

/** Adds the further cards to the columns. A card that has since appeared in another column stays there. */
export function withFurther(columns: readonly Column[], further: ReadonlyMap<WorkOrderStatus, Further>): Column[] {
  const seen = new Set(columns.flatMap((column) => column.items.map((card) => card.id)));
  return columns.map((column) => {
    const more = further.get(column.status);
    if (!more) return column;
    const items = more.items.filter((card) => !seen.has(card.id));
    return { ...column, items: [...column.items, ...items], nextCursor: more.nextCursor, shut: false };
  });
}
