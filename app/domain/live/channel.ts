/** Changes of a work order that other open screens need. */
const CHANGE_KINDS = ["created", "moved", "changed", "deleted"] as const;
type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A change of a work order as sent over the live connection. */
interface WorkOrderChange {
  /** Stays the same each time this change is delivered. */
  id: string;
  kind: ChangeKind;
  workOrderId: string;
  /** Name of the author. */
  by: string;
}

/** A conversation has news or was read: sent to every screen, each of which reads only what its user may see. */
interface ThreadChange {
  id: string;
  kind: "message" | "read";
  threadId: string;
}

/** A to-do was added, changed, completed or is due: sent to every screen, each of which reads only what its user may see. */
interface TodoChange {
  id: string;
  kind: "todo";
  todoId: string;
}

/** Technicians, their working hours or time off, or the business's holidays changed: who can be booked when. */
interface CrewChange {
  id: string;
  kind: "crew";
}

export type LiveChange = WorkOrderChange | ThreadChange | TodoChange | CrewChange;

export const isOfThread = (change: LiveChange): change is ThreadChange => "threadId" in change;
export const isOfTodo = (change: LiveChange): change is TodoChange => "todoId" in change;
export const isOfCrew = (change: LiveChange): change is CrewChange => change.kind === "crew";
export const isOfWork = (change: LiveChange): change is WorkOrderChange => "workOrderId" in change;

/** Whether a change concerns this work order. */
export const isOfWorkOrder = (change: LiveChange, workOrderId: string): boolean =>
  isOfWork(change) && change.workOrderId === workOrderId;

/** Messages of the server over a live connection, ordered by `seq`. */
export type LiveFrame =
  | { type: "event"; seq: number; event: LiveChange }
  /** Everything up to `seq` has been sent. `quiet`: milliseconds since the last change, null if there never was one. */
  | { type: "ready"; seq: number; quiet: number | null }
  /** Too many changes were missed to be replayed: the screen reloads its data. */
  | { type: "reload"; seq: number }
  /** Sent before the server closes, since a closing connection can take seconds to be noticed. `code` is one of CLOSE_CODES. */
  | { type: "bye"; seq: number; code: number };

/** Why the server closes a live connection; a screen reconnects after these and any other reason. */
export const CLOSE_CODES = { sessionEnded: 4401, renew: 4408, onlyListen: 4400 } as const;

/** Sent by a screen and answered without waking the server, to detect dead connections. */
export const HEARTBEAT = { ask: "ping", answer: "pong" } as const;

/** Null for anything that is not a valid frame. */
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
  if (kind === "crew" && typeof id === "string") return { id, kind };
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

/**
 * Whether a screen with data `age` milliseconds old may lack a change, given that the last one was `quiet` milliseconds ago: both
 * are durations, so no clocks have to agree.
 */
export function mayHaveMissed(quiet: number | null, age: number): boolean {
  return quiet !== null && quiet < age + 1000;
}
