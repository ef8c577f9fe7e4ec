import { answerOf } from "~/components/board/move-answer";
import type { Placement, SchedulerJob, TrayJob } from "~/domain/scheduling/scheduler.rules";

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
  /** Made once this one is saved: the job for which another one had to make room. */
  next?: Drop;
}

/** One of the ways out that a refused drop was answered with. */
export interface OfferedFix {
  jobId: string;
  technicianIds: string[];
  start: number;
  message: string;
}

export type DropAnswer =
  | { kind: "placed"; notice: string | null }
  | { kind: "unreached" | "session-ended"; message: string }
  | { kind: "refused"; message: string; against: string[]; fixes: OfferedFix[]; overridable: boolean };

/** Reads the answer of the scheduler's action. */
export function dropAnswerOf(data: unknown): DropAnswer {
  const answer = record(data);
  if ("unplaced" in answer) return { kind: "placed", notice: null };
  if ("placed" in answer) {
    const { notice } = record(answer.placed);
    return { kind: "placed", notice: typeof notice === "string" ? notice : null };
  }
  const told = answerOf(data);
  if (told.kind === "session-ended") return { kind: "session-ended", message: "Not saved, your session has ended." };
  const message = told.kind === "moved" ? "" : told.message;
  if (told.kind === "unreached") return { kind: "unreached", message };
  const { conflicts, fixes, overridable } = record(answer.details);
  return {
    kind: "refused",
    message,
    against: list(conflicts).flatMap((one) => text(record(one).message)),
    fixes: list(fixes).flatMap(fixOf),
    overridable: overridable === true,
  };
}

function fixOf(value: unknown): OfferedFix[] {
  const { jobId, technicianIds, start, message } = record(value);
  if (typeof jobId !== "string" || typeof start !== "number" || typeof message !== "string") return [];
  return [{ jobId, start, message, technicianIds: list(technicianIds).flatMap(text) }];
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string[] => (typeof value === "string" ? [value] : []);
const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

export function formOf({ key, job, to, overrideReason }: Drop): FormData {
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
  return form;
}

export const movableJob = ({ id, number, version, technicianIds, start, minutes }: SchedulerJob): Movable => ({
  ...{ id, number, version },
  at: { technicianIds, start, minutes },
});

export const movableFromTray = ({ id, number, version }: TrayJob): Movable => ({ id, number, version, at: null });
