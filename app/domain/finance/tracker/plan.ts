import type { Currency } from "~/domain/shared/money";
import { type CivilDate, isMoneyDate } from "~/domain/shared/time/dates";
import type { ExpenseCategory, Frequency, IncomeCategory } from "./categories";

export const PLAN_KINDS = ["income", "expense"] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

/** When a planned item occurs. */
export interface Timing {
  /** The first occurrence and the anchor of all others. */
  date: CivilDate;
  frequency: Frequency;
  /** The last date on which it may occur, inclusive; null for a one-time item. */
  endDate: CivilDate | null;
  /** The intended day of the month, if `date` itself had to be clamped; otherwise the day of `date`. */
  anchorDay?: number;
}

interface PlannedBase extends Timing {
  id: string;
  name: string;
  /** Minor units of `currency`, positive for both income and expenses. */
  amountMinor: number;
  currency: Currency;
  /** The account it is paid into or from, if known. */
  accountId: string | null;
}

export interface PlannedIncome extends PlannedBase {
  kind: "income";
  category: IncomeCategory;
}

export interface PlannedExpense extends PlannedBase {
  kind: "expense";
  category: ExpenseCategory;
  /** Whether spending in its category counts against it; defaults to false. */
  isBudget?: boolean;
}

/** An income or an expense as the household entered it. */
export type PlannedItem = PlannedIncome | PlannedExpense;

/** Identifies an item among income and expenses, whose ids may be equal. */
export function planKey(item: { kind: PlanKind; id: string }): string {
  return `${item.kind}:${item.id}`;
}

/** Identifies one occurrence of an item: dates of occurrences never shift, so item and date are enough. */
export function occurrenceKey(item: { kind: PlanKind; id: string }, date: CivilDate): string {
  return `${planKey(item)}@${date}`;
}

/** Parses what `occurrenceKey` returns, such as 'expense:7f…@2026-11-21'; null for anything else. */
export function readOccurrenceKey(text: string): { kind: PlanKind; id: string; date: CivilDate } | null {
  const [, kind, id, date] = /^(income|expense):([^@]+)@(.+)$/.exec(text) ?? [];
  if (!id || !date || !isMoneyDate(date)) return null;
  return { kind: kind === "income" ? "income" : "expense", id, date };
}

/** The amount's effect on a balance: positive for income, negative for an expense. */
export function signedAmount(item: { kind: PlanKind; amountMinor: number }): number {
  return item.kind === "income" ? item.amountMinor : -item.amountMinor;
}

export function isRecurring(item: { frequency: Frequency }): boolean {
  return item.frequency !== "once";
}

/** The stored fields of an item that are not part of its plan. */
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

/** An edit of an expense; omitted fields keep their values. */
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

// A one-time item has no end date; a new start date also sets the intended day of the month.
function timing(stored: StoredItem, changed: Timing): Pick<Timing, "date" | "endDate" | "anchorDay"> {
  return {
    date: changed.date,
    endDate: isRecurring(changed) ? changed.endDate : null,
    anchorDay: changed.date === stored.date ? stored.anchorDay : undefined,
  };
}

/** The expense after an edit at `now`; a recurring expense repeats monthly. */
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

/** Whether an expense is a budget by default: it is recurring and its name matches its category's content. */
export function isBudgetByName(expense: { name: string; category: ExpenseCategory; isRecurring: boolean }): boolean {
  const names = BUDGET_NAMES[expense.category] ?? [];
  return expense.isRecurring && names.includes(expense.name.trim().toLowerCase());
}
