import { counted } from "~/domain/shared/text/counted";

export const RESTORE_STATUSES = ["uploading", "queued", "running", "undoing", "done", "failed", "canceled"] as const;
export type RestoreStatus = (typeof RESTORE_STATUSES)[number];

export const RESTORE_STATUS_LABELS: Record<RestoreStatus, string> = {
  uploading: "Uploading",
  queued: "Queued",
  running: "In progress",
  undoing: "Undoing",
  done: "Restored",
  failed: "Failed",
  canceled: "Canceled",
};

/** The file is uploaded in parts of this many bytes, except for the last one. */
export const PART_BYTES = 8 * 1024 * 1024;
export const MAX_RESTORE_BYTES = 20_000_000_000;
/** Hours after which an abandoned upload is canceled. */
export const UPLOAD_HOURS = 24;

export const partsOf = (bytes: number) => Math.ceil(bytes / PART_BYTES);

/** The size of a part in bytes, by its index from 0. */
export const partLength = (bytes: number, part: number) => Math.min(PART_BYTES, bytes - part * PART_BYTES);

/** Notes for the owner after a restore: what is left to do, or could not be restored unchanged. */
export const RESTORE_NOTES = [
  "automatic_messages",
  "members",
  "invitations",
  "technician_links",
  "customer_links",
  "lead_forms",
  "calendar_feeds",
  "card_account",
  "code_hosts",
  "bank_connections",
  "shared_payments",
  "sign_in_history",
  "older_version",
] as const;
export type RestoreNote = (typeof RESTORE_NOTES)[number];

/** The note's text, with the number of rows and the consequence. */
export const RESTORE_NOTE_MESSAGES: Record<RestoreNote, (count: number) => string> = {
  automatic_messages: () =>
    "Reminders and other automatic messages are paused. Turn them on once the exported business no longer sends them.",
  members: (n) => `${counted(n, "person", "people")} had access to the exported business. Invite them again.`,
  invitations: (n) => `${counted(n, "invitation")} ${n === 1 ? "was" : "were"} not restored. Send open ones again.`,
  technician_links: (n) =>
    `${counted(n, "technician")} ${n === 1 ? "is" : "are"} no longer connected to a sign-in. Invite them by the email address they have here.`,
  customer_links: (n) =>
    `${counted(n, "link")} sent to customers no longer open. Send them again where they are needed.`,
  lead_forms: () => "The lead form has a new address. Replace it on your website.",
  calendar_feeds: (n) => `${counted(n, "calendar feed")} no longer open. Create new ones.`,
  card_account: () => "The card processor is not connected. Connect it again to take card payments.",
  code_hosts: (n) =>
    `${counted(n, "record")} of connections to GitHub and GitLab were not restored. Connect them again.`,
  bank_connections: (n) =>
    `${counted(n, "bank connection")} ${n === 1 ? "is" : "are"} disconnected. Connect your bank again.`,
  shared_payments: (n) =>
    `${counted(n, "card payment")} ${n === 1 ? "belongs" : "belong"} to another business here too. Refund ${n === 1 ? "it" : "them"} there.`,
  sign_in_history: (n) =>
    `${counted(n, "sign-in event")} of the exported account ${n === 1 ? "was" : "were"} not restored.`,
  older_version: () => "The export was made by an older version of Plenum. Figures added since then may be incomplete.",
};

export interface RestoreReport {
  /** When the export was created, an instant. */
  exportedAt: string;
  /** The number of records written, by table. */
  tables: Record<string, number>;
  notes: { note: RestoreNote; count: number }[];
}

/** A restore as its owner sees it. `rowTotal` and `fileTotal` are null until the file has been checked. */
export interface RestoreView {
  id: string;
  status: RestoreStatus;
  createdAt: string;
  finishedAt: string | null;
  fileName: string;
  bytes: number;
  /** The number of parts of `PART_BYTES` received. */
  parts: number;
  rowCount: number;
  rowTotal: number | null;
  fileCount: number;
  fileTotal: number | null;
  /** What went wrong, as a message. */
  problem: string | null;
  report: RestoreReport | null;
}

const OPEN: readonly RestoreStatus[] = ["uploading", "queued", "running", "undoing"];
export const isRestoreOpen = ({ status }: Pick<RestoreView, "status">) => OPEN.includes(status);

/** Progress in whole percent of the records and files, at most 99 before it is done; null while unknown. */
export function restoredPercent({ status, rowCount, rowTotal, fileCount, fileTotal }: RestoreView): number | null {
  if (status === "done") return 100;
  if (rowTotal === null || fileTotal === null) return null;
  const total = rowTotal + fileTotal;
  return total === 0 ? 99 : Math.min(99, Math.floor(((rowCount + fileCount) / total) * 100));
}
