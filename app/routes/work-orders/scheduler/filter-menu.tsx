import { type ReactNode, useId, useMemo } from "react";
import { Button } from "~/components/ui/button";
import { Checkbox } from "~/components/ui/checkbox";
import { ListFilter, X } from "~/components/ui/icons";
import { Popover } from "~/components/ui/popover";
import { type Choice, Select } from "~/components/ui/select";
import { countFilters, NO_FILTER, type SchedulerFilter } from "~/domain/scheduling/filter";
import { STATUS_LABELS, WORK_ORDER_STATUSES } from "~/domain/work-orders/work-order";
import type { SchedulerScreen } from "./view";

interface FilterMenuProps {
  data: SchedulerScreen;
  filter: SchedulerFilter;
  onFilter: (part: Partial<SchedulerFilter>) => void;
}

/** Whose lanes are shown, and which jobs stand out. */
export function FilterMenu({ data, filter, onFilter }: FilterMenuProps) {
  const count = countFilters(filter);
  const clear = () => onFilter({ ...NO_FILTER, search: filter.search });
  return (
    <div className="flex items-center">
      <Popover
        label="Filter"
        className="w-72"
        trigger={
          <Button variant={count > 0 ? "secondary" : "outline"} size="sm">
            <ListFilter />
            {count > 0 ? `Filter ${count}` : "Filter"}
          </Button>
        }
      >
        <Fields {...{ data, filter, onFilter }} />
      </Popover>
      {count > 0 && (
        <Button variant="ghost" size="icon-sm" aria-label="Clear filters" title="Clear filters" onClick={clear}>
          <X />
        </Button>
      )}
    </div>
  );
}

function Fields({ data, filter, onFilter }: FilterMenuProps) {
  const { technicians, jobs, tray } = data;
  const problemsId = useId();
  const [skills, services] = useMemo(
    () => [
      named(technicians.flatMap((one) => one.skills)),
      named([...jobs, ...tray].flatMap(({ serviceName }) => serviceName ?? [])),
    ],
    [technicians, jobs, tray],
  );
  const statuses = WORK_ORDER_STATUSES.filter((status) => status !== "cancelled").map((value) => ({
    value,
    label: STATUS_LABELS[value],
  }));
  const people = technicians.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="flex flex-col gap-3">
      <Field label="Technician" value={filter.lane} choices={people} onChoose={(lane) => onFilter({ lane })} />
      <Field label="Skill" value={filter.skill} choices={skills} onChoose={(skill) => onFilter({ skill })} />
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
      <Select
        id={id}
        placeholder="Any"
        value={value ?? ""}
        choices={choices}
        onChange={(event) => onChoose(event.target.value || null)}
      />
    </div>
  );
}

const named = (names: readonly string[]): Choice[] =>
  [...new Set(names)].toSorted((a, b) => a.localeCompare(b)).map((name) => ({ value: name, label: name }));
