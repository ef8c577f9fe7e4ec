import type { AccountType, TransactionType } from "~/domain/finance/accounts/account";
import type { Spending } from "~/domain/finance/matching/budgets";
import type { BankRow } from "~/domain/finance/matching/matching";
import type { ExpenseCategory, IncomeCategory } from "~/domain/finance/tracker/categories";
import { type CivilDate, dayNumber } from "~/domain/shared/time/dates";

/** An account row with the fields that decide whether it is income, spending or neither. */
export interface LedgerRow extends BankRow {
  type: TransactionType;
  category: string;
  accountType: AccountType;
  /** The household has excluded it from every month. */
  excluded: boolean;
  /** The name shown on screens: the merchant, else the description. */
  name: string;
}

/** The fields that decide how a row counts. */
type CountedRow = Omit<LedgerRow, "name">;

/** How a row counts. `amountMinor` is negative for money that comes back: a refund lowers its category. */
export type RowEffect =
  | { kind: "income"; category: IncomeCategory; amountMinor: number }
  | { kind: "expense"; category: ExpenseCategory; amountMinor: number };

const INCOME_OF: Partial<Record<string, IncomeCategory>> = {
  income: "other",
  salary: "salary",
  business: "freelance",
  investing: "investment",
  gift: "gift",
  other: "other",
};

const EXPENSE_OF: Partial<Record<string, ExpenseCategory>> = {
  housing: "housing",
  food: "food",
  groceries: "food",
  dining: "food",
  utilities: "utilities",
  bill: "utilities",
  healthcare: "healthcare",
  education: "education",
  entertainment: "entertainment",
  transportation: "transportation",
  shopping: "shopping",
  debt: "debt_paydown",
};

/** Money put aside or moved rather than spent: transfers to investments or savings. */
const PUT_ASIDE = new Set(["investing", "savings"]);

/** Not refunds when money comes back: money borrowed, or put aside earlier. */
const NO_REFUND = new Set(["debt", "savings"]);

/**
 * How a posted row counts; null for rows that never count: pending and excluded rows, transfers and adjustments, money put aside,
 * and payments to a card.
 */
export function rowEffect(row: CountedRow): RowEffect | null {
  return row.pending ? null : effectOncePosted(row);
}

function effectOncePosted(row: CountedRow): RowEffect | null {
  const { amountMinor, category, type } = row;
  if (row.excluded || type === "transfer" || type === "adjustment") return null;
  if (amountMinor > 0) return moneyIn(row);
  if (type === "withdrawal" && PUT_ASIDE.has(category)) return null;
  return { kind: "expense", category: EXPENSE_OF[category] ?? "other", amountMinor: -amountMinor };
}

function moneyIn({ amountMinor, category, type, accountType }: CountedRow): RowEffect | null {
  if (NO_REFUND.has(category)) return null;
  if (type === "interest") return { kind: "income", category: "investment", amountMinor };
  const earned = INCOME_OF[category];
  if (!earned) return { kind: "expense", category: EXPENSE_OF[category] ?? "other", amountMinor: -amountMinor };
  return accountType === "credit" ? null : { kind: "income", category: earned, amountMinor };
}

const TRANSFER_DAYS = 5;
const SAYS_TRANSFER = /\b(transfer|xfer|trsf|tfr|from|to|payment|pymt|autopay)\b/i;
// The trigger account_transactions_become_a_transfer and accounts/transfer-halves.server.ts use the same days and categories.
const MAY_BE_MOVED = new Set(["other", "debt", "bill", "savings", "investing"]);

// Money into a card, or a description that says so: two equal amounts alone may be a coincidence.
function isMove(out: CountedRow, into: CountedRow): boolean {
  if (out.accountId === into.accountId || out.currency !== into.currency) return false;
  if (Math.abs(dayNumber(out.date) - dayNumber(into.date)) > TRANSFER_DAYS) return false;
  if (into.accountType === "credit") return out.accountType !== "credit";
  return SAYS_TRANSFER.test(out.text) && SAYS_TRANSFER.test(into.text);
}

/**
 * The rows that are two ends of a move between the household's own accounts, not marked as a transfer: the same amount out of one
 * account and into another within five days. Each row is used once, nearest day first.
 */
export function ownMoves(rows: readonly CountedRow[]): Set<string> {
  const movable = rows.filter(
    ({ pending, type, category }) =>
      !pending && type !== "transfer" && type !== "adjustment" && MAY_BE_MOVED.has(category),
  );
  const arriving = new Map<number, CountedRow[]>();
  for (const row of movable) {
    if (row.amountMinor <= 0) continue;
    const others = arriving.get(row.amountMinor);
    if (others) others.push(row);
    else arriving.set(row.amountMinor, [row]);
  }
  const moved = new Set<string>();
  for (const out of movable) {
    if (out.amountMinor >= 0) continue;
    const near = arriving
      .get(-out.amountMinor)
      ?.filter((into) => !moved.has(into.id) && isMove(out, into))
      .sort((a, b) => distance(a.date, out.date) - distance(b.date, out.date) || (a.id < b.id ? -1 : 1));
    const into = near?.[0];
    if (into) moved.add(out.id).add(into.id);
  }
  return moved;
}

function distance(a: CivilDate, b: CivilDate): number {
  return Math.abs(dayNumber(a) - dayNumber(b));
}

/** Tells for each row whether it counts as income or spending, or will once it is posted. */
export function withCounts<Row extends CountedRow>(rows: readonly Row[]): (Row & { counts: boolean })[] {
  const moves = ownMoves(rows);
  return rows.map((row) => ({ ...row, counts: !moves.has(row.id) && effectOncePosted(row) !== null }));
}

/** The effect of rows on expense categories. */
export function spendingOf(rows: readonly (CountedRow & { counts: boolean })[]): Spending[] {
  return rows.flatMap((row): Spending[] => {
    const effect = row.counts ? rowEffect(row) : null;
    if (effect?.kind !== "expense") return [];
    const { category, amountMinor } = effect;
    return [{ rowId: row.id, date: row.date, currency: row.currency, category, amountMinor }];
  });
}
