/** What Cloudflare counts, in its own units: requests, milliseconds, rows, operations, GB-seconds, GB-months. */
export const METERS = [
  "requests",
  "cpuMs",
  "rowsRead",
  "rowsWritten",
  "databaseGb",
  "objectRequests",
  "objectGbSeconds",
  "objectRowsWritten",
  "queueOperations",
  "fileWrites",
  "fileReads",
  "fileGb",
] as const;
export type Meter = (typeof METERS)[number];

/** What is missing is none. */
export type Usage = Partial<Record<Meter, number>>;

export interface Prices {
  /** The day on which they were read off the list, YYYY-MM-DD. */
  readOn: string;
  planDollars: number;
  /** `dollars` for each `per` units beyond those that are `included` in a month. */
  meters: Record<Meter, { label: string; per: number; included: number; dollars: number }>;
}

export function sum(...usages: readonly Usage[]): Usage {
  const total: Usage = {};
  for (const usage of usages) {
    for (const meter of METERS) {
      const more = usage[meter];
      if (more !== undefined) total[meter] = (total[meter] ?? 0) + more;
    }
  }
  return total;
}

export function times(usage: Usage, factor: number): Usage {
  return Object.fromEntries(
    METERS.flatMap((meter) => (usage[meter] === undefined ? [] : [[meter, usage[meter] * factor]])),
  );
}

/** An installation's month in dollars: the plan, and what lies beyond what it includes. Cloudflare rounds some meters up to whole units. */
export function monthDollars(usage: Usage, { planDollars, meters }: Prices): number {
  const beyond = METERS.map((meter) => {
    const { per, included, dollars } = meters[meter];
    return (Math.max(0, (usage[meter] ?? 0) - included) / per) * dollars;
  });
  return beyond.reduce((total, more) => total + more, planDollars);
}

/** What something costs by the list, as if nothing were included: for comparing actions. */
export function listDollars(usage: Usage, { meters }: Prices): number {
  return METERS.reduce((total, meter) => total + ((usage[meter] ?? 0) / meters[meter].per) * meters[meter].dollars, 0);
}

interface Archived {
  bytesBefore: number;
  bytesAfter: number;
  fileBytes: number;
  rowsRead: number;
  rowsWritten: number;
}

/**
 * What archiving changes of a month: `stored` work orders lie in R2 instead of the database, `each` month so many more are written
 * there and `opened` are looked at.
 */
export function archiveUsage(
  { bytesBefore, bytesAfter, fileBytes, rowsRead, rowsWritten }: Archived,
  { stored, each, opened }: { stored: number; each: number; opened: number },
): Usage {
  return {
    databaseGb: (stored * (bytesAfter - bytesBefore)) / 1e9,
    fileGb: (stored * fileBytes) / 1e9,
    rowsRead: each * rowsRead,
    rowsWritten: each * rowsWritten,
    fileWrites: each,
    fileReads: opened,
  };
}

/** The dearest first. */
export function dearest<A extends { usage: Usage }>(
  actions: readonly A[],
  prices: Prices,
): (A & { dollars: number })[] {
  return actions
    .map((action) => ({ ...action, dollars: listDollars(action.usage, prices) }))
    .sort((a, b) => b.dollars - a.dollars);
}

/** Where a month's list price comes from, as shares of 1, the largest first; what is nothing is left out. */
export function shares(usage: Usage, prices: Prices): { meter: Meter; share: number }[] {
  const total = listDollars(usage, prices);
  return METERS.map((meter) => ({ meter, share: listDollars({ [meter]: usage[meter] ?? 0 }, prices) / total }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share);
}
