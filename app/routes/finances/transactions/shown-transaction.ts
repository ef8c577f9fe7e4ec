import type { HouseholdTransaction } from "~/domain/finance/accounts/all-transactions.server";

export type ShownTransaction = ReturnType<typeof shownTransaction>;

/** The fields of a row that the list shows; the page carries no others. */
export function shownTransaction(row: HouseholdTransaction) {
  const { id, accountId, accountName, currency, date, amountMinor, type, category, description, merchantName } = row;
  const { name, isNew, pending, isTransfer, excluded } = row;
  const reported = {
    id,
    accountId,
    accountName,
    currency,
    date,
    amountMinor,
    type,
    category,
    description,
    merchantName,
  };
  return { ...reported, name, isNew, pending, isTransfer, excluded };
}
