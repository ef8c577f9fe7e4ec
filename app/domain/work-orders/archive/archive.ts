/** Of the files: an older one is still read. */
export const ARCHIVE_FORMAT = 1;

/** After how many months without a change, where a business has not said. */
export const DEFAULT_ARCHIVE_MONTHS = 24;

/** What a business may choose; 0: never. */
export const ARCHIVE_MONTHS = [0, 12, 24, 36, 60, 84, 120] as const;

export const archiveMonthsLabel = (months: number) =>
  months === 0 ? "Never" : months === 12 ? "After 1 year" : `After ${months / 12} years`;

/** What is said where an archived file is gone or not what it was. */
export const DETAILS_UNREADABLE =
  "Tasks, signatures and activity of this work order are archived and could not be read. Try again later; if it stays like this, contact support.";

/** The kind of the files, ahead of the business's id in their keys. */
export const ARCHIVE_KIND = "archives";

export const archiveKey = (orgId: string, batch: string, workOrderId: string) =>
  `${ARCHIVE_KIND}/${orgId}/${batch}/${workOrderId}`;
