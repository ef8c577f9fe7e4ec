import { toDecimal } from "~/domain/shared/money";
import type { CivilDate } from "~/domain/shared/time/dates";
import { isRecurring, type StoredExpense, type StoredIncome, type StoredItem } from "./plan";
import type { EntryStatus } from "./recurrence";

interface Projection {
  isProjected: boolean;
  projectedDate: CivilDate | null;
}

const asStored: Projection = { isProjected: false, projectedDate: null };

function itemAnswer(item: StoredItem, projection: Projection) {
  return {
    id: item.id,
    name: item.name,
    amount: toDecimal(item.amountMinor),
    currency: item.currency,
    date: item.date,
    endDate: item.endDate,
    note: item.note,
    isRecurring: isRecurring(item),
    ...projection,
    isSyncedFromBank: item.isSyncedFromBank,
    accountId: item.accountId,
    version: item.version,
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
  };
}

/** An expense in API form: its amount is a decimal number. */
export function expenseAnswer(expense: StoredExpense, projection = asStored) {
  return { ...itemAnswer(expense, projection), category: expense.category, isBudget: expense.isBudget ?? false };
}

export function incomeAnswer(income: StoredIncome, projection = asStored) {
  return { ...itemAnswer(income, projection), category: income.category, frequency: income.frequency };
}

/** The fields of a month's line apart from its item. */
interface Line {
  date: CivilDate;
  isProjected: boolean;
  status: EntryStatus;
  transactionId: string | null;
  planned: { amountMinor: number } | null;
  budgetId: string | null;
}

function lineAnswer({ date, status, transactionId, planned, budgetId }: Line) {
  return {
    ...{ occursOn: date, status, transactionId, isSyncedFromBank: transactionId !== null },
    plannedAmount: planned && toDecimal(planned.amountMinor),
    budgetId,
  };
}

function projectionOf({ date, isProjected }: Line): Projection {
  return { isProjected, projectedDate: isProjected ? date : null };
}

export function expenseOccurrence(entry: Line & { item: StoredExpense }) {
  return { ...expenseAnswer(entry.item, projectionOf(entry)), ...lineAnswer(entry) };
}

export function incomeOccurrence(entry: Line & { item: StoredIncome }) {
  return { ...incomeAnswer(entry.item, projectionOf(entry)), ...lineAnswer(entry) };
}

/** A debt that is paid down monthly; without an end date the number of remaining payments is unknown. */
export interface PaydownPlan {
  expense: StoredExpense;
  nextDate: CivilDate;
  remainingPayments: number | null;
}

export function paydownAnswer({ expense, nextDate, remainingPayments }: PaydownPlan) {
  const { id, name, currency, date, endDate, amountMinor } = expense;
  const remainingTotal = remainingPayments === null ? null : toDecimal(amountMinor * remainingPayments);
  return {
    id,
    name,
    amount: toDecimal(amountMinor),
    currency,
    date,
    endDate,
    nextDate,
    remainingPayments,
    remainingTotal,
  };
}
