import { type ReactNode, useId, useMemo } from "react";
import { TechnicianSelect } from "~/components/technicians/technician-select";
import { Checkbox } from "~/components/ui/checkbox";
import { type Choice, NativeSelect } from "~/components/ui/native-select";
import type { LaneGrouping } from "~/domain/scheduling/lane-groups";
import { NO_TEAM, SKILL_LEVEL_LABELS, SKILL_LEVELS } from "~/domain/technicians/technician";
import { STATUS_LABELS, WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";
import type { FilterMenuProps } from "./filter-menu";

const LANE_LABELS: Record<LaneGrouping, string> = {
  name: "By last name",
  team: "By team",
  level: "By skill level",
  start: "By starting location",
};
const LANE_CHOICES = Object.entries(LANE_LABELS).map(([value, label]) => ({ value, label }));

/** The filter's fields, with choices from the days shown. */
export function FilterFields({ data, filter, onFilter, grouping, onGrouping }: FilterMenuProps) {
  const { technicians, jobs, tray } = data;
  const technicianId = useId();
  const problemsId = useId();
  const lanesId = useId();
  const [skills, certifications, starts, services] = useMemo(
    () => [
      named(technicians.flatMap((one) => one.skills)),
      named(technicians.flatMap((one) => one.certifications.map(({ name }) => name))),
      named(technicians.flatMap(({ startsIn }) => startsIn ?? [])),
      named([...jobs, ...tray].flatMap(({ serviceName }) => serviceName ?? [])),
    ],
    [technicians, jobs, tray],
  );
  const statuses = WORK_ORDER_STATUSES.filter((status) => status !== "cancelled").map((value) => ({
    value,
    label: STATUS_LABELS[value],
  }));
  const levels = SKILL_LEVELS.filter((level) => technicians.some((one) => one.skillLevel === level)).map((value) => ({
    value,
    label: SKILL_LEVEL_LABELS[value],
  }));
  const teams = teamChoices(technicians);
  const people = technicians.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <label htmlFor={technicianId} className="font-medium text-sm">
          Technician
        </label>
        <TechnicianSelect
          id={technicianId}
          none="Any"
          value={filter.lane ?? ""}
          choices={people}
          onChange={(event) => onFilter({ lane: event.target.value || null })}
        />
      </div>
      {teams.length > 0 && (
        <Field label="Team" value={filter.team} choices={teams} onChoose={(team) => onFilter({ team })} />
      )}
      <Field label="Skill" value={filter.skill} choices={skills} onChoose={(skill) => onFilter({ skill })} />
      <Field label="Skill level" value={filter.level} choices={levels} onChoose={(level) => onFilter({ level })} />
      <Field
        label="Certification"
        value={filter.certification}
        choices={certifications}
        onChoose={(certification) => onFilter({ certification })}
      />
      <Field
        label="Starting location"
        value={filter.start}
        choices={starts}
        onChoose={(start) => onFilter({ start })}
      />
      <Field label="Service" value={filter.service} choices={services} onChoose={(service) => onFilter({ service })} />
      <Field
        label="Status"
        value={filter.status}
        choices={statuses}
        onChoose={(value) => onFilter({ status: WORK_ORDER_STATUSES.find((status) => status === value) ?? null })}
      />
      <label htmlFor={problemsId} className="flex items-center gap-2">
        <Checkbox
          id={problemsId}
          checked={filter.problems}
          onChange={(event) => onFilter({ problems: event.target.checked })}
        />
        Only with problems
      </label>
      <div className="flex flex-col gap-1 border-border border-t pt-3">
        <label htmlFor={lanesId} className="font-medium text-sm">
          Lanes
        </label>
        <NativeSelect
          id={lanesId}
          value={grouping}
          choices={LANE_CHOICES}
          onChange={(event) => onGrouping(event.target.value)}
        />
      </div>
      <p className="text-muted-foreground text-xs">Other jobs are dimmed but stay where they are.</p>
    </div>
  );
}

interface FieldProps {
  label: string;
  value: string | null;
  choices: readonly Choice[];
  onChoose: (value: string | null) => void;
}

function Field({ label, value, choices, onChoose }: FieldProps): ReactNode {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <NativeSelect
        id={id}
        placeholder="Any"
        value={value ?? ""}
        choices={choices}
        onChange={(event) => onChoose(event.target.value || null)}
      />
    </div>
  );
}

/** Teams with someone in them, then everyone else. */
function teamChoices(technicians: FilterMenuProps["data"]["technicians"]): Choice[] {
  const teams = new Map(technicians.flatMap(({ team }) => (team ? [[team.id, team.name] as const] : [])));
  const choices = [...teams]
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const hasOthers = choices.length > 0 && technicians.some(({ team }) => team === null);
  return hasOthers ? [...choices, { value: NO_TEAM, label: "No team" }] : choices;
}

const named = (names: readonly string[]): Choice[] =>
  [...new Set(names)].toSorted((a, b) => a.localeCompare(b)).map((name) => ({ value: name, label: name }));
