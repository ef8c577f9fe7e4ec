import type { ImportRow } from "./row";
import { createHasher } from "./sha256";

const SEPARATOR = "\u001f";

/**
 * Gives each row of one file, in order, its key of 32 hexadecimal digits: two imports of one transaction have the same,
 * two transactions of one account never do. It is made of the account, the date, the amount and the bank's own id, or
 * else the description and check number, and of k for the k-th such row of the file: equal rows are rows, not
 * duplicates. Date and amount stand beside the bank's id because not every 'Reference' is unique.
 */
export function createKeyer(accountId: string | number): (row: ImportRow) => string {
  const hash = createHasher();
  const seen = new Map<string, number>();
  return (row) => {
    const parts = row.bankId ? ["id", row.bankId] : ["row", normalised(row.description), row.checkNumber ?? ""];
    const text = [accountId, row.date, row.amountMinor, ...parts].join(SEPARATOR);
    const first = hash(text);
    const k = (seen.get(first) ?? 0) + 1;
    seen.set(first, k);
    return k === 1 ? first : hash(text + SEPARATOR + k);
  };
}

/** The keys of all rows of one file. */
export function importKeys(accountId: string | number, rows: readonly ImportRow[]): string[] {
  return rows.map(createKeyer(accountId));
}

/** Case and letter forms differ between two exports of one bank; spaces were made one when the row was read. */
function normalised(description: string): string {
  return description.normalize("NFKC").toLowerCase();
}
