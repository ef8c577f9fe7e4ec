import { EmptyState } from "~/components/feedback/empty-state";
import { Card } from "~/components/ui/card";
import { Receipt } from "~/components/ui/icons";
import type { ActualEntry } from "~/domain/finance/cashflow/actuals";
import type { StoredItem } from "~/domain/finance/tracker/plan";
import type { Currency } from "~/domain/shared/money";
import { formatMonth } from "~/domain/shared/time/date-format";
import type { CivilDate } from "~/domain/shared/time/dates";
import { paths } from "~/paths";
import { EntryList } from "~/routes/finances/shared/entry-list";
import { rowHref } from "~/routes/finances/shared/row-href";
import { type ExpensesView, expensesQuery } from "./expenses-view";

type ExpensesListProps = {
  entries: readonly ActualEntry<StoredItem>[];
  view: ExpensesView;
  today: CivilDate;
  currency: Currency;
};

/** The month's expenses by day. */
export function ExpensesList({ entries, view, today, currency }: ExpensesListProps) {
  const query = expensesQuery(view);
  return (
    <section aria-labelledby="month-expenses" className="flex min-w-0 flex-col gap-3">
      <h2 id="month-expenses" className="font-semibold text-base">
        {formatMonth(view.month)}
        <span className="ml-2 font-normal text-subtle-foreground tabular">{entries.length}</span>
      </h2>
      {entries.length === 0 ? (
        <Card>
          <EmptyState icon={Receipt} title="No expenses found">
            Add some expenses to get started
          </EmptyState>
        </Card>
      ) : (
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
