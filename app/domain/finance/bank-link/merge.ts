import { type TransactionType, transactionCategory } from "~/domain/finance/accounts/account";
import { applyUserOverrides, type LedgerRow } from "./reconcile";

/** One side of a doubtful pair, as the table has it. */
export interface MatchSide extends LedgerRow {
  notes: string | null;
  removedAt: string | null;
}

/** What a row says, as its columns are named in the table's schema. */
export interface RowFacts {
  transactionDate: string;
  amountMinor: number;
  type: TransactionType;
  category: string;
  description: string;
  merchantName: string | null;
  checkNumber: string | null;
  notes: string | null;
  pending: boolean;
  editedFields: string | null;
  plaidTransactionId: string | null;
  removedAt: string | null;
}

const columns = {
  transactionDate: "transaction_date",
  amountMinor: "amount_minor",
  type: "type",
  category: "category",
  description: "description",
  notes: "notes",
} as const;

export function factsOf(row: MatchSide): RowFacts {
  return {
    transactionDate: row.date,
    amountMinor: row.amountMinor,
    type: row.type,
    category: row.category,
    description: row.description,
    merchantName: row.merchantName,
    checkNumber: row.checkNumber,
    notes: row.notes,
    pending: row.pending,
    editedFields: row.editedFields,
    plaidTransactionId: row.bankId,
    removedAt: row.removedAt,
  };
}

/** Reconciled, or half of a transfer: it can neither give way nor change. */
export function isSettled(row: MatchSide): boolean {
  return row.isReconciled || row.isTransfer;
}

/**
 * The user's row as the one transaction both were: the bank's facts with the user's edits on top, as a sync
 * would have written it. A settled row learns the bank's id and nothing else.
 */
export function mergedFacts(own: MatchSide, bank: MatchSide): RowFacts {
  const facts = { ...factsOf(own), plaidTransactionId: bank.bankId };
  if (isSettled(own)) return facts;
  const category = transactionCategory(bank.category);
  const reported = { ...bank, id: bank.bankId ?? "", category, pendingId: null, bankAccountId: "", currency: null };
  const next = applyUserOverrides(own, reported, own.accountId);
  if (!next) return facts;
  const { date, amountMinor, type, description, merchantName, checkNumber, pending } = next;
  return {
    ...facts,
    ...{
      transactionDate: date,
      amountMinor,
      type,
      category: next.category,
      description,
      merchantName,
      checkNumber,
      pending,
    },
    notes: own.notes ?? bank.notes,
    editedFields: joined(own.editedFields, bank.editedFields),
    removedAt: null,
  };
}

/** The row as it was before, except for what the user has edited since. */
export function unmerge(now: MatchSide, { before, after }: { before: RowFacts; after: RowFacts }): RowFacts {
  const current = factsOf(now);
  const edited = new Set(current.editedFields?.split(","));
  const retained: Partial<RowFacts> = {};
  let names: string | null = before.editedFields;
  const retain = <K extends keyof typeof columns>(key: K) => {
    if (!edited.has(columns[key]) || current[key] === after[key]) return;
    retained[key] = current[key];
    names = joined(names, columns[key]);
  };
  retain("transactionDate");
  retain("amountMinor");
  retain("type");
  retain("category");
  retain("description");
  retain("notes");
  return { ...before, ...retained, editedFields: names };
}

function joined(one: string | null, other: string | null): string | null {
  const names = [one, other].flatMap((list) => list?.split(",") ?? []);
  return names.length > 0 ? [...new Set(names)].join(",") : null;
}

/** What a row adds to its account's posted money. */
export function postedMinor({ removedAt, pending, amountMinor }: RowFacts): number {
  return removedAt === null && !pending ? amountMinor : 0;
}
