import type { HouseholdTransaction } from "~/domain/finance/accounts/all-transactions.server";

export type ShownTransaction = ReturnType<typeof shownTransaction>;

/** What the list shows of a row; the page carries nothing else of it. */
export function shownTransaction(row: HouseholdTransaction) {
  const { id, accountId, accountName, currency, date, amountMinor, type, category, description, merchantName } = row;
  const { name, isNew, pending, isTransfer, excluded } = row;
  const said = { id, accountId, accountName, currency, date, amountMinor, type, category, description, merchantName };
  return { ...said, name, isNew, pending, isTransfer, excluded };
}
