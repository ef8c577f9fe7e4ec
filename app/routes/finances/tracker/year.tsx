import { Link } from "@remix-run/react";
import { FileLink } from "~/components/data-table/filter-bar";
import { EmptyState } from "~/components/feedback/empty-state";
import { PageHeader } from "~/components/page-header";
import { Stat } from "~/components/stat";
import { TabsNav } from "~/components/tabs-nav";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CalendarX, ChevronLeft, ChevronRight } from "~/components/ui/icons";
import { type MonthlyCashflow, totalsOf } from "~/domain/finance/cashflow/cashflow";
import { formatMoney } from "~/domain/shared/money";
import { type MonthKey, monthKey } from "~/domain/shared/time/dates";
import { paths } from "~/paths";
import { CurrencyTabs } from "~/routes/finances/shared/currency-tabs";
import { ProblemBanner } from "~/routes/finances/shared/problem-banner";
import type { YearData } from "./tracker-data.server";
import { type TrackerView, trackerHref, YEAR_TABS } from "./tracker-view";
import { ViewTabs } from "./view-tabs";
import { YearBreakdown } from "./year-breakdown";
import { YearCharts } from "./year-charts";
import { YearInsights } from "./year-insights";

const tabLabels = { charts: "Charts", breakdown: "Monthly Breakdown", insights: "Insights" };

type YearScreenProps = { view: TrackerView; data: YearData };

export function YearScreen({ view, data }: YearScreenProps) {
  const { today, months, currencies, problems } = data;
  const currency = months[0]?.currency ?? "USD";
  const isEmpty = months.every(({ income, expenses }) => income.totalMinor === 0 && expenses.totalMinor === 0);
  return (
    <div className="mx-auto flex w-full max-w-[75rem] flex-col gap-6">
      <PageHeader
        title="Yearly Financial Overview"
        secondary={
          <>
            {!view.sample && <FileLink href={paths.apiListFile("cashflow/yearly", { year: view.year, currency })} />}
            <ViewTabs view={view} />
          </>
        }
      />
      <ProblemBanner messages={problems} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <YearNavigator
          year={view.year}
          thisYear={Number(today.slice(0, 4))}
          hrefOf={(year) => trackerHref(view, { year })}
        />
        <CurrencyTabs
          currencies={currencies}
          current={currency}
          hrefOf={(each) => trackerHref(view, { currency: each })}
        />
      </div>
      {isEmpty && problems.length === 0 && (
        <Card>
          <EmptyState icon={CalendarX} title={`No yearly cashflow data available for ${view.year}.`}>
            Add income and expenses for this year to see charts, a monthly breakdown and insights.
          </EmptyState>
        </Card>
      )}
      {!isEmpty && <Year view={view} months={months} current={monthKey(today)} />}
    </div>
  );
}

type YearProps = { view: TrackerView; months: MonthlyCashflow[]; current: MonthKey };

function Year({ view, months, current }: YearProps) {
  const hrefOf = (month: MonthKey) => trackerHref(view, { mode: "month", month });
  return (
    <>
      <Totals months={months} />
      <div>
        <TabsNav
          label="Year view"
          tabs={YEAR_TABS.map((yearTab) => ({
            to: trackerHref(view, { yearTab }),
            label: tabLabels[yearTab],
            current: view.yearTab === yearTab,
          }))}
        />
        {view.yearTab === "charts" && <YearCharts months={months} current={current} hrefOf={hrefOf} />}
        {view.yearTab === "breakdown" && <YearBreakdown months={months} current={current} hrefOf={hrefOf} />}
        {view.yearTab === "insights" && <YearInsights months={months} />}
      </div>
    </>
  );
}

function Totals({ months }: { months: MonthlyCashflow[] }) {
  const { incomeMinor, expensesMinor, netMinor, savingsRate } = totalsOf(months);
  const currency = months[0]?.currency;
  const format = (minor: number) => formatMoney(Math.round(minor), currency);
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <Stat label="Income" value={incomeMinor} format={format} />
      <Stat label="Expenses" value={expensesMinor} format={format} />
      <Stat label="Net cashflow" value={netMinor} format={format} signed />
      <Stat label="Savings rate" value={savingsRate} format={(rate) => `${rate.toFixed(1)}%`} signed />
    </div>
  );
}

type YearNavigatorProps = { year: number; thisYear: number; hrefOf: (year: number) => string };

/** Previous, next, and back to this year. */
function YearNavigator({ year, thisYear, hrefOf }: YearNavigatorProps) {
  return (
    <nav aria-label="Year" className="flex flex-wrap items-center gap-2">
      <Button variant="outline" asChild size="icon">
        <Link to={hrefOf(year - 1)} preventScrollReset aria-label="Previous year">
          <ChevronLeft />
        </Link>
      </Button>
      <p className="min-w-20 text-center font-semibold text-lg tabular">{year}</p>
      <Button variant="outline" asChild size="icon">
        <Link to={hrefOf(year + 1)} preventScrollReset aria-label="Next year">
          <ChevronRight />
        </Link>
      </Button>
      <Button asChild variant="ghost">
        <Link to={hrefOf(thisYear)} preventScrollReset aria-current={year === thisYear ? "date" : undefined}>
          This Year
        </Link>
      </Button>
    </nav>
  );
}
