import { useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { CalendarDays, ChevronDown } from "~/components/ui/icons";
import { Popover, PopoverContent, PopoverTrigger } from "~/components/ui/popover";
import { lazyWithRetry } from "~/lib/lazy-with-retry";

const { Part: MonthOfDays, preload } = lazyWithRetry(() =>
  import("./month-of-days").then((module) => module.MonthOfDays),
);

interface DatePickerProps {
  /** The button's label: a day, or the days of a week. */
  title: string;
  dates: readonly string[];
  today: string;
  hrefOf: (date: string) => string;
}

/** The day or week shown; opens a month calendar for choosing another. The calendar's code is loaded when opened. */
export function DatePicker({ title, dates, today, hrefOf }: DatePickerProps) {
  const navigate = useNavigate();
  const [isReady, setReady] = useState(false);
  const [isOpen, setOpen] = useState(false);

  // It can be opened only with scripts.
  useEffect(() => setReady(true), []);
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          className="px-2 font-semibold text-base text-foreground"
          disabled={!isReady}
          title="Choose a date (D)"
          data-shortcut="d"
          aria-keyshortcuts="D"
          onPointerEnter={preload}
          onFocus={preload}
        >
          <CalendarDays />
          {title}
          <ChevronDown />
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Choose a date" className="p-3">
        <MonthOfDays
          dates={dates}
          today={today}
          onChoose={(date) => {
            setOpen(false);
            navigate(hrefOf(date));
          }}
        />
      </PopoverContent>
    </Popover>
  );
}
