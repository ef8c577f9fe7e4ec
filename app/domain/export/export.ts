import type { CivilDate } from "~/domain/shared/time/dates";

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

/** Days for which a finished file is available. */
export const EXPORT_DAYS = 7;

/** Minutes for which a download link is valid. */
export const LINK_MINUTES = 15;

/** The version of the file's layout; files with any other are rejected. */
export const EXPORT_FORMAT = 3;

/** An export as its owner sees it. `bytes` grow while it is being created; `rowTotal` is null before it starts. */
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
  /** What went wrong, as a message. */
  problem: string | null;
}

export const isOpen = ({ status }: Pick<ExportView, "status">) => status === "queued" || status === "running";

/** Progress in whole percent of the records, at most 99 before it is ready; null while unknown. */
export function percentOf({ status, rowCount, rowTotal }: ExportView): number | null {
  if (status === "ready") return 100;
  if (rowTotal === null) return null;
  return rowTotal === 0 ? 99 : Math.min(99, Math.floor((rowCount / rowTotal) * 100));
}

export const exportFileName = (kind: ExportKind, madeOn: CivilDate) => `plenum-${kind}-${madeOn}.zip`;
