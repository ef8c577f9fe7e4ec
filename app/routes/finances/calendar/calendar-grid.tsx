import { type Active, DndContext, DragOverlay, useDroppable } from "@dnd-kit/core";
import { useNavigate } from "@remix-run/react";
import { useState } from "react";
import { MoneyText } from "~/components/money-text";
import { Card } from "~/components/ui/card";
import type { Currency } from "~/domain/shared/money";
import { formatDate } from "~/domain/shared/time/date-format";
import type { CivilDate } from "~/domain/shared/time/dates";
import { dragAnnouncements, dropTarget, ignoreClickAfterDrag, underPointer, useDragSensors } from "~/lib/drag";
import { cn } from "~/lib/utils";
import { CalendarChip } from "./calendar-chip";
import { type CalendarView, type GridEntry, type GridMove, moveHref, type Occurrence } from "./calendar-view";

interface GridDay {
  date: CivilDate;
  inMonth: boolean;
  entries: GridEntry[];
  balanceMinor: number | null;
}

type CalendarGridProps = {
  days: readonly GridDay[];
  today: CivilDate;
  currency: Currency;
  view: CalendarView;
  move: GridMove | null;
};

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** A month from Sunday to Saturday; on phones, a list of the days that have entries. */
export function CalendarGrid({ days, ...rest }: CalendarGridProps) {
  const navigate = useNavigate();
  const [dragged, setDragged] = useState<DraggedEntry | null>(null);
  const sensors = useDragSensors();
  return (
    <DndContext
      id="calendar"
      sensors={sensors}
      collisionDetection={underPointer}
      accessibility={{ announcements, screenReaderInstructions: { draggable: "" } }}
      onDragStart={(start) => {
        ignoreClickAfterDrag(start);
        setDragged(draggedOf(start.active));
      }}
      onDragCancel={() => setDragged(null)}
      onDragEnd={(end) => {
        const entry = draggedOf(end.active);
        const day = dropTarget(end);
        setDragged(null);
        if (!entry || !day || day.id === entry.on) return;
        navigate(moveHref(rest.view, entry.from, String(day.id)), { preventScrollReset: true });
      }}
    >
      <Card className="overflow-hidden">
        <ol aria-hidden="true" className="grid grid-cols-7 border-border border-b max-sm:hidden">
          {weekdays.map((name) => (
            <li key={name} className="px-2 py-2 font-medium text-muted-foreground text-sm">
              {name}
            </li>
          ))}
        </ol>
        <ol className="sm:grid sm:grid-cols-7">
          {days.map((day) => (
            <Day key={day.date} day={day} {...rest} />
          ))}
        </ol>
      </Card>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <span className="block truncate rounded-sm bg-accent px-1.5 py-1 text-sm shadow-popover">{dragged.name}</span>
        )}
      </DragOverlay>
    </DndContext>
  );
}

function Day({ day, today, currency, view, move }: Omit<CalendarGridProps, "days"> & { day: GridDay }) {
  const { setNodeRef, isOver } = useDroppable({ id: day.date });
  return (
    <li
      ref={setNodeRef}
      aria-label={`${formatDate(day.date)}${day.date === today ? ", today" : ""}`}
      className={cn(
        "flex min-w-0 flex-col gap-1 border-border border-b p-2 sm:min-h-32 sm:border-r",
        (day.entries.length === 0 || !day.inMonth) && "max-sm:hidden",
        !day.inMonth && "bg-background text-subtle-foreground",
        (isOver || move?.to === day.date) && "bg-link-soft",
      )}
    >
      <DayHead day={day} today={today} currency={currency} />
      <ul className="flex flex-col gap-1">
        {day.entries.map((entry) => (
          <CalendarChip key={entry.id} entry={entry} currency={currency} view={view} move={move} />
        ))}
      </ul>
    </li>
  );
}

interface DraggedEntry {
  name: string;
  from: Occurrence;
  /** The day it is shown on. */
  on: CivilDate;
}

function draggedOf({ data }: Active): DraggedEntry | null {
  const { name, from, on } = data.current ?? {};
  return typeof name === "string" && from && on ? { name, from, on } : null;
}

const announcements = dragAnnouncements({
  item: (active) => draggedOf(active)?.name ?? "",
  target: (over) => formatDate(String(over.id)),
  afterDrop: "Not saved yet.",
});

function DayHead({ day, today, currency }: { day: GridDay; today: CivilDate; currency: Currency }) {
  const isToday = day.date === today;
  return (
    <p className="flex items-baseline justify-between gap-2 text-sm">
      <span className={cn("tabular", isToday && "rounded-full bg-link px-1.5 font-semibold text-card")}>
        <span className="sm:hidden">{formatDate(day.date)}</span>
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
