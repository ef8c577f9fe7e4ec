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
