export const EXPORT_KINDS = ["business", "household"] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export const EXPORT_STATUSES = ["queued", "running", "ready", "failed", "canceled", "expired"] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

export const EXPORT_STATUS_LABELS: Record<ExportStatus, string> = {
  queued: "Queued",
  running: "In progress",
  ready: "Ready",
  failed: "Failed",
  canceled: "Canceled",
  expired: "Expired",
};

/** Days that a finished file is there for. */
export const EXPORT_DAYS = 7;

/** Minutes that a download link is good for. */
export const LINK_MINUTES = 15;

/** Of the file's layout: another one is not read. */
export const EXPORT_FORMAT = 3;

/** An export as its owner sees it. `bytes` grow while it is made; `rowTotal` is null before it begins. */
export interface ExportView {
  id: string;
  status: ExportStatus;
  createdAt: string;
  finishedAt: string | null;
  expiresAt: string | null;
  rowCount: number;
  rowTotal: number | null;
  fileCount: number;
  bytes: number;
  /** What went wrong, in words. */
  problem: string | null;
}

export const isOpen = ({ status }: Pick<ExportView, "status">) => status === "queued" || status === "running";

/** Whole percent of the records, at most 99 before it is ready; null while that is not known. */
export function percentOf({ status, rowCount, rowTotal }: ExportView): number | null {
  if (status === "ready") return 100;
  if (rowTotal === null) return null;
  return rowTotal === 0 ? 99 : Math.min(99, Math.floor((rowCount / rowTotal) * 100));
}

export const exportFileName = (kind: ExportKind, createdAt: string) => `plenum-${kind}-${createdAt.slice(0, 10)}.zip`;
