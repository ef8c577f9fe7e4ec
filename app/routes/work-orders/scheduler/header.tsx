import { Link } from "@remix-run/react";
import { memo } from "react";
import { Button } from "~/components/ui/button";
import { ChevronLeft, ChevronRight, Plus, Undo2 } from "~/components/ui/icons";
import { formatDateRange, formatFullDate } from "~/domain/shared/date-format";
import { LiveStateMark } from "~/lib/live/live-state";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { DatePicker } from "./date-picker";
import { scrollToNow } from "./day-board";
import type { SchedulerScreen } from "./view";

interface SchedulerHeaderProps {
  data: SchedulerScreen;
  isStale: boolean;
  /** "WO-012", and what takes its last move back; null where there is none. */
  undo: { reference: string; run: () => void } | null;
}

/** Which day, the days beside it, and by day or by week. */
export const SchedulerHeader = memo(function SchedulerHeader({ data, isStale, undo }: SchedulerHeaderProps) {
  const { date, dates, view, today, mayPlan, fullScreen } = data;
  const week = view === "week" ? "week" : undefined;
  const to = (day: string) => paths.schedulerDay(day, { view: week });
  const title = view === "week" ? formatDateRange(dates[0] ?? date, dates.at(-1) ?? date) : formatFullDate(date);
  return (
    <header className={cn("flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2", fullScreen && "pl-14")}>
      <h1 className="sr-only">{`Scheduler, ${title}`}</h1>
      <DatePicker title={title} dates={dates} today={today} hrefOf={to} />
      <nav aria-label="Days" className="flex items-center gap-1">
        <Button asChild variant="ghost" size="icon-sm">
          <Link to={to(data.before)} aria-label={view === "week" ? "Previous week" : "Previous day"}>
            <ChevronLeft />
          </Link>
        </Button>
        {date === today && view === "day" ? (
          <Button variant="outline" size="sm" onClick={scrollToNow}>
            Now
          </Button>
        ) : (
          <Button variant="outline" asChild size="sm">
            <Link to={to(today)} aria-current={dates.includes(today) ? "date" : undefined}>
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
            to={paths.schedulerDay(date, { view: one === "week" ? one : undefined })}
            aria-current={view === one ? "page" : undefined}
            className="rounded-sm px-3 py-1 text-muted-foreground text-sm hover:text-foreground aria-[current]:bg-muted aria-[current]:text-foreground touch:py-2.5"
          >
            {one === "day" ? "Day" : "Week"}
          </Link>
        ))}
      </nav>
      <LiveStateMark behind={isStale} />
      {undo && (
        <Button variant="ghost" size="sm" aria-keyshortcuts="Control+Z" onClick={undo.run}>
          <Undo2 />
          {`Undo ${undo.reference}`}
        </Button>
      )}
      {mayPlan && (
        <Button variant="outline" asChild size="sm" className="ml-auto max-sm:hidden">
          <Link to={paths.newWorkOrder()}>
            <Plus />
            New work order
          </Link>
        </Button>
      )}
    </header>
  );
});
