import { Stat } from "~/components/stat";
import type { MonthlyCashflow } from "~/domain/finance/cashflow/cashflow";
import { spendingTips } from "~/domain/finance/cashflow/tips";
import { EXPENSE_CATEGORY_LABELS } from "~/domain/finance/tracker/categories";
import { formatMonth } from "~/domain/shared/date-format";
import { monthFromIndex } from "~/domain/shared/dates";
import { formatMoney, formatSignedMoney } from "~/domain/shared/money";
import { CategoryTotals } from "~/routes/finances/shared/category-totals";
import { SpendingTips } from "./spending-tips";

type ExpensesSummaryProps = { month: MonthlyCashflow; before: MonthlyCashflow; isFuture: boolean };

/** The month's total, where it goes, and what that suggests. */
export function ExpensesSummary({ month, before, isFuture }: ExpensesSummaryProps) {
  const { expenses, currency } = month;
  const change = expenses.totalMinor - before.expenses.totalMinor;
  return (
    <aside aria-label="Summary" className="flex flex-col gap-5 rounded-md border border-border bg-card p-4 sm:p-6">
      <Stat
        label={isFuture ? "Planned expenses" : "Total expenses"}
        value={expenses.totalMinor}
        format={(minor) => formatMoney(Math.round(minor), currency)}
        hint={`${formatSignedMoney(change, currency)} vs. ${formatMonth(monthFromIndex(before.year * 12 + before.month - 1))}`}
        className="bg-muted"
      />
      <div>
        <h2 className="mb-3 font-semibold text-base">Spending by category</h2>
        <CategoryTotals
          summary={expenses}
          labels={EXPENSE_CATEGORY_LABELS}
          currency={currency}
          empty="No expenses recorded for this month."
        />
      </div>
      <SpendingTips tips={spendingTips(expenses, before.expenses)} currency={currency} />
    </aside>
  );
}
