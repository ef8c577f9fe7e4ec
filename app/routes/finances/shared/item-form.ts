import type { SubmissionResult } from "@conform-to/react";
import { isRecurring, type PlanKind, type StoredItem } from "~/domain/finance/tracker/plan";
import { type CivilDate, firstDayOfMonth, type MonthKey, monthKey } from "~/domain/shared/dates";
import { type Currency, toDecimal } from "~/domain/shared/money";

/** The fields of an income or an expense as a form holds them. */
export interface ItemForm {
  name: string;
  amount: string;
  currency: string;
  accountId: string;
  date: string;
  category: string;
  /** An expense's mark; an income has a frequency instead. */
  isRecurring: string;
  frequency: string;
  endDate: string;
  note: string;
}

/** What came back from a refused form of the tracker. */
export interface ItemRefusal {
  lastResult?: SubmissionResult<string[]>;
  details?: Record<string, unknown>;
}

/** What an empty form begins with: today where the screen shows this month, else the month's first day. */
export function emptyItem(month: MonthKey, today: CivilDate, currency: Currency): Partial<ItemForm> {
  const date = month === monthKey(today) ? today : firstDayOfMonth(month);
  return { date, currency, category: "other", frequency: "once" };
}

export function itemForm(item: StoredItem): ItemForm {
  return {
    name: item.name,
    amount: toDecimal(item.amountMinor).toFixed(2),
    currency: item.currency,
    accountId: item.accountId ?? "",
    date: item.date,
    category: item.category,
    isRecurring: isRecurring(item) ? "on" : "",
    frequency: item.frequency,
    endDate: item.endDate ?? "",
    note: item.note ?? "",
  };
}

/** The names of the forms' intents, one for each thing that can be done to an item. */
export function intentOf(act: "add" | "edit" | "delete", kind: PlanKind): string {
  return `${act}-${kind}`;
}

/** What a refused form says of itself rather than of a field. */
export function formErrors(actionData: unknown): string[] {
  if (typeof actionData !== "object" || actionData === null || !("lastResult" in actionData)) return [];
  const { lastResult } = actionData;
  if (typeof lastResult !== "object" || lastResult === null || !("error" in lastResult)) return [];
  const { error } = lastResult;
  if (typeof error !== "object" || error === null || !("" in error)) return [];
  const messages: unknown = error[""];
  return Array.isArray(messages) ? messages.map(String) : [];
}
