import { Link } from "@remix-run/react";
import { memo, type ReactNode, useDeferredValue, useMemo } from "react";
import { KeyboardHelp } from "~/components/keyboard-help";
import { Button } from "~/components/ui/button";
import { ChevronLeft, ChevronRight, Plus, Undo2 } from "~/components/ui/icons";
import { capacityOf, formatCapacity, formatHours, formatShare } from "~/domain/scheduling/capacity";
import { filterQuery, type SchedulerFilter } from "~/domain/scheduling/filter";
import { type SchedulerWorkOrder, schedulable } from "~/domain/scheduling/scheduler";
import { formatDateRange, formatFullDate, formatNearDate, formatNearRange } from "~/domain/shared/time/date-format";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { LiveStateMark } from "~/routes/work-orders/shared/live-state";
import { DatePicker } from "./date-picker";
import { scrollToNow } from "./day-board";
import { periodOf, type SchedulerScreen } from "./scheduler-context";

/** Loaded on demand. */
const Keys = lazyWithRetry(() => import("./keys").then((part) => part.Keys));

interface SchedulerHeaderProps {
  /** Includes the technicians whose lanes are shown. */
  data: SchedulerScreen;
  jobs: readonly SchedulerWorkOrder[];
  filter: SchedulerFilter;
  isStale: boolean;
  /** "WO-012" and the undo of its last move; null if there is none. */
  undo: { reference: string; run: () => void } | null;
  /** Search, filter and the attention list. */
  children: ReactNode;
}

/** The day shown, links to neighboring days, day or week view, and utilization. */
export const SchedulerHeader = memo(function SchedulerHeader(props: SchedulerHeaderProps) {
  const { data, jobs, filter, isStale, undo, children } = props;
  const { date, dates, view, today, mayPlan, fullScreen } = data;
  const week = view === "week" ? "week" : undefined;
  const filters = filterQuery(filter);
  const to = (day: string) => paths.schedulerDay(day, { view: week, ...filters });
  const [first = date, last = date] = [dates[0], dates.at(-1)];
  const title = view === "week" ? formatDateRange(first, last) : formatFullDate(date);
  return (
    <header className="@container/header">
      <div className={cn("flex flex-wrap items-center gap-x-2 gap-y-2 px-3 py-2", fullScreen && "pl-14")}>
        <h1 className="sr-only">{`Scheduler, ${title}`}</h1>
        <DatePicker
          title={view === "week" ? formatNearRange(first, last, today) : formatNearDate(date, today)}
          dates={dates}
          today={today}
          hrefOf={to}
        />
        <nav aria-label="Days" className="flex items-center gap-1">
          <Button asChild variant="ghost" size="icon-sm">
            <Link to={to(data.before)} aria-label={view === "week" ? "Previous week" : "Previous day"}>
              <ChevronLeft />
            </Link>
          </Button>
          {date === today && view === "day" ? (
            <Button variant="outline" size="sm" data-shortcut="t" aria-keyshortcuts="T" onClick={scrollToNow}>
              Now
            </Button>
          ) : (
            <Button variant="outline" asChild size="sm">
              <Link
                to={to(today)}
                data-shortcut="t"
                aria-keyshortcuts="T"
                aria-current={dates.includes(today) ? "date" : undefined}
              >
                Today
              </Link>
            </Button>
          )}
          <Button asChild variant="ghost" size="icon-sm">
            <Link to={to(data.after)} aria-label={view === "week" ? "Next week" : "Next day"}>
              <ChevronRight />
            </Link>
          </Button>
        </nav>
        <nav aria-label="View" className="flex items-center rounded-md border border-border p-0.5">
          {(["day", "week"] as const).map((one) => (
            <Link
              key={one}
              to={paths.schedulerDay(date, { view: one === "week" ? one : undefined, ...filters })}
              aria-current={view === one ? "page" : undefined}
              className="rounded-sm px-3 py-1 text-muted-foreground text-sm hover:text-foreground aria-[current]:bg-muted aria-[current]:text-foreground touch:py-2.5"
            >
              {one === "day" ? "Day" : "Week"}
            </Link>
          ))}
        </nav>
        {children}
        <LiveStateMark isStale={isStale} />
        {undo && (
          <Button variant="ghost" size="sm" title="Undo" aria-keyshortcuts="Control+Z" onClick={undo.run}>
            <Undo2 />
            <span className="sm:@max-[68rem]/header:sr-only">Undo</span>
            <span className="sr-only"> {undo.reference}</span>
          </Button>
        )}
        <div className="ml-auto flex items-center gap-2">
          <BookedHours data={data} jobs={jobs} />
          <KeyboardHelp>
            <Keys.Part />
          </KeyboardHelp>
          {mayPlan && (
            <Button variant="outline" asChild size="sm" className="max-lg:hidden">
              <Link to={paths.newWorkOrder()}>
                <Plus />
                New<span className="sr-only"> work order</span>
              </Link>
            </Button>
          )}
        </div>
      </div>
    </header>
  );
});

/** "312 of 405 hr, 77%" of the technicians shown, or only the share. Deferred until after a drop is rendered. */
const BookedHours = memo(function BookedHours({ data, jobs }: Pick<SchedulerHeaderProps, "data" | "jobs">) {
  const shown = useDeferredValue(jobs);
  const capacity = useMemo(
    () =>
      capacityOf(
        periodOf(data),
        data.technicians.map((one) => schedulable(one, data)),
        shown,
      ),
    [data, shown],
  );
  const [hours, share] = [formatHours(capacity), formatShare(capacity)];
  return (
    <span
      className="text-muted-foreground text-sm tabular max-sm:hidden"
      title={`Booked hours of shift hours: ${formatCapacity(capacity)}`}
    >
      <span className="sr-only">Booked: </span>
      {share === null ? hours : <span className="@max-[80rem]/header:sr-only">{hours}, </span>}
      {share}
    </span>
  );
});
