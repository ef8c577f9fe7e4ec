import type { Cell } from "~/domain/invoices/accounting";
import { AGING_BUCKETS, AGING_ENDS, type AgingBucket } from "~/domain/invoices/invoice";
import { addDays } from "~/domain/shared/time/dates";

export const AGING_SORTS = ["name", ...AGING_BUCKETS, "credit", "total"] as const;
export type AgingSort = (typeof AGING_SORTS)[number];

/** Balances by how late they are, unapplied payments, and the resulting total, in cents. */
export interface Owed extends Record<AgingBucket, number> {
  /** At least 0. */
  credit: number;
  /** Negative if the credit exceeds what is owed. */
  total: number;
}

export interface OwingCustomer extends Owed {
  id: string;
  number: number;
  name: string;
}

/** The report's column headings. */
export const AGING_HEADERS: Record<Exclude<AgingSort, "name">, string> = {
  current: "Not due",
  "1_30": "1–30 days",
  "31_60": "31–60 days",
  "61_90": "61–90 days",
  over_90: "Over 90",
  credit: "Credit",
  total: "Total",
};

/** The due dates of a bucket as of `asOf`, both included. */
export function agingDays(bucket: AgingBucket, asOf: string): { from: string; to: string } {
  const before = AGING_BUCKETS[AGING_BUCKETS.indexOf(bucket) - 1];
  return {
    from: bucket === "over_90" ? "0000-01-01" : addDays(asOf, -AGING_ENDS[bucket]),
    to: before === undefined ? "9999-12-31" : addDays(asOf, -AGING_ENDS[before] - 1),
  };
}

export const AGING_FILE_HEADER: readonly string[] = [
  ...["Customer number", "Customer", "Not due", "1 to 30 days", "31 to 60 days", "61 to 90 days", "Over 90 days"],
  ...["Credit", "Total"],
];

/** A customer's line of the file. Credit is negative, so that a line adds up to its total. */
export function agingCells({ number, name, credit, total, ...owed }: OwingCustomer): Cell[] {
  return [String(number), name, ...AGING_BUCKETS.map((bucket) => owed[bucket]), 0 - credit, total];
}
