import { sumMinor } from "~/domain/shared/money";
import { type MonthlyCashflow, totalsOf } from "./cashflow";

const INCOME_STABILITIES = ["very_stable", "some_variation", "fluctuating"] as const;
export type IncomeStability = (typeof INCOME_STABILITIES)[number];

const EXPENSE_CONSISTENCIES = ["consistent", "moderate", "significant"] as const;
export type ExpenseConsistency = (typeof EXPENSE_CONSISTENCIES)[number];

const SAVINGS_TRENDS = ["improving", "stable", "decreasing"] as const;
export type SavingsTrend = (typeof SAVINGS_TRENDS)[number];

const SAVINGS_GRADES = ["excellent", "doing_well", "positive", "negative"] as const;
export type SavingsGrade = (typeof SAVINGS_GRADES)[number];

/** The insights in the year view; the stabilities are null for a year without income or without expenses. */
interface YearlyInsights {
  income: IncomeStability | null;
  expenses: ExpenseConsistency | null;
  trend: SavingsTrend;
  overall: SavingsGrade;
  /** Percent of the year's income, unrounded. */
  savingsRate: number;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : sumMinor(values) / values.length;
}

/** Population standard deviation in percent of the mean; null when the mean is 0. */
export function variation(values: readonly number[]): number | null {
  const average = mean(values);
  if (average === 0) return null;
  return (Math.sqrt(mean(values.map((value) => (value - average) ** 2))) * 100) / average;
}

/** Under 10% very stable, under 25% some variation, else fluctuating. */
function incomeStability(percent: number): IncomeStability {
  if (percent < 10) return "very_stable";
  return percent < 25 ? "some_variation" : "fluctuating";
}

/** Under 15% consistent, under 30% moderate, else significant. */
function expenseConsistency(percent: number): ExpenseConsistency {
  if (percent < 15) return "consistent";
  return percent < 30 ? "moderate" : "significant";
}

/**
 * Compares the second half-year's mean savings rate with the first's: a difference of more than 5 percentage points is a trend.
 */
function savingsTrend(monthlyRates: readonly number[]): SavingsTrend {
  const half = Math.floor(monthlyRates.length / 2);
  const change = mean(monthlyRates.slice(half)) - mean(monthlyRates.slice(0, half));
  if (change > 5) return "improving";
  return change < -5 ? "decreasing" : "stable";
}

/** 20% and up excellent, 10% and up doing well, 0% and up positive, otherwise negative. */
function savingsGrade(rate: number): SavingsGrade {
  if (rate >= 20) return "excellent";
  if (rate >= 10) return "doing_well";
  return rate >= 0 ? "positive" : "negative";
}

/** The insights for a year, given its twelve months. */
export function yearlyInsights(months: readonly MonthlyCashflow[]): YearlyInsights {
  const { savingsRate } = totalsOf(months);
  const income = variation(months.map((month) => month.income.totalMinor));
  const expenses = variation(months.map((month) => month.expenses.totalMinor));
  return {
    income: income === null ? null : incomeStability(income),
    expenses: expenses === null ? null : expenseConsistency(expenses),
    trend: savingsTrend(months.map((month) => month.savingsRate)),
    overall: savingsGrade(savingsRate),
    savingsRate,
  };
}
