import type { CivilDate } from "~/domain/shared/dates";
import type { Currency } from "~/domain/shared/money";
import type { ExpenseCategory, Frequency, IncomeCategory } from "./categories";
import { isRecurring, type PlannedExpense, type PlannedIncome, type Timing } from "./plan";

/** What is kept of an item beside its plan. */
interface Kept {
  note: string | null;
  isSyncedFromBank: boolean;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export type StoredExpense = PlannedExpense & Kept;
export type StoredIncome = PlannedIncome & Kept;
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
export interface ExpenseChange extends Change {
  category?: ExpenseCategory;
  isRecurring?: boolean;
}

export interface IncomeChange extends Change {
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
