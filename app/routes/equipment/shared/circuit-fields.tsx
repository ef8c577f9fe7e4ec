import type { FieldMetadata } from "@conform-to/react";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { CHARGE_BASES, CHARGE_BASIS_LABELS, REFRIGERANTS } from "~/domain/equipment/equipment";
import { choicesOf } from "~/domain/shared/choices";

export const circuitLabels = {
  name: "Name",
  refrigerant: "Refrigerant",
  chargeLb: "Full charge",
  chargeBasis: "Charge source",
};

const refrigerants = REFRIGERANTS.map((value) => ({ value, label: value }));
const bases = choicesOf(CHARGE_BASES, CHARGE_BASIS_LABELS);

/** The fields of a refrigerant circuit, new or existing. */
export function CircuitFields({ fields }: { fields: Record<keyof typeof circuitLabels, FieldMetadata> }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField field={fields.name} label={circuitLabels.name} autoComplete="off" />
      <SelectField field={fields.refrigerant} label={circuitLabels.refrigerant} choices={refrigerants} />
      <TextField field={fields.chargeLb} label={circuitLabels.chargeLb} inputMode="decimal" unit="lb" />
      <SelectField field={fields.chargeBasis} label={circuitLabels.chargeBasis} choices={bases} placeholder="Unknown" />
    </div>
  );
}
