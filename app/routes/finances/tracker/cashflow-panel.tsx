import { TabsNav } from "~/components/tabs-nav";
import { Badge } from "~/components/ui/badge";
import { Card, CardContent, CardHeader, CardTitle } from "~/components/ui/card";
import { TrendingUp } from "~/components/ui/icons";
import type { MonthlyCashflow } from "~/domain/finance/cashflow/cashflow";
import { EXPENSE_CATEGORY_LABELS, INCOME_CATEGORY_LABELS } from "~/domain/finance/tracker/categories";
import { formatMonth } from "~/domain/shared/time/date-format";
import { CategoryTotals } from "~/routes/finances/shared/category-totals";
import type { AssetCounting } from "./asset-switch";
import { type PanelAssets, PanelOverview } from "./panel-overview";
import { PANELS, type TrackerView, trackerHref } from "./tracker-view";

type CashflowPanelProps = {
  view: TrackerView;
  cashflow: MonthlyCashflow;
  assets: PanelAssets;
  isFuture: boolean;
  counting: AssetCounting;
};

const panelLabels = { overview: "Overview", income: "Income", expenses: "Expenses" };

/** The month's totals, shown next to its lists. */
export function CashflowPanel({ view, cashflow, assets, isFuture, counting }: CashflowPanelProps) {
  const { income, expenses, currency } = cashflow;
  return (
    <Card asChild className="max-lg:order-first min-w-0 self-start">
      <aside aria-label="Cashflow">
        <CardHeader className="flex flex-wrap items-center gap-2 pb-2">
          <CardTitle>Cashflow in {formatMonth(view.month)}</CardTitle>
          {isFuture && (
            <Badge tone="cool">
              <TrendingUp aria-hidden="true" className="size-3" />
              Projection
            </Badge>
          )}
        </CardHeader>
        <CardContent>
          <TabsNav
            label="Cashflow"
            tabs={PANELS.map((panel) => ({
              to: trackerHref(view, { panel }),
              label: panelLabels[panel],
              current: view.panel === panel,
            }))}
          />
          {view.panel === "overview" && (
            <PanelOverview cashflow={cashflow} assets={assets} isFuture={isFuture} counting={counting} />
          )}
          {view.panel === "income" && (
            <CategoryTotals
              summary={income}
              labels={INCOME_CATEGORY_LABELS}
              currency={currency}
              empty="No income recorded for this period."
            />
          )}
          {view.panel === "expenses" && (
            <CategoryTotals
              summary={expenses}
              labels={EXPENSE_CATEGORY_LABELS}
              currency={currency}
              empty="No expenses recorded for this month."
            />
          )}
        </CardContent>
      </aside>
    </Card>
  );
}
