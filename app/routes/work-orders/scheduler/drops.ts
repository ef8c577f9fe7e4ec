import { answerOf } from "~/components/board/move-answer";
import type { Placement, SchedulerJob, TrayJob } from "~/domain/scheduling/scheduler";
import { STATUS_LABELS } from "~/domain/work-orders/work-order";

/** What is known of a job that is moved, wherever it comes from. */
export interface Movable {
  id: string;
  number: number;
  version: number;
  /** Where it is; null in the tray. */
  at: Placement | null;
}

/** A drop under way. Sent again after a failure it is the same drop, with the same key. */
export interface Drop {
  key: string;
  job: Movable;
  /** Null: back to the tray. */
  to: Placement | null;
  overrideReason: string | null;
  /** What is to be told about its time: the clocks change that day. */
  notice?: string | null;
  /** How often it was sent again because of a change that did not concern it. */
  again?: number;
  /** Saved, though the day could not be read since. */
  saved?: boolean;
  /** Takes an earlier one back. */
  undoes?: boolean;
  /** Another job that makes room for it: both are moved or neither. */
  room?: { job: Movable; start: number };
  /** Made once this one is saved. */
  next?: Drop;
}

/** One of the ways out that a refused drop was answered with. */
export interface OfferedFix {
  jobId: string;
  technicianIds: string[];
  start: number;
  message: string;
}

/** A work order as somebody else has left it meanwhile. */
export interface Meanwhile {
  version: number;
  at: Placement | null;
  /** In words; null while it can still be given a place. */
  state: string | null;
}

export type DropAnswer =
  | { kind: "placed"; notice: string | null; version: number | null }
  | { kind: "unreached" | "session-ended"; message: string }
  | { kind: "changed"; message: string; meanwhile: Meanwhile }
  | { kind: "refused"; message: string; against: string[]; fixes: OfferedFix[]; overridable: boolean };

/** Reads the answer of the scheduler's action. */
export function dropAnswerOf(data: unknown): DropAnswer {
  const answer = record(data);
  if ("unplaced" in answer || "placed" in answer) {
    const { notice, version } = record(answer.unplaced ?? answer.placed);
    const known = typeof version === "number" ? version : null;
    return { kind: "placed", notice: typeof notice === "string" ? notice : null, version: known };
  }
  const told = answerOf(data);
  if (told.kind === "session-ended") return { kind: "session-ended", message: "Not saved, your session has ended." };
  const message = told.kind === "moved" ? "" : told.message;
  if (told.kind === "unreached") return { kind: "unreached", message };
  const { conflicts, fixes, overridable, current } = record(answer.details);
  const meanwhile = meanwhileOf(record(current));
  if (meanwhile) return { kind: "changed", message, meanwhile };
  return {
    kind: "refused",
    message,
    against: list(conflicts).flatMap((one) => text(record(one).message)),
    fixes: list(fixes).flatMap(fixOf),
    overridable: overridable === true,
  };
}

function meanwhileOf({ version, status, technicianId, helperIds, scheduledStart, durationMinutes }: Fields) {
  if (typeof version !== "number" || typeof durationMinutes !== "number") return null;
  const booked = ["scheduled", "dispatched", "en_route", "in_progress"].some((one) => one === status);
  const start = typeof scheduledStart === "string" ? Date.parse(scheduledStart) : null;
  const technicianIds = [technicianId, ...list(helperIds)].flatMap(text);
  const at = booked && start !== null && technicianIds[0] ? { technicianIds, start, minutes: durationMinutes } : null;
  const label = Object.entries(STATUS_LABELS).find(([key]) => key === status)?.[1] ?? null;
  const free = status === "scheduled" || status === "dispatched" || status === "unscheduled" || status === "on_hold";
  return { version, at, state: free ? null : label };
}

export function isSamePlace(a: Placement | null, b: Placement | null): boolean {
  if (!a || !b) return a === b;
  return a.start === b.start && a.minutes === b.minutes && crewKey(a) === crewKey(b);
}

const crewKey = ({ technicianIds: [lead, ...helpers] }: Placement) => [lead, ...helpers.sort()].join();

function fixOf(value: unknown): OfferedFix[] {
  const { jobId, technicianIds, start, message } = record(value);
  if (typeof jobId !== "string" || typeof start !== "number" || typeof message !== "string") return [];
  return [{ jobId, start, message, technicianIds: list(technicianIds).flatMap(text) }];
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string[] => (typeof value === "string" ? [value] : []);
type Fields = Record<string, unknown>;
const record = (value: unknown): Fields => (typeof value === "object" && value !== null ? { ...value } : {});

export function formOf({ key, job, to, overrideReason, room }: Drop): FormData {
  const form = new FormData();
  const fields = { intent: to ? "place" : "unplace", idempotencyKey: key, workOrderId: job.id, version: job.version };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  if (!to) return form;
  const [lead = "", ...helpers] = to.technicianIds;
  form.set("technicianId", lead);
  for (const [index, id] of helpers.entries()) form.set(`helperIds[${index}]`, id);
  form.set("start", new Date(to.start).toISOString());
  form.set("durationMinutes", String(to.minutes));
  if (overrideReason) form.set("overrideReason", overrideReason);
  const { id: workOrderId, version } = room?.job ?? {};
  const makeRoom = room ? { workOrderId, version, start: new Date(room.start).toISOString() } : {};
  for (const [name, value] of Object.entries(makeRoom)) form.set(`makeRoom.${name}`, String(value));
  return form;
}

export const movableJob = ({ id, number, version, technicianIds, start, minutes }: SchedulerJob): Movable => ({
  ...{ id, number, version },
  at: { technicianIds, start, minutes },
});

export const movableFromTray = ({ id, number, version }: TrayJob): Movable => ({ id, number, version, at: null });
