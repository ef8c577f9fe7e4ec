import { useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { CalendarDays, ChevronDown } from "~/components/ui/icons";
import { Popover } from "~/components/ui/popover";
import { lazyWithRetry } from "~/lib/lazy-with-retry";

const { Part: MonthOfDays, preload } = lazyWithRetry(() =>
  import("./month-of-days").then((module) => module.MonthOfDays),
);

interface DatePickerProps {
  /** As the button says it: a day or the days of a week. */
  title: string;
  dates: readonly string[];
  today: string;
  hrefOf: (date: string) => string;
}

/** The day or week that is shown; opens a month in which any other can be chosen. Its code comes when it is opened. */
export function DatePicker({ title, dates, today, hrefOf }: DatePickerProps) {
  const navigate = useNavigate();
  const [isReady, setReady] = useState(false);

  // Only with scripts does it open.
  useEffect(() => setReady(true), []);
  return (
    <Popover
      label="Choose a date"
      className="p-3"
      trigger={
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
      }
    >
      {(close) => (
        <MonthOfDays
          dates={dates}
          today={today}
          onChoose={(date) => {
            close();
            navigate(hrefOf(date));
          }}
        />
      )}
    </Popover>
  );
}
