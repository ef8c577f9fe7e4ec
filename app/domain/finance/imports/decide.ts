import type { ImportRow } from "./row";
import type { Verdict } from "./verdicts";

/** merge: it is the transaction that is there; add: it is another one; leave: it is not imported. */
export const POSSIBLE_ACTIONS = ["merge", "add", "leave"] as const;
export type PossibleAction = (typeof POSSIBLE_ACTIONS)[number];

export interface Decided {
  /** For possible rows that are not named. */
  possible?: PossibleAction;
  rows?: Readonly<Record<string, PossibleAction>>;
}

/** What an import does with a row: `of` is the id of the transaction it is merged with. */
export type Step = { kind: "add" } | { kind: "merge"; of: string } | { kind: "leave" };

// One of each for all rows of a file.
const add: Step = { kind: "add" };
const leave: Step = { kind: "leave" };

/**
 * Turns a verdict and what the household decided into a step. Undecided, a row is merged only where the match is sure;
 * any other possible one is added, since a file's row is a row. One listed twice in the file has nothing to merge with:
 * 'merge' leaves it out.
 */
export function stepFor(row: ImportRow, verdict: Verdict, decided: Decided): Step {
  switch (verdict.kind) {
    case "new":
      return add;
    case "duplicate":
      return leave;
    case "possible": {
      const chosen = decided.rows?.[String(row.row)] ?? decided.possible ?? (verdict.sure ? "merge" : "add");
      if (chosen !== "merge") return { kind: chosen };
      return verdict.reason === "same-row-id" ? { kind: "leave" } : { kind: "merge", of: verdict.of };
    }
  }
}
