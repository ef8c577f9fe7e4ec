import { Link } from "@remix-run/react";
import { useState } from "react";
import { Button } from "~/components/ui/button";
import { CalendarDays, ChevronDown, ChevronLeft, ChevronRight } from "~/components/ui/icons";
import { Popover, PopoverContent, PopoverTrigger } from "~/components/ui/popover";
import { formatMonth, formatShortMonth } from "~/domain/shared/time/date-format";
import {
  type CivilDate,
  type MonthKey,
  monthFromIndex,
  monthIndex,
  monthKey,
  shiftMonth,
} from "~/domain/shared/time/dates";
import { cn } from "~/lib/utils";

type MonthNavigatorProps = { month: MonthKey; today: CivilDate; hrefOf: (month: MonthKey) => string };

/** Previous month, a month picker, next month, and back to today. */
export function MonthNavigator({ month, today, hrefOf }: MonthNavigatorProps) {
  const current = monthKey(today);
  const [isOpen, setOpen] = useState(false);
  return (
    <nav aria-label="Month" className="flex flex-wrap items-center gap-2">
      <Button asChild variant="outline" size="icon">
        <Link to={hrefOf(shiftMonth(month, -1))} preventScrollReset aria-label="Previous month">
          <ChevronLeft />
        </Link>
      </Button>
      <Popover open={isOpen} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <Button variant="outline" className="sm:min-w-44">
            <CalendarDays className="max-sm:hidden" />
            <span className="max-sm:hidden">{formatMonth(month)}</span>
            <span className="sm:hidden">{`${formatShortMonth(month)} ${month.slice(0, 4)}`}</span>
            <ChevronDown />
          </Button>
        </PopoverTrigger>
        <PopoverContent aria-label="Choose a month">
          <MonthPicker month={month} current={current} hrefOf={hrefOf} onPick={() => setOpen(false)} />
        </PopoverContent>
      </Popover>
      <Button asChild variant="outline" size="icon">
        <Link to={hrefOf(shiftMonth(month, 1))} preventScrollReset aria-label="Next month">
          <ChevronRight />
        </Link>
      </Button>
      <Button asChild variant="ghost" className="max-sm:px-2">
        <Link to={hrefOf(current)} preventScrollReset aria-current={month === current ? "date" : undefined}>
          Today
        </Link>
      </Button>
    </nav>
  );
}

type MonthPickerProps = {
  month: MonthKey;
  current: MonthKey;
  hrefOf: (month: MonthKey) => string;
  onPick: () => void;
};

/** A year with arrows, its twelve months, and a link to the current month. */
function MonthPicker({ month, current, hrefOf, onPick }: MonthPickerProps) {
  const [year, setYear] = useState(Math.floor(monthIndex(month) / 12));
  const months = Array.from({ length: 12 }, (_, at) => monthFromIndex(year * 12 + at));
  return (
    <div className="flex w-64 max-w-full flex-col gap-3">
      <div className="flex items-center justify-between">
        <Button variant="ghost" size="icon" aria-label="Previous year" onClick={() => setYear(year - 1)}>
          <ChevronLeft />
        </Button>
        <p aria-live="polite" className="font-semibold tabular">
          {year}
        </p>
        <Button variant="ghost" size="icon" aria-label="Next year" onClick={() => setYear(year + 1)}>
          <ChevronRight />
        </Button>
      </div>
      <ul className="grid grid-cols-3 gap-1">
        {months.map((each) => (
          <li key={each}>
            <Link
              to={hrefOf(each)}
              preventScrollReset
              onClick={onPick}
              aria-label={formatMonth(each)}
              aria-current={each === month ? "true" : undefined}
              className={cn(
                "flex h-control items-center justify-center rounded-md hover:bg-accent",
                each === month && "bg-link-soft font-semibold text-link",
                each === current && each !== month && "font-semibold text-foreground underline underline-offset-4",
              )}
            >
              {formatShortMonth(each)}
            </Link>
          </li>
        ))}
      </ul>
      <Button asChild variant="ghost">
        <Link to={hrefOf(current)} preventScrollReset onClick={onPick}>
          Go to Today
        </Link>
      </Button>
    </div>
  );
}
