import { Link } from "@remix-run/react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { FilterBar } from "~/components/data-table/filter-bar";
import { FreeGrid } from "~/components/technicians/free-grid";
import { Button } from "~/components/ui/button";
import { addDays } from "~/domain/shared/dates";
import type { AvailableTechnician } from "~/domain/technicians/availability.server";
import { missingSkills } from "~/domain/technicians/rules";
import { paths } from "~/paths";

type FreeViewProps = {
  /** The first of the seven days shown. */
  from: string;
  /** Those who lack one of them are left out. */
  skills: string;
  people: readonly Pick<AvailableTechnician, "id" | "name" | "skills" | "freeMinutes" | "days">[];
};

/** Seven days and who can still take what on each. */
export function FreeView({ from, skills, people }: FreeViewProps) {
  const wanted = skills.split(",");
  const able = people.filter((person) => missingSkills(wanted, person.skills).length === 0);
  const at = (date: string) => paths.technicians({ view: "free", from: date, skills });
  const dates = Array.from({ length: 7 }, (_, index) => addDays(from, index));
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <FilterBar
          search={{ name: "skills", value: skills, label: "With these skills, by commas" }}
          keep={{ view: "free", from }}
        />
        <div className="flex gap-2 pb-3">
          <Button variant="outline" asChild size="icon" aria-label="Seven days earlier">
            <Link to={at(addDays(from, -7))} preventScrollReset>
              <ChevronLeft />
            </Link>
          </Button>
          <Button variant="outline" asChild>
            <Link to={paths.technicians({ view: "free", skills })} preventScrollReset>
              Today
            </Link>
          </Button>
          <Button variant="outline" asChild size="icon" aria-label="Seven days later">
            <Link to={at(addDays(from, 7))} preventScrollReset>
              <ChevronRight />
            </Link>
          </Button>
        </div>
      </div>
      {able.length === 0 ? (
        <p className="list-frame px-4 py-8 text-center text-muted-foreground">Nobody has all of these skills.</p>
      ) : (
        <FreeGrid dates={dates} people={able} />
      )}
      <p className="pt-3 text-muted-foreground text-sm">
        Shift time without breaks, time off, holidays, booked jobs and the estimated drives to them.
      </p>
    </>
  );
}
