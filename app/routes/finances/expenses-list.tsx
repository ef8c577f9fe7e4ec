import { Receipt } from "lucide-react";
import { EmptyState } from "~/components/empty-state";
import { ItemRow } from "~/components/finance/item-row";
import { monthLabel } from "~/components/finance/month-label";
import type { TrackerView } from "~/components/finance/tracker-view";
import type { MonthEntry } from "~/domain/finance/tracker/month.rules";
import type { StoredItem } from "~/domain/finance/tracker/stored.rules";
import { expensesHref } from "./expenses-view";

type ExpensesListProps = { entries: readonly MonthEntry<StoredItem>[]; view: TrackerView };

/** The month's expenses, by day. */
export function ExpensesList({ entries, view }: ExpensesListProps) {
  return (
    <section aria-labelledby="month-expenses" className="flex min-w-0 flex-col gap-3">
      <h2 id="month-expenses" className="font-semibold text-base">
        {monthLabel(view.month)}
        <span className="ml-2 font-normal text-faint tabular">{entries.length}</span>
      </h2>
      {entries.length === 0 ? (
        <div className="rounded-md border border-line bg-panel">
          <EmptyState icon={Receipt} title="No expenses found">
            Add some expenses to get started
          </EmptyState>
        </div>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line bg-panel">
          {entries.map((entry) => (
            <ItemRow
              key={`${entry.item.id} ${entry.date}`}
              entry={entry}
              isFresh={view.fresh === entry.item.id}
              links={{
                edit: expensesHref(view, {
                  dialog: { kind: "edit", id: entry.item.id, on: entry.isProjected ? entry.date : null },
                }),
                remove: expensesHref(view, { dialog: { kind: "delete", id: entry.item.id } }),
              }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
