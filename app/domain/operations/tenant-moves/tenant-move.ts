/** In the order of a move's progress; it ends as cleaned, canceled or failed. */
export const MOVE_STATUSES = [
  "copying",
  "verifying",
  "frozen",
  "switched",
  "cleaning",
  "cleaned",
  "undoing",
  "canceled",
  "failed",
] as const;
export type MoveStatus = (typeof MOVE_STATUSES)[number];

export const MOVE_LABELS: Record<MoveStatus, string> = {
  copying: "Copying",
  verifying: "Comparing",
  frozen: "Switching",
  switched: "Moved",
  cleaning: "Deleting old copy",
  cleaned: "Done",
  undoing: "Undoing",
  canceled: "Canceled",
  failed: "Failed",
};

export type TenantKind = "business" | "household";

/** Days for which the rows stay on the previous shard. */
export const OLD_COPY_DAYS = 7;

/** A move as shown to operators. `rowTotal` is null until the rows are counted. */
export interface MoveView {
  id: string;
  kind: TenantKind;
  tenantId: string;
  fromShard: string;
  toShard: string;
  status: MoveStatus;
  createdAt: string;
  rowTotal: number | null;
  rowsCopied: number;
  rowsVerified: number;
  rowsCaughtUp: number;
  checksum: string | null;
  switchedAt: string | null;
  /** How long the tenant was read-only. */
  readOnlyMs: number | null;
  cleanAfter: string | null;
  problem: string | null;
  finishedAt: string | null;
}

/** Whether the move can still be canceled: the tenant has not been switched yet. */
export const isCancelable = ({ status }: Pick<MoveView, "status">): boolean =>
  status === "copying" || status === "verifying" || status === "frozen";

/** Progress of the move in whole percent, half of it for copying and half for comparing; null before the rows are counted. */
export function movedPercent({
  status,
  rowTotal,
  rowsCopied,
  rowsVerified,
}: Pick<MoveView, "status" | "rowTotal" | "rowsCopied" | "rowsVerified">): number | null {
  switch (status) {
    case "switched":
    case "cleaning":
    case "cleaned":
      return 100;
    case "undoing":
    case "canceled":
    case "failed":
      return null;
    case "copying":
    case "verifying":
    case "frozen": {
      if (rowTotal === null) return null;
      const share = (rows: number) => (rowTotal === 0 ? 1 : Math.min(1, rows / rowTotal));
      return Math.min(99, Math.floor((share(rowsCopied) + (status === "copying" ? 0 : share(rowsVerified))) * 50));
    }
  }
}
