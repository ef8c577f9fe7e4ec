import { Link, useNavigate } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { CivilDateText } from "~/components/date-text";
import { MoneyText } from "~/components/money-text";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Check, CircleX, Clock, Eye, EyeOff, Landmark, Pencil, Repeat, Trash2 } from "~/components/ui/icons";
import { Progress } from "~/components/ui/progress";
import type { ActualEntry } from "~/domain/finance/cashflow/actuals";
import type { EntryGroup } from "~/domain/finance/cashflow/entry-groups";
import { isRecurring, type PlanKind, type StoredItem } from "~/domain/finance/tracker/plan";
import { type Currency, formatMoney } from "~/domain/shared/money";
import { formatDate } from "~/domain/shared/time/date-format";
import { type CivilDate, monthKey } from "~/domain/shared/time/dates";
import { cn } from "~/lib/utils";
import { CategoryMark } from "./category-mark";
import { categoryLabel, frequencyLabel } from "./item-labels";
import { rowHref } from "./row-href";

/** URLs of a row's buttons; a button without one is not shown. */
export interface ItemLinks {
  toggle?: string;
  edit?: string;
  remove?: string;
  /** URL for matching the row with the plan, or a planned day with its transaction. */
  match?: string;
}

type EntryRowProps = {
  group: EntryGroup<StoredItem>;
  today: CivilDate;
  links: ItemLinks;
  /** The matching URL of each entry. */
  matchOf: (entry: ActualEntry<StoredItem>) => string | undefined;
  isOff?: boolean;
  isFresh?: boolean;
  /** Phones show it only on request. */
  isFolded?: boolean;
};

/** One item of a month: what, when, how much, and its status; double-clicking an expense excludes it from the totals. */
export function EntryRow({ group, today, links, matchOf, isOff = false, isFresh = false, isFolded }: EntryRowProps) {
  const navigate = useNavigate();
  const { item, entries, totalMinor, budget } = group;
  const { toggle, edit, remove } = links;
  const [first] = entries;
  const only = entries.length === 1 && !budget ? first : undefined;
  const isMissed = only?.status === "missed";
  const leaveOut = (event: MouseEvent<HTMLElement>) => {
    if (!toggle || (event.target instanceof Element && event.target.closest("a, summary"))) return;
    navigate(toggle, { preventScrollReset: true, replace: true });
  };
  return (
    <li
      onDoubleClick={leaveOut}
      data-folded={isFolded ? "" : undefined}
      className={cn(
        "grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]",
        isFresh && "bg-link-soft",
      )}
    >
      <CategoryMark category={item.category} className="sm:row-span-2" />
      <p
        className={cn(
          "flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1",
          isOff && "text-subtle-foreground line-through",
        )}
      >
        <span className="min-w-0 break-words font-medium">{item.name}</span>
        {first?.isProjected && <Badge tone="cool">Projected</Badge>}
        {budget && <Badge>Budget</Badge>}
        {only && <EntryStatusBadge entry={only} today={today} match={matchOf(only)} />}
        {isOff && <span className="sr-only">(excluded)</span>}
      </p>
      <MoneyText
        minor={isMissed ? item.amountMinor : totalMinor}
        currency={item.currency}
        className={cn(
          "text-right font-medium sm:row-span-2",
          (isOff || isMissed) && "text-subtle-foreground line-through",
        )}
      />
      {/* On phones the buttons are next to the facts. */}
      <div className="col-span-full flex items-center justify-between sm:contents">
        <p
          className={cn(
            "flex min-w-0 grow flex-wrap items-center gap-x-3 text-muted-foreground text-sm sm:col-start-2",
            isOff && "text-subtle-foreground line-through",
          )}
        >
          {only && <CivilDateText date={only.date} />}
          <span>{categoryLabel(item)}</span>
          {isRecurring(item) && (
            <span className="inline-flex items-center gap-1">
              <Repeat aria-hidden="true" className="size-3.5" />
              {frequencyLabel(item)}
            </span>
          )}
          {only?.planned && only.planned.amountMinor !== item.amountMinor && (
            <span>{`${formatMoney(only.planned.amountMinor, item.currency)} planned`}</span>
          )}
          {item.note && <span className="min-w-0 truncate">{item.note}</span>}
        </p>
        <div className="flex max-sm:-mr-3 sm:col-start-4 sm:row-span-2 sm:row-start-1">
          {toggle && (
            <RowAction to={toggle} label={isOff ? `Include ${item.name}` : `Exclude ${item.name}`} replace>
              {isOff ? <EyeOff /> : <Eye />}
            </RowAction>
          )}
          {edit && (
            <RowAction to={edit} label={`Edit ${item.name}`}>
              <Pencil />
            </RowAction>
          )}
          {remove && (
            <RowAction to={remove} label={`Delete ${item.name}`}>
              <Trash2 />
            </RowAction>
          )}
        </div>
      </div>
      {(budget || !only) && (
        <div className="col-span-full sm:col-span-1 sm:col-start-2">
          {budget ? (
            <BudgetUse budget={budget} rows={entries.slice(1)} currency={item.currency} />
          ) : (
            <Dates entries={entries} today={today} matchOf={matchOf} />
          )}
        </div>
      )}
    </li>
  );
}

/** The dates of an item that occurs more than once a month, each with its status. */
function Dates({
  entries,
  today,
  matchOf,
}: Pick<EntryRowProps, "today" | "matchOf"> & Pick<EntryRowProps["group"], "entries">) {
  return (
    <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-sm">
      {entries.map((entry) => (
        <li key={`${entry.date} ${entry.transactionId}`} className="inline-flex items-center gap-1.5">
          <CivilDateText date={entry.date} />
          <span className="text-muted-foreground tabular">
            {formatMoney(entry.item.amountMinor, entry.item.currency)}
          </span>
          <EntryStatusBadge entry={entry} today={today} match={matchOf(entry)} />
        </li>
      ))}
    </ul>
  );
}

type BudgetUseProps = {
  budget: NonNullable<EntryGroup["budget"]>;
  rows: readonly ActualEntry<StoredItem>[];
  currency: Currency;
};

/** How much of a budget was spent, and by which transactions; without any, only the plan. */
function BudgetUse({ budget: { plannedMinor, spentMinor }, rows, currency }: BudgetUseProps) {
  if (rows.length === 0) return null;
  const leftMinor = plannedMinor - spentMinor;
  const money = (minor: number) => formatMoney(minor, currency);
  return (
    <details className="group mt-1 text-sm">
      <summary className="cursor-pointer touch:py-3">
        <Progress
          value={Math.min(plannedMinor, Math.max(0, spentMinor))}
          max={plannedMinor}
          label="Spent of the budget"
          className="mr-2 inline-block w-24"
        />
        <span className="tabular">{`${money(spentMinor)} of ${money(plannedMinor)} spent, `}</span>
        <span className={cn("tabular", leftMinor < 0 && "text-bad")}>
          {leftMinor < 0 ? `${money(-leftMinor)} over` : `${money(leftMinor)} left`}
        </span>
      </summary>
      <ul className="mt-1 flex flex-col gap-1">
        {rows.map((row) => (
          <li key={row.transactionId} className="flex flex-wrap gap-x-3">
            <CivilDateText date={row.date} />
            <Link to={rowHref(row) ?? ""} className="text-link underline-offset-4 hover:underline">
              {row.item.name}
            </Link>
            <span className="text-muted-foreground tabular">{money(row.item.amountMinor)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

type StatusProps = { entry: ActualEntry<StoredItem>; today: CivilDate; match: string | undefined };

/** An entry's status badge, linked to where its match can be changed. */
function EntryStatusBadge({ entry, today, match }: StatusProps) {
  const badge = <StatusText entry={entry} today={today} match={match} />;
  if (!match) return badge;
  const what = entry.status === "unplanned" ? "the plan" : "a transaction";
  return (
    <Link
      to={match}
      preventScrollReset
      title={`Match with ${what}`}
      className="inline-flex items-center rounded-full hover:underline touch:min-h-12"
    >
      {badge}
      <span className="sr-only">{`: match with ${what}`}</span>
    </Link>
  );
}

/** Whether an entry is already in an account, late, or still to come. */
function StatusText({ entry: { status, date, item, planned }, today, match }: StatusProps) {
  switch (status) {
    case "paid":
      return (
        <Badge tone="ok" title={planned ? `Planned for ${formatDate(planned.date)}` : undefined}>
          <Check aria-hidden="true" className="size-3" />
          {done[item.kind]}
        </Badge>
      );
    case "late":
      return (
        <Badge tone="warn">
          <Clock aria-hidden="true" className="size-3" />
          Late
        </Badge>
      );
    case "missed":
      return (
        <Badge tone="bad" title="Never posted to your account, so it does not count">
          <CircleX aria-hidden="true" className="size-3" />
          Missed
        </Badge>
      );
    case "unplanned":
      return (
        <Badge>
          <Landmark aria-hidden="true" className="size-3" />
          {item.amountMinor < 0 ? "Refund" : "Posted"}
        </Badge>
      );
    case "budgeted":
      return null;
    case "planned":
      if (!match && monthKey(date) !== monthKey(today)) return null;
      return <Badge>{date >= today ? "Upcoming" : "Planned"}</Badge>;
  }
}

const done: Record<PlanKind, string> = { income: "Received", expense: "Paid" };

type RowActionProps = { to: string; label: string; replace?: boolean; children: ReactNode };

function RowAction({ to, label, replace, children }: RowActionProps) {
  return (
    <Button asChild variant="ghost" size="icon-sm" className="touch:size-12">
      <Link to={to} aria-label={label} title={label} preventScrollReset replace={replace}>
        {children}
      </Link>
    </Button>
  );
}
