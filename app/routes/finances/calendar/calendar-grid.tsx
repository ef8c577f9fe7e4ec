import { Link, useNavigate } from "@remix-run/react";
import { useRef, useState } from "react";
import { EmptyState } from "~/components/feedback/empty-state";
import { MoneyText } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CalendarDays } from "~/components/ui/icons";
import type { Currency } from "~/domain/shared/money";
import { formatDate } from "~/domain/shared/time/date-format";
import type { CivilDate } from "~/domain/shared/time/dates";
import { ClientOnly } from "~/lib/client-only";
import type { DragListeners } from "~/lib/drag";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { CalendarChip } from "./calendar-chip";
import { type CalendarView, type GridDay, type GridMove, moveHref, occurrenceOf } from "./calendar-view";

const { Part: CalendarDrag } = lazyWithRetry(() => import("./calendar-drag").then((module) => module.CalendarDrag));

type CalendarGridProps = {
  days: readonly GridDay[];
  today: CivilDate;
  currency: Currency;
  view: CalendarView;
  move: GridMove | null;
};

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/**
 * A month from Sunday to Saturday; on phones, a list of the days that have entries. The drag code is separate and loads
 * once the calendar is interactive.
 */
export function CalendarGrid({ days, ...rest }: CalendarGridProps) {
  const isEmpty = days.every(({ inMonth, entries }) => !inMonth || entries.length === 0);
  const navigate = useNavigate();
  const root = useRef<HTMLOListElement>(null);
  const [listeners, setListeners] = useState<DragListeners>({});
  return (
    <>
      <Card className="overflow-hidden">
        <ol aria-hidden="true" className="grid grid-cols-7 border-border border-b max-sm:hidden">
          {weekdays.map((name) => (
            <li key={name} className="px-2 py-2 font-medium text-muted-foreground text-sm">
              {name}
            </li>
          ))}
        </ol>
        <ol ref={root} className="sm:grid sm:grid-cols-7" {...listeners}>
          {days.map((day) => (
            <Day key={day.date} day={day} {...rest} />
          ))}
        </ol>
        {isEmpty && <NothingPlanned />}
      </Card>
      <ClientOnly>
        <CalendarDrag
          root={root}
          days={days}
          onListen={setListeners}
          onDrop={(entry, to) =>
            navigate(moveHref(rest.view, occurrenceOf(entry, rest.move), to), { preventScrollReset: true })
          }
        />
      </ClientOnly>
    </>
  );
}

/** Phones show no day without entries. */
function NothingPlanned() {
  return (
    <div className="sm:hidden">
      <EmptyState
        icon={CalendarDays}
        title="Nothing in this month"
        action={
          <Button variant="outline" asChild>
            <Link to={paths.finances()}>Add income or expenses</Link>
          </Button>
        }
      >
        <p>A mortgage on the 1st, a paycheck every other Friday: each appears on its days.</p>
      </EmptyState>
    </div>
  );
}

function Day({ day, today, currency, view, move }: Omit<CalendarGridProps, "days"> & { day: GridDay }) {
  return (
    <li
      data-day={day.date}
      aria-label={`${formatDate(day.date)}${day.date === today ? ", today" : ""}`}
      className={cn(
        "flex min-w-0 flex-col gap-1 border-border border-b p-2 data-over:bg-link-soft sm:min-h-32 sm:border-r",
        (day.entries.length === 0 || !day.inMonth) && "max-sm:hidden",
        !day.inMonth && "bg-background text-subtle-foreground",
        move?.to === day.date && "bg-link-soft",
      )}
    >
      <DayHead day={day} today={today} currency={currency} />
      <ul className="flex flex-col gap-1">
        {day.entries.map((entry) => (
          <CalendarChip key={entry.id} entry={entry} currency={currency} view={view} move={move} />
        ))}
      </ul>
    </li>
  );
}

function DayHead({ day, today, currency }: { day: GridDay; today: CivilDate; currency: Currency }) {
  const isToday = day.date === today;
  return (
    <p className="flex items-baseline justify-between gap-2 text-sm">
      <span className={cn("tabular", isToday && "rounded-full bg-link px-1.5 font-semibold text-card")}>
        <span className="sm:hidden">{formatDate(day.date)}</span>
        <span className="max-sm:hidden">{Number(day.date.slice(8))}</span>
      </span>
      {day.balanceMinor !== null && (
        <span className="min-w-0 truncate text-subtle-foreground text-xs">
          <span className="sr-only">Balance at the end of the day: </span>
          <MoneyText minor={day.balanceMinor} currency={currency} />
        </span>
      )}
    </p>
  );
}
