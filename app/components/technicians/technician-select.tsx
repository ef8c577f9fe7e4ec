import type { SelectHTMLAttributes } from "react";
import { SearchableSelect } from "~/components/forms/searchable-select";
import type { Choice } from "~/components/ui/native-select";
import { matchScore } from "~/lib/match-score";

export type TechnicianSelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, "id" | "children"> & {
  id: string;
  choices: readonly Choice[];
  /** What no technician reads as; undefined: one must be chosen. */
  none?: string;
};

/** A technician, found by the name; for forms without conform. */
export function TechnicianSelect({ choices, none, ...select }: TechnicianSelectProps) {
  const options = choices.map(({ value, label }) => ({ value, label }));
  return (
    <SearchableSelect
      {...select}
      none={none ?? "Choose a technician"}
      placeholder={none ?? "Choose a technician"}
      listLabel="Technicians"
      labelOf={(value) => choices.find((one) => one.value === value)?.label ?? ""}
      search={(text) => options.filter(({ label }) => matchScore(label, text) > 0)}
      empty="No technician found."
      isOptional={none !== undefined}
    >
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SearchableSelect>
  );
}
