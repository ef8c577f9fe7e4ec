import { Link } from "@remix-run/react";
import { useState } from "react";
import { Button } from "~/components/ui/button";
import { CalendarDays, ChevronDown, ChevronLeft, ChevronRight } from "~/components/ui/icons";
import { Popover, PopoverContent, PopoverTrigger } from "~/components/ui/popover";
import { formatMonth, formatShortMonth } from "~/domain/shared/time/date-format";
import { type CivilDate, type MonthKey, monthKey, shiftMonth } from "~/domain/shared/time/dates";
import { MonthPicker } from "./month-picker";

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
