import type { FieldMetadata } from "@conform-to/react";
import type { z } from "zod";
import { AddressFields, placeLabels } from "~/components/addresses/address-fields";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { Section } from "~/components/section";
import type { Choice } from "~/components/ui/native-select";
import { LEAD_SOURCE_LABELS, LEAD_SOURCES } from "~/domain/leads/lead";
import type { LeadInput } from "~/domain/leads/schema";
import { choicesOf } from "~/domain/shared/choices";

type Values = z.input<typeof LeadInput>;

export const leadLabels: Record<string, string> = {
  name: "Name",
  companyName: "Company",
  phone: "Phone",
  email: "Email",
  need: "What they need",
  notes: "Notes",
  source: "Source",
  sourceDetail: "Referred by",
  value: "Expected value",
  ownerId: "Owner",
  ...Object.fromEntries(Object.entries(placeLabels).map(([name, label]) => [`place.${name}`, label])),
};

const sources = choicesOf(LEAD_SOURCES, LEAD_SOURCE_LABELS);

type LeadFieldsProps = {
  fields: { [Name in keyof Values]-?: FieldMetadata<Values[Name]> };
  owners: readonly Choice[];
};

/** Fields of new and existing leads. */
export function LeadFields({ fields, owners }: LeadFieldsProps) {
  // Guarantee: conform has the address's fields whether or not an address is given.
  const place = (fields.place as FieldMetadata<NonNullable<Exclude<Values["place"], undefined>>>).getFieldset();
  const isReferral = (fields.source.value ?? "call") !== "call" && fields.source.value !== "web_form";
  return (
    <>
      <Section title="Contact">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField field={fields.name} label={leadLabels.name ?? ""} autoComplete="off" autoFocus />
          <TextField field={fields.companyName} label={leadLabels.companyName ?? ""} autoComplete="off" />
          <TextField field={fields.phone} label={leadLabels.phone ?? ""} type="tel" autoComplete="off" />
          <TextField field={fields.email} label={leadLabels.email ?? ""} type="email" autoComplete="off" />
        </div>
      </Section>
      <Section title="What they need">
        <TextAreaField
          field={fields.need}
          label={leadLabels.need ?? ""}
          labelHidden
          rows={3}
          placeholder="Furnace is 22 years old, wants a price for a new one with AC"
        />
      </Section>
      <Section title="Address" description="Where the work would be. You can add it later.">
        <AddressFields optional fields={place} autoFill="section-lead" />
      </Section>
      <Section title="Pipeline">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField field={fields.source} label={leadLabels.source ?? ""} choices={sources} />
          <TextField
            field={fields.sourceDetail}
            label={isReferral ? "Referred by" : "Source details"}
            autoComplete="off"
          />
          <SelectField
            field={fields.ownerId}
            label={leadLabels.ownerId ?? ""}
            choices={owners}
            placeholder="Unassigned"
          />
          <MoneyField field={fields.value} label={leadLabels.value ?? ""} />
        </div>
        <TextAreaField field={fields.notes} label={leadLabels.notes ?? ""} rows={3} />
      </Section>
    </>
  );
}
