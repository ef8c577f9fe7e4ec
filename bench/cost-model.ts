/** Cloudflare's billed meters in its own units: requests, milliseconds, rows, operations, GB-seconds, GB-months. */
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

/** Missing meters are zero. */
export type Usage = Partial<Record<Meter, number>>;

export interface Prices {
  /** When they were read from the price list, YYYY-MM-DD. */
  readOn: string;
  planDollars: number;
  /** `dollars` per `per` units beyond those `included` in a month. */
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

/**
 * An installation's monthly cost in dollars: the plan, plus usage beyond what it includes. Cloudflare rounds some meters up to
 * whole units.
 */
export function monthDollars(usage: Usage, { planDollars, meters }: Prices): number {
  const beyond = METERS.map((meter) => {
    const { per, included, dollars } = meters[meter];
    return (Math.max(0, (usage[meter] ?? 0) - included) / per) * dollars;
  });
  return beyond.reduce((total, more) => total + more, planDollars);
}

/** List price without any included usage, for comparing actions. */
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
 * The change in a month's usage due to archiving: `stored` work orders are in R2 instead of the database, `each` month that many
 * more are written there and `opened` are read.
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

/** Most expensive first. */
export function dearest<A extends { usage: Usage }>(
  actions: readonly A[],
  prices: Prices,
): (A & { dollars: number })[] {
  return actions
    .map((action) => ({ ...action, dollars: listDollars(action.usage, prices) }))
    .sort((a, b) => b.dollars - a.dollars);
}

/** The meters' shares of a month's list price, 0 to 1, largest first; zero shares are omitted. */
export function shares(usage: Usage, prices: Prices): { meter: Meter; share: number }[] {
  const total = listDollars(usage, prices);
  return METERS.map((meter) => ({ meter, share: listDollars({ [meter]: usage[meter] ?? 0 }, prices) / total }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share);
}
