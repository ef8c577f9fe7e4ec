import type { AnyField } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { TechnicianField } from "~/components/technicians/technician-field";
import type { LocationType } from "~/domain/inventory/locations/location";

/** Labels of a location's fields, on forms and when comparing two versions. */
export const locationLabels = {
  name: "Name",
  type: "Type",
  parentId: "Within",
  technicianId: "Technician",
  capacity: "Capacity",
  notes: "Notes",
} as const;
const labels = locationLabels;

interface Choices {
  technicians: { value: string; label: string }[];
  parents: { value: string; label: string }[];
}

type Fields = Record<Exclude<keyof typeof locationLabels, "type">, AnyField>;

/** Fields of a location of a given type. */
export function LocationFields({ fields, type, choices }: { fields: Fields; type: LocationType; choices: Choices }) {
  return (
    <>
      <TextField field={fields.name} label={labels.name} autoComplete="off" />
      {type === "truck" && (
        <TechnicianField
          field={fields.technicianId}
          label={labels.technicianId}
          choices={choices.technicians}
          none="Unassigned"
        />
      )}
      {type === "bin" && (
        <SelectField
          field={fields.parentId}
          label={labels.parentId}
          choices={choices.parents}
          placeholder="Select a location"
          required
        />
      )}
      <TextField
        field={fields.capacity}
        label={labels.capacity}
        description="How many units fit. Leave blank if it is not limited."
        inputMode="decimal"
        autoComplete="off"
        unit="units"
      />
      <TextAreaField field={fields.notes} label={labels.notes} rows={2} />
    </>
  );
}
