import { categoryAllows, type TransactionType, transactionCategory } from "~/domain/finance/accounts/account";
import { MAX_MINOR } from "~/domain/shared/money";
import type { BankChanges, BankTransaction, MatchKind } from "./item";
import { editsOf, isTouched, type LedgerRow, type Report, ruleFieldsOf } from "./ledger-row";
import {
  findDuplicates,
  type IncomingTransaction,
  lastReported,
  mayBeEarlier,
  proposeAnotherAmount,
  proposePosted,
  type Reported,
  recognizedBy,
  reportedDifferently,
  sameUnderAnotherId,
} from "./recognize";

/** The household account that a bank account fills; inactive accounts are not updated. */
export interface FilledAccount {
  accountId: string;
  currency: string;
  isActive: boolean;
}

interface LedgerState {
  /** The connection being read. */
  connection: { itemId: string; institutionId: string | null };
  /** By the bank's account id. */
  accounts: ReadonlyMap<string, FilledAccount>;
  /**
   * Rows with any of the bank ids in the changes, rows that may be reported again under new ids, and for a reading from the start
   * every bank row of the accounts, including removed ones.
   */
  rows: readonly LedgerRow[];
  /** Rows of other sources dated near possibly new transactions. */
  others: readonly LedgerRow[];
  /** A file's posted rows that the bank has not reported yet, by the ids of the pending rows that an import replaced with them. */
  replacements: ReadonlyMap<string, LedgerRow>;
  /**
   * The bank's latest version of rows that were reconciled when it arrived, by bank id, including those of earlier connections.
   */
  deferred: ReadonlyMap<string, BankTransaction | null>;
  /** The scope of a complete reading: the household's accounts that the bank shares now, from this day on. */
  covered: { accountIds: ReadonlySet<string>; since: string };
}

/** The changes a sync writes. `bank` of a deferred change is null if the bank has removed a reconciled transaction. */
export interface SyncPlan {
  inserts: IncomingTransaction[];
  updates: RowUpdate[];
  /** Reconciled rows get the bank's new id and no other change. */
  renames: { id: string; version: number; bankId: string }[];
  removals: { id: string; version: number }[];
  /** The bank's reports of rows whose edits may hide them; null if the row has no edits any more. */
  reports: { id: string; version: number; reported: Report | null }[];
  deferred: { bankId: string; bank: BankTransaction | null }[];
  matches: { bankId: string; otherRowId: string; kind: MatchKind }[];
  /** Transactions that may be rows of an earlier connection; decided once the bank has reported its whole history. */
  waiting: number;
  /** Transactions that cannot be shown: in another currency than the account, without an amount, or with one out of range. */
  leftOut: number;
}

/**
 * Plans the changes that bring the ledger in line with the bank's records while preserving the user's work: edited fields, notes,
 * matches, removed rows, and reconciled rows. A bank that is connected again reports everything under new ids: the rows of the
 * earlier connection are recognized, and none is removed before the bank has reported its whole history. Pure: the same state and
 * changes give the same plan.
 */
export function reconcile(changes: BankChanges, state: LedgerState): SyncPlan {
  const { connection, accounts, rows, others, replacements, deferred } = state;
  const plan: SyncPlan = {
    ...{ inserts: [], updates: [], renames: [], removals: [], reports: [], deferred: [], matches: [] },
    ...{ waiting: 0, leftOut: 0 },
  };
  const byBankId = new Map(rows.flatMap((row) => (row.bankId === null ? [] : [[row.bankId, row] as const])));
  const claimed = new Set<LedgerRow>();
  const unknown: IncomingTransaction[] = [];

  const settle = ({ bank, accountId }: IncomingTransaction, row: LedgerRow) => {
    claimed.add(row);
    const reported = reportFor(row, bank);
    if (!isSameReport(row.reported, reported)) plan.reports.push({ id: row.id, version: row.version, reported });
    if (row.isReconciled) {
      if (row.bankId !== bank.id) plan.renames.push({ id: row.id, version: row.version, bankId: bank.id });
      if (applyUserOverrides({ ...row, bankId: bank.id }, bank, accountId))
        plan.deferred.push({ bankId: bank.id, bank });
      return;
    }
    const update = applyUserOverrides(row, bank, accountId);
    if (update) plan.updates.push(update);
  };

  // What replaced a pending row is the same transaction; the pending row itself never counts again.
  const replacementOf = (row: LedgerRow) => (row.removedBy === "import" ? replacements.get(row.id) : undefined);
  const settlePosted = (transaction: IncomingTransaction, row: LedgerRow) => {
    const replacement = replacementOf(row);
    if (!replacement) return settle(transaction, row);
    claimed.add(row);
    plan.removals.push({ id: row.id, version: row.version });
    settle(transaction, replacement);
  };
  const isAbsent = (row: LedgerRow) => row.removedBy === "import" && !replacementOf(row);

  for (const bank of changes.present.values()) {
    const account = accounts.get(bank.bankAccountId);
    if (!account?.isActive) {
      const row = byBankId.get(bank.id);
      if (row) claimed.add(row);
      continue;
    }
    if (!canBeShown(bank, account)) {
      plan.leftOut += 1;
      continue;
    }
    const row = byBankId.get(bank.id);
    const transaction = { bank, accountId: account.accountId };
    if (row) settle(transaction, row);
    else unknown.push(transaction);
  }
  const posted = unknown.filter((transaction) => {
    const pending = transaction.bank.pendingId === null ? undefined : byBankId.get(transaction.bank.pendingId);
    if (!pending || isAbsent(pending) || claimed.has(pending) || changes.present.has(pending.bankId ?? ""))
      return false;
    settlePosted(transaction, pending);
    return true;
  });

  const isEarlier = (row: LedgerRow) => row.itemId !== null && row.itemId !== connection.itemId;
  const free = rows.filter(
    (row) => !claimed.has(row) && !isAbsent(row) && (isEarlier(row) || isGone(row, changes, state.covered)),
  );
  const asReported = free.map((row) => lastReported(row, deferred));
  const open = without(unknown, posted);
  // Until the whole history is known, a row with hidden bank values could be mistaken for a similar one.
  const certain = asReported.filter((one) => changes.complete || !isEarlier(one.row) || one.hidden.size === 0);
  const paired = sameUnderAnotherId(open, certain);
  for (const [transaction, { row }] of paired) settlePosted(transaction, row);

  const unpaired = without(open, paired.keys());
  const left = asReported.filter(
    ({ row }) => !claimed.has(row) && isEarlier(row) && (row.removedBy === null || row.removedBy === "user"),
  );
  const resumed = changes.complete ? reportedDifferently(unpaired, left) : new Map<IncomingTransaction, Reported>();
  for (const [transaction, { row }] of resumed) settle(transaction, row);

  const lost = free.filter((row) => !claimed.has(row) && (!isEarlier(row) || isReplaced(row, changes, state)));
  for (const row of lost) {
    if (row.removedBy !== null) continue;
    if (row.isReconciled) plan.deferred.push({ bankId: row.bankId ?? "", bank: null });
    else plan.removals.push({ id: row.id, version: row.version });
  }

  // A reconciled row is removed only after it is unreconciled.
  const leaving = new Set(lost.filter((row) => !row.isReconciled));
  const staying = left.filter(({ row }) => !claimed.has(row) && !leaving.has(row) && isLeftUnchanged(row));
  const changed = proposeAnotherAmount(without(unpaired, resumed.keys()), staying);
  const isTooEarly = changes.fromStart && !changes.complete;
  const waits = new Set(isTooEarly ? [...mayBeEarlier(unpaired, left), ...changed.keys()] : []);
  plan.waiting = waits.size;

  const news = without(without(unpaired, resumed.keys()), waits);
  const claimedIds = new Set([...claimed].map((row) => row.id));
  const { sure, possible: ofAmount } = findDuplicates(
    news,
    others.filter((row) => !claimedIds.has(row.id)),
  );
  for (const [transaction, row] of sure) settle(transaction, row);
  plan.inserts = without(news, sure.keys());
  // A row appears in only one proposal, and date and text are stronger evidence than an amount.
  const ofText = [...changed].filter(([transaction]) => !waits.has(transaction) && !sure.has(transaction));
  const possible = new Map([...ofAmount, ...ofText]);
  const worked = lost.filter(
    (row) => isTouched(row) && !row.isReconciled && (row.removedBy === null || row.removedBy === "sync"),
  );
  const proposals = proposePosted(without(plan.inserts, possible.keys()), worked);
  plan.matches = [
    ...[...possible].map(([transaction, row]) => matchOf(transaction, row, "other_source")),
    ...[...proposals].map(([transaction, row]) => matchOf(transaction, row, "pending")),
  ];
  return plan;
}

/** A row with user input stays, whatever the bank reports now. */
function isLeftUnchanged(row: LedgerRow): boolean {
  return row.removedBy === null && (isTouched(row) || row.isReconciled);
}

/**
 * Whether a row of an earlier connection is obsolete: its own bank has reported all its history back to the row's date without
 * it. A row that the household has edited stays, unless it was only pending; a reconciled row stays until it is unreconciled.
 */
function isReplaced(row: LedgerRow, changes: BankChanges, { connection, covered, accounts }: LedgerState): boolean {
  const isSameBank = row.institutionId !== null && row.institutionId === connection.institutionId;
  // Reported earlier, while the row was reconciled.
  if (changes.removed.has(row.bankId ?? "")) return true;
  if (!changes.complete || !isSameBank || !covered.accountIds.has(row.accountId)) return false;
  if (row.pending) return true;
  if (isTouched(row)) return false;
  const first = firstDay(row.accountId, changes, accounts);
  return first !== null && row.date >= first && row.date >= covered.since;
}

/** The first date the bank reports for the account: many banks report less than two years. */
function firstDay(accountId: string, { present }: BankChanges, accounts: LedgerState["accounts"]): string | null {
  let first: string | null = null;
  for (const { bankAccountId, date, pending } of present.values()) {
    if (pending || accounts.get(bankAccountId)?.accountId !== accountId) continue;
    if (first === null || date < first) first = date;
  }
  return first;
}

/** Whether the bank has removed the row now, or earlier while pending: its posted version may only be in this change. */
function isGone(
  { bankId, removedBy, accountId, date }: LedgerRow,
  changes: BankChanges,
  covered: LedgerState["covered"],
): boolean {
  if (bankId === null) return false;
  // A transaction that is still reported but can no longer be shown is gone from the ledger.
  if (changes.present.has(bankId)) return removedBy === null;
  if (changes.removed.has(bankId) || removedBy === "sync") return true;
  return changes.complete && covered.accountIds.has(accountId) && date >= covered.since;
}

function canBeShown({ amountMinor, currency }: BankTransaction, account: FilledAccount): boolean {
  return amountMinor !== 0 && Math.abs(amountMinor) <= MAX_MINOR && currency === account.currency;
}

function matchOf({ bank }: IncomingTransaction, row: LedgerRow, kind: MatchKind) {
  return { bankId: bank.id, otherRowId: row.id, kind };
}

function without(
  transactions: readonly IncomingTransaction[],
  taken: Iterable<IncomingTransaction>,
): IncomingTransaction[] {
  const gone = new Set(taken);
  return gone.size === 0 ? [...transactions] : transactions.filter((transaction) => !gone.has(transaction));
}

/** The new state of a row: the bank's values overlaid with the user's edits. */
interface RowUpdate {
  id: string;
  /** The version that was read: a row changed since then is not written. */
  version: number;
  accountId: string;
  bankId: string;
  date: string;
  amountMinor: number;
  type: TransactionType;
  category: string;
  description: string;
  merchantName: string | null;
  checkNumber: string | null;
  pending: boolean;
  /** As read: deleting a rule changes them without a new version. */
  ruleFields: string | null;
  /** The user has removed the row, or a file's posted row has replaced it; it is still updated so that it can be recognized. */
  staysRemoved: boolean;
  /** The amount has changed direction: the row is no longer a transfer. */
  cutTransfer: boolean;
}

/** The row after the bank's update, with the user's edits preserved; null when nothing changes. */
export function applyUserOverrides(row: LedgerRow, bank: BankTransaction, accountId: string): RowUpdate | null {
  const edits = editsOf(row);
  const preferEdit = <T>(column: string, own: T, theirs: T): T => (edits.has(column) ? own : theirs);
  const amountMinor = preferEdit("amount_minor", row.amountMinor, bank.amountMinor);
  const date = preferEdit("transaction_date", row.date, bank.date);
  const description = preferEdit("description", row.description, bank.description);
  const wanted = preferEdit("type", row.type, bank.type);
  const fits = row.isTransfer && edits.has("type") ? amountMinor < 0 : allowsSign(wanted, amountMinor);
  const type = fits ? wanted : typeOfSign(amountMinor);
  const ruled = ruleFieldsOf(row);
  const isRuled = ruled.has("category") && categoryAllows(transactionCategory(row.category), type);
  const next: RowUpdate = {
    id: row.id,
    version: row.version,
    accountId,
    bankId: bank.id,
    date,
    amountMinor,
    type,
    category:
      row.isTransfer && !fits ? "other" : preferEdit("category", row.category, isRuled ? row.category : bank.category),
    description,
    merchantName: ruled.has("merchant_name") ? row.merchantName : (bank.merchantName ?? row.merchantName),
    checkNumber: bank.checkNumber ?? row.checkNumber,
    pending: bank.pending,
    ruleFields: row.ruleFields,
    staysRemoved: row.removedBy === "user" || row.removedBy === "import",
    cutTransfer: row.isTransfer && !fits,
  };
  return isSame(row, next) ? null : next;
}

function isSame(row: LedgerRow, next: RowUpdate): boolean {
  return (
    row.removedBy !== "sync" &&
    row.bankId === next.bankId &&
    row.accountId === next.accountId &&
    row.date === next.date &&
    row.amountMinor === next.amountMinor &&
    row.type === next.type &&
    row.category === next.category &&
    row.description === next.description &&
    row.merchantName === next.merchantName &&
    row.checkNumber === next.checkNumber &&
    row.pending === next.pending &&
    !next.cutTransfer
  );
}

function reportFor(row: LedgerRow, { date, amountMinor, description }: BankTransaction): Report | null {
  const edits = editsOf(row);
  return recognizedBy.some((column) => edits.has(column)) ? { date, amountMinor, description } : null;
}

function isSameReport(before: Report | null, now: Report | null): boolean {
  if (before === null || now === null) return before === now;
  return before.date === now.date && before.amountMinor === now.amountMinor && before.description === now.description;
}

/** Money in is a deposit or interest, money out a withdrawal or a fee; a balance adjustment may be either. */
function allowsSign(type: TransactionType, amountMinor: number): boolean {
  switch (type) {
    case "deposit":
    case "interest":
      return amountMinor > 0;
    case "withdrawal":
    case "fee":
      return amountMinor < 0;
    case "adjustment":
      return true;
    case "transfer":
      return false;
  }
}

function typeOfSign(amountMinor: number): TransactionType {
  return amountMinor > 0 ? "deposit" : "withdrawal";
}
