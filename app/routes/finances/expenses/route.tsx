import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useSearchParams } from "@remix-run/react";
import { FileLink } from "~/components/data-table/filter-bar";
import { EmptyState } from "~/components/feedback/empty-state";
import { MonthNavigator } from "~/components/month-navigator";
import { PageHeader } from "~/components/page-header";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Plus, Receipt } from "~/components/ui/icons";
import type { ActualEntry } from "~/domain/finance/cashflow/actuals";
import { mayLackEntries } from "~/domain/finance/tracker/messages";
import type { StoredItem } from "~/domain/finance/tracker/plan";
import { isFutureMonth } from "~/domain/finance/tracker/recurrence";
import type { Currency } from "~/domain/shared/money";
import { formatMonth } from "~/domain/shared/time/date-format";
import { type CivilDate, firstDayOfMonth, monthKey, yearAndMonth } from "~/domain/shared/time/dates";
import { householdToday } from "~/domain/shared/time/household-day";
import { memberLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { CurrencyTabs } from "~/routes/finances/shared/currency-tabs";
import { EntryList } from "~/routes/finances/shared/entry-list";
import type { NewItemDefaults } from "~/routes/finances/shared/plan-item-dialog";
import { ProblemBanner } from "~/routes/finances/shared/problem-banner";
import { rowHref } from "~/routes/finances/shared/row-href";
import { BudgetPanel } from "./budget-panel";
import { expensesData } from "./expenses-data.server";
import { ExpensesSummary } from "./expenses-summary";
import { type ExpensesView, expensesHref, expensesQuery, oldDialogHref, readExpensesView } from "./expenses-view";

export const meta: MetaFunction = () => [{ title: "Expense Tracker · Plenum" }];

export const loader = memberLoader(({ ctx, url, request }) => {
  const today = householdToday(ctx);
  const view = readExpensesView(url.searchParams, today);
  const moved = oldDialogHref(url.searchParams, view);
  if (moved) throw redirect(moved);
  return expensesData(ctx, request, { ...view, today });
});

export { shouldRevalidate } from "~/lib/revalidation";

/** A month's expenses next to their totals. */
export default function Expenses() {
  const data = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const view = readExpensesView(search, data.today);
  const { currency, currencies, entries, month, before, usual } = data;
  const isFuture = isFutureMonth(view.month, data.today);
  const defaults: NewItemDefaults = {
    currency,
    date: view.month === monthKey(data.today) ? data.today : firstDayOfMonth(view.month),
  };
  return (
    <div className="mx-auto flex w-full max-w-[75rem] flex-col gap-5">
      <PageHeader
        title="Expense Tracker"
        facts={isFuture && <Badge tone="cool">Budget Planning Mode</Badge>}
        secondary={<FileLink href={paths.apiListFile("expenses/monthly", { ...yearAndMonth(view.month), currency })} />}
        action={
          <Button asChild variant="default">
            <Link to={paths.newExpense(expensesQuery(view))} preventScrollReset>
              <Plus />
              Add New Expense
            </Link>
          </Button>
        }
      />
      <ProblemBanner messages={data.problems} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <MonthNavigator month={view.month} today={data.today} hrefOf={(each) => expensesHref(view, { month: each })} />
        <CurrencyTabs
          currencies={currencies}
          current={currency}
          hrefOf={(each) => expensesHref(view, { currency: each })}
        />
      </div>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <ExpensesList
          entries={entries}
          view={view}
          today={data.today}
          currency={currency}
          isComplete={!mayLackEntries("expense", data.problems)}
        />
        {/* On phones the totals come before the rows. */}
        <div className="flex min-w-0 flex-col gap-6 max-lg:contents">
          <ExpensesSummary month={month} before={before} isFuture={isFuture} />
          {isFuture && <BudgetPanel planned={month.expenses} usual={usual} currency={currency} />}
        </div>
      </div>
      <Outlet context={defaults} />
    </div>
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";

type ExpensesListProps = {
  entries: readonly ActualEntry<StoredItem>[];
  view: ExpensesView;
  today: CivilDate;
  currency: Currency;
  /** False if some could not be loaded. */
  isComplete: boolean;
};

/** The month's expenses by day. */
function ExpensesList({ entries, view, today, currency, isComplete }: ExpensesListProps) {
  const query = expensesQuery(view);
  return (
    <section aria-labelledby="month-expenses" className="flex min-w-0 flex-col gap-3">
      <h2 id="month-expenses" className="font-semibold text-base">
        {formatMonth(view.month)}
        {isComplete && <span className="ml-2 font-normal text-subtle-foreground tabular">{entries.length}</span>}
      </h2>
      {entries.length === 0 && isComplete && (
        <Card>
          <EmptyState icon={Receipt} title="No expenses found">
            Add some expenses to get started
          </EmptyState>
        </Card>
      )}
      {entries.length > 0 && (
        <EntryList
          entries={entries}
          today={today}
          currency={currency}
          fresh={view.fresh}
          linksOf={(entry) =>
            entry.status === "unplanned"
              ? { edit: rowHref(entry) }
              : {
                  edit: paths.expense({ id: entry.item.id, on: entry.isProjected ? entry.date : null }, query),
                  remove: paths.deleteExpense(entry.item.id, query),
                }
          }
        />
      )}
    </section>
  );
}
