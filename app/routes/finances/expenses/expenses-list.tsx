import { Receipt } from "lucide-react";
import { EmptyState } from "~/components/feedback/empty-state";
import type { StoredItem } from "~/domain/finance/tracker/plan";
import type { MonthEntry } from "~/domain/finance/tracker/recurrence";
import { formatMonth } from "~/domain/shared/date-format";
import { paths } from "~/paths";
import { ItemRow } from "~/routes/finances/shared/item-row";
import { type ExpensesView, expensesQuery } from "./expenses-view";

type ExpensesListProps = { entries: readonly MonthEntry<StoredItem>[]; view: ExpensesView };

/** The month's expenses, by day. */
export function ExpensesList({ entries, view }: ExpensesListProps) {
  const query = expensesQuery(view);
  return (
    <section aria-labelledby="month-expenses" className="flex min-w-0 flex-col gap-3">
      <h2 id="month-expenses" className="font-semibold text-base">
        {formatMonth(view.month)}
        <span className="ml-2 font-normal text-subtle-foreground tabular">{entries.length}</span>
      </h2>
      {entries.length === 0 ? (
        <div className="rounded-md border border-border bg-card">
          <EmptyState icon={Receipt} title="No expenses found">
            Add some expenses to get started
          </EmptyState>
        </div>
      ) : (
        <ul className="divide-y divide-border rounded-md border border-border bg-card">
          {entries.map((entry) => (
            <ItemRow
              key={`${entry.item.id} ${entry.date}`}
              entry={entry}
              isFresh={view.fresh === entry.item.id}
              links={{
                edit: paths.expense({ id: entry.item.id, on: entry.isProjected ? entry.date : null }, query),
                remove: paths.deleteExpense(entry.item.id, query),
              }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
