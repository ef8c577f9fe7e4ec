import type { ActualEntry } from "~/domain/finance/cashflow/actuals";
import { paths } from "~/paths";

/** URL for editing an entry's posted transaction; undefined for an entry that is only planned. */
export function rowHref({ item, transactionId }: ActualEntry): string | undefined {
  return transactionId && item.accountId ? paths.transaction(item.accountId, transactionId) : undefined;
}
