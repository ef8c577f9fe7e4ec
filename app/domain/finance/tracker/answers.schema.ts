import { z } from "zod";
import { CURRENCIES } from "~/domain/shared/money";
import { EXPENSE_CATEGORIES, FREQUENCIES, INCOME_CATEGORIES } from "./categories";

const item = {
  id: z.string(),
  name: z.string(),
  amount: z.number().describe("Decimal, in `currency`"),
  currency: z.enum(CURRENCIES),
  date: z.string().describe("YYYY-MM-DD of the first occurrence"),
  endDate: z.string().nullable().describe("YYYY-MM-DD, inclusive; null where it does not end"),
  note: z.string().nullable(),
  isRecurring: z.boolean(),
  isProjected: z.boolean().describe("Foreseen in a later month, rather than planned for this very day"),
  projectedDate: z.string().nullable().describe("YYYY-MM-DD of the projected occurrence; null unless `isProjected`"),
  isSyncedFromBank: z.boolean(),
  accountId: z.string().nullable(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

/** An expense as the API answers it. */
export const Expense = z.object({ ...item, category: z.enum(EXPENSE_CATEGORIES) });
export const Income = z.object({
  ...item,
  category: z.enum(INCOME_CATEGORIES),
  frequency: z.enum(FREQUENCIES),
});

const occursOn = z.string().describe("YYYY-MM-DD: the day of this occurrence");

/** A line of a month: one occurrence of an item. */
export const ExpenseOccurrence = Expense.extend({ occursOn });
export const IncomeOccurrence = Income.extend({ occursOn });

export const listOf = <S extends z.ZodType>(items: S) =>
  z.object({ items: z.array(items), nextCursor: z.string().nullable(), total: z.number().nullable() });

export const PaydownPlan = z.object({
  id: z.string(),
  name: z.string(),
  amount: z.number().describe("Decimal, each month"),
  currency: z.enum(CURRENCIES),
  date: z.string(),
  endDate: z.string().nullable(),
  nextDate: z.string().nullable().describe("YYYY-MM-DD of the next payment"),
  remainingPayments: z.number().nullable().describe("From today on; null where no end is set"),
  remainingTotal: z.number().nullable(),
});
