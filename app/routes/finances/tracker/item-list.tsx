import { Link } from "@remix-run/react";
import { EmptyState } from "~/components/feedback/empty-state";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Plus, Wallet } from "~/components/ui/icons";
import type { ActualEntry } from "~/domain/finance/cashflow/actuals";
import { occurrenceKey, type PlanKind, type StoredItem } from "~/domain/finance/tracker/plan";
import { isFutureMonth } from "~/domain/finance/tracker/recurrence";
import type { Currency } from "~/domain/shared/money";
import { formatMonth } from "~/domain/shared/time/date-format";
import type { CivilDate } from "~/domain/shared/time/dates";
import { paths } from "~/paths";
import { EntryList } from "~/routes/finances/shared/entry-list";
import type { ItemLinks } from "~/routes/finances/shared/entry-row";
import { ITEM_LABELS } from "~/routes/finances/shared/item-labels";
import { rowHref } from "~/routes/finances/shared/row-href";
import { type TrackerView, toggled, trackerHref, trackerQuery } from "./tracker-view";

type ItemListProps = {
  kind: PlanKind;
  entries: readonly ActualEntry<StoredItem>[];
  view: TrackerView;
  today: CivilDate;
  currency: Currency;
  hasAccounts: boolean;
  /** False if some could not be loaded. */
  isComplete: boolean;
};

/** A month's income or expenses, planned and posted. */
export function ItemList({ kind, entries, view, today, currency, hasAccounts, isComplete }: ItemListProps) {
  const words = ITEM_LABELS[kind];
  const addHref = paths.newPlanItem(kind, trackerQuery(view));
  return (
    <section aria-label={words.list} className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-muted-foreground">
          <span className="sr-only">{words.list}: </span>
          {isComplete && (entries.length === 1 ? "1 entry" : `${entries.length} entries`)}
        </h2>
        {!view.sample && (
          <Button asChild variant="default">
            <Link to={addHref} preventScrollReset>
              <Plus />
              {words.add}
            </Link>
          </Button>
        )}
      </div>
      {entries.length === 0 && isComplete && (
        <Card>
          <EmptyState
            icon={Wallet}
            title={words.nothing}
            action={<First to={addHref} words={words.first} view={view} />}
          >
            Nothing in {formatMonth(view.month)} yet. Recurring entries appear in every month they apply to.
          </EmptyState>
        </Card>
      )}
      {entries.length > 0 && (
        <EntryList
          entries={entries}
          today={today}
          currency={currency}
          linksOf={(entry) => linksOf(entry, view, hasAccounts && !isFutureMonth(view.month, today))}
          isOff={(item) => item.kind === "expense" && view.off.includes(item.id)}
          fresh={view.fresh}
        />
      )}
    </section>
  );
}

function matchHref(entry: ActualEntry<StoredItem>, view: TrackerView): string | undefined {
  const { item, date, planned, status, transactionId } = entry;
  if (status === "unplanned")
    return transactionId ? paths.matchPlanned(transactionId, date, trackerQuery(view)) : undefined;
  return paths.matchOccurrence(occurrenceKey(item, planned?.date ?? date), trackerQuery(view));
}

/** `canMatch` is false without accounts and for future months, which have no transactions. */
function linksOf(entry: ActualEntry<StoredItem>, view: TrackerView, canMatch: boolean): ItemLinks {
  const { item, date, isProjected, status } = entry;
  const toggle = item.kind === "expense" ? trackerHref(view, { off: toggled(view.off, item.id) }) : undefined;
  if (view.sample) return { toggle };
  const match = canMatch ? matchHref(entry, view) : undefined;
  if (status === "unplanned") return { toggle, edit: rowHref(entry), match };
  return {
    toggle,
    match,
    edit: paths.planItem({ kind: item.kind, id: item.id, on: isProjected ? date : null }, trackerQuery(view)),
    remove: paths.deletePlanItem(item.kind, item.id, trackerQuery(view)),
  };
}

function First({ to, words, view }: { to: string; words: string; view: TrackerView }) {
  return (
    <div className="flex flex-col items-center gap-3">
      <Button variant="outline" asChild>
        <Link to={to} preventScrollReset>
          {words}
        </Link>
      </Button>
      {!view.sample && (
        <Link
          to={trackerHref(view, { mode: "month", month: "2025-03", sample: true })}
          className="text-link text-sm underline-offset-4 hover:underline"
        >
          See sample data for March 2025
        </Link>
      )}
    </div>
  );
}
