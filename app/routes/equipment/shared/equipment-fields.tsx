import { NameplateButton } from "~/components/equipment/nameplate-button";
import type { AnyField } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { DateField, TextField } from "~/components/forms/text-field";
import { typeInto } from "~/components/forms/type-into";
import { Section } from "~/components/section";
import {
  EQUIPMENT_STATUS_LABELS,
  EQUIPMENT_STATUSES,
  EQUIPMENT_TYPE_LABELS,
  EQUIPMENT_TYPES,
} from "~/domain/equipment/equipment";

/** What the fields are called, on forms and where two versions are compared. */
export const equipmentLabels = {
  equipmentName: "Name",
  equipmentType: "Type",
  status: "Status",
  addressId: "Site",
  location: "Location at the site",
  manufacturer: "Manufacturer",
  modelNumber: "Model number",
  serialNumber: "Serial number",
  installDate: "Install date",
  lifespanYears: "Expected life",
  warrantyExpirationDate: "Warranty expires",
  lastMaintenanceDate: "Last maintenance",
  nextMaintenanceDate: "Next maintenance",
  criticalAlerts: "Critical alerts",
  notes: "Notes",
} as const;
const labels = equipmentLabels;

/** Equipment as the form shows it: alerts one a line. */
export function equipmentValues<Row extends { criticalAlerts: readonly string[] }>(unit: Row) {
  return { ...unit, criticalAlerts: unit.criticalAlerts.join("\n") };
}

type Fields = Record<keyof typeof equipmentLabels, AnyField>;
type Site = { id: string; line1: string; city: string; label: string | null };

const types = EQUIPMENT_TYPES.map((value) => ({ value, label: EQUIPMENT_TYPE_LABELS[value] }));
const statuses = EQUIPMENT_STATUSES.map((value) => ({ value, label: EQUIPMENT_STATUS_LABELS[value] }));

type EquipmentFieldsProps = {
  fields: Fields;
  sites: readonly Site[];
  /** Whether a photo of the nameplate can be read, too. */
  readsPhotos: boolean;
};

/** The fields of new and stored equipment. */
export function EquipmentFields({ fields, sites, readsPhotos }: EquipmentFieldsProps) {
  const places = sites.map((site) => ({ value: site.id, label: site.label ?? `${site.line1}, ${site.city}` }));
  return (
    <>
      <Section
        title="Details"
        description="As on the nameplate."
        action={
          <NameplateButton
            readsPhotos={readsPhotos}
            current={{
              manufacturer: typedIn(fields.manufacturer),
              modelNumber: typedIn(fields.modelNumber),
              serialNumber: typedIn(fields.serialNumber),
              notes: typedIn(fields.notes),
            }}
            onFill={(values) => {
              for (const [field, value] of values) typeInto(fields[field].id, value);
            }}
          />
        }
      >
        <TextField field={fields.equipmentName} label={labels.equipmentName} autoComplete="off" />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            field={fields.equipmentType}
            label={labels.equipmentType}
            choices={types}
            placeholder="Select a type"
          />
          <SelectField field={fields.status} label={labels.status} choices={statuses} />
          <TextField field={fields.manufacturer} label={labels.manufacturer} autoComplete="off" />
          <TextField field={fields.modelNumber} label={labels.modelNumber} autoComplete="off" />
          <TextField field={fields.serialNumber} label={labels.serialNumber} autoComplete="off" />
        </div>
      </Section>
      <Section title="Location">
        <div className="grid gap-4 sm:grid-cols-2">
          {places.length > 0 && (
            // Another customer's sites begin with their own first one.
            <SelectField key={places[0]?.value} field={fields.addressId} label={labels.addressId} choices={places} />
          )}
          <TextField field={fields.location} label={labels.location} placeholder="Basement" autoComplete="off" />
        </div>
      </Section>
      <Section
        title="Age and maintenance"
        description="Health is calculated from these. It is unknown without an install date."
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
          description="One per line. Problems that can't wait."
          rows={2}
        />
        <TextAreaField field={fields.notes} label={labels.notes} rows={3} />
      </Section>
    </>
  );
}

function typedIn({ value }: AnyField): string {
  return typeof value === "string" ? value : "";
}
