import { useState } from "react";
import type { AnyField } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { DateField, TextField } from "~/components/forms/text-field";
import { typeInto } from "~/components/forms/type-into";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { ScanBarcode } from "~/components/ui/icons";
import { namedAddressLine } from "~/domain/addresses/address";
import {
  EQUIPMENT_STATUS_LABELS,
  EQUIPMENT_STATUSES,
  EQUIPMENT_TYPE_LABELS,
  EQUIPMENT_TYPES,
  REFRIGERANTS,
} from "~/domain/equipment/equipment";
import { choicesOf } from "~/domain/shared/choices";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import type { NameplateDialogProps } from "./nameplate-dialog";
import type { FilledField } from "./nameplate-rows";

/** Labels of the fields, on forms and when comparing two versions. */
export const equipmentLabels = {
  equipmentName: "Name",
  equipmentType: "Type",
  status: "Status",
  addressId: "Property",
  location: "Location at the property",
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
  "circuit.refrigerant": "Refrigerant",
  "circuit.chargeLb": "Factory charge",
} as const;
const labels = equipmentLabels;

/** Equipment values as the form shows them, with one alert per line. */
export function equipmentValues<Row extends { criticalAlerts: readonly string[] }>(unit: Row) {
  return { ...unit, criticalAlerts: unit.criticalAlerts.join("\n") };
}

type Fields = Record<Exclude<keyof typeof equipmentLabels, `circuit.${string}`>, AnyField>;
type CircuitFields = Record<"refrigerant" | "chargeLb", AnyField>;
type Site = Parameters<typeof namedAddressLine>[0] & { id: string };

const types = choicesOf(EQUIPMENT_TYPES, EQUIPMENT_TYPE_LABELS);
const statuses = choicesOf(EQUIPMENT_STATUSES, EQUIPMENT_STATUS_LABELS);

type EquipmentFieldsProps = {
  fields: Fields;
  sites: readonly Site[];
  /** Whether photos of a nameplate can be read as well. */
  readsPhotos: boolean;
  /** Whether a maintenance plan sets the next maintenance. */
  isPlanned?: boolean;
  /** Refrigerant fields from a new unit's nameplate. */
  circuit?: CircuitFields;
};

const refrigerants = REFRIGERANTS.map((value) => ({ value, label: value }));

/** Fields of new and existing equipment. */
export function EquipmentFields({ fields, sites, readsPhotos, isPlanned, circuit }: EquipmentFieldsProps) {
  const places = sites.map((site) => ({ value: site.id, label: namedAddressLine(site) }));
  const { manufacturer, modelNumber, serialNumber, notes } = fields;
  const plated = { manufacturer, modelNumber, serialNumber, notes };
  const charged = circuit && { refrigerant: circuit.refrigerant, chargeLb: circuit.chargeLb };
  const filled: Partial<Record<FilledField | "notes", AnyField>> = { ...plated, ...charged };
  return (
    <>
      <Section
        title="Details"
        description="As on the nameplate."
        action={
          <NameplateButton
            readsPhotos={readsPhotos}
            current={{ ...textsOf(plated), ...(charged && textsOf(charged)) }}
            onFill={(values) => {
              for (const [field, value] of values) typeInto(filled[field]?.id ?? "", value);
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
          {circuit && (
            <>
              <SelectField
                field={circuit.refrigerant}
                label={labels["circuit.refrigerant"]}
                choices={refrigerants}
                className="sm:col-start-1"
                placeholder="None or unknown"
              />
              <TextField
                field={circuit.chargeLb}
                label={labels["circuit.chargeLb"]}
                inputMode="decimal"
                unit="lb"
                autoComplete="off"
              />
            </>
          )}
        </div>
      </Section>
      <Section title="Location">
        <div className="grid gap-4 sm:grid-cols-2">
          {places.length > 0 && (
            // Reset for another customer, starting with their first site.
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
          <DateField
            field={fields.nextMaintenanceDate}
            label={labels.nextMaintenanceDate}
            {...(isPlanned && { readOnly: true, description: "Set by the maintenance plan." })}
          />
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

function textsOf<Name extends string>(fields: Record<Name, AnyField>): Record<Name, string> {
  const texts = Object.entries<AnyField>(fields).map(([name, { value }]) => [
    name,
    typeof value === "string" ? value : "",
  ]);
  return Object.fromEntries(texts);
}

// Loaded when the dialog is opened.
const nameplateDialog = lazyWithRetry(async () => (await import("./nameplate-dialog")).NameplateDialog);

/** Reads a nameplate into the surrounding form. */
function NameplateButton(props: Omit<NameplateDialogProps, "onClose">) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        aria-haspopup="dialog"
        className="shrink-0 noscript:hidden"
        onClick={() => setOpen(true)}
      >
        <ScanBarcode />
        Read the nameplate
      </Button>
      {isOpen && <nameplateDialog.Part {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
