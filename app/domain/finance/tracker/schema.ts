import { z } from "zod";
import { blankToNull, optionalText, version } from "~/domain/shared/fields";
import { CURRENCIES, minorFromDecimal, parseAmount, toDecimal } from "~/domain/shared/money";
import { isMoneyDate, sentDate } from "~/domain/shared/time/dates";
import { EXPENSE_CATEGORIES, expenseCategory, FREQUENCIES, INCOME_CATEGORIES, incomeCategory } from "./categories";
import { MOVE_SCOPES } from "./move";
import { ENDS_BEFORE_START, endsBeforeStart, isBudgetByName } from "./plan";
import { ENTRY_STATUSES } from "./recurrence";

const MAX_AMOUNT_MINOR = 100_000_000_000;

/** Minor units of an amount, which JSON sends as a number and a form as text; null if it is not an amount. */
function readAmount(value: number | string): number | null {
  return typeof value === "string" ? parseAmount(value) : minorFromDecimal(value);
}

function amountProblem(value: number | string): string | null {
  if (value === "") return "Amount is required";
  const minor = readAmount(value);
  const decimals = typeof value === "string" ? /\.\d{3,}$/.test(value) : minor !== null && toDecimal(minor) !== value;
  if (decimals) return "Amount can have at most 2 decimals";
  if (minor === null) return "Please enter a valid amount";
  if (minor <= 0) return "Amount must be greater than 0";
  return minor > MAX_AMOUNT_MINOR ? "Amount must be at most 1,000,000,000" : null;
}

const amount = z.union([z.string().trim(), z.number()], { error: "Amount is required" }).transform((value, check) => {
  const problem = amountProblem(value);
  if (problem) check.addIssue({ code: "custom", message: problem });
  return readAmount(value) ?? 0;
});

/** A civil date, or an instant with the sender's date; years 1970 to 2199. */
const day = z
  .string({ error: "Date is required" })
  .trim()
  .min(1, { error: "Date is required", abort: true })
  .transform((text) => sentDate(text) ?? "")
  .refine(isMoneyDate, "Please enter a valid date");

const expenseNameMessages = {
  missing: "Expense name is required",
  short: "Expense name must be at least 2 characters",
};
const incomeNameMessages = {
  missing: "Income source is required",
  short: "Income source must be at least 2 characters",
};

function name({ missing, short }: typeof expenseNameMessages) {
  return z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing, abort: true })
    .min(2, short)
    .max(120, "Please use at most 120 characters")
    .regex(/^[^\p{Cc}]*$/u, "Please remove line breaks and control characters");
}

const currency = z.enum(CURRENCIES, { error: "Please choose a currency" });
const note = optionalText(2000);
const endDate = blankToNull(day);
/** The account it is paid from or into; null for none. */
const accountId = blankToNull(z.string().trim().max(64, "Please choose one of your accounts"));
const frequency = z.enum(FREQUENCIES, { error: "Please choose a frequency" });
const isRecurring = z.boolean({ error: "isRecurring must be true or false" });
const isBudget = z
  .boolean({ error: "isBudget must be true or false" })
  .describe("Spending in the category counts against it; a month counts the larger of the two");
const expenseCategoryField = z.string().transform(expenseCategory);
const incomeCategoryField = z.string().transform(incomeCategory);

const whenNew = { amount, date: day, endDate, note, accountId, currency: currency.default("USD") };
const newExpense = {
  name: name(expenseNameMessages),
  ...whenNew,
  category: expenseCategoryField.default("other"),
  isRecurring: isRecurring.default(false),
  isBudget: isBudget.default(false),
};
const newIncome = {
  name: name(incomeNameMessages),
  ...whenNew,
  category: incomeCategoryField.default("other"),
  frequency: frequency.default("once"),
};

interface Dated {
  amount: number;
  date: string;
  endDate: string | null;
}

// A one-time item has no end date: one that was sent is dropped, as when the form's recurring box is unchecked.
function settled<Input extends Dated>({ amount: amountMinor, ...input }: Input, recurs: boolean) {
  return { ...input, amountMinor, endDate: recurs ? input.endDate : null };
}

function checkEnd(item: { date: string; endDate: string | null }, check: z.RefinementCtx): void {
  if (endsBeforeStart(item)) check.addIssue({ code: "custom", path: ["endDate"], message: ENDS_BEFORE_START });
}

/** The fields of a new expense, before cross-field checks. */
export const ExpenseFields = z.object(newExpense);

/** The form of a new expense: an unchecked box means false. */
export const NewExpenseForm = ExpenseFields.transform((input) => settled(input, input.isRecurring)).superRefine(
  checkEnd,
);
export type NewExpense = z.output<typeof NewExpenseForm>;

/** A new expense sent to the API. */
export const NewExpense = ExpenseFields.extend({
  isBudget: isBudget
    .optional()
    .describe("Defaults to true for a recurring expense named like its category, such as Groceries in food"),
})
  .transform(({ isBudget: chosen, ...input }) =>
    settled({ ...input, isBudget: chosen ?? isBudgetByName(input) }, input.isRecurring),
  )
  .superRefine(checkEnd);

/** The edit form contains every field. */
export const ExpenseForm = z
  .object({ ...newExpense, version })
  .transform((input) => settled(input, input.isRecurring))
  .superRefine(checkEnd);

/** The fields of a new income, before cross-field checks. */
export const IncomeFields = z.object(newIncome);

/** A recurring flag, if sent, is ignored: an income recurs by its frequency. */
export const NewIncome = IncomeFields.transform((input) => settled(input, input.frequency !== "once")).superRefine(
  checkEnd,
);
export type NewIncome = z.output<typeof NewIncome>;

export const IncomeForm = z
  .object({ ...newIncome, version })
  .transform((input) => settled(input, input.frequency !== "once"))
  .superRefine(checkEnd);

const whenChanged = { amount, date: day, endDate, note, accountId, currency };

function renamed<Input extends { amount?: number }>({ amount: amountMinor, ...input }: Input) {
  return amountMinor === undefined ? input : { ...input, amountMinor };
}

/** Omitted fields keep their values. */
export const ExpensePatch = z
  .object({ name: name(expenseNameMessages), ...whenChanged, category: expenseCategoryField, isRecurring, isBudget })
  .partial()
  .extend({ version })
  .transform(renamed);
export type ExpensePatch = z.output<typeof ExpensePatch>;

export const IncomePatch = z
  .object({ name: name(incomeNameMessages), ...whenChanged, category: incomeCategoryField, frequency })
  .partial()
  .extend({ version })
  .transform(renamed);
export type IncomePatch = z.output<typeof IncomePatch>;

/** An occurrence, its new date, and whether later occurrences move with it. */
export const MoveOccurrence = z
  .object({ date: day, to: day, scope: z.enum(MOVE_SCOPES).default("one"), version })
  .refine(({ date, to }) => date !== to, { path: ["to"], error: "Choose another day" });
export type MoveOccurrence = z.output<typeof MoveOccurrence>;

const item = {
  id: z.string(),
  name: z.string(),
  amount: z.number().describe("Decimal, in `currency`"),
  currency: z.enum(CURRENCIES),
  date: z.string().describe("YYYY-MM-DD of the first occurrence"),
  endDate: z.string().nullable().describe("YYYY-MM-DD, inclusive; null if it does not end"),
  note: z.string().nullable(),
  isRecurring: z.boolean(),
  isProjected: z.boolean().describe("True if it is projected into a later month, not entered for this day"),
  projectedDate: z.string().nullable().describe("YYYY-MM-DD of the projected occurrence; null unless `isProjected`"),
  isSyncedFromBank: z.boolean(),
  accountId: z.string().nullable(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

/** An expense as returned by the API. */
export const Expense = z.object({ ...item, category: z.enum(EXPENSE_CATEGORIES), isBudget });
export const Income = z.object({
  ...item,
  category: z.enum(INCOME_CATEGORIES),
  frequency: z.enum(FREQUENCIES),
});

const occurrence = {
  occursOn: z.string().describe("YYYY-MM-DD of this occurrence; for a posted transaction, its own date"),
  status: z
    .enum(ENTRY_STATUSES)
    .describe(
      "`paid`: a planned occurrence that has a transaction; `unplanned`: a posted transaction without a plan; `missed`: does not count; `budgeted`: a posted transaction that counts against a budget",
    ),
  transactionId: z.string().nullable().describe("The posted transaction; null for a planned occurrence"),
  plannedAmount: z
    .number()
    .nullable()
    .describe(
      "The planned amount of a `paid` occurrence; the whole amount of a budget, whose `amount` is what is left",
    ),
  budgetId: z.string().nullable().describe("The budget it counts against; null if none"),
};

/** A line of a month: a posted row, or a planned occurrence without one. An unplanned row has its own id. */
export const ExpenseOccurrence = Expense.extend(occurrence);
export const IncomeOccurrence = Income.extend(occurrence);

export const listOf = <S extends z.ZodType>(items: S) =>
  z.object({ items: z.array(items), nextCursor: z.string().nullable(), total: z.number().nullable() });

export const PaydownPlan = z.object({
  id: z.string(),
  name: z.string(),
  amount: z.number().describe("Decimal amount per month"),
  currency: z.enum(CURRENCIES),
  date: z.string(),
  endDate: z.string().nullable(),
  nextDate: z.string().nullable().describe("YYYY-MM-DD of the next payment"),
  remainingPayments: z.number().nullable().describe("Counted from today; null without an end"),
  remainingTotal: z.number().nullable(),
});
