import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import type { z } from "zod";
import { PlaceHelp } from "~/components/addresses/place-help";
import { StreetField } from "~/components/addresses/street-field";
import { DateField, TextField } from "~/components/forms/text-field";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Plus, Trash2 } from "~/components/ui/icons";
import type { TechnicianForm } from "~/domain/technicians/schema";
import { TECHNICIAN_ADDRESS_KINDS, TECHNICIAN_ADDRESS_LABELS } from "~/domain/technicians/technician";

type FormInput = z.input<typeof TechnicianForm>;

type CertificationsProps = {
  form: FormMetadata<FormInput>;
  field: FieldMetadata<FormInput["certifications"]>;
};

/** Any number of certifications; blank rows are ignored. */
export function CertificationsSection({ form, field }: CertificationsProps) {
  return (
    <Section
      title="Certifications"
      description="You are warned 60 days before one expires. You are also warned when you book a job that requires it; refrigerant work can't be booked after that day."
      action={
        <Button variant="outline" size="sm" {...form.insert.getButtonProps({ name: field.name })}>
          <Plus />
          Add certification
        </Button>
      }
    >
      {field.errors && <p className="font-medium text-bad text-sm">{field.errors.join(" ")}</p>}
      {field.getFieldList().map((row, index) => {
        const { name, number, expiresOn } = row.getFieldset();
        return (
          <fieldset
            key={row.key}
            className="grid items-end gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_11rem_auto]"
          >
            <legend className="sr-only">Certification {index + 1}</legend>
            <TextField field={name} required={false} label="Name" autoComplete="off" />
            <TextField field={number} label="Number" autoComplete="off" />
            <DateField field={expiresOn} label="Expires on" />
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remove certification ${index + 1}`}
              {...form.remove.getButtonProps({ name: field.name, index })}
            >
              <Trash2 />
            </Button>
          </fieldset>
        );
      })}
      {field.getFieldList().length === 0 && <p className="text-muted-foreground">No certifications.</p>}
    </Section>
  );
}

/** One address of each kind; blank ones are ignored. */
export function AddressesSection({ field }: { field: FieldMetadata<FormInput["addresses"]> }) {
  const rows = field.getFieldList();
  return (
    <Section
      title="Addresses"
      description="The first drive of the day starts at home, or at the depot if there is no home address."
    >
      {TECHNICIAN_ADDRESS_KINDS.map((kind, index) => {
        const row = rows[index];
        if (!row) return null;
        const place = row.getFieldset();
        const { line1, line2, city, state, postalCode } = place;
        return (
          <details
            key={kind}
            open={kind === "home" || Boolean(line1.initialValue)}
            className="rounded-md border border-border p-4"
          >
            <summary className="font-medium">{TECHNICIAN_ADDRESS_LABELS[kind]}</summary>
            <div className="mt-3 flex flex-col gap-4">
              <input type="hidden" name={`${row.name}.type`} value={kind} />
              <div className="grid gap-4 sm:grid-cols-2">
                <StreetField fields={place} required={false} label="Street" autoComplete="off" />
                <TextField field={line2} label="Apt, suite, floor" autoComplete="off" />
              </div>
              <div className="grid gap-4 sm:grid-cols-[2fr_1fr_1fr]">
                <TextField field={city} required={false} label="City" autoComplete="off" />
                <TextField field={state} required={false} label="State" autoComplete="off" />
                <TextField field={postalCode} required={false} label="ZIP code" autoComplete="off" />
              </div>
              <PlaceHelp fields={place} />
            </div>
          </details>
        );
      })}
    </Section>
  );
}
