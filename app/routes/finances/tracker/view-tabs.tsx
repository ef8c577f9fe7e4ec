import { Link } from "@remix-run/react";
import { type MonthKey, monthIndex } from "~/domain/shared/time/dates";
import { cn } from "~/lib/utils";
import { type TrackerView, trackerHref } from "./tracker-view";

/** Month or year; each opens at the period the other shows. */
export function ViewTabs({ view }: { view: TrackerView }) {
  const year = Math.floor(monthIndex(view.month) / 12);
  const month: MonthKey = year === view.year ? view.month : `${view.year}-01`;
  return (
    <nav aria-label="View" className="inline-flex gap-0.5 rounded-md border border-border bg-muted p-0.5">
      <Tab to={trackerHref(view, { mode: "month", month })} label="Month" current={view.mode === "month"} />
      <Tab
        to={trackerHref(view, { mode: "year", year: view.mode === "year" ? view.year : year })}
        label="Year"
        current={view.mode === "year"}
      />
    </nav>
  );
}

function Tab({ to, label, current }: { to: string; label: string; current: boolean }) {
  return (
    <Link
      to={to}
      aria-current={current ? "page" : undefined}
      className={cn(
        "flex h-[calc(var(--control-height)-6px)] items-center touch:h-12 rounded-[6px] px-4 font-medium",
        current ? "bg-card text-foreground ring-1 ring-input" : "text-muted-foreground hover:text-foreground",
      )}
    >
      {label}
    </Link>
  );
}
