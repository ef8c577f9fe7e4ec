import { z } from "zod";
import { PLAN_KINDS } from "~/domain/finance/tracker/plan";
import { Expense, ExpenseOccurrence, Income, IncomeOccurrence } from "~/domain/finance/tracker/schema";
import { civilDate } from "~/domain/shared/fields";
import { CURRENCIES } from "~/domain/shared/money";
import { PROJECTION_MODES } from "./projected-assets";

const year = z.coerce
  .number({ error: "Please enter a year from 1970 to 2199" })
  .int("Please enter a year from 1970 to 2199")
  .min(1970, "Please enter a year from 1970 to 2199")
  .max(2199, "Please enter a year from 1970 to 2199");
const month = z.coerce
  .number({ error: "Please enter a month from 1 to 12" })
  .int("Please enter a month from 1 to 12")
  .min(1, "Please enter a month from 1 to 12")
  .max(12, "Please enter a month from 1 to 12");

const currency = z
  .enum(CURRENCIES, { error: "Please choose USD, EUR, GBP, CAD or AUD" })
  .optional()
  .describe("Defaults to the household's first currency; amounts in different currencies are never added together");
const disabled = z
  .string()
  .max(4000)
  .optional()
  .describe("Ids of expenses to exclude, separated by commas")
  .transform((ids) => new Set(ids?.split(",").filter(Boolean)));

export const MonthQuery = z.object({ year, month });
export const SummaryQuery = z.object({ year, month, currency });
export const CashflowQuery = z.object({ year, month, currency, disabled });
/** Defaults to the current month. */
export const MonthlyQuery = z.object({ year: year.optional(), month: month.optional(), currency, disabled });
export const YearQuery = z.object({ year, currency });
export const RangeQuery = z
  .object({ startYear: year, startMonth: month, endYear: year, endMonth: month })
  .refine(({ startYear, startMonth, endYear, endMonth }) => startYear * 12 + startMonth <= endYear * 12 + endMonth, {
    path: ["endMonth"],
    error: "The range ends before it starts",
  });
export const OneTimeQuery = z
  .object({ fromYear: year, fromMonth: month, toYear: year, toMonth: month.default(12), currency })
  .refine(({ fromYear, fromMonth, toYear, toMonth }) => fromYear * 12 + fromMonth <= toYear * 12 + toMonth, {
    path: ["toMonth"],
    error: "The range ends before it starts",
  });

const projectionMode = z
  .enum(PROJECTION_MODES, { error: "mode must be whole_month or remaining_days" })
  .describe("How the current month counts: all of it as planned, or only what is still to come from today on");
export const ProjectionQuery = z.object({
  year,
  month,
  currency,
  disabled,
  mode: projectionMode.optional().describe("Defaults to the household's choice"),
});
export const ProjectionChoice = z.object({ mode: projectionMode });

export const ProjectedAssets = z.object({
  month: z.number(),
  year: z.number(),
  currency: z.enum(CURRENCIES),
  mode: projectionMode,
  balances: z.number().describe("Total of active accounts today, without credit accounts"),
  recurringNet: z.number(),
  oneTimeIncome: z.number(),
  oneTimeExpenses: z.number(),
  adjustment: z.number().describe("Amount added back for the excluded expenses"),
  projectedAssets: z.number(),
});

/** Whether a posted row is a given occurrence of an item. */
export const PlannedMatch = z.object({
  kind: z.enum(PLAN_KINDS, { error: "kind must be income or expense" }),
  itemId: z.string().min(1).max(64),
  date: civilDate.describe("YYYY-MM-DD of the planned occurrence"),
  same: z.boolean({ error: "same must be true or false" }).default(true),
});
export type PlannedMatch = z.output<typeof PlannedMatch>;

const amounts = z.record(z.string(), z.number());

export const MonthlySummary = z.object({
  total: z.number(),
  byCategory: amounts.describe("Decimal amount by category; categories without an amount are omitted"),
  currency: z.enum(CURRENCIES),
  currencies: z
    .array(z.enum(CURRENCIES))
    .describe(
      "Currencies of all occurrences in the month, then those of the plan around it and of the active accounts",
    ),
});

const sum = z.object({ total: z.number(), byCategory: amounts });

export const MonthlyCashflow = z.object({
  income: sum,
  expenses: sum,
  netCashflow: z.number(),
  savingsRate: z.number().describe("Percent of income, unrounded; 0 without income"),
  month: z.number(),
  year: z.number(),
  currency: z.enum(CURRENCIES),
});

export const MonthlyDetails = MonthlyCashflow.extend({
  incomeItems: z.array(IncomeOccurrence),
  expenseItems: z.array(ExpenseOccurrence),
});

export const YearlyCashflow = z.record(z.string().describe("Month, 1 to 12"), MonthlyCashflow);

export const OneTimeTransactions = z.object({
  income: z.object({ total: z.number(), items: z.array(Income) }),
  expenses: z.object({ total: z.number(), items: z.array(Expense) }),
  net: z.number(),
  currency: z.enum(CURRENCIES),
});
