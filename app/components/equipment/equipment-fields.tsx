import type { FieldMetadata } from "@conform-to/react";
import { DateField, SelectField, TextAreaField, TextField } from "~/components/forms/fields";
import { Section } from "~/components/section";
import {
  EQUIPMENT_STATUS_LABELS,
  EQUIPMENT_STATUSES,
  EQUIPMENT_TYPE_LABELS,
  EQUIPMENT_TYPES,
} from "~/domain/equipment/rules";
import { type EquipmentField, equipmentLabels as labels } from "./fields";

type Fields = { [Name in EquipmentField]: FieldMetadata<string> };
export type Site = { id: string; line1: string; city: string; label: string | null };

const types = EQUIPMENT_TYPES.map((value) => ({ value, label: EQUIPMENT_TYPE_LABELS[value] }));
const statuses = EQUIPMENT_STATUSES.map((value) => ({ value, label: EQUIPMENT_STATUS_LABELS[value] }));

/** Everything about one unit, new or old. */
export function EquipmentFields({ fields, sites }: { fields: Fields; sites: readonly Site[] }) {
  const places = sites.map((site) => ({ value: site.id, label: site.label ?? `${site.line1}, ${site.city}` }));
  return (
    <>
      <Section title="What it is" description="As the nameplate and the customer call it.">
        <TextField field={fields.equipmentName} label={labels.equipmentName} autoComplete="off" />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField field={fields.equipmentType} label={labels.equipmentType} choices={types} placeholder="Choose" />
          <SelectField field={fields.status} label={labels.status} choices={statuses} />
          <TextField field={fields.manufacturer} label={labels.manufacturer} autoComplete="off" />
          <TextField field={fields.modelNumber} label={labels.modelNumber} autoComplete="off" />
          <TextField field={fields.serialNumber} label={labels.serialNumber} autoComplete="off" />
        </div>
      </Section>
      <Section title="Where" description="Which site, and where on it.">
        <div className="grid gap-4 sm:grid-cols-2">
          {places.length > 0 && (
            // Another customer's sites begin with their own first one.
            <SelectField key={places[0]?.value} field={fields.addressId} label={labels.addressId} choices={places} />
          )}
          <TextField field={fields.location} label={labels.location} placeholder="Basement" autoComplete="off" />
        </div>
      </Section>
      <Section
        title="Age and care"
        description="Health is worked out of these. Without the install date it is unknown."
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <DateField field={fields.installDate} label={labels.installDate} />
          <TextField field={fields.lifespanYears} label={labels.lifespanYears} inputMode="numeric" unit="years" />
          <DateField field={fields.warrantyExpirationDate} label={labels.warrantyExpirationDate} />
          <DateField field={fields.lastMaintenanceDate} label={labels.lastMaintenanceDate} />
          <DateField field={fields.nextMaintenanceDate} label={labels.nextMaintenanceDate} />
        </div>
        <TextAreaField
          field={fields.criticalAlerts}
          label={labels.criticalAlerts}
          description="One a line: what must not wait."
          rows={2}
        />
        <TextAreaField field={fields.notes} label={labels.notes} rows={3} />
      </Section>
    </>
  );
}
