import { Link } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { MoneyText } from "~/components/money-text";
import { Badge } from "~/components/ui/badge";
import { type MonthlyCashflow, monthOf } from "~/domain/finance/cashflow/cashflow";
import { formatMonth } from "~/domain/shared/time/date-format";
import type { MonthKey } from "~/domain/shared/time/dates";

type YearBreakdownProps = {
  months: readonly MonthlyCashflow[];
  current: MonthKey;
  hrefOf: (month: MonthKey) => string;
};

function columns(current: MonthKey, hrefOf: (month: MonthKey) => string): Column<MonthlyCashflow>[] {
  const money = (of: (month: MonthlyCashflow) => number) => (month: MonthlyCashflow) => (
    <MoneyText minor={of(month)} currency={month.currency} />
  );
  return [
    {
      key: "month",
      header: "Month",
      cell: (month) => (
        <>
          {formatMonth(monthOf(month))}
          {monthOf(month) > current && (
            <Badge tone="cool" className="ml-2">
              Projection
            </Badge>
          )}
        </>
      ),
    },
    { key: "income", header: "Income", numeric: true, cell: money((month) => month.income.totalMinor) },
    { key: "expenses", header: "Expenses", numeric: true, cell: money((month) => month.expenses.totalMinor) },
    { key: "net", header: "Net", numeric: true, cell: money((month) => month.netMinor) },
    {
      key: "rate",
      header: "Savings rate",
      numeric: true,
      cell: ({ savingsRate }) => (
        <span className={savingsRate < 0 ? "text-bad" : undefined}>{savingsRate.toFixed(1)}%</span>
      ),
    },
    {
      key: "open",
      header: "",
      card: "corner",
      cell: (month) => (
        <Link
          to={hrefOf(monthOf(month))}
          aria-label={`View Details of ${formatMonth(monthOf(month))}`}
          className="whitespace-nowrap text-link underline-offset-4 hover:underline"
        >
          View Details
        </Link>
      ),
    },
  ];
}

/** The year as a table; each month opens in the month view. */
export function YearBreakdown({ months, current, hrefOf }: YearBreakdownProps) {
  return (
    <DataTable
      caption="Monthly breakdown"
      columns={columns(current, hrefOf)}
      rows={months}
      rowKey={(month) => monthOf(month)}
    />
  );
}
