import { Link } from "@remix-run/react";
import { useState } from "react";
import { Button } from "~/components/ui/button";
import { ChevronLeft, ChevronRight } from "~/components/ui/icons";
import { formatMonth, formatShortMonth } from "~/domain/shared/time/date-format";
import { type MonthKey, monthFromIndex, monthIndex } from "~/domain/shared/time/dates";
import { cn } from "~/lib/utils";

type MonthPickerProps = {
  month: MonthKey;
  current: MonthKey;
  hrefOf: (month: MonthKey) => string;
  onPick: () => void;
};

/** A year with arrows, its twelve months, and a link to the current month. */
export function MonthPicker({ month, current, hrefOf, onPick }: MonthPickerProps) {
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
