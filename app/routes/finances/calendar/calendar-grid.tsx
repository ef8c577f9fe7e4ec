import { useNavigate } from "@remix-run/react";
import type { DragEvent } from "react";
import { formatCivilDate } from "~/components/date-format";
import { MoneyText } from "~/components/money-text";
import type { OccurrenceState } from "~/domain/finance/forecast/calendar";
import type { PlanKind } from "~/domain/finance/tracker/plan";
import { addDays, type CivilDate } from "~/domain/shared/dates";
import type { Currency } from "~/domain/shared/money";
import { cn } from "~/lib/utils";
import { CalendarChip } from "./calendar-chip";
import { type CalendarView, calendarHref } from "./calendar-view";

export interface GridEntry {
  id: string;
  key: string;
  kind: PlanKind;
  name: string;
  amountMinor: number;
  date: CivilDate;
  state: OccurrenceState | null;
}

export interface GridDay {
  date: CivilDate;
  inMonth: boolean;
  entries: GridEntry[];
  balanceMinor: number | null;
}

type CalendarGridProps = { days: readonly GridDay[]; today: CivilDate; currency: Currency; view: CalendarView };

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** What a dragged bill carries: its key and its day. */
export const DRAGGED = "text/x-plenum-bill";

/** A month from Sunday to Saturday; on a phone the days with something on them, one below the other. */
export function CalendarGrid({ days, today, currency, view }: CalendarGridProps) {
  const navigate = useNavigate();
  const drop = (event: DragEvent, to: CivilDate) => {
    const [key, date] = event.dataTransfer.getData(DRAGGED).split("@");
    if (!key || !date) return;
    event.preventDefault();
    navigate(calendarHref(view, { bill: { key, date }, to: to === date ? null : to }), { preventScrollReset: true });
  };
  return (
    <div className="overflow-hidden rounded-md border border-border bg-card">
      <ol aria-hidden="true" className="grid grid-cols-7 border-border border-b max-sm:hidden">
        {weekdays.map((name) => (
          <li key={name} className="px-2 py-2 font-medium text-muted-foreground text-sm">
            {name}
          </li>
        ))}
      </ol>
      <ol className="sm:grid sm:grid-cols-7">
        {days.map((day) => (
          <li
            key={day.date}
            aria-label={`${formatCivilDate(day.date)}${day.date === today ? ", today" : ""}`}
            onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
            onDrop={(event) => drop(event, day.date)}
            className={cn(
              "flex min-w-0 flex-col gap-1 border-border border-b p-2 sm:min-h-32 sm:border-r",
              (day.entries.length === 0 || !day.inMonth) && "max-sm:hidden",
              !day.inMonth && "bg-background text-subtle-foreground",
              view.to === day.date && "bg-link-soft",
            )}
          >
            <DayHead day={day} today={today} currency={currency} />
            <ul className="flex flex-col gap-1">
              {day.entries.map((entry) => (
                <CalendarChip key={entry.id} entry={entry} currency={currency} view={view} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  );
}

function DayHead({ day, today, currency }: { day: GridDay; today: CivilDate; currency: Currency }) {
  const isToday = day.date === today;
  return (
    <p className="flex items-baseline justify-between gap-2 text-sm">
      <span className={cn("tabular", isToday && "rounded-full bg-link px-1.5 font-semibold text-card")}>
        <span className="sm:hidden">{formatCivilDate(day.date)}</span>
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

/** The day that a key moves an occurrence to, seen from where it is now. */
export function dayByKey(key: string, from: CivilDate): CivilDate | null {
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key];
  return days === undefined ? null : addDays(from, days);
}
