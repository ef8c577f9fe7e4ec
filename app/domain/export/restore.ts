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

/** The file is sent in parts of so many bytes, the last one aside. */
export const PART_BYTES = 8 * 1024 * 1024;
export const MAX_RESTORE_BYTES = 20_000_000_000;
/** Hours after which an upload that was left is canceled. */
export const UPLOAD_HOURS = 24;

export const partsOf = (bytes: number) => Math.ceil(bytes / PART_BYTES);

/** How many bytes a part has, by its place from 0. */
export const partLength = (bytes: number, part: number) => Math.min(PART_BYTES, bytes - part * PART_BYTES);

/** What a restore leaves for its owner to do, or could not bring back as it was. */
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

/** In words: how many of them, and what follows. */
export const RESTORE_NOTE_TEXTS: Record<RestoreNote, (count: number) => string> = {
  automatic_messages: () =>
    "Reminders and other automatic messages are paused. Turn them on once the exported business no longer sends them.",
  members: (n) => `${people(n)} had access to the exported business. Invite them again.`,
  invitations: (n) => `${many(n, "invitation")} ${n === 1 ? "was" : "were"} not restored. Send open ones again.`,
  technician_links: (n) =>
    `${many(n, "technician")} ${n === 1 ? "is" : "are"} no longer connected to a sign-in. Invite them by the email address they have here.`,
  customer_links: (n) => `${many(n, "link")} sent to customers no longer open. Send them again where they are needed.`,
  lead_forms: () => "The lead form has a new address. Replace it on your website.",
  calendar_feeds: (n) => `${many(n, "calendar feed")} no longer open. Create new ones.`,
  card_account: () => "The card processor is not connected. Connect it again to take card payments.",
  code_hosts: (n) => `${many(n, "record")} of connections to GitHub and GitLab were not restored. Connect them again.`,
  bank_connections: (n) =>
    `${many(n, "bank connection")} ${n === 1 ? "is" : "are"} disconnected. Connect your bank again.`,
  shared_payments: (n) =>
    `${many(n, "card payment")} ${n === 1 ? "belongs" : "belong"} to another business here too. Refund ${n === 1 ? "it" : "them"} there.`,
  sign_in_history: (n) =>
    `${many(n, "sign-in event")} of the exported account ${n === 1 ? "was" : "were"} not restored.`,
  older_version: () => "The export was made by an older version of Plenum. Figures added since then may be incomplete.",
};

const many = (count: number, what: string) => `${count.toLocaleString("en-US")} ${what}${count === 1 ? "" : "s"}`;
const people = (count: number) => (count === 1 ? "1 person" : `${count.toLocaleString("en-US")} people`);

export interface RestoreReport {
  /** Of the export, an instant. */
  exportedAt: string;
  /** Records written, by table. */
  tables: Record<string, number>;
  notes: { note: RestoreNote; count: number }[];
}

/** A restore as its owner sees it. `rowTotal` and `fileTotal` are null before the file was read through. */
export interface RestoreView {
  id: string;
  status: RestoreStatus;
  createdAt: string;
  finishedAt: string | null;
  fileName: string;
  bytes: number;
  /** Parts of `PART_BYTES` that have arrived. */
  parts: number;
  rowCount: number;
  rowTotal: number | null;
  fileCount: number;
  fileTotal: number | null;
  /** What went wrong, in words. */
  problem: string | null;
  report: RestoreReport | null;
}

const OPEN: readonly RestoreStatus[] = ["uploading", "queued", "running", "undoing"];
export const isRestoreOpen = ({ status }: Pick<RestoreView, "status">) => OPEN.includes(status);

/** Whole percent of the records and files, at most 99 before it is done; null while that is not known. */
export function restoredPercent({ status, rowCount, rowTotal, fileCount, fileTotal }: RestoreView): number | null {
  if (status === "done") return 100;
  if (rowTotal === null || fileTotal === null) return null;
  const total = rowTotal + fileTotal;
  return total === 0 ? 99 : Math.min(99, Math.floor(((rowCount + fileCount) / total) * 100));
}
