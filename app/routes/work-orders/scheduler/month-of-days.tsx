import { createContext, useContext, useEffect, useMemo, useRef, useState } from "react";
import { type DayButtonProps, DayPicker } from "react-day-picker";
import { Button } from "~/components/ui/button";
import { ChevronLeft, ChevronRight } from "~/components/ui/icons";
import { NativeSelect } from "~/components/ui/native-select";
import type { ScheduleLoad } from "~/domain/scheduling/load.server";
import { formatFullDate, formatMonth } from "~/domain/shared/time/date-format";
import { addDays, firstDayOfMonth, monthKey, shiftMonth, weekday } from "~/domain/shared/time/dates";
import { useLookup } from "~/lib/use-lookup";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";
import { workOrderCount } from "./labels";

interface MonthOfDaysProps {
  /** The days shown. */
  dates: readonly string[];
  today: string;
  onChoose: (date: string) => void;
}

type DayLoad = ScheduleLoad["days"][number];

const LoadOfDays = createContext<ReadonlyMap<string, DayLoad>>(new Map());

/** A month calendar with each day's workload. Arrow keys move by day and week, Page Up and Page Down by month. */
export function MonthOfDays({ dates, today, onChoose }: MonthOfDaysProps) {
  const [month, setMonth] = useState(() => monthKey(dates[0] ?? today));
  const { data, load } = useLookup<ScheduleLoad>();
  const href = paths.apiScheduleLoad(daysShown(month));

  // A month's workload is loaded when the month is shown, not with the page.
  useEffect(() => load(href), [href, load]);
  const loads = useMemo(() => new Map(data?.days.map((day) => [day.date, day])), [data]);
  return (
    <LoadOfDays.Provider value={loads}>
      <div className="flex w-76 max-w-full flex-col gap-2">
        <div className="flex items-center gap-1">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Previous month"
            onClick={() => setMonth(shiftMonth(month, -1))}
          >
            <ChevronLeft />
          </Button>
          <NativeSelect
            aria-label="Month"
            className="grow"
            value={month}
            onChange={(event) => setMonth(event.target.value)}
            choices={monthsAround(monthKey(today), month).map((value) => ({ value, label: formatMonth(value) }))}
          />
          <Button variant="ghost" size="icon-sm" aria-label="Next month" onClick={() => setMonth(shiftMonth(month, 1))}>
            <ChevronRight />
          </Button>
        </div>
        <DayPicker
          mode="multiple"
          autoFocus
          showOutsideDays
          fixedWeeks
          hideNavigation
          weekStartsOn={0}
          month={dateOf(firstDayOfMonth(month))}
          onMonthChange={(date) => setMonth(monthKey(civilOf(date)))}
          today={dateOf(today)}
          selected={dates.map(dateOf)}
          onSelect={() => undefined}
          onDayClick={(date) => onChoose(civilOf(date))}
          components={{ DayButton: LoadedDay }}
          classNames={{
            month_caption: "sr-only",
            month_grid: "w-full border-collapse",
            weekday: "py-1 font-normal text-muted-foreground text-xs",
            day: "p-0.5",
          }}
        />
        <div className="flex items-center justify-between gap-2">
          <p className="text-muted-foreground text-xs">
            <span className="whitespace-nowrap">
              <Dots level={1} /> Under 50%
            </span>{" "}
            <span className="whitespace-nowrap">
              <Dots level={2} /> 50% to 85%
            </span>{" "}
            <span className="whitespace-nowrap">
              <Dots level={3} /> Over 85%
            </span>
          </p>
          <Button variant="outline" size="sm" onClick={() => onChoose(today)}>
            Today
          </Button>
        </div>
      </div>
    </LoadOfDays.Provider>
  );
}

/** A day with up to three dots for its workload; its label says it in words. */
function LoadedDay({ day, modifiers, className: _, ...rest }: DayButtonProps) {
  const date = civilOf(day.date);
  const load = useContext(LoadOfDays).get(date);
  const ref = useRef<HTMLButtonElement>(null);

  // The calendar marks the day reached by keyboard this way.
  useEffect(() => {
    if (modifiers.focused) ref.current?.focus();
  }, [modifiers.focused]);
  return (
    <button
      ref={ref}
      {...rest}
      aria-label={`${formatFullDate(date)}${load && load.jobs > 0 ? `, ${loadLabel(load)}` : ""}`}
      aria-current={modifiers.today ? "date" : undefined}
      className={cn(
        "flex h-10 w-full flex-col items-center justify-center rounded-md text-sm tabular hover:bg-accent",
        modifiers.outside && "text-subtle-foreground",
        modifiers.today && "font-semibold text-link",
        modifiers.selected && "bg-link-soft",
      )}
    >
      {day.date.getDate()}
      <Dots level={load ? levelOf(load) : 0} />
    </button>
  );
}

function Dots({ level }: { level: number }) {
  return (
    <span aria-hidden="true" className="inline-flex h-1.5 gap-0.5 align-middle">
      {Array.from({ length: level }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items are identical
        <span key={index} className={cn("size-1.5 rounded-full", level === 3 ? "bg-warn" : "bg-cool")} />
      ))}
    </span>
  );
}

function levelOf({ jobs, bookedMinutes, shiftMinutes }: DayLoad): number {
  if (jobs === 0) return 0;
  if (bookedMinutes * 2 < shiftMinutes) return 1;
  return bookedMinutes <= shiftMinutes * 0.85 ? 2 : 3;
}

/** "12 jobs, 45% booked"; on a day without shifts "2 jobs". */
function loadLabel({ jobs, bookedMinutes, shiftMinutes }: DayLoad): string {
  const share = shiftMinutes > 0 ? `, ${Math.round((bookedMinutes / shiftMinutes) * 100)}% booked` : "";
  return `${workOrderCount(jobs)}${share}`;
}

/** Six weeks, starting on the Sunday on or before the first of the month. */
function daysShown(month: string): { from: string; to: string } {
  const first = firstDayOfMonth(month);
  const from = addDays(first, -weekday(first));
  return { from, to: addDays(from, 41) };
}

/** One year back and two ahead, plus the month shown. */
function monthsAround(current: string, shown: string): string[] {
  const months = Array.from({ length: 37 }, (_, index) => shiftMonth(current, index - 12));
  return [...new Set([...months, shown])].toSorted();
}

/** The calendar represents days as the browser's local midnights. */
function dateOf(date: string): Date {
  return new Date(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)));
}

function civilOf(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${String(date.getFullYear()).padStart(4, "0")}-${month}-${day}`;
}
