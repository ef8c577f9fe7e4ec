import type { TaskResult } from "~/domain/service-types/results";
import type { TaskKind } from "~/domain/service-types/rules";
import { statusDurations } from "~/domain/work-orders/durations";
import type { ActorRole } from "~/domain/work-orders/transitions";
import type { HoldReason, WorkOrderStatus } from "~/domain/work-orders/work-order";

export interface PhoneTask {
  id: string;
  title: string;
  kind: TaskKind;
  instructions: string | null;
  required: boolean;
  unit: string | null;
  min: number | null;
  max: number | null;
  doneAt: string | null;
  result: TaskResult | null;
  outcome: "pass" | "fail" | null;
  /** Goes up with everything put down for it. */
  version: number;
}

export interface PhoneNote {
  id: string;
  body: string;
  customerVisible: boolean;
  author: string | null;
  createdAt: string;
}

export interface PhonePhoto {
  id: string;
  taskId: string | null;
  takenAt: string;
}

/** One job as it is kept on the device; instants as ISO text. */
export interface PhoneJob {
  id: string;
  number: number;
  reference: string;
  title: string;
  description: string | null;
  status: WorkOrderStatus;
  holdReason: HoldReason | null;
  scheduledStart: string | null;
  durationMinutes: number;
  arrivalWindowMinutes: number | null;
  signatureRequired: boolean;
  customerName: string;
  customerPhone: string | null;
  address: string;
  accessNotes: string | null;
  timeZone: string;
  /** What the person is to this job; nothing for somebody who may only look. */
  kinds: readonly ActorRole[];
  /** On this person's own list for today. */
  mine: boolean;
  tasks: readonly PhoneTask[];
  notes: readonly PhoneNote[];
  photos: readonly PhonePhoto[];
  signedBy: string | null;
  /** States in the order they were entered. */
  history: readonly { status: WorkOrderStatus; at: string }[];
}

/** All that a technician takes along: today's jobs in the order of the day, and one more where one was asked for. */
export interface PhoneDay {
  /** Whose it is: what a device keeps is shown to nobody else. */
  userId: string;
  /** False for somebody of the office, who has no jobs of their own. */
  technician: boolean;
  date: string;
  zone: string;
  /** When the server read it. */
  asOf: string;
  jobs: readonly PhoneJob[];
}

/** The one next state of a job, and what its button says; null where it is over or somebody else's turn. */
export function nextStep(job: Pick<PhoneJob, "status" | "kinds">): { to: WorkOrderStatus; label: string } | null {
  if (job.kinds.length === 0) return null;
  switch (job.status) {
    case "scheduled":
    case "dispatched":
      return { to: "en_route", label: "Start driving" };
    case "en_route":
      return { to: "in_progress", label: "I am here: start work" };
    case "in_progress":
      return { to: "completed", label: "Complete" };
    case "on_hold":
      return { to: "in_progress", label: "Resume work" };
    case "unscheduled":
    case "completed":
    case "closed":
    case "cancelled":
      return null;
  }
}

/** Work that is over: what was done stays as it is. */
export function isOver(status: WorkOrderStatus): boolean {
  return status === "completed" || status === "closed" || status === "cancelled";
}

export function isUnderWay({ status }: PhoneJob): boolean {
  return status === "en_route" || status === "in_progress";
}

/** The job one is on, else the next one that is open, by the order of the day; null when the day is done. */
export function currentJob(jobs: readonly PhoneJob[]): PhoneJob | null {
  const mine = jobs.filter((job) => job.mine);
  return mine.find(isUnderWay) ?? mine.find((job) => !isOver(job.status) && job.status !== "on_hold") ?? null;
}

/** The job that comes after this one. */
export function jobAfter(jobs: readonly PhoneJob[], job: PhoneJob): PhoneJob | null {
  const open = jobs.filter((other) => other.mine && other.id !== job.id && !isOver(other.status));
  return open.find((other) => (other.scheduledStart ?? "") >= (job.scheduledStart ?? "")) ?? open[0] ?? null;
}

/** Where a phone's own map opens the way to an address. */
export function mapUrl(address: string): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`;
}

/** What still stands before completing, and the part of the screen where it is done. */
export interface Missing {
  part: "checklist" | "signature";
  words: string;
}

/** Whether somebody has to sign before the job is completed: the job says so, or a required task of its checklist. */
export function asksToSign({ tasks, signatureRequired }: PhoneJob): boolean {
  return signatureRequired || tasks.some((task) => task.kind === "signature" && task.required);
}

/** The server asks for the same before it completes a job; here it is known without it. */
export function missingOf(job: PhoneJob): Missing[] {
  const open = job.tasks.filter((task) => task.required && task.doneAt === null && task.kind !== "signature").length;
  const missing: Missing[] = [];
  if (open > 0) missing.push({ part: "checklist", words: open === 1 ? "1 task" : `${open} tasks` });
  if (asksToSign(job) && !job.signedBy) missing.push({ part: "signature", words: "signature" });
  return missing;
}

export interface Clock {
  travelSeconds: number;
  laborSeconds: number;
  /** What the clock counts at present. */
  running: "travel" | "labor" | null;
}

/** Travel is the time en route, labor the time in progress: the moves switch the clock, nobody has to. */
export function clockOf({ history, status }: Pick<PhoneJob, "history" | "status">, now: number): Clock {
  const changes = history.map(({ status, at }) => ({
    status,
    occurredAt: Date.parse(at),
    recordedAt: Date.parse(at),
  }));
  const stays = statusDurations(changes, isOver(status) ? 0 : now);
  const secondsIn = (state: PhoneJob["status"]) =>
    stays.filter((stay) => stay.status === state).reduce((sum, stay) => sum + stay.seconds, 0);
  return {
    travelSeconds: secondsIn("en_route"),
    laborSeconds: secondsIn("in_progress"),
    running: status === "en_route" ? "travel" : status === "in_progress" ? "labor" : null,
  };
}

/** A phone sends pictures of about 300 KB; this takes one as a camera makes it. */
export const MAX_PHOTO_BYTES = 8_000_000;
export const PHOTO_TOO_LARGE = "The picture is larger than 8 MB";
