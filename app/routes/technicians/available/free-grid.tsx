import { Link } from "@remix-run/react";
import { Avatar } from "~/components/ui/avatar";
import { formatDate, formatDuration } from "~/domain/shared/time/date-format";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";

type Day = { date: string; freeMinutes: number; note: string | null };

type FreeGridProps = {
  dates: readonly string[];
  people: readonly { id: string; name: string; freeMinutes: number; days: readonly Day[] }[];
};

/** Free hours by technician and day, most free first. */
export function FreeGrid({ dates, people }: FreeGridProps) {
  return (
    <div className="list-frame overflow-x-auto">
      <table className="w-full min-w-[44rem] text-left">
        <caption className="sr-only">Free time of each technician by day</caption>
        <thead>
          <tr className="text-muted-foreground text-xs">
            <th scope="col" className="sticky left-0 bg-card px-4 py-3 font-medium">
              Technician
            </th>
            {dates.map((date) => (
              <th key={date} scope="col" className="px-2 py-3 text-right font-medium whitespace-nowrap">
                {formatDate(date)}
              </th>
            ))}
            <th scope="col" className="px-4 py-3 text-right font-medium">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id} className="border-border border-t">
              <th scope="row" className="sticky left-0 max-w-40 bg-card px-4 py-2 font-medium">
                <Link to={paths.technicianSchedule(person.id)} className="flex items-center gap-2 hover:underline">
                  <Avatar name={person.name} size="small" className="max-sm:hidden" />
                  <span className="truncate">{person.name}</span>
                </Link>
              </th>
              {person.days.map((day) => (
                <td key={day.date} className="px-2 py-2 text-right tabular">
                  <Free day={day} />
                </td>
              ))}
              <td className="px-4 py-2 text-right font-medium tabular whitespace-nowrap">
                {formatDuration(person.freeMinutes)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const manyMinutes = 240;

function Free({ day }: { day: Day }) {
  if (day.freeMinutes === 0) return <span className="text-subtle-foreground text-sm">{day.note ?? "Full"}</span>;
  const plenty = day.freeMinutes >= manyMinutes;
  return (
    <span
      className={cn(
        "inline-block rounded-sm px-1.5 py-0.5 whitespace-nowrap",
        plenty ? "bg-ok-soft text-ok" : "bg-muted",
      )}
    >
      {formatDuration(day.freeMinutes)}
      {day.note && <span className="block text-xs">{day.note}</span>}
    </span>
  );
}
