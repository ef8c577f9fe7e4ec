/** Messages about imports: accepted uploads and results. */

export const WRONG_FILE_TYPE = "Invalid file type. Please select a CSV file.";
const DEFAULT_FAILURE = "Please check the file format and try again.";
const ERRORS_SHOWN = 3;

/** Firefox on Windows with Excel installed labels a .csv this way, or not at all. */
const LABELS_THAT_NEED_THE_NAME = ["application/vnd.ms-excel", ""];

/** Browsers know no type for these, so such a file's content is checked when it is read. */
const STATEMENT_NAME = /\.(?:ofx|qfx|qif|xml)$/i;
const STATEMENT_TYPE = /^(?:application|text)\/(?:x-)?(?:ofx|qfx|qif|xml|vnd\.intu\.qfx)$/;

/** The file types offered in a file picker. */
export const ACCEPTED_FILES = ".csv,text/csv,.ofx,.qfx,.qif,.xml";

/**
 * True for text/csv, for a .csv name that the browser labeled as Excel or left unlabeled, and for OFX, QFX, QIF and
 * CAMT.053 files.
 */
export function isStatementUpload(file: { name: string; type: string }): boolean {
  const type = (file.type.split(";")[0] ?? "").trim().toLowerCase();
  if (type === "text/csv" || STATEMENT_TYPE.test(type) || STATEMENT_NAME.test(file.name)) return true;
  return LABELS_THAT_NEED_THE_NAME.includes(type) && file.name.toLowerCase().endsWith(".csv");
}

export function importSuccess(counts: { importedCount: number; skippedCount: number }): string {
  return `Import successful! ${counts.importedCount} transactions added, ${counts.skippedCount} skipped.`;
}

/** The first three row errors in one line, or null when no row failed. */
export function importWarning(errors: readonly string[]): string | null {
  if (errors.length === 0) return null;
  return errors.slice(0, ERRORS_SHOWN).join("; ") + (errors.length > ERRORS_SHOWN ? "..." : "");
}

export function importFailure(message?: string): string {
  return `Import failed: ${message || DEFAULT_FAILURE}`;
}

/** Past imports that are listed: enough for one screen; older ones are rarely undone. */
export const IMPORTS_LISTED = 50;

/** Days for which an undone import can be redone. */
export const REDO_DAYS = 30;

/** The number of remaining files at which a warning is shown. */
const FEW_WAITING = 5;
const FEW_THIS_HOUR = 10;

/** The warning shown while only a few files are left; null if it is not needed. */
export function usageWarning(usage: { waiting: number; allowed: number; leftThisHour: number }): string | null {
  const { waiting, allowed, leftThisHour } = usage;
  if (waiting >= allowed) return `${waiting} files are waiting to be reviewed. Import or cancel one of them first.`;
  if (allowed - waiting <= FEW_WAITING)
    return `${waiting} of ${allowed} files are waiting to be reviewed. Import or cancel them to make room.`;
  if (leftThisHour > FEW_THIS_HOUR) return null;
  if (leftThisHour === 0) return "You have imported many files this hour. Please try again in the next one.";
  return `You can import ${leftThisHour} more ${leftThisHour === 1 ? "file" : "files"} this hour.`;
}

interface UndoCounts {
  keptEdited: number;
  keptReconciled: number;
}

/** 'Import undone. 2 edited and 1 reconciled transactions were kept.' */
export function undoText(counts: UndoCounts): string {
  return ["Import undone.", retainedRowsText(counts)].filter(Boolean).join(" ");
}

/** '2 edited and 1 reconciled transactions were kept.'; empty if there were none. */
export function retainedRowsText({ keptEdited, keptReconciled }: UndoCounts): string {
  const left = [keptEdited > 0 && `${keptEdited} edited`, keptReconciled > 0 && `${keptReconciled} reconciled`];
  const words = left.filter(Boolean).join(" and ");
  if (words === "") return "";
  const one = keptEdited + keptReconciled === 1;
  return `${words} ${one ? "transaction was" : "transactions were"} kept.`;
}

/** 'Import redone. 212 transactions are back.' */
export function redoText({ redoneCount }: { redoneCount: number }): string {
  return `Import redone. ${backText(redoneCount)}`;
}

export function backText(count: number): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? "transaction is" : "transactions are"} back.`;
}
