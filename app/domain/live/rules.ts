/** What happened to a work order, as other open screens need to know it. */
const CHANGE_KINDS = ["created", "moved", "changed", "deleted"] as const;
type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A change of a work order as the live connection sends it. */
export interface WorkOrderChange {
  /** The same each time this change is delivered. */
  id: string;
  kind: ChangeKind;
  workOrderId: string;
  /** Name of who made it. */
  by: string;
}

/** Something new in a conversation, or somebody has read it: every screen hears that, and reads what it may see. */
export interface ThreadChange {
  id: string;
  kind: "message" | "read";
  threadId: string;
}

/** A to-do was added, changed, done or is due: every screen hears that, and reads what it may see. */
export interface TodoChange {
  id: string;
  kind: "todo";
  todoId: string;
}

export type LiveChange = WorkOrderChange | ThreadChange | TodoChange;

export const isOfThread = (change: LiveChange): change is ThreadChange => "threadId" in change;
export const isOfTodo = (change: LiveChange): change is TodoChange => "todoId" in change;
export const isOfWork = (change: LiveChange): change is WorkOrderChange => "workOrderId" in change;

/** Whether a change is one of this work order. */
export const isOfWorkOrder = (change: LiveChange, workOrderId: string): boolean =>
  isOfWork(change) && change.workOrderId === workOrderId;

/** What the server says over a live connection, in the order of `seq`. */
export type LiveFrame =
  | { type: "event"; seq: number; event: LiveChange }
  /** Everything up to `seq` was sent. `quiet`: milliseconds since the last change, null where there never was one. */
  | { type: "ready"; seq: number; quiet: number | null }
  /** Too much was missed to be replayed: the screen reloads its data. */
  | { type: "reload"; seq: number }
  /** The last word before the server closes: a closing line can take seconds to be noticed. `code` is one of CLOSE_CODES. */
  | { type: "bye"; seq: number; code: number };

/** Why the server closes a live connection; a screen opens a new one for any other reason as well. */
export const CLOSE_CODES = { sessionEnded: 4401, renew: 4408, onlyListen: 4400 } as const;

/** Sent by a screen and answered without waking the server, so that a dead connection is noticed. */
export const HEARTBEAT = { ask: "ping", answer: "pong" } as const;

/** Null for anything that is no frame of ours. */
export function parseFrame(text: string): LiveFrame | null {
  const frame = record(parse(text));
  const seq = frame?.seq;
  if (!frame || typeof seq !== "number" || !Number.isSafeInteger(seq) || seq < 0) return null;
  if (frame.type === "bye" && typeof frame.code === "number") return { type: "bye", seq, code: frame.code };
  if (frame.type === "reload") return { type: "reload", seq };
  if (frame.type === "ready")
    return { type: "ready", seq, quiet: typeof frame.quiet === "number" ? frame.quiet : null };
  const event = frame.type === "event" ? changeOf(frame.event) : null;
  return event && { type: "event", seq, event };
}

function changeOf(value: unknown): LiveChange | null {
  const { id, kind, workOrderId, threadId, todoId, by } = record(value) ?? {};
  if (kind === "todo" && typeof id === "string" && typeof todoId === "string") return { id, kind, todoId };
  if ((kind === "message" || kind === "read") && typeof id === "string" && typeof threadId === "string")
    return { id, kind, threadId };
  const known = CHANGE_KINDS.find((one) => one === kind);
  if (!known || typeof id !== "string" || typeof workOrderId !== "string" || typeof by !== "string") return null;
  return { id, kind: known, workOrderId, by };
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null ? { ...value } : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const MIN_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;

/**
 * Milliseconds to wait before try number `attempt` (1 is the first after a loss): doubling up to half a minute, spread
 * over its upper half by `random` (0 to 1), so that a thousand screens do not come back at the same moment.
 */
export function pauseBefore(attempt: number, random: number): number {
  const whole = Math.min(MIN_BACKOFF_MS * 2 ** (attempt - 1), MAX_BACKOFF_MS);
  return Math.round(whole / 2 + (whole / 2) * random);
}

/**
 * Whether a screen whose data is `age` milliseconds old may lack a change, where the last one was `quiet` milliseconds
 * ago: both are durations, so no two clocks have to agree.
 */
export function mayHaveMissed(quiet: number | null, age: number): boolean {
  return quiet !== null && quiet < age + 1000;
}
