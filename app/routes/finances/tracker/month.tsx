import { Link, Outlet } from "@remix-run/react";
import { FileLink } from "~/components/data-table/filter-bar";
import { MonthNavigator } from "~/components/month-navigator";
import { PageHeader } from "~/components/page-header";
import { TabsNav } from "~/components/tabs-nav";
import { Badge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import { cashflowOfEntries } from "~/domain/finance/cashflow/actuals";
import { projectedAssets } from "~/domain/finance/cashflow/projected-assets";
import { ASSETS_NOT_LOADED, mayLackEntries } from "~/domain/finance/tracker/messages";
import { isFutureMonth } from "~/domain/finance/tracker/recurrence";
import type { Currency } from "~/domain/shared/money";
import { firstDayOfMonth, monthKey, yearAndMonth } from "~/domain/shared/time/dates";
import { paths } from "~/paths";
import { CurrencyTabs } from "~/routes/finances/shared/currency-tabs";
import type { NewItemDefaults } from "~/routes/finances/shared/plan-item-dialog";
import { ProblemBanner } from "~/routes/finances/shared/problem-banner";
import { CashflowPanel } from "./cashflow-panel";
import { ItemList } from "./item-list";
import type { PanelAssets } from "./panel-overview";
import { ProBanner } from "./pro-banner";
import type { MonthData } from "./tracker-data.server";
import { LISTS, type TrackerView, trackerHref } from "./tracker-view";
import { ViewTabs } from "./view-tabs";

type MonthScreenProps = { view: TrackerView; data: MonthData };

const listLabels = { income: "Income", expenses: "Expenses" };

export function MonthScreen({ view, data }: MonthScreenProps) {
  const { today, problems, currencies } = data;
  const currency = view.currency ?? currencies[0];
  const isFuture = isFutureMonth(view.month, today);
  const { cashflow, assets, entries } = monthFigures(view, data, currency);
  const kind = view.list === "income" ? "income" : "expense";
  const shown = {
    income: entries.filter(({ item }) => item.kind === "income"),
    expenses: entries.filter(({ item }) => item.kind === "expense"),
  };
  const defaults: NewItemDefaults = {
    currency,
    date: view.month === monthKey(today) ? today : firstDayOfMonth(view.month),
  };
  return (
    <div className="mx-auto flex w-full max-w-[75rem] flex-col gap-5">
      <PageHeader
        title="Financial Dashboard"
        facts={isFuture && <Badge tone="cool">Budget Planning Mode</Badge>}
        secondary={
          <>
            {!view.sample && (
              <FileLink href={paths.apiListFile(`${view.list}/monthly`, { ...yearAndMonth(view.month), currency })} />
            )}
            <ViewTabs view={view} />
          </>
        }
      />
      <ProblemBanner messages={problems} />
      {view.sample && <SampleNote />}
      {data.offersPro && <ProBanner mode="month" month={view.month} today={today} />}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <MonthNavigator month={view.month} today={today} hrefOf={(month) => trackerHref(view, { month })} />
        <CurrencyTabs
          currencies={currencies}
          current={currency}
          hrefOf={(each) => trackerHref(view, { currency: each })}
        />
      </div>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="min-w-0">
          <TabsNav
            label="Lists"
            tabs={LISTS.map((list) => ({
              to: trackerHref(view, { list }),
              label: listLabels[list],
              count: mayLackEntries(list === "income" ? "income" : "expense", problems)
                ? undefined
                : shown[list].length,
              current: view.list === list,
            }))}
          />
          <ItemList
            kind={kind}
            entries={shown[view.list]}
            view={view}
            today={today}
            currency={currency}
            hasAccounts={data.accounts.length > 0}
            isComplete={!mayLackEntries(kind, problems)}
          />
        </div>
        <CashflowPanel
          view={view}
          cashflow={cashflow}
          assets={assets}
          isFuture={isFuture}
          counting={{ today, mode: data.projection }}
        />
      </div>
      {!view.sample && <Outlet context={defaults} />}
    </div>
  );
}

function monthFigures(view: TrackerView, data: MonthData, currency: Currency) {
  const { items, entries, accounts, today, problems, projection, open } = data;
  const counted = { currency, disabledExpenseIds: new Set(view.off) };
  const failure = problems.find((problem) => problem === ASSETS_NOT_LOADED);
  const assets = projectedAssets(
    { accounts, items },
    { today, target: view.month, mode: projection, open: open && new Map(open) },
    counted,
  );
  return {
    cashflow: cashflowOfEntries(entries, view.month, counted),
    assets: assetsShown(view.month >= monthKey(today) && !view.sample, failure, assets),
    entries: entries.filter(({ item }) => item.currency === currency),
  };
}

function assetsShown(ahead: boolean, failure: string | undefined, assets: NonNullable<PanelAssets>): PanelAssets {
  if (!ahead) return null;
  return failure ? { failure } : assets;
}

function SampleNote() {
  return (
    <Card as="p" className="p-4">
      This is sample data. Nothing here is yours, and nothing is saved.{" "}
      <Link to={paths.finances()} className="text-link underline underline-offset-4">
        Back to your data
      </Link>
    </Card>
  );
}
