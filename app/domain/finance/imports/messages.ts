/** The texts around an import: which upload is accepted, and what is said when it is done. */

export const WRONG_FILE_TYPE = "Invalid file type. Please select a CSV file.";
const DEFAULT_FAILURE = "Please check the file format and try again.";
const ERRORS_SHOWN = 3;

/** Firefox on Windows with Excel installed labels a .csv this way, or not at all. */
const LABELS_THAT_NEED_THE_NAME = ["application/vnd.ms-excel", ""];

/** Browsers know no type for these: what such a file holds is looked at when it is read. */
const STATEMENT_NAME = /\.(?:ofx|qfx|qif|xml)$/i;
const STATEMENT_TYPE = /^(?:application|text)\/(?:x-)?(?:ofx|qfx|qif|xml|vnd\.intu\.qfx)$/;

/** What a file picker offers. */
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

/** Days for which an undone import can be redone. */
export const REDO_DAYS = 30;

interface UndoCounts {
  keptEdited: number;
  keptReconciled: number;
}

/** 'Import undone. 2 edited and 1 reconciled transactions were kept.' */
export function undoText(counts: UndoCounts): string {
  return ["Import undone.", keptText(counts)].filter(Boolean).join(" ");
}

/** '2 edited and 1 reconciled transactions were kept.'; empty where none was. */
export function keptText({ keptEdited, keptReconciled }: UndoCounts): string {
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
