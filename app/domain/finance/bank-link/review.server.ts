import { and, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { bankItemAccounts, bankMatches, bankReports } from "#drizzle/schema/bank-link";
import { accountTransactions, bankAccounts } from "#drizzle/schema/finance-accounts";
import { type TransactionType, transactionCategory } from "~/domain/finance/accounts/account";
import { transactionRefusals } from "~/domain/finance/accounts/transactions.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import type { Currency } from "~/domain/shared/money";
import { decodeCursor, type Page, page } from "~/domain/shared/paging.server";
import { allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import { ledgerColumns, relatedRows, rowOf, type StoredRow } from "./internal/ledger.server";
import { bankMessage, type MatchKind, type Verdict } from "./item";
import type { LedgerRow, Report } from "./ledger-row";
import { applyUserOverrides } from "./reconcile";
import type { MatchList } from "./schema";

/** One of the two rows, with the fields the household needs to decide. */
export interface MatchRow {
  id: string;
  date: string;
  description: string;
  merchantName: string | null;
  category: string;
  type: TransactionType;
  amountMinor: number;
  notes: string | null;
  pending: 0 | 1;
  isReconciled: 0 | 1;
  source: "manual" | "csv" | "bank";
}

interface Stored {
  id: string;
  kind: MatchKind;
  verdict: Verdict | null;
  decidedAt: string | null;
  accountId: string;
  accountName: string;
  currency: Currency;
  /** Each is a `MatchRow` as JSON: the bank's row, and the user's. */
  bank: string;
  own: string;
}

const side = (t: string) => `json_object('id', ${t}.id, 'date', ${t}.transaction_date, 'description', ${t}.description,
  'merchantName', ${t}.merchant_name, 'category', ${t}.category, 'type', ${t}.type, 'amountMinor', ${t}.amount_minor,
  'notes', ${t}.notes, 'pending', ${t}.pending, 'isReconciled', ${t}.is_reconciled, 'source', ${t}.source)`;
const sides = sql.raw(`${side("b")} AS bank, ${side("o")} AS own`);
// The join order matters: a household has far fewer pairs than rows.
const pairs = sql.raw(`FROM bank_matches m
  CROSS JOIN account_transactions b ON b.user_id = m.user_id AND b.id = m.row_id
  JOIN account_transactions o ON o.user_id = m.user_id AND o.id = m.other_row_id
  JOIN bank_accounts a ON a.user_id = m.user_id AND a.id = b.account_id`);
/**
 * Still open: the bank's row is still reported, and the other one has neither been removed nor been recognized in its connection.
 */
const open = sql.raw(`m.verdict IS NULL AND b.removed_at IS NULL AND b.plaid_transaction_id IS NOT NULL AND CASE m.kind
  WHEN 'pending' THEN o.removed_at IS NOT NULL AND o.last_change = 'sync'
  ELSE o.removed_at IS NULL AND (o.plaid_transaction_id IS NULL OR o.plaid_item_id <> b.plaid_item_id) END`);

/** The query for a page of pairs: open ones in order of arrival, decided ones latest first. */
function matchesQuery(ctx: Ctx, userId: string, { state, limit, after }: MatchesQuery) {
  const [decidedAt, id] = after ?? [null, null];
  const from: SQL = sql`${decidedAt} IS NULL OR coalesce(m.decided_at, '') < ${decidedAt}
    OR coalesce(m.decided_at, '') = ${decidedAt} AND m.id > ${id}`;
  return ctx.db.all<Stored>(sql`
    SELECT m.id AS id, m.kind AS kind, m.verdict AS verdict, m.decided_at AS decidedAt, b.account_id AS accountId,
      a.name AS accountName, a.currency AS currency, ${sides} ${pairs}
    WHERE m.user_id = ${userId} AND ${state === "open" ? open : sql.raw("m.verdict IS NOT NULL")} AND (${from})
    ORDER BY m.decided_at DESC, m.id LIMIT ${limit}`);
}

interface MatchesQuery {
  state: MatchList["state"];
  limit: number;
  after?: (string | number)[] | null;
}

/** The query for the number of pairs to decide, by account; accounts without any are omitted. */
export function matchCountsQuery(ctx: Ctx, userId: string) {
  return ctx.db.all<{ accountId: string; count: number }>(
    sql`SELECT b.account_id AS accountId, count(*) AS count ${pairs} WHERE m.user_id = ${userId} AND ${open} GROUP BY b.account_id`,
  );
}

function matchOf({ bank, own, ...match }: Stored): MatchView {
  const [bankRow, ownRow]: [MatchRow, MatchRow] = [JSON.parse(bank), JSON.parse(own)];
  return { ...match, bank: bankRow, own: ownRow };
}

export interface MatchView extends Omit<Stored, "bank" | "own"> {
  bank: MatchRow;
  own: MatchRow;
}

/** Pairs of rows that may be one transaction. @throws DomainError invalid for a cursor from another list */
export async function listMatches(ctx: Ctx, { state, limit, cursor }: MatchList): Promise<Page<MatchView>> {
  const { userId } = allowPerson(ctx);
  const [rows, counts] = await ctx.db.batch([
    matchesQuery(ctx, userId, { state, limit: limit + 1, after: decodeCursor(cursor, 2) }),
    matchCountsQuery(ctx, userId),
  ]);
  const total = state === "open" ? counts.reduce((sum, { count }) => sum + count, 0) : null;
  return page(rows.map(matchOf), limit, total, ({ decidedAt, id }) => [decidedAt ?? "", id]);
}

/** The row that stayed: its version after the merge, and its values before and after. */
interface Merge {
  keptId: string;
  version: number;
  before: RowFacts;
  after: RowFacts;
  /** The bank's report before the merge, if it differed; missing in merges from before this was stored. */
  reported?: Report | null;
}

const conflict = (text: string) => () => new DomainError("conflict", text);
const refusals = {
  ...transactionRefusals(),
  match_decided: conflict("This pair was already reviewed or has changed since."),
  transaction_undone: conflict("One of the two belongs to an import that was undone. Redo the import first."),
};

/**
 * Records the user's decision about a possible duplicate. If it is the same transaction, the user's row stays, with the bank's
 * values overlaid with the user's edits, and the bank's row is removed; a reconciled row or a transfer is not changed. Nothing is
 * counted twice, and the account's balance remains the bank's. Each pair is reviewed once.
 * @throws DomainError not_found; conflict when it was already decided or neither row can be removed
 */
export function decideMatch(ctx: Ctx, id: string, verdict: Verdict): Promise<{ id: string }> {
  const { userId } = allowPerson(ctx);
  return once(ctx, "decideMatch", { id, verdict }, async (commit) => {
    const pair = await readPair(ctx, userId, id);
    if (pair.match.verdict !== null) throw refusals.match_decided();
    const { writes, merge } = verdict === "same" ? mergeWrites(ctx, userId, pair) : { writes: [], merge: null };
    const decided = { verdict, decidedAt: ctx.now.toISOString(), merge: merge && JSON.stringify(merge) };
    return commit(null, {
      writes: [...writes, ...recordDecision(ctx, { userId, id }, { ...decided, was: isNull(bankMatches.verdict) })],
      result: { id },
      refusals,
    });
  });
}

/**
 * Undoes a decision: the pair is open again and its rows are restored. The user's later edits stay, and the bank's later changes
 * are fetched again.
 * @throws DomainError not_found; conflict for a pair that is not decided, or whose row has changed beyond that
 */
export function undecideMatch(ctx: Ctx, id: string): Promise<{ id: string }> {
  const { userId } = allowPerson(ctx);
  return once(ctx, "undecideMatch", { id }, async (commit) => {
    const pair = await readPair(ctx, userId, id);
    const { match } = pair;
    if (match.verdict === null) throw refusals.match_decided();
    const merge: Merge | null = match.merge && JSON.parse(match.merge);
    const undo = merge ? unmergeWrites(ctx, userId, { ...pair, merge }) : null;
    const deleteOpen = ctx.db
      .delete(bankMatches)
      .where(
        and(
          eq(bankMatches.userId, userId),
          isNull(bankMatches.verdict),
          or(eq(bankMatches.rowId, match.rowId), eq(bankMatches.otherRowId, match.otherRowId)),
        ),
      );
    const reopened = { verdict: null, decidedAt: null, merge: null, was: eq(bankMatches.verdict, match.verdict) };
    return commit(null, {
      writes: [...(undo?.writes ?? []), deleteOpen, ...recordDecision(ctx, { userId, id }, reopened)],
      publish: undo?.itemId ? [bankMessage({ kind: "sync", userId, itemId: undo.itemId })] : [],
      result: { id },
      refusals,
    });
  });
}

async function readPair(ctx: Ctx, userId: string, id: string) {
  const [[match], rows] = await ctx.db.batch([
    ctx.db
      .select()
      .from(bankMatches)
      .where(and(eq(bankMatches.userId, userId), eq(bankMatches.id, id))),
    ctx.db.all<StoredRow & { notes: string | null; removedAt: string | null; accountItemId: string | null }>(sql`
      SELECT ${ledgerColumns}, t.notes AS notes, t.removed_at AS removedAt, a.plaid_item_id AS accountItemId FROM bank_matches m
      JOIN account_transactions t ON t.user_id = m.user_id AND t.id IN (m.row_id, m.other_row_id) ${relatedRows}
      JOIN bank_accounts a ON a.user_id = m.user_id AND a.id = t.account_id
      WHERE m.user_id = ${userId} AND m.id = ${id}`),
  ]);
  const sides = rows.map((row) => ({ ...row, ...rowOf(row) }));
  const [bank, own] = [match?.rowId, match?.otherRowId].map((rowId) => sides.find((one) => one.id === rowId));
  if (!match || !bank || !own) throw notFound();
  return { match, bank, own };
}

type Pair = Awaited<ReturnType<typeof readPair>>;

function mergeWrites(ctx: Ctx, userId: string, { match, own, bank }: Pair): { writes: Write[]; merge: Merge } {
  if (!isOwnOpen(match.kind, own, bank) || bank.removedAt !== null || bank.bankId === null)
    throw refusals.match_decided();
  const [survivor, gone] = isSettled(bank) ? [bank, own] : [own, bank];
  if (isSettled(gone)) {
    const text = "Both are reconciled or transfers, so neither can be merged into the other. Change one of them first.";
    throw new DomainError("conflict", text);
  }
  const before = factsOf(survivor);
  const after = survivor === own ? mergedFacts(own, bank) : before;
  const left = {
    ...factsOf(gone),
    plaidTransactionId: gone === bank ? null : gone.bankId,
    removedAt: gone.removedAt ?? ctx.now.toISOString(),
  };
  const writes = [
    ...(gone.removedAt === null ? rowWrite(ctx, userId, { row: gone, facts: left }) : []),
    ...(survivor === own
      ? [
          ...rowWrite(ctx, userId, { row: own, facts: after }),
          reportWrite(ctx, userId, { rowId: own.id, reported: bank.reported ?? bank }),
        ]
      : []),
    keepBalance(ctx, userId, { accountId: own.accountId, moved: moved([gone, left], [survivor, after]) }),
  ];
  return {
    writes,
    merge: {
      keptId: survivor.id,
      version: survivor.version + (survivor === own ? 1 : 0),
      ...{ before, after, reported: survivor.reported },
    },
  };
}

/**
 * Whether the user's row is still open to a decision. Two rows of the same connection are two transactions, because it reports
 * both.
 */
function isOwnOpen(kind: MatchKind, own: MatchSide, bank: MatchSide): boolean {
  if (kind === "pending") return own.removedBy === "sync";
  return own.removedAt === null && (own.bankId === null || (own.itemId !== null && own.itemId !== bank.itemId));
}

function unmergeWrites(ctx: Ctx, userId: string, { match, merge, own, bank }: Pair & { merge: Merge }) {
  const [survivor, gone] = merge.keptId === own.id ? [own, bank] : [bank, own];
  const isTransferNow = survivor.isTransfer !== (merge.after.type === "transfer");
  if (survivor.removedBy === "user" || isTransferNow) {
    throw new DomainError(
      "conflict",
      "This transaction has changed too much since then to be separated. Edit it instead.",
    );
  }
  const again = survivor === own ? unmerge(own, merge) : factsOf(survivor);
  const wasGone = gone === own && match.kind === "pending";
  const back = {
    ...factsOf(gone),
    // The bank may have given it another id since, or removed it.
    ...(gone === bank
      ? {
          plaidTransactionId: survivor.bankId,
          plaidItemId: survivor.itemId,
          removedAt: survivor.removedAt,
        }
      : {}),
    ...(gone === own && !wasGone ? { removedAt: null } : {}),
  };
  const changedSince = survivor.version !== merge.version;
  return {
    writes: [
      ...(survivor === own ? rowWrite(ctx, userId, { row: own, facts: again, by: changedBy(again) }) : []),
      ...(survivor === own && merge.reported
        ? [reportWrite(ctx, userId, { rowId: own.id, reported: merge.reported })]
        : []),
      ...(wasGone ? [] : rowWrite(ctx, userId, { row: gone, facts: back, by: changedBy(back) })),
      keepBalance(ctx, userId, {
        accountId: own.accountId,
        moved: moved([gone, back], [survivor, again]),
      }),
      ...(changedSince ? [markIncomplete(ctx, userId, own.accountId)] : []),
    ],
    itemId: changedSince ? own.accountItemId : null,
  };
}

/** If the restored row was removed, the bank had removed it. */
function changedBy({ removedAt }: RowFacts) {
  return removedAt === null ? "user" : "sync";
}

/** The total change in the posted amounts of the rows. */
function moved(...changes: [MatchSide, RowFacts][]): number {
  return changes.reduce((sum, [row, facts]) => sum + postedMinor(facts) - postedMinor(factsOf(row)), 0);
}

/** Stores the bank's report of a row whose values may differ from it. */
function reportWrite(ctx: Ctx, userId: string, { rowId, reported }: { rowId: string; reported: Report }): Write {
  const { date: transactionDate, amountMinor, description } = reported;
  const report = { transactionDate, amountMinor, description };
  return ctx.db
    .insert(bankReports)
    .values({ userId, rowId, ...report })
    .onConflictDoUpdate({ target: [bankReports.userId, bankReports.rowId], set: report });
}

interface RowChange {
  row: MatchSide;
  facts: RowFacts;
  by?: "user" | "sync";
}

function rowWrite(ctx: Ctx, userId: string, { row, facts, by = "user" }: RowChange): Write[] {
  const t = accountTransactions;
  return [
    ctx.db
      .update(t)
      .set({ ...facts, lastChange: by, version: sql`${t.version} + 1`, updatedAt: ctx.now.toISOString() })
      .where(and(eq(t.userId, userId), eq(t.id, row.id), eq(t.version, row.version))),
    assertRowChanged(ctx, "stale"),
  ];
}

/** For accounts whose balance the bank reports, adding or removing rows adjusts the opening balance instead. */
function keepBalance(ctx: Ctx, userId: string, { accountId, moved }: { accountId: string; moved: number }): Write {
  const a = bankAccounts;
  const change = sql`CASE ${a.accountType} WHEN 'credit' THEN ${-moved} ELSE ${moved} END`;
  const stated = sql`EXISTS (SELECT 1 FROM ${bankItemAccounts} l WHERE l.user_id = ${userId} AND l.account_id = ${accountId} AND l.current_minor IS NOT NULL)`;
  return ctx.db
    .update(a)
    .set({
      openingBalanceMinor: sql`${a.openingBalanceMinor} - ${change}`,
      currentBalanceMinor: sql`${a.currentBalanceMinor} - ${change}`,
    })
    .where(and(eq(a.userId, userId), eq(a.id, accountId), stated));
}

function markIncomplete(ctx: Ctx, userId: string, accountId: string): Write {
  const l = bankItemAccounts;
  return ctx.db
    .update(l)
    .set({ isCatchingUp: true })
    .where(and(eq(l.userId, userId), eq(l.accountId, accountId), isNotNull(l.accountId)));
}

interface Decision {
  verdict: Verdict | null;
  decidedAt: string | null;
  merge: string | null;
  was: SQL;
}

function recordDecision(
  ctx: Ctx,
  { userId, id }: { userId: string; id: string },
  { was, ...decision }: Decision,
): Write[] {
  return [
    ctx.db
      .update(bankMatches)
      .set(decision)
      .where(and(eq(bankMatches.userId, userId), eq(bankMatches.id, id), was)),
    assertRowChanged(ctx, "match_decided"),
  ];
}

/** One row of a possible duplicate, as stored. */
interface MatchSide extends LedgerRow {
  notes: string | null;
  removedAt: string | null;
}

/** A row's data under the table's column names. */
interface RowFacts {
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
  plaidItemId: string | null;
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

function factsOf(row: MatchSide): RowFacts {
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
    plaidItemId: row.itemId,
    removedAt: row.removedAt,
  };
}

/** Reconciled, or half of a transfer: it can be neither removed nor changed. */
function isSettled(row: MatchSide): boolean {
  return row.isReconciled || row.isTransfer;
}

/**
 * The user's row as the merged transaction: the bank's values overlaid with the user's edits, as a sync would have written it. A
 * settled row only gets the bank's id.
 */
function mergedFacts(own: MatchSide, bank: MatchSide): RowFacts {
  const facts = { ...factsOf(own), plaidTransactionId: bank.bankId, plaidItemId: bank.itemId };
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

/** The row's previous values, except where the user has edited it since. */
function unmerge(now: MatchSide, { before, after }: { before: RowFacts; after: RowFacts }): RowFacts {
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

/** The amount a row contributes to its account's posted balance. */
function postedMinor({ removedAt, pending, amountMinor }: RowFacts): number {
  return removedAt === null && !pending ? amountMinor : 0;
}
