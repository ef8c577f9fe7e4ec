import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { FilterBar } from "~/components/data-table/filter-bar";
import { Button } from "~/components/ui/button";
import { ChevronLeft, ChevronRight } from "~/components/ui/icons";
import { allowMember } from "~/domain/shared/permissions";
import { addDays, isScheduleDate } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { missingSkills } from "~/domain/technicians/technician";
import { availableTechnicians } from "~/domain/technicians/workload.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { FreeGrid } from "./free-grid";

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
        <p className="list-frame px-4 py-8 text-center text-muted-foreground">No technician has all of these skills.</p>
      ) : (
        <FreeGrid dates={dates} people={people} />
      )}
      <p className="pt-3 text-muted-foreground text-sm">
        Shift time minus breaks, time off, holidays, booked jobs and estimated drive time.
      </p>
    </>
  );
}
