/** The texts around an import: which upload is accepted, and what is said when it is done. */

export const WRONG_FILE_TYPE = "Invalid file type. Please select a CSV file.";
const DEFAULT_FAILURE = "Please check the file format and try again.";
const ERRORS_SHOWN = 3;

/** Firefox on Windows with Excel installed labels a .csv this way, or not at all. */
const LABELS_THAT_NEED_THE_NAME = ["application/vnd.ms-excel", ""];

/** True for text/csv, and for a .csv name that the browser labeled as Excel or left unlabeled. */
export function isCsvUpload(file: { name: string; type: string }): boolean {
  const type = (file.type.split(";")[0] ?? "").trim().toLowerCase();
  if (type === "text/csv") return true;
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

interface UndoCounts {
  keptEdited: number;
  keptReconciled: number;
}

/** 'Import undone. 2 edited and 1 reconciled transactions were kept.' */
export function undoText({ keptEdited, keptReconciled }: UndoCounts): string {
  const left = [keptEdited > 0 && `${keptEdited} edited`, keptReconciled > 0 && `${keptReconciled} reconciled`];
  const words = left.filter(Boolean).join(" and ");
  if (words === "") return "Import undone.";
  const one = keptEdited + keptReconciled === 1;
  return `Import undone. ${words} ${one ? "transaction was" : "transactions were"} kept.`;
}
