import type { TaskResult } from "~/domain/service-types/results";
import {
  HOLD_REASON_LABELS,
  HOLD_REASONS,
  WORK_ORDER_STATUSES,
  type WorkOrderStatus,
} from "~/domain/work-orders/work-order";

export const ENTRY_STATES = ["queued", "sending", "saved", "needs_you"] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** What a technician puts down on a job. */
export type Act =
  | { kind: "move"; from: WorkOrderStatus; to: WorkOrderStatus; holdReason: string | null; reason: string | null }
  | (OnTask & { kind: "tick"; done: boolean })
  | (OnTask & { kind: "result"; result: TaskResult })
  | { kind: "note"; body: string; customerVisible: boolean }
  | { kind: "sign"; signerName: string; strokes: string | null }
  | { kind: "photo"; taskId: string | null; file: Blob };

/** The version is the task's as it was seen: the server overwrites nothing that was put down since. */
interface OnTask {
  taskId: string;
  version?: number;
}

/** Why the server did not take an entry, and how it has the matter itself. */
export interface Refusal {
  message: string;
  theirs: string | null;
  /** The task's version there: mine can be put in its place by who has seen it. */
  version?: number;
}

/** One line of the outbox. */
export interface Entry {
  /** Made on the device: the idempotency key, so that a repeat has no second effect. */
  key: string;
  /** Entries of one job are sent in this order. */
  order: number;
  userId: string;
  jobId: string;
  jobLabel: string;
  act: Act;
  /** When it happened, by the device's clock; ISO text. */
  at: string;
  state: EntryState;
  tries: number;
  /** Not sent before this instant: time to take it back, or to wait after a failure. Epoch milliseconds. */
  notBefore: number;
  refusal: Refusal | null;
  /** When the server said so. Never set before. */
  savedAt: string | null;
  /** The day was read from the server after this was saved: it shows there. */
  settled: boolean;
}

/** How an entry is sent: JSON, or a form where a picture goes along. */
export interface EntryRequest {
  method: "POST" | "PATCH" | "PUT";
  path: string;
  key: string;
  body: Record<string, unknown> | null;
  picture: { file: Blob; fields: Record<string, string> } | null;
}

export function requestOf({ key, jobId, act, at }: Entry): EntryRequest {
  const job = `/api/work-orders/${jobId}`;
  const json = (method: EntryRequest["method"], path: string, body: Record<string, unknown>) => ({
    ...{ method, path: job + path, key, body },
    picture: null,
  });
  switch (act.kind) {
    case "move":
      return json("PATCH", "/status", {
        ...{ status: act.to, occurredAt: at },
        ...(act.holdReason && { holdReason: act.holdReason }),
        ...(act.reason && { reason: act.reason }),
      });
    case "tick":
      return json("PUT", `/tasks/${act.taskId}/done`, { done: act.done, version: act.version });
    case "result":
      return json("POST", `/tasks/${act.taskId}/result`, { ...act.result, version: act.version });
    case "note":
      return json("POST", "/notes", { body: act.body, customerVisible: act.customerVisible });
    case "sign":
      return json("POST", "/signatures", { signerName: act.signerName, strokes: act.strokes });
    case "photo": {
      const fields = { takenAt: at, ...(act.taskId && { taskId: act.taskId }) };
      return { method: "POST", path: `${job}/photos`, key, body: null, picture: { file: act.file, fields } };
    }
  }
}

const transitionLabel: Partial<Record<WorkOrderStatus, string>> = {
  dispatched: "Turned back",
  en_route: "Started driving",
  in_progress: "Started work",
  on_hold: "Put on hold",
  completed: "Completed the job",
};

/** What one did, in a few words. */
export function wordsOf(act: Act): string {
  switch (act.kind) {
    case "move": {
      const why = HOLD_REASONS.find((reason) => reason === act.holdReason);
      return (transitionLabel[act.to] ?? "Moved the job") + (why ? `: ${HOLD_REASON_LABELS[why].toLowerCase()}` : "");
    }
    case "tick":
      return act.done ? "Ticked a task" : "Took a tick back";
    case "result":
      return act.result.kind === "measurement" ? `Measured ${act.result.value}` : "Put down a result";
    case "note":
      return `Note: ${act.body.slice(0, 60)}`;
    case "sign":
      return `Signature of ${act.signerName}`;
    case "photo":
      return "Photo";
  }
}

type Fields = { get: (name: string) => FormDataEntryValue | null };

const textOf = (form: Fields, name: string) => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
};

/** What a form of the job's screen says; null where it is not filled in. The same fields serve the form sent without a script. */
export function actOf(form: Fields): Act | null {
  const text = (name: string) => textOf(form, name);
  const taskId = text("taskId");
  const onTask = { taskId, ...(text("version") && { version: Number(text("version")) }) };
  switch (text("intent")) {
    case "move": {
      const statusOf = (name: string) => WORK_ORDER_STATUSES.find((status) => status === text(name));
      const [from, to] = [statusOf("from"), statusOf("to")];
      if (!from || !to) return null;
      return { kind: "move", from, to, holdReason: text("holdReason") || null, reason: text("reason") || null };
    }
    case "tickTask":
      return { kind: "tick", ...onTask, done: text("done") === "on" };
    case "taskResult":
      return resultOf(form, onTask);
    case "note":
      return text("body")
        ? { kind: "note", body: text("body"), customerVisible: text("customerVisible") === "on" }
        : null;
    case "part":
      return text("part")
        ? { kind: "note", body: partNote(text("part"), text("quantity")), customerVisible: false }
        : null;
    case "sign":
      return text("signerName")
        ? { kind: "sign", signerName: text("signerName"), strokes: text("strokes") || null }
        : null;
    case "photo": {
      const file = form.get("photo");
      return file instanceof Blob && file.size > 0 ? { kind: "photo", taskId: taskId || null, file } : null;
    }
    default:
      return null;
  }
}

function resultOf(form: Fields, onTask: OnTask): Act | null {
  const text = (name: string) => textOf(form, name);
  const put = (result: TaskResult): Act => ({ kind: "result", ...onTask, result });
  switch (text("kind")) {
    case "measurement":
      return text("value") === "" ? null : put({ kind: "measurement", value: Number(text("value").replace(",", ".")) });
    case "check":
      return put({ kind: "check", answer: "fail", remark: text("remark") || null });
    case "note":
      return text("text") ? put({ kind: "note", text: text("text") }) : null;
    default:
      return null;
  }
}

/** A part used, as the office reads it among the notes. */
export function partNote(part: string, quantity: string): string {
  return `Part used: ${quantity || "1"} × ${part}`;
}
