import { type MissingItem, type MoveFacts, missingFor } from "./move-needs";
import { type ActorKind, MOVES, type Move, type MoveEffect } from "./moves";
import { STATUS_LABELS, type WorkOrderStatus } from "./rules";

/** Someone can be several: an owner who drives out himself is manager and assigned technician. */
export type Actors = ActorKind | readonly ActorKind[];

/** `from: null` asks for a new work order. */
export type MoveRequest = { from: WorkOrderStatus | null; to: WorkOrderStatus; actorKind: Actors; facts: MoveFacts };

/** "illegal": no such move; "forbidden": somebody else's to make; "incomplete": something is missing. */
export type RefusalCode = "illegal" | "forbidden" | "incomplete";

export type MoveRefusal = {
  ok: false;
  code: RefusalCode;
  message: string;
  allowed: WorkOrderStatus[];
  missing: MissingItem[];
};
export type MoveVerdict = { ok: true; changed: boolean; effects: readonly MoveEffect[] } | MoveRefusal;

/** The states this actor may move a work order to; what each still needs shows in `checkMove`. */
export function allowedMoves(from: WorkOrderStatus | null, actorKind: Actors): WorkOrderStatus[] {
  return MOVES.filter((move) => move.from === from && mayMake(move, actorKind)).map((move) => move.to);
}

/** The row of the table, for a screen that asks for a move's inputs; undefined when there is no such move. */
export function findMove(from: WorkOrderStatus | null, to: WorkOrderStatus): Move | undefined {
  return MOVES.find((move) => move.from === from && move.to === to);
}

/** Judges one move. The same state again is a no-op, so that a device may replay what it sent. */
export function checkMove({ from, to, actorKind, facts }: MoveRequest): MoveVerdict {
  if (from === to) return { ok: true, changed: false, effects: [] };
  const refusal = { ok: false as const, allowed: allowedMoves(from, actorKind), missing: [] };
  const move = findMove(from, to);
  if (!move) return { ...refusal, code: "illegal", message: illegalMessage(from, to) };
  if (!mayMake(move, actorKind)) return { ...refusal, code: "forbidden", message: forbiddenMessage(move) };
  const missing = missingFor(move, facts);
  if (missing.length === 0) return { ok: true, changed: true, effects: move.effects };
  return { ...refusal, code: "incomplete", message: missing.map((item) => item.message).join(" "), missing };
}

function mayMake(move: Move, actors: Actors): boolean {
  const kinds = typeof actors === "string" ? [actors] : actors;
  return kinds.some((kind) => move.who.includes(kind) || (kind === "manager" && standsIn(move)));
}

// A manager does what the office does, and notes what a technician calls in.
function standsIn(move: Move): boolean {
  return move.who.includes("office") || move.who.includes("technician");
}

function illegalMessage(from: WorkOrderStatus | null, to: WorkOrderStatus): string {
  if (from === null) return "A new work order starts unscheduled.";
  if (from === "closed") return "A closed work order stays as it is.";
  return `A work order cannot go from ${STATUS_LABELS[from]} to ${STATUS_LABELS[to]}.`;
}

function forbiddenMessage(move: Move): string {
  return `Only ${personFor(move)} can move this to ${STATUS_LABELS[move.to]}.`;
}

function personFor({ who }: Move): string {
  if (who.includes("office"))
    return who.includes("technician") ? "the office or the assigned technician" : "the office";
  return who.includes("technician") ? "the assigned technician" : "a manager";
}
