import { type ReactNode, useId, useMemo } from "react";
import { Checkbox } from "~/components/ui/checkbox";
import { type Choice, Select } from "~/components/ui/select";
import { STATUS_LABELS, WORK_ORDER_STATUSES } from "~/domain/work-orders/work-order";
import type { FilterMenuProps } from "./filter-menu";

/** What the filter can hold, chosen from what the shown days have. */
export function FilterFields({ data, filter, onFilter }: FilterMenuProps) {
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
