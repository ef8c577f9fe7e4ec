export const COUNT_STATUSES = ["open", "posted", "canceled"] as const;
type CountStatus = (typeof COUNT_STATUSES)[number];

export const COUNT_STATUS_LABELS: Record<CountStatus, string> = {
  open: "Counting",
  posted: "Posted",
  canceled: "Canceled",
};

/** True if every line of an open sheet is counted, so that the office can post it. */
export function isReadyToPost(count: { status: CountStatus; countedCount: number; lineCount: number }): boolean {
  return count.status === "open" && count.lineCount > 0 && count.countedCount === count.lineCount;
}

/** What a new sheet lists: the expected stock of the location, or nothing yet. */
export const COUNT_SCOPES = ["stock", "empty"] as const;
type CountScope = (typeof COUNT_SCOPES)[number];

export const COUNT_SCOPE_LABELS: Record<CountScope, string> = {
  stock: "Everything that should be here",
  empty: "Only what I scan",
};

export const COUNT_LINE_VIEWS = ["all", "todo", "counted", "different"] as const;
type CountLineView = (typeof COUNT_LINE_VIEWS)[number];

export const COUNT_LINE_VIEW_LABELS: Record<CountLineView, string> = {
  all: "All",
  todo: "To count",
  counted: "Counted",
  different: "Differences",
};

interface Counted {
  /** Null until counted. */
  countedMilli: number | null;
  /** On hand at the moment of counting. */
  onHandMilli: number | null;
}

/** The quantity to post: counted minus on hand at counting, regardless of later movements; null until counted. */
export function differenceOf({ countedMilli, onHandMilli }: Counted): number | null {
  return countedMilli === null || onHandMilli === null ? null : countedMilli - onHandMilli;
}

interface Valued {
  differenceMilli: number | null;
  /** On hand with a known cost, over all locations, and its value. */
  costedMilli: number;
  valueMinor: number;
  /** The item's own cost per unit. */
  unitCostMinor: number | null;
}

/** The value of a difference at average cost, in signed minor units; null if no cost is known. */
export function differenceValue({ differenceMilli, costedMilli, valueMinor, unitCostMinor }: Valued): number | null {
  if (differenceMilli === null) return null;
  if (differenceMilli === 0) return 0;
  if (costedMilli > 0) {
    const value = Math.round((valueMinor * differenceMilli) / costedMilli);
    return Math.max(value, -valueMinor);
  }
  return unitCostMinor === null ? null : Math.round((unitCostMinor * differenceMilli) / 1000);
}
