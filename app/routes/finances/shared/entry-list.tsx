import { MoneyText } from "~/components/money-text";
import { buttonVariants } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { ChevronDown } from "~/components/ui/icons";
import type { ActualEntry } from "~/domain/finance/cashflow/actuals";
import { type EntryGroup, groupEntries } from "~/domain/finance/cashflow/entry-groups";
import type { StoredItem } from "~/domain/finance/tracker/plan";
import { type Currency, sumMinor } from "~/domain/shared/money";
import type { CivilDate } from "~/domain/shared/time/dates";
import { EntryRow, type ItemLinks } from "./entry-row";

/** Number of unplanned rows shown before the list is expanded. */
const MAX_OPEN_ROWS = 6;
/** Number of paid rows shown on phones above those to come, and number of rows of a past month. */
const PAID_ON_PHONE = 3;
const ROWS_ON_PHONE = 8;

type EntryListProps = {
  entries: readonly ActualEntry<StoredItem>[];
  today: CivilDate;
  currency: Currency;
  linksOf: (entry: ActualEntry<StoredItem>) => ItemLinks;
  isOff?: (item: StoredItem) => boolean;
  fresh: string | null;
};

/** A month's entries: planned items, one per row, followed by unplanned transactions from the accounts. */
export function EntryList({ entries, today, currency, linksOf, isOff = () => false, fresh }: EntryListProps) {
  const { planned, unplanned } = groupEntries(entries);
  const folded = foldedOnPhone(planned, fresh);
  const rowOf = (group: EntryGroup<StoredItem>) => {
    const [first] = group.entries;
    return first ? (
      <EntryRow
        key={group.key}
        group={group}
        today={today}
        links={linksOf(first)}
        matchOf={(entry) => linksOf(entry).match}
        isOff={isOff(group.item)}
        isFresh={fresh === group.item.id}
        isFolded={folded.has(group.key)}
      />
    ) : null;
  };
  const rows = unplanned.map(rowOf).toReversed();
  return (
    <div className="flex flex-col gap-4">
      {planned.length > 0 && (
        <div className="max-sm:[&:has(>details:not([open]))>ul>[data-folded]]:hidden">
          {folded.size > 0 && (
            <details className="group mb-2 sm:hidden">
              <summary className={buttonVariants({ variant: "ghost", size: "sm" })}>
                <span className="group-open:hidden">{`Show ${folded.size} earlier`}</span>
                <span className="hidden group-open:inline">Hide earlier</span>
              </summary>
            </details>
          )}
          <Card as="ul" aria-label="Planned" className="divide-y divide-border">
            {planned.map(rowOf)}
          </Card>
        </div>
      )}
      {rows.length > 0 && (
        <section aria-label="Not planned" className="flex flex-col gap-2">
          <h3 className="flex items-baseline justify-between gap-4 text-muted-foreground text-sm">
            <span>
              Not planned, from your accounts <span className="tabular">({rows.length})</span>
            </span>
            <MoneyText minor={sumMinor(unplanned.map(({ totalMinor }) => totalMinor))} currency={currency} />
          </h3>
          <Card>
            <ul className="divide-y divide-border">{rows.slice(0, MAX_OPEN_ROWS)}</ul>
            {rows.length > MAX_OPEN_ROWS && (
              <details className="group border-border border-t">
                <summary className="flex min-h-12 cursor-pointer items-center gap-2 px-4 text-link">
                  <ChevronDown aria-hidden="true" className="size-4 group-open:rotate-180" />
                  <span className="group-open:hidden">{`Show ${rows.length - MAX_OPEN_ROWS} more`}</span>
                  <span className="hidden group-open:inline">Show fewer</span>
                </summary>
                <ul className="divide-y divide-border border-border border-t">{rows.slice(MAX_OPEN_ROWS)}</ul>
              </details>
            )}
          </Card>
        </section>
      )}
    </div>
  );
}

/** Items collapsed on phones: paid and missed ones except the latest few. One or two are not worth collapsing. */
function foldedOnPhone(planned: readonly EntryGroup<StoredItem>[], fresh: string | null): ReadonlySet<string> {
  const isSettled = ({ entries, budget }: EntryGroup<StoredItem>) =>
    budget === null && entries.every(({ status }) => status === "paid" || status === "missed");
  const settled = planned.filter((group) => isSettled(group) && group.item.id !== fresh);
  const earlier = settled.slice(0, settled.length < planned.length ? -PAID_ON_PHONE : -ROWS_ON_PHONE);
  return new Set(earlier.length > 2 ? earlier.map(({ key }) => key) : []);
}
