import type { CivilDate } from "~/domain/shared/dates";
import type { Currency } from "~/domain/shared/money";
import type { ExpenseCategory, Frequency, IncomeCategory } from "./categories";

export const PLAN_KINDS = ["income", "expense"] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

/** When a planned item happens. */
export interface Timing {
  /** The first occurrence and the anchor of all others. */
  date: CivilDate;
  frequency: Frequency;
  /** The last day on which it may happen, inclusive; an item that happens once has none. */
  endDate: CivilDate | null;
  /** The day of the month it aims at, when `date` itself had to be clamped; the day of `date` otherwise. */
  anchorDay?: number;
}

interface PlannedBase extends Timing {
  id: string;
  name: string;
  /** Minor units of `currency`, above zero for income and expense alike. */
  amountMinor: number;
  currency: Currency;
  /** The account it is paid into or from, where that is known. */
  accountId: string | null;
}

export interface PlannedIncome extends PlannedBase {
  kind: "income";
  category: IncomeCategory;
}

export interface PlannedExpense extends PlannedBase {
  kind: "expense";
  category: ExpenseCategory;
  /** What is spent in its category counts against it; false where it is missing. */
  isBudget?: boolean;
}

/** An income or an expense as the household entered it. */
export type PlannedItem = PlannedIncome | PlannedExpense;

/** Names an item among income and expenses together, whose ids may be equal. */
export function planKey(item: { kind: PlanKind; id: string }): string {
  return `${item.kind}:${item.id}`;
}

/** Names one occurrence of an item: anchored occurrences never move, so item and date are enough. */
export function occurrenceKey(item: { kind: PlanKind; id: string }, date: CivilDate): string {
  return `${planKey(item)}@${date}`;
}

/** The amount as it changes a balance: plus for income, minus for an expense. */
export function signedAmount(item: { kind: PlanKind; amountMinor: number }): number {
  return item.kind === "income" ? item.amountMinor : -item.amountMinor;
}

export function isRecurring(item: { frequency: Frequency }): boolean {
  return item.frequency !== "once";
}

/** An expense's recurring mark means monthly; without it there is no end date. */
export function expenseTiming(expense: { date: CivilDate; isRecurring: boolean; endDate: CivilDate | null }): Timing {
  return expense.isRecurring
    ? { date: expense.date, frequency: "monthly", endDate: expense.endDate }
    : { date: expense.date, frequency: "once", endDate: null };
}

/** What is stored of an item beside its plan. */
interface StoredFields {
  note: string | null;
  isSyncedFromBank: boolean;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export type StoredExpense = PlannedExpense & StoredFields;
export type StoredIncome = PlannedIncome & StoredFields;
export type StoredItem = StoredExpense | StoredIncome;

interface Change {
  name?: string;
  amountMinor?: number;
  currency?: Currency;
  date?: CivilDate;
  endDate?: CivilDate | null;
  note?: string | null;
  accountId?: string | null;
}

/** What an edit says of an expense; what it leaves out stays as it is. */
interface ExpenseChange extends Change {
  category?: ExpenseCategory;
  isRecurring?: boolean;
  isBudget?: boolean;
}

interface IncomeChange extends Change {
  category?: IncomeCategory;
  frequency?: Frequency;
}

export const ENDS_BEFORE_START = "End date must be on or after the date";

export function endsBeforeStart({ date, endDate }: Pick<Timing, "date" | "endDate">): boolean {
  return endDate !== null && endDate < date;
}

// An item that happens once has no end; one that is given a new first day aims at that day of the month.
function timing(stored: StoredItem, changed: Timing): Pick<Timing, "date" | "endDate" | "anchorDay"> {
  return {
    date: changed.date,
    endDate: isRecurring(changed) ? changed.endDate : null,
    anchorDay: changed.date === stored.date ? stored.anchorDay : undefined,
  };
}

/** The expense after an edit at `now`; a recurring mark means monthly. */
export function revisedExpense(stored: StoredExpense, change: ExpenseChange, now: string): StoredExpense {
  const { isRecurring: recurs = isRecurring(stored), ...rest } = change;
  const changed = { ...stored, ...rest, frequency: recurs ? ("monthly" as const) : ("once" as const) };
  return { ...changed, ...timing(stored, changed), version: stored.version + 1, updatedAt: now };
}

/** The income after an edit at `now`. */
export function revisedIncome(stored: StoredIncome, change: IncomeChange, now: string): StoredIncome {
  const changed = { ...stored, ...change };
  return { ...changed, ...timing(stored, changed), version: stored.version + 1, updatedAt: now };
}

const BUDGET_NAMES: Partial<Record<ExpenseCategory, readonly string[]>> = {
  food: ["food", "groceries", "dining", "dining out", "eating out", "restaurants"],
  transportation: ["transportation", "gas", "fuel"],
  entertainment: ["entertainment", "going out"],
  shopping: ["shopping", "clothes", "clothing"],
};

/** Whether an expense is a budget unless somebody says otherwise: it recurs and is named like what its category holds. */
export function isBudgetByName(expense: { name: string; category: ExpenseCategory; isRecurring: boolean }): boolean {
  const names = BUDGET_NAMES[expense.category] ?? [];
  return expense.isRecurring && names.includes(expense.name.trim().toLowerCase());
}
