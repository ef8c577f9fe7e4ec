import type { ActualEntry } from "~/domain/finance/cashflow/actuals";
import { paths } from "~/paths";

/** Where the posted row of a line is changed; undefined for a line that is only planned. */
export function rowHref({ item, transactionId }: ActualEntry): string | undefined {
  return transactionId && item.accountId ? paths.transaction(item.accountId, transactionId) : undefined;
}
