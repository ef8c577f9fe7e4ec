import { Stat } from "~/components/stat";
import { Lightbulb } from "~/components/ui/icons";
import { type MonthlyCashflow, monthOf } from "~/domain/finance/cashflow/cashflow";
import { type SpendingTip, spendingTips } from "~/domain/finance/cashflow/tips";
import { EXPENSE_CATEGORY_LABELS } from "~/domain/finance/tracker/categories";
import { type Currency, formatMoney, formatSignedMoney } from "~/domain/shared/money";
import { formatMonth } from "~/domain/shared/time/date-format";
import { CategoryTotals } from "~/routes/finances/shared/category-totals";

type ExpensesSummaryProps = { month: MonthlyCashflow; before: MonthlyCashflow; isFuture: boolean };

/** The month's total, its categories, and tips based on it. */
export function ExpensesSummary({ month, before, isFuture }: ExpensesSummaryProps) {
  const { expenses, currency } = month;
  const change = expenses.totalMinor - before.expenses.totalMinor;
  return (
    <aside
      aria-label="Summary"
      className="flex flex-col gap-5 rounded-md border-border max-lg:contents lg:border lg:bg-card lg:p-6"
    >
      <Stat
        label={isFuture ? "Planned expenses" : "Total expenses"}
        value={expenses.totalMinor}
        format={(minor) => formatMoney(Math.round(minor), currency)}
        hint={`${formatSignedMoney(change, currency)} vs. ${formatMonth(monthOf(before))}`}
        className="max-lg:order-first lg:bg-muted"
      />
      <div className="max-lg:rounded-md max-lg:border max-lg:border-border max-lg:bg-card max-lg:p-4">
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

function tipText(tip: SpendingTip, currency: Currency): string {
  switch (tip.kind) {
    case "largest":
      return `${EXPENSE_CATEGORY_LABELS[tip.category]} is ${tip.share.toFixed(0)}% of the month's expenses. A change there matters most.`;
    case "grown":
      return `${EXPENSE_CATEGORY_LABELS[tip.category]} is ${formatMoney(tip.byMinor, currency)} more than last month.`;
    case "less":
      return `You spend ${formatMoney(tip.byMinor, currency)} less than last month.`;
    case "subscriptions":
      return `These subscriptions add up to ${formatMoney(tip.yearMinor, currency)} a year. Do you still use them all?`;
  }
}

/** Tips based on the month's figures. */
function SpendingTips({ tips, currency }: { tips: readonly SpendingTip[]; currency: Currency }) {
  if (tips.length === 0) return null;
  return (
    <section aria-label="Tips" className="border-border border-t pt-4">
      <h3 className="mb-2 flex items-center gap-2 font-semibold text-sm">
        <Lightbulb aria-hidden="true" className="size-4 text-heat" />
        Tips
      </h3>
      <ul className="flex list-disc flex-col gap-2 pl-4 text-muted-foreground text-sm">
        {tips.map((tip) => (
          <li key={tip.kind}>{tipText(tip, currency)}</li>
        ))}
      </ul>
    </section>
  );
}
