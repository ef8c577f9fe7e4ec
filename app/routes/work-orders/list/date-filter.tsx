import { Link } from "@remix-run/react";
import { useId, useState } from "react";
import { FilterField } from "~/components/data-table/filter-field";
import { Button } from "~/components/ui/button";
import { CalendarDays, ChevronDown } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "~/components/ui/popover";
import { formatNearDate } from "~/domain/shared/time/date-format";
import { addDays, type CivilDate, weekday } from "~/domain/shared/time/dates";

/** The date part of the list's query. */
type DateQuery = { from?: string | null; to?: string | null; late?: string };

type DateFilterProps = { query: DateQuery; today: CivilDate; href: (query: DateQuery) => string };

/** Filters jobs by start: a common period, or any two dates. */
export function DateFilter({ query, today, href }: DateFilterProps) {
  const chosen = dateLabel(query, today);
  const [isOpen, setOpen] = useState(false);
  return (
    <FilterField label="Date">
      <Popover open={isOpen} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <Button
            variant="outline"
            className="w-full bg-field px-3 font-normal *:w-full"
            aria-label={chosen && `Date: ${chosen}`}
          >
            <CalendarDays className="text-muted-foreground" />
            <span className="flex-1 truncate text-left">{chosen ?? "Any date"}</span>
            <ChevronDown className="text-muted-foreground" />
          </Button>
        </PopoverTrigger>
        <PopoverContent aria-label="Date" className="w-72">
          <div className="flex flex-col gap-3">
            <ul className="flex flex-col">
              {[{ label: "Any date", query: {} }, ...spans(today)].map((span) => (
                <li key={span.label}>
                  <Link
                    to={href({ from: undefined, to: undefined, late: undefined, ...span.query })}
                    preventScrollReset
                    onClick={() => setOpen(false)}
                    aria-current={span.label === (chosen ?? "Any date") ? "true" : undefined}
                    className="flex min-h-9 items-center rounded-sm px-2 hover:bg-muted aria-[current]:font-semibold touch:min-h-12"
                  >
                    {span.label}
                  </Link>
                </li>
              ))}
            </ul>
            <div className="grid grid-cols-2 gap-2 border-border border-t pt-3">
              <DayInput name="from" label="From" value={query.from ?? ""} />
              <DayInput name="to" label="To" value={query.to ?? ""} />
            </div>
          </div>
        </PopoverContent>
      </Popover>
    </FilterField>
  );
}

function DayInput({ name, label, value }: { name: string; label: string; value: string }) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <Input key={value} id={id} type="date" name={name} defaultValue={value} className="px-2" />
    </div>
  );
}

/** Common periods; weeks begin on Sunday. */
function spans(today: CivilDate): { label: string; query: DateQuery }[] {
  const tomorrow = addDays(today, 1);
  const sunday = addDays(today, -weekday(today));
  return [
    { label: "Today", query: { from: today, to: today } },
    { label: "Tomorrow", query: { from: tomorrow, to: tomorrow } },
    { label: "This week", query: { from: sunday, to: addDays(sunday, 6) } },
    { label: "Late", query: { late: "true" } },
  ];
}

/** 'Tomorrow', 'Fri, Nov 20 to Sun, Nov 22'; undefined without a date filter. */
export function dateLabel({ from, to, late }: DateQuery, today: CivilDate): string | undefined {
  if (!from && !to && !late) return undefined;
  const span = spans(today).find(({ query }) => (late ? query.late : query.from === from && query.to === to));
  if (span) return span.label;
  const day = (date: string) => formatNearDate(date, today);
  if (from && to) return from === to ? day(from) : `${day(from)} to ${day(to)}`;
  if (from) return `From ${day(from)}`;
  return to ? `To ${day(to)}` : undefined;
}
