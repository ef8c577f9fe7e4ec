import { useNavigate } from "@remix-run/react";
import { lazy } from "react";
import { ChartFrame } from "~/components/charts/chart-frame";
import { categoriesOf, type MonthlyCashflow, monthOf } from "~/domain/finance/cashflow/cashflow";
import { EXPENSE_CATEGORY_LABELS, INCOME_CATEGORY_LABELS } from "~/domain/finance/tracker/categories";
import { formatMonth, formatShortMonth } from "~/domain/shared/time/date-format";
import type { MonthKey } from "~/domain/shared/time/dates";
import { CategoryTotals } from "~/routes/finances/shared/category-totals";
import { Figures } from "~/routes/finances/shared/figures";
import { Panel } from "~/routes/finances/shared/panel";

const MonthBars = lazy(async () => ({ default: (await import("./month-bars")).MonthBars }));
const MonthLine = lazy(async () => ({ default: (await import("~/routes/finances/shared/month-line")).MonthLine }));

type YearChartsProps = { months: readonly MonthlyCashflow[]; current: MonthKey; hrefOf: (month: MonthKey) => string };

/** The year's charts: income against expenses, the surplus, and where money comes from and goes. */
export function YearCharts({ months, current, hrefOf }: YearChartsProps) {
  const navigate = useNavigate();
  const currency = months[0]?.currency ?? "USD";
  const facts = months.map((month) => {
    const key = monthOf(month);
    return { key, label: formatShortMonth(key), title: formatMonth(key), projected: key > current, month };
  });
  const bars = facts.map(({ month, ...fact }) => ({
    ...fact,
    incomeMinor: month.income.totalMinor,
    expensesMinor: month.expenses.totalMinor,
  }));
  let saved = 0;
  const points = facts.map(({ month, ...fact }) => {
    saved += month.netMinor;
    return { ...fact, minor: saved };
  });
  const pick = (at: number) => {
    const chosen = facts[at];
    if (chosen) navigate(hrefOf(chosen.key));
  };
  const { income, expenses } = categoriesOf(months);
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <ChartFrame
        title="Income and expenses"
        description="By month. Select a month to open it. Future months are lighter and dashed."
        table={
          <Figures
            caption="Income and expenses by month"
            heads={["Income", "Expenses"]}
            currency={currency}
            rows={bars.map(({ title, incomeMinor, expensesMinor }) => ({
              title,
              values: [incomeMinor, expensesMinor],
            }))}
          />
        }
      >
        <MonthBars months={bars} currency={currency} onPick={pick} />
      </ChartFrame>
      <ChartFrame
        title="Savings over the year"
        description="Running total of net cashflow since January."
        table={
          <Figures
            caption="Saved since January by month"
            heads={["Saved so far"]}
            currency={currency}
            rows={points.map(({ title, minor }) => ({ title, values: [minor] }))}
          />
        }
      >
        <MonthLine points={points} name="Saved so far" currency={currency} />
      </ChartFrame>
      <Panel title="Income by category">
        <CategoryTotals summary={income} labels={INCOME_CATEGORY_LABELS} currency={currency} empty="No income found" />
      </Panel>
      <Panel title="Expenses by category">
        <CategoryTotals
          summary={expenses}
          labels={EXPENSE_CATEGORY_LABELS}
          currency={currency}
          empty="No expenses found"
        />
      </Panel>
    </div>
  );
}
