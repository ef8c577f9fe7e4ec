/** Format version of the archive files; older versions stay readable. */
export const ARCHIVE_FORMAT = 1;

/** Months without a change before details are archived, if the business has not chosen. */
export const DEFAULT_ARCHIVE_MONTHS = 24;

/** The choices of a business; 0 means never. */
export const ARCHIVE_MONTHS = [0, 12, 24, 36, 60, 84, 120] as const;

export const archiveMonthsLabel = (months: number) =>
  months === 0 ? "Never" : months === 12 ? "After 1 year" : `After ${months / 12} years`;

/** Shown if an archived file is missing or damaged. */
export const DETAILS_UNREADABLE =
  "Tasks, signatures and activity of this work order are archived and could not be read. Try again later; if it stays like this, contact support.";

/** The kind of file; precedes the business's id in the keys. */
const ARCHIVE_KIND = "archives";

export const archiveKey = (orgId: string, batch: string, workOrderId: string) =>
  `${ARCHIVE_KIND}/${orgId}/${batch}/${workOrderId}`;

/** The body of a queue message: what to archive on a shard. */
export interface ArchiveJob {
  archiveShard: string;
  /** The last business completed; null before the first. */
  after: string | null;
  /** The last work order checked, in a business that may have more to archive. */
  from: { orgId: string; updatedAt: string; id: string } | null;
}
