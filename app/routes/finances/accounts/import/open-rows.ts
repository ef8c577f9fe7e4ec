import type { Preview } from "~/domain/finance/imports/preview.server";
import type { Decisions } from "~/domain/finance/imports/reading.schema";

type PossibleRow = Preview["rows"]["possible"][number];

/** What becomes of a possible row as things stand; null while that is open. */
export function actionFor({ row, sure }: PossibleRow, decisions: Decisions) {
  return decisions.rows?.[String(row)] ?? decisions.possible ?? (sure ? "merge" : null);
}

/** How many possible rows still wait for an answer. */
export function openRows({ rows, counts }: Preview, decisions: Decisions): number {
  const shown = rows.possible.filter((row) => actionFor(row, decisions) === null).length;
  const unseen = decisions.possible ? 0 : counts.possible - rows.possible.length;
  return shown + unseen;
}

/** How many transactions an import would add now. */
export function addedCount({ rows, counts }: Preview, decisions: Decisions): number {
  const shown = rows.possible.filter((row) => actionFor(row, decisions) === "add").length;
  const unseen = decisions.possible === "add" ? counts.possible - rows.possible.length : 0;
  return counts.new + shown + unseen;
}
