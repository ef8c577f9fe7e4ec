import { Link } from "@remix-run/react";
import type { z } from "zod";
import { FilterBar, type FilterChip, FilterSelect } from "~/components/data-table/filter-bar";
import { EmptyState } from "~/components/feedback/empty-state";
import { NoTechnicians } from "~/components/technicians/no-technicians";
import { Button } from "~/components/ui/button";
import { HardHat } from "~/components/ui/icons";
import { choicesOf } from "~/domain/shared/choices";
import type { TechnicianListView } from "~/domain/technicians/schema";
import {
  NO_TEAM,
  SKILL_LEVEL_FILTER_LABELS,
  SKILL_LEVEL_FILTERS,
  TECHNICIAN_STATUS_LABELS,
  TECHNICIAN_STATUSES,
} from "~/domain/technicians/technician";
import { paths } from "~/paths";

type View = z.output<typeof TechnicianListView>;

const levels = choicesOf(SKILL_LEVEL_FILTERS, SKILL_LEVEL_FILTER_LABELS);
const statuses = choicesOf(TECHNICIAN_STATUSES, TECHNICIAN_STATUS_LABELS);

type Teams = readonly { id: string; name: string }[];

export function ListFilters({ view, teams }: { view: View; teams: Teams }) {
  return (
    <FilterBar
      search={{ name: "search", value: view.search ?? "", label: "Name, email, phone or skill" }}
      chips={chipsOf(view, teams)}
      clearHref={paths.technicians()}
      fileHref={paths.apiListFile("technicians", queryOf(view))}
      keep={{ skill: view.skill }}
    >
      <FilterSelect name="status" label="Status" any="Any status" value={view.status ?? ""} choices={statuses} />
      <FilterSelect name="skillLevel" label="Level" any="Any level" value={view.skillLevel ?? ""} choices={levels} />
      {teams.length > 0 && (
        <FilterSelect name="team" label="Team" any="Any team" value={view.team ?? ""} choices={teamChoices(teams)} />
      )}
    </FilterBar>
  );
}

const teamChoices = (teams: Teams) => [
  ...teams.map(({ id, name }) => ({ value: id, label: name })),
  { value: NO_TEAM, label: "No team" },
];

export function queryOf({ search, status, skillLevel, skill, team }: View) {
  return { search, status, skillLevel, skill, team };
}

function chipsOf(view: View, teams: Teams = []): FilterChip[] {
  const { search, status, skillLevel, skill, team } = view;
  const teamLabel = teamChoices(teams).find(({ value }) => value === team)?.label;
  const without = (name: keyof ReturnType<typeof queryOf>) =>
    paths.technicians({ ...queryOf(view), [name]: undefined });
  return [
    ...(search ? [{ label: `“${search}”`, clearHref: without("search") }] : []),
    ...(status ? [{ label: TECHNICIAN_STATUS_LABELS[status], clearHref: without("status") }] : []),
    ...(skillLevel ? [{ label: SKILL_LEVEL_FILTER_LABELS[skillLevel], clearHref: without("skillLevel") }] : []),
    ...(skill ? [{ label: `Skill: ${skill}`, clearHref: without("skill") }] : []),
    ...(team ? [{ label: teamLabel ?? "Deleted team", clearHref: without("team") }] : []),
  ];
}

/** The empty list; if loading failed, a message instead. */
export function ListEmpty({ view, failed }: { view: View; failed: boolean }) {
  if (failed) {
    return (
      <EmptyState
        isOnAnyPage
        icon={HardHat}
        title="No technicians to show"
        action={
          <Button variant="outline" asChild>
            <a href={paths.technicians()}>Try again</a>
          </Button>
        }
      >
        The list could not be loaded right now. Nothing is lost.
      </EmptyState>
    );
  }
  if (chipsOf(view).length > 0) {
    return (
      <EmptyState
        icon={HardHat}
        title="No technician matches"
        action={
          <Button variant="outline" asChild>
            <Link to={paths.technicians()}>Clear search and filters</Link>
          </Button>
        }
      >
        Try a different search or clear a filter.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={HardHat}
      title="No technicians yet"
      action={<NoTechnicians isStatedAbove inviteHref={paths.inviteTechnician()} />}
      example="Luis Ortega, senior, EPA 608 Universal, Monday to Friday 8:00 AM to 5:00 PM"
    >
      Invite your technicians to track their skills, working hours and jobs.
    </EmptyState>
  );
}
