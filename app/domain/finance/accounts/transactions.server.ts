import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { accountDays, accountTransactions, bankAccounts } from "#drizzle/schema/finance-accounts";
import type { Ctx } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, notFound, staleOwnVersion, withErrorMessage } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import {
  ACCOUNT_IS_ARCHIVED,
  amountInAccount,
  categoryAllows,
  NOT_PROCESSED,
  TRANSACTION_CATEGORY_LABELS,
} from "./account";
import { type AccountView, account } from "./accounts.server";
import { type Failures, withFallback } from "./fallback";
import type { Transaction, TransactionPage } from "./schema";

/** Pages up to this offset skip rows; later pages start at the day found from the running counts. */
const MAX_OFFSET = 500;

const shown = {
  id: accountTransactions.id,
  accountId: accountTransactions.accountId,
  transactionDate: accountTransactions.transactionDate,
  amountMinor: accountTransactions.amountMinor,
  type: accountTransactions.type,
  category: accountTransactions.category,
  description: accountTransactions.description,
  merchantName: accountTransactions.merchantName,
  notes: accountTransactions.notes,
  isReconciled: accountTransactions.isReconciled,
  pending: accountTransactions.pending,
  source: accountTransactions.source,
  leg: accountTransactions.leg,
  pairId: accountTransactions.pairId,
  otherAccountId: accountTransactions.otherAccountId,
  plaidTransactionId: accountTransactions.plaidTransactionId,
  version: accountTransactions.version,
};

/** The query for one page, newest first, for a screen that batches it with others. */
function transactionsQuery(ctx: Ctx, userId: string, page: TransactionPage & { accountId: string }) {
  const near = page.offset <= MAX_OFFSET;
  const rows = ctx.db
    .select(shown)
    .from(accountTransactions)
    .where(
      and(
        eq(accountTransactions.userId, userId),
        eq(accountTransactions.accountId, page.accountId),
        isNull(accountTransactions.removedAt),
        near ? undefined : fromTheRowAt(userId, page),
      ),
    )
    .orderBy(desc(accountTransactions.transactionDate), desc(accountTransactions.id))
    .limit(page.limit);
  return near ? rows.offset(page.offset) : rows;
}

/** A row as one account shows it: `amountMinor` is signed from the holder's side, so an incoming transfer is positive. */
export type TransactionView = Awaited<ReturnType<typeof transactionsQuery>>[number];

/** Finds the day of the row at an offset from the running counts; rows are skipped only within that day. */
function fromTheRowAt(userId: string, { accountId, offset }: { accountId: string; offset: number }): SQL {
  return sql`(transaction_date, id) <= (
    WITH place AS MATERIALIZED (
      SELECT day, ${offset} - (upto - transaction_count) AS skipped FROM (
        SELECT day, transaction_count, sum(transaction_count) OVER (ORDER BY day DESC) AS upto
        FROM ${accountDays} WHERE user_id = ${userId} AND account_id = ${accountId}
      ) WHERE upto > ${offset} ORDER BY day DESC LIMIT 1
    )
    SELECT transaction_date, id FROM ${accountTransactions}
    WHERE user_id = ${userId} AND account_id = ${accountId} AND removed_at IS NULL
      AND transaction_date <= (SELECT day FROM place)
    ORDER BY transaction_date DESC, id DESC LIMIT 1 OFFSET coalesce((SELECT skipped FROM place), 0))`;
}

/** @throws DomainError not_found for an account of another household */
export async function listTransactions(
  ctx: Ctx,
  accountId: string,
  page: TransactionPage,
): Promise<{ transactions: TransactionView[]; total: number }> {
  const { userId } = allowPerson(ctx);
  const counted = ctx.db
    .select({ total: bankAccounts.transactionCount })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, accountId)));
  const [[account], transactions] = await ctx.db.batch([
    counted,
    transactionsQuery(ctx, userId, { ...page, accountId }),
  ]);
  if (!account) throw notFound("Account not found");
  return { transactions, total: account.total };
}

/** The query behind `transaction`, for a screen that batches it with others. */
function transactionQuery(ctx: Ctx, userId: string, id: string) {
  return ctx.db
    .select({ ...shown, editedFields: accountTransactions.editedFields })
    .from(accountTransactions)
    .where(
      and(
        eq(accountTransactions.userId, userId),
        eq(accountTransactions.id, id),
        isNull(accountTransactions.removedAt),
      ),
    );
}

/** @throws DomainError not_found, also for a removed transaction */
export async function transaction(ctx: Ctx, id: string): Promise<TransactionView & { editedFields: string | null }> {
  const [row] = await transactionQuery(ctx, allowPerson(ctx).userId, id);
  if (!row) throw notFound("Transaction not found");
  return row;
}

/**
 * Creates a transaction in an active account; a transfer creates both halves.
 * @throws DomainError invalid with the field; conflict for an archived account; not_found for another household's account
 */
export async function createTransaction(ctx: Ctx, accountId: string, sent: Transaction): Promise<{ id: string }> {
  const { userId } = allowPerson(ctx);
  const input = directed(sent);
  return withErrorMessage("Failed to create transaction. Please try again.", () =>
    once(ctx, "createTransaction", { ...input, accountId }, (commit) => {
      checkPlace(input, { source: accountId, accounts: [accountId] });
      checkCategory(input);
      const id = ctx.newId();
      const now = ctx.now.toISOString();
      const row = {
        ...{ userId, id, accountId, amountMinor: signedAmount(input) },
        ...{ type: input.type, category: input.category, transactionDate: input.transactionDate },
        ...{ description: input.description, notes: input.notes, isReconciled: input.isReconciled ?? false },
        ...{ source: "manual" as const, lastChange: "user" as const, createdAt: now, updatedAt: now },
        ...(input.type === "transfer"
          ? { leg: "out" as const, pairId: ctx.newId(), otherAccountId: input.toAccountId }
          : {}),
      };
      const writes = [ctx.db.insert(accountTransactions).values(row)];
      return commit(null, { writes, result: { id }, refusals: transactionRefusals() });
    }),
  );
}

/**
 * Changes a transaction. Changing either half of a transfer changes both; changing the type removes or adds the other half. A
 * type and a category that are not changed need not fit each other. What becomes an adjustment keeps its direction.
 * @throws DomainError as createTransaction; conflict when `version` is given and older than the row's, and for the amount of a
 * reconciled row that stays reconciled
 */
export async function updateTransaction(ctx: Ctx, id: string, sent: Transaction): Promise<{ id: string }> {
  const { userId } = allowPerson(ctx);
  return withErrorMessage("Failed to update transaction. Please try again.", () =>
    once(ctx, "updateTransaction", { ...sent, id }, async (commit) => {
      const row = await transaction(ctx, id);
      const input = directed(sent, row);
      checkPlace(input, placeOf(row));
      // A bank reports money back under the category of what was paid.
      if (input.type !== row.type || input.category !== row.category) checkCategory(input);
      if (input.version !== undefined && input.version !== row.version) throw staleTransaction(row);
      const writes = await changesOf(ctx, userId, { row, input });
      return commit(null, { writes, result: { id }, refusals: transactionRefusals(row) });
    }),
  );
}

type Row = TransactionView & { editedFields: string | null };

function placeOf({ accountId, otherAccountId, leg }: Row): Place {
  const other = otherAccountId ?? accountId;
  return { source: leg === "in" ? other : accountId, accounts: [accountId, other] };
}

async function changesOf(ctx: Ctx, userId: string, { row, input }: { row: Row; input: Transaction }): Promise<Write[]> {
  const met = assertRowChanged(ctx, "stale");
  if (row.leg !== "in" || row.pairId === null || input.type !== "transfer") {
    return [rowUpdate(ctx, userId, { row, input }), met];
  }
  // The sending half holds the data; each half is reconciled separately.
  const sending = await transaction(ctx, row.pairId);
  const isReconciled = input.isReconciled ?? row.isReconciled;
  const moved = [
    rowUpdate(ctx, userId, { row: sending, input: { ...input, isReconciled: sending.isReconciled } }),
    met,
  ];
  const mark = (version: number) => [markUpdate(ctx, userId, { id: row.id, version, isReconciled }), met];
  // A row that is or becomes reconciled is marked last, so that its amount can still change; that change has raised its version.
  return isReconciled ? [...moved, ...mark(row.version + 1)] : [...mark(row.version), ...moved];
}

/**
 * Removes a transaction; for a transfer, both halves. A row from a file or a bank stays as a removed row so that the next file
 * does not add it again.
 * @throws DomainError not_found; conflict for a reconciled row
 */
export async function deleteTransaction(ctx: Ctx, id: string): Promise<{ id: string }> {
  const { userId } = allowPerson(ctx);
  return withErrorMessage(NOT_PROCESSED, () =>
    once(ctx, "deleteTransaction", { id }, async (commit) => {
      const row = await transaction(ctx, id);
      const target = row.leg === "in" && row.pairId ? await transaction(ctx, row.pairId) : row;
      const writes = [removal(ctx, userId, target), assertRowChanged(ctx, "stale")];
      return commit(null, { writes, result: { id }, refusals: transactionRefusals(row) });
    }),
  );
}

const noDestination = "Please select a destination account";

function refused(code: "conflict" | "invalid", message: string, field?: string): () => DomainError {
  return () => new DomainError(code, message, field ? { fields: { [field]: [message] } } : {});
}

/** Error messages for the database constraints on transactions; `current` is the row as read. */
export function transactionRefusals(current?: TransactionView): ConstraintErrors {
  return {
    account_inactive: refused("conflict", ACCOUNT_IS_ARCHIVED),
    transfer_currency: refused("invalid", "Both accounts of a transfer must have the same currency", "toAccountId"),
    transaction_reconciled: refused(
      "conflict",
      "This transaction is reconciled. Clear “Reconciled” on it before you change its amount, date or type.",
    ),
    stale: () => staleTransaction(current),
    bank_account_current_balance: refused("invalid", "The balance would be larger than an account can hold.", "amount"),
  };
}

/** The input with the sign of its direction, which an adjustment has itself and every other type implies. */
function directed(input: Transaction, row?: TransactionView): Transaction {
  if (input.type !== "adjustment") return input;
  const keeps = row !== undefined && row.type !== "adjustment" && row.amountMinor < 0;
  const lowers = input.lowers ?? (input.amount < 0 || keeps);
  return { ...input, amount: Math.abs(input.amount) * (lowers ? -1 : 1) };
}

/** The amount as its own account shows it: money in is positive, money out negative. */
function signedAmount({ type, amount }: Transaction): number {
  return amountInAccount({ type, amountMinor: amount, accountId: "own", toAccountId: null }, "own");
}

/** The source account of a transaction, and the accounts that show it. */
interface Place {
  source: string;
  accounts: readonly string[];
}

/**
 * A transaction can't be moved to another account, and a transfer needs a different destination account.
 * @throws DomainError invalid with the field
 */
function checkPlace({ accountId, toAccountId, type }: Transaction, { source, accounts }: Place): void {
  if (accountId && !accounts.includes(accountId)) {
    throw refused("invalid", "A transaction can't be moved to another account", "accountId")();
  }
  if (type === "transfer" && toAccountId === source) throw refused("invalid", noDestination, "toAccountId")();
}

/** @throws DomainError invalid for a category that the type does not allow */
function checkCategory({ category, type }: Transaction): void {
  if (categoryAllows(category, type)) return;
  const label = TRANSACTION_CATEGORY_LABELS[category];
  throw refused("invalid", `${label} can't be used for this type of transaction`, "category")();
}

/** The conflict for a change based on an older version; `current` is the row as stored now. */
function staleTransaction(current?: TransactionView): DomainError {
  return staleOwnVersion("transaction", current);
}

interface RowChange {
  row: TransactionView & { editedFields: string | null };
  input: Transaction;
}

/** The UPDATE of one row; triggers update the other half, the balances and the daily totals. */
function rowUpdate(ctx: Ctx, userId: string, { row, input }: RowChange): Write {
  return ctx.db
    .update(accountTransactions)
    .set({
      ...factsOf(input),
      ...legOf(ctx, row, input),
      ...byHand(ctx),
      isReconciled: input.isReconciled ?? row.isReconciled,
      editedFields: editedFields(row, input),
    })
    .where(asRead(userId, row));
}

interface Mark {
  id: string;
  version: number;
  isReconciled: boolean;
}

/** Reconciles or unreconciles a row without changing anything else. */
function markUpdate(ctx: Ctx, userId: string, { isReconciled, ...row }: Mark): Write {
  return ctx.db
    .update(accountTransactions)
    .set({ isReconciled, ...byHand(ctx) })
    .where(asRead(userId, row));
}

function byHand(ctx: Ctx) {
  const version = sql`${accountTransactions.version} + 1`;
  return { lastChange: "user" as const, version, updatedAt: ctx.now.toISOString() };
}

function asRead(userId: string, { id, version }: { id: string; version: number }) {
  return and(
    eq(accountTransactions.userId, userId),
    eq(accountTransactions.id, id),
    eq(accountTransactions.version, version),
  );
}

function factsOf(input: Transaction) {
  const { type, category, transactionDate, description, notes } = input;
  return { type, category, transactionDate, description, notes, amountMinor: signedAmount(input) };
}

function legOf(ctx: Ctx, row: TransactionView, { type, toAccountId }: Transaction) {
  if (type !== "transfer") return { leg: null, pairId: null, otherAccountId: null };
  return { leg: "out" as const, pairId: row.pairId ?? ctx.newId(), otherAccountId: toAccountId };
}

/** Names of the fields that the household has edited, now or earlier. */
function editedFields(row: RowChange["row"], input: Transaction): string | null {
  const facts = factsOf(input);
  const now = [
    facts.type !== row.type && "type",
    facts.category !== row.category && "category",
    facts.transactionDate !== row.transactionDate && "transaction_date",
    facts.description !== row.description && "description",
    facts.notes !== row.notes && "notes",
    facts.amountMinor !== row.amountMinor && "amount_minor",
  ].filter((name) => name !== false);
  const all = new Set([...(row.editedFields?.split(",") ?? []), ...now]);
  return all.size > 0 ? [...all].join(",") : null;
}

/** The write that removes a row: deleted, or marked as removed if a file or a bank would add it again. */
function removal(ctx: Ctx, userId: string, row: TransactionView): Write {
  if (row.source === "manual" && row.plaidTransactionId === null)
    return ctx.db.delete(accountTransactions).where(asRead(userId, row));
  const removedAt = ctx.now.toISOString();
  return ctx.db
    .update(accountTransactions)
    .set({ removedAt, ...byHand(ctx) })
    .where(asRead(userId, row));
}

interface AccountDetail {
  account: AccountView;
  transactions: TransactionView[];
  failures: Failures;
}

/**
 * An account with a page of its transactions, read in parallel. If the transactions cannot be read, the account is still
 * returned.
 * @throws DomainError not_found
 */
export async function accountDetail(ctx: Ctx, id: string, page: TransactionPage): Promise<AccountDetail> {
  const { userId } = allowPerson(ctx);
  if (!id) throw notFound("Account not found");
  const failures: Failures = [];
  const [one, transactions] = await Promise.all([
    account(ctx, id),
    transactionsQuery(ctx, userId, { ...page, accountId: id }).catch(
      withFallback(failures, "Failed to load transactions"),
    ),
  ]);
  return { account: one, transactions, failures };
}
