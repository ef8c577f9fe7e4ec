import type { BankLink } from "~/domain/providers";
import { BankError } from "./bank-error";
import { type BankChanges, type BankTransaction, noChanges, takePage } from "./rules";

/** The bank's data changed between two pages: read again from the first, so often before it is put off. */
const mostRestarts = 3;

export interface ReadChanges {
  changes: BankChanges;
  nextCursor: string;
}

/**
 * All pages since a cursor, or the whole history from null. Starts again from the same cursor when the data changed in
 * between; when that does not end, or the bank no longer knows the cursor, the whole history is read.
 * @throws BankError
 */
export async function readChanges(bank: BankLink, accessToken: string, cursor: string | null): Promise<ReadChanges> {
  for (let restarts = 0; ; restarts += 1) {
    try {
      return await readPages(bank, accessToken, cursor);
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
      const startOver = error.kind === "cursor" || (error.kind === "mutation" && restarts === mostRestarts);
      if (startOver && cursor !== null) return readChanges(bank, accessToken, null);
      if (error.kind === "mutation" && restarts < mostRestarts) continue;
      throw startOver ? new BankError("retry", error.code) : error;
    }
  }
}

async function readPages(bank: BankLink, accessToken: string, start: string | null): Promise<ReadChanges> {
  const changes = noChanges(start === null);
  let cursor = start;
  for (;;) {
    const page = await bank.changes(accessToken, cursor);
    takePage(changes, page);
    if (page.hasMore && page.nextCursor === cursor) throw new BankError("retry", "CURSOR_STANDS_STILL");
    cursor = page.nextCursor;
    if (!page.hasMore) return { changes, nextCursor: cursor };
  }
}

/** What was held back for reconciled rows is said again, unless the bank has said something newer since. */
export function withHeld(changes: BankChanges, held: ReadonlyMap<string, BankTransaction | null>): BankChanges {
  if (changes.complete || held.size === 0) return changes;
  const booked = new Set([...changes.present.values()].map((one) => one.pendingId));
  for (const [id, bank] of held) {
    if (changes.present.has(id) || changes.removed.has(id) || booked.has(id)) continue;
    if (bank) changes.present.set(id, bank);
    else changes.removed.add(id);
  }
  return changes;
}
