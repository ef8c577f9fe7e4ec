import { typedText } from "~/domain/refrigerant/reading-fields";
import {
  HOLD_REASON_LABELS,
  HOLD_REASONS,
  STATUS_LABELS,
  WORK_ORDER_STATUSES,
  type WorkOrderStatus,
} from "~/domain/work-order-basics/status";

/** The technician app's forms, by intent. */
const MUTATION_KINDS = [
  ...(["changeStatus", "tickTask", "recordResult", "recordReading"] as const),
  ...(["addNote", "addPart", "sign", "addPhoto", "sendMessage"] as const),
] as const;
export type MutationKind = (typeof MUTATION_KINDS)[number];

/** A submitted form of a work order's screen: the server's form schemas read the same fields. */
export interface WorkOrderMutation {
  userId: string;
  workOrderId: string;
  /** WO-012: shown in the outbox even if the work order is no longer part of the day. */
  reference: string;
  kind: MutationKind;
  fields: Readonly<Record<string, string | Blob>>;
  /** When it was submitted, by the server's clock as far as the device knows it; ISO text. */
  at: string;
  /** For a note: the refused mutation it stands for, which goes once all notes about it are accepted. */
  insteadOf?: { id: string; notes: number };
}

/** The form field for when it happened. */
const INSTANT_FIELDS: Record<MutationKind, string> = {
  changeStatus: "occurredAt",
  tickTask: "occurredAt",
  recordResult: "occurredAt",
  addNote: "occurredAt",
  sign: "occurredAt",
  addPhoto: "takenAt",
  recordReading: "takenAt",
  addPart: "usedAt",
  sendMessage: "writtenAt",
};

type Author = Pick<WorkOrderMutation, "userId" | "workOrderId" | "reference">;

/** The device's clock at submission. */
interface DeviceClock {
  /** Epoch milliseconds. */
  now: number;
  /** How far it is ahead of the server's, in milliseconds; null if never measured. */
  offsetMs: number | null;
}

/** The mutation of a submitted form; null for any other form. */
export function mutationOf(author: Author, form: FormData, { now, offsetMs }: DeviceClock): WorkOrderMutation | null {
  // The form's own key is for submitting without JavaScript: the outbox has a key for each mutation.
  const { intent, idempotencyKey: _, ...fields } = Object.fromEntries(form);
  const kind = MUTATION_KINDS.find((one) => one === intent);
  if (!kind) return null;
  const at = new Date(now - (offsetMs ?? 0)).toISOString();
  // Sends the device's time together with its offset; the server decides.
  const timed = { ...fields, [INSTANT_FIELDS[kind]]: new Date(now).toISOString() };
  if (offsetMs === null) return { ...author, kind, at, fields: timed };
  return { ...author, kind, at, fields: { ...timed, clockOffsetMs: String(offsetMs) } };
}

/** The form as submitted, for the same action. */
export function formOf({ kind, fields }: WorkOrderMutation): FormData {
  const form = new FormData();
  form.set("intent", kind);
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") form.set(name, value);
    else form.set(name, value, "photo.jpg");
  }
  return form;
}

export function fieldText({ fields }: Pick<WorkOrderMutation, "fields">, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** The fields that are texts. */
export function textFields({ fields }: Pick<WorkOrderMutation, "fields">): Record<string, string> {
  const texts = Object.entries(fields).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  return Object.fromEntries(texts);
}

export function statusField(mutation: Pick<WorkOrderMutation, "fields">, name: string): WorkOrderStatus | null {
  const text = fieldText(mutation, name);
  return WORK_ORDER_STATUSES.find((status) => status === text) ?? null;
}

const CHANGE_LABELS: Partial<Record<WorkOrderStatus, string>> = {
  dispatched: "Returned to dispatched",
  en_route: "Started driving",
  in_progress: "Started work",
  on_hold: "Put on hold",
  completed: "Completed the job",
};

const SHORT_TEXT = 60;

/** A short description of the mutation. */
export const mutationLabel = (mutation: WorkOrderMutation) => described(mutation, SHORT_TEXT);

/** All that the mutation says, for a note; null if a note cannot hold it: a photo or a drawn signature. */
export function mutationText(mutation: WorkOrderMutation): string | null {
  const text = (name: string) => fieldText(mutation, name).trim();
  const label = described(mutation, Number.POSITIVE_INFINITY);
  switch (mutation.kind) {
    case "addPhoto":
      return null;
    case "sign":
      return text("strokes") === "" ? label : null;
    case "changeStatus":
      return [label, text("reason")].filter(Boolean).join(". ");
    case "recordResult":
      if (text("kind") !== "check") return label;
      return [text("answer") === "fail" ? "Marked as failed" : label, text("remark")].filter(Boolean).join(": ");
    case "tickTask":
    case "addNote":
    case "addPart":
    case "recordReading":
    case "sendMessage":
      return label;
  }
}

/** A text as one or more notes, each within the maximum length. */
export function asNotes(text: string, longest: number): string[] {
  if (text.length <= longest) return [text];
  const end = text.slice(0, longest + 1).search(/\s\S*$/);
  const cut = end > 0 ? end : longest;
  return [text.slice(0, cut).trimEnd(), ...asNotes(text.slice(cut).trimStart(), longest)];
}

function described(mutation: WorkOrderMutation, longest: number): string {
  const text = (name: string) => fieldText(mutation, name);
  switch (mutation.kind) {
    case "changeStatus": {
      const to = statusField(mutation, "to");
      const reason = HOLD_REASONS.find((one) => one === text("holdReason"));
      const label = (to && CHANGE_LABELS[to]) ?? "Changed the status";
      return reason ? `${label}: ${HOLD_REASON_LABELS[reason].toLowerCase()}` : label;
    }
    case "tickTask":
      return text("done") ? "Checked off a task" : "Cleared a task";
    case "recordResult":
      if (text("kind") === "measurement") return `Measured ${text("value")}`;
      if (text("kind") === "note") return `Wrote: ${text("text").slice(0, longest)}`;
      return text("answer") === "not_applicable" ? "Marked as not applicable" : "Recorded a result";
    case "addNote":
      return `Note: ${text("body").slice(0, longest)}`;
    case "addPart":
      return partNote(text("part"), text("quantity"));
    case "recordReading":
      return `Readings of ${[text("refrigerant"), typedText(textFields(mutation))].filter(Boolean).join(": ")}`;
    case "sign":
      return `Signature of ${text("signerName")}`;
    case "addPhoto":
      return "Photo";
    case "sendMessage":
      return `Message: ${text("body").slice(0, longest)}`;
  }
}

/** A short description of a used part. */
function partNote(part: string, quantity: string): string {
  return `Part used: ${quantity || "1"} × ${part}`;
}

const GOES_ON: ReadonlySet<MutationKind> = new Set(["addNote", "addPart", "addPhoto", "recordReading", "sendMessage"]);

/**
 * Whether a refused mutation blocks a later one of the same work order until the user decides: a status change blocks
 * everything that depends on it, a result blocks only results of the same task and status changes. Notes, messages, parts,
 * photos and readings are never blocked.
 */
export function blocks(refused: WorkOrderMutation, later: WorkOrderMutation): boolean {
  if (GOES_ON.has(later.kind)) return false;
  if (later.kind === "changeStatus" || refused.kind === "changeStatus") return true;
  const taskId = fieldText(later, "taskId");
  return taskId !== "" && taskId === fieldText(refused, "taskId");
}

/**
 * Whether a mutation that the server keeps failing on blocks a later one of the same work order: as a refused one does,
 * except that no status waits for notes, messages, parts, readings and photos that answer no task: the server accepts
 * them later too.
 */
export function blocksWhileFailing(failing: WorkOrderMutation, later: WorkOrderMutation): boolean {
  const isIndependent = GOES_ON.has(failing.kind) && fieldText(failing, "taskId") === "";
  return !isIndependent && blocks(failing, later);
}

const ABOUT_A_TASK: ReadonlySet<MutationKind> = new Set(["tickTask", "recordResult"]);

/** Whether both set or clear a result of the same task. */
function isAboutSameTask(a: WorkOrderMutation, b: WorkOrderMutation): boolean {
  if (a.workOrderId !== b.workOrderId || !ABOUT_A_TASK.has(a.kind) || !ABOUT_A_TASK.has(b.kind)) return false;
  return fieldText(a, "taskId") !== "" && fieldText(a, "taskId") === fieldText(b, "taskId");
}

/** A result entered before an earlier one of its task was confirmed: the earlier one's version counts as seen. */
export function afterConfirmed(later: WorkOrderMutation, confirmed: WorkOrderMutation): WorkOrderMutation {
  const [seen, before] = [Number(fieldText(later, "version")), Number(fieldText(confirmed, "version"))];
  if (!isAboutSameTask(later, confirmed) || seen === 0 || before === 0 || seen > before) return later;
  return { ...later, fields: { ...later.fields, version: String(before + 1) } };
}

/** A result that replaces an unsent one of the same task: it takes over that one's version. */
export function inPlaceOf(later: WorkOrderMutation, replaced: WorkOrderMutation): WorkOrderMutation {
  const { version = "" } = replaced.fields;
  return { ...later, fields: { ...later.fields, version } };
}

/** Whether it replaces the earlier one: the same kind of result for the same task. */
export function replacesValue(later: WorkOrderMutation, earlier: WorkOrderMutation): boolean {
  if (later.kind !== "recordResult" || earlier.kind !== "recordResult") return false;
  return isAboutSameTask(later, earlier) && fieldText(later, "kind") === fieldText(earlier, "kind");
}

/** Whether it is recorded automatically on leaving its field; it can be undone before it is sent. */
export function recordsItself(mutation: WorkOrderMutation): boolean {
  return mutation.kind === "recordResult" && ["measurement", "note"].includes(fieldText(mutation, "kind"));
}

/** The last entry for a task; null if there is none. */
export function lastOfTask<One extends { change: WorkOrderMutation }>(
  mutations: readonly One[],
  { workOrderId, taskId }: { workOrderId: string; taskId: string },
): One | null {
  const isOfTask = ({ change }: One) =>
    change.workOrderId === workOrderId && ABOUT_A_TASK.has(change.kind) && fieldText(change, "taskId") === taskId;
  return mutations.findLast(isOfTask) ?? null;
}

/** Why the server refused a mutation, and the server's current state. */
export interface Refusal {
  message: string;
  /** The current status, if that is the reason. */
  status: string | null;
  /** The task's current version: a user who has seen it may overwrite it. */
  version: number | null;
}

export function refusalOf({ message, from, theirs }: Record<string, unknown>): Refusal {
  const status = WORK_ORDER_STATUSES.find((one) => one === from);
  const version = typeof theirs === "object" && theirs !== null && "version" in theirs ? Number(theirs.version) : 0;
  return {
    message: typeof message === "string" ? message : "The server refused this change.",
    status: status ? STATUS_LABELS[status] : null,
    version: version > 0 ? version : null,
  };
}

/** The mutation that overwrites the server's result with the user's; null if that is not allowed. */
export function overwriteServer(mutation: WorkOrderMutation, { version }: Refusal): WorkOrderMutation | null {
  if (version === null || (mutation.kind !== "tickTask" && mutation.kind !== "recordResult")) return null;
  return { ...mutation, fields: { ...mutation.fields, version: String(version) } };
}

/** Once the server shows the photo, the device no longer needs to store it. */
export function withoutPhoto(mutation: WorkOrderMutation): WorkOrderMutation {
  return mutation.kind === "addPhoto" ? { ...mutation, fields: { ...mutation.fields, photo: new Blob() } } : mutation;
}
