import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { Plus } from "lucide-react";
import { useEffect } from "react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { PageHeader } from "~/components/page-header";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import type { StoredItem } from "~/domain/finance/tracker/plan";
import { isFutureMonth } from "~/domain/finance/tracker/recurrence";
import { householdToday } from "~/domain/finance/tracker/rows.server";
import { formActions } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { CurrencyTabs } from "~/routes/finances/shared/currency-tabs";
import type { ItemDialogsProps } from "~/routes/finances/shared/item-dialogs";
import { formErrors } from "~/routes/finances/shared/item-form";
import { MonthNavigator } from "~/routes/finances/shared/month-navigator";
import { ProblemBanner } from "~/routes/finances/shared/problem-banner";
import { expenseForms } from "~/routes/finances/tracker/actions.server";
import { readTrackerView, type TrackerView } from "~/routes/finances/tracker/tracker-view";
import { BudgetPanel } from "./budget-panel";
import { expensesData } from "./data.server";
import { ExpensesList } from "./expenses-list";
import { ExpensesSummary } from "./expenses-summary";
import { expensesHref, monthOfExpenses } from "./expenses-view";

export const handle: ShellHandle = { roomy: true };

export const meta: MetaFunction = () => [{ title: "Expenses Tracker · Plenum" }];

export const loader = memberLoader(({ ctx, url, request }) =>
  expensesData(ctx, request, readTrackerView(url.searchParams, householdToday(ctx))),
);

export const action = formActions(
  expenseForms(({ ctx, url }, id) => {
    const { month, currency } = readTrackerView(url.searchParams, householdToday(ctx));
    return expensesHref({ month, currency }, { fresh: id });
  }),
);

const dialogs = lazyWithRetry<ItemDialogsProps>(
  async () => (await import("~/routes/finances/shared/item-dialogs")).ItemDialogs,
);

const deleting = () => ({ title: "Delete Expense", question: "Are you sure you want to delete this expense?" });

// An income has no dialog here, and an expense that is not there any more has none either.
function openDialog({ dialog }: TrackerView, items: readonly StoredItem[]) {
  if (dialog?.kind === "add") return dialog.of === "expense" ? dialog : null;
  return dialog && items.some(({ id }) => id === dialog.id) ? dialog : null;
}

export default function Expenses() {
  const data = useLoaderData<typeof loader>();
  const actionData = useActionData();
  const [search] = useSearchParams();
  // Opening a dialog should not wait for its code.
  useEffect(dialogs.preload, []);
  const view = readTrackerView(search, data.today);
  const { currency, currencies, entries, month, before, usual } = monthOfExpenses(view, data);
  const isFuture = isFutureMonth(view.month, data.today);
  const dialog = openDialog(view, data.items);
  return (
    <div className="mx-auto flex w-full max-w-[75rem] flex-col gap-5">
      <PageHeader
        title="Expenses Tracker"
        facts={isFuture && <Badge tone="cool">Budget Planning Mode</Badge>}
        action={
          <Button asChild variant="default">
            <Link to={expensesHref(view, { dialog: { kind: "add", of: "expense" } })} preventScrollReset>
              <Plus />
              Add New Expense
            </Link>
          </Button>
        }
      />
      <ProblemBanner messages={[...data.problems, ...(dialog ? [] : formErrors(actionData))]} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <MonthNavigator month={view.month} today={data.today} hrefOf={(each) => expensesHref(view, { month: each })} />
        <CurrencyTabs
          currencies={currencies}
          current={currency}
          hrefOf={(each) => expensesHref(view, { currency: each })}
        />
      </div>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <ExpensesList entries={entries} view={view} />
        <div className="flex min-w-0 flex-col gap-6">
          <ExpensesSummary month={month} before={before} isFuture={isFuture} />
          {isFuture && <BudgetPanel planned={month.expenses} usual={usual} currency={currency} />}
        </div>
      </div>
      {dialog && (
        <dialogs.Part
          dialog={dialog}
          month={view.month}
          closeHref={expensesHref(view)}
          data={data}
          currency={currency}
          actionData={actionData}
          deleting={deleting}
        />
      )}
    </div>
  );
}
