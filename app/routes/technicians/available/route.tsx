import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { FilterBar } from "~/components/data-table/filter-bar";
import { Avatar } from "~/components/ui/avatar";
import { Button } from "~/components/ui/button";
import { ChevronLeft, ChevronRight } from "~/components/ui/icons";
import { allowMember } from "~/domain/shared/permissions";
import { formatDate, formatDuration } from "~/domain/shared/time/date-format";
import { addDays, isScheduleDate } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { missingSkills } from "~/domain/technicians/technician";
import { availableTechnicians } from "~/domain/technicians/workload.server";
import { pageLoader } from "~/http/page-loader";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Availability · Plenum" }];

/** Availability for seven days; `skills` excludes technicians who lack any of them. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const { from = "", skills = "" } = Object.fromEntries(url.searchParams);
  const { period, items } = await availableTechnicians(ctx, { startDate: isScheduleDate(from) ? from : undefined });
  const people = items
    .filter((person) => missingSkills(skills.split(","), person.skills).length === 0)
    .map(({ id, name, freeMinutes, days }) => ({ id, name, freeMinutes, days }));
  return { from: wallTimeOf(period.start, allowMember(ctx).timeZone).date, skills, people };
});

export default function AvailableTechnicians() {
  const { from, skills, people } = useLoaderData<typeof loader>();
  const at = (date: string) => paths.availableTechnicians({ from: date, skills });
  const dates = Array.from({ length: 7 }, (_, index) => addDays(from, index));
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <FilterBar search={{ name: "skills", value: skills, label: "Skills, separated by commas" }} keep={{ from }} />
        <div className="flex gap-2 pb-3">
          <Button variant="outline" asChild size="icon" aria-label="Previous 7 days">
            <Link to={at(addDays(from, -7))} preventScrollReset>
              <ChevronLeft />
            </Link>
          </Button>
          <Button variant="outline" asChild>
            <Link to={paths.availableTechnicians({ skills })} preventScrollReset>
              Today
            </Link>
          </Button>
          <Button variant="outline" asChild size="icon" aria-label="Next 7 days">
            <Link to={at(addDays(from, 7))} preventScrollReset>
              <ChevronRight />
            </Link>
          </Button>
        </div>
      </div>
      {people.length === 0 ? (
        <p className="list-frame px-4 py-8 text-center text-muted-foreground">
          {skills.trim() ? "No technician has all of these skills." : "No active technicians."}
        </p>
      ) : (
        <FreeGrid dates={dates} people={people} />
      )}
      <p className="pt-3 text-muted-foreground text-sm">
        Shift time minus breaks, time off, holidays, booked jobs and estimated drive time.
      </p>
    </>
  );
}

type Day = { date: string; freeMinutes: number; note: string | null };

type FreeGridProps = {
  dates: readonly string[];
  people: readonly { id: string; name: string; freeMinutes: number; days: readonly Day[] }[];
};

/** Free hours by technician and day, most free first. */
function FreeGrid({ dates, people }: FreeGridProps) {
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

const PLENTY_MINUTES = 240;

function Free({ day }: { day: Day }) {
  if (day.freeMinutes === 0) return <span className="text-subtle-foreground text-sm">{day.note ?? "Full"}</span>;
  const plenty = day.freeMinutes >= PLENTY_MINUTES;
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
