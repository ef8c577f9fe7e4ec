import type { Frequency } from "~/domain/finance/tracker/categories";
import { type PlannedItem, signedAmount } from "~/domain/finance/tracker/plan";
import type { CivilDate } from "~/domain/shared/dates";
import type { Currency } from "~/domain/shared/money";

/** A row of a bank account; `amountMinor` as the holder sees it, below zero for money out. */
export interface BankRow {
  id: string;
  accountId: string;
  date: CivilDate;
  amountMinor: number;
  currency: Currency;
  /** Description and merchant as far as there are any. */
  text: string;
  pending: boolean;
}

/** How many days before or after its date an occurrence may be on the account. */
export const EARLY_DAYS = 3;
const LATE_DAYS = 7;
const LATE_DAYS_WEEKLY = 3;

const MOST_DRIFT_PERCENT = 30;
const COST_PER_DAY = 10;
const COST_OF_OTHER_NAME = 15;
const SAYS_NOTHING = new Set(["bill", "bills", "card", "monthly", "pay", "payment", "payments", "the", "and", "for"]);

/** Weekly items stay within half their step, or the next occurrence would take the row. */
export function lateDays(frequency: Frequency): number {
  return frequency === "weekly" ? LATE_DAYS_WEEKLY : LATE_DAYS;
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word.length > 2 && !SAYS_NOTHING.has(word));
}

/** True when the row's text holds a telling word of the item's name. */
export function namesAgree(name: string, text: string): boolean {
  const words = new Set(wordsOf(text));
  return wordsOf(name).some((word) => words.has(word));
}

function remembered<Value>(make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

/** The same for many names and texts: each is taken apart once. */
export function manyNames(): typeof namesAgree {
  const nameWords = remembered(wordsOf);
  const textWords = remembered((text) => new Set(wordsOf(text)));
  return (name, text) => {
    const words = textWords(text);
    for (const word of nameWords(name)) if (words.has(word)) return true;
    return false;
  };
}

/**
 * How badly a row fits an occurrence `days` after its date; null when it cannot be it. Direction, currency and account
 * (if the item has one) must agree; the amount must be the same, or within 30 % when the names agree.
 */
export function fitCost(
  item: PlannedItem,
  row: BankRow,
  { days, agree }: { days: number; agree: typeof namesAgree },
): number | null {
  if (days < -EARLY_DAYS || days > lateDays(item.frequency)) return null;
  if (row.currency !== item.currency || (item.accountId !== null && row.accountId !== item.accountId)) return null;
  const expected = signedAmount(item);
  if (expected === 0 || Math.sign(row.amountMinor) !== Math.sign(expected)) return null;
  const drift = (Math.abs(row.amountMinor - expected) * 100) / Math.abs(expected);
  if (drift > MOST_DRIFT_PERCENT) return null;
  const sameName = agree(item.name, row.text);
  if (drift > 0 && !sameName) return null;
  return Math.abs(days) * COST_PER_DAY + drift + (sameName ? 0 : COST_OF_OTHER_NAME);
}
