import type { FieldMetadata } from "@conform-to/react";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/components/forms/fields";
import { MoneyField } from "~/components/forms/money-field";
import { SkillsField } from "~/components/forms/skills-field";
import { Section } from "~/components/section";
import { SERVICE_CATEGORIES, SERVICE_CATEGORY_LABELS } from "~/domain/service-types/catalogue";
import { type ServiceTypeField, serviceTypeLabels } from "./fields";

export type ServiceTypeFields = { [Name in ServiceTypeField]: FieldMetadata<string> };
type Some<Names extends ServiceTypeField> = { fields: Pick<ServiceTypeFields, Names> };

const categories = SERVICE_CATEGORIES.map((value) => ({ value, label: SERVICE_CATEGORY_LABELS[value] }));

/** What every form asks for: enough to book a job. */
export function BasicFields({ fields }: Some<"name" | "category" | "durationMinutes" | "price">) {
  return (
    <>
      <TextField
        field={fields.name}
        label={serviceTypeLabels.name}
        description="As the office says it on the phone."
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField field={fields.category} label={serviceTypeLabels.category} choices={categories} />
        <TextField
          field={fields.durationMinutes}
          label={serviceTypeLabels.durationMinutes}
          type="number"
          inputMode="numeric"
          step={5}
          unit="min"
        />
        <MoneyField field={fields.price} label={serviceTypeLabels.price} />
      </div>
    </>
  );
}

export function DetailsSection({ fields }: Some<"name" | "category" | "description" | "durationMinutes" | "price">) {
  return (
    <Section title="Details" description="What the job is, how long it takes and what it costs.">
      <BasicFields fields={fields} />
      <TextAreaField
        field={fields.description}
        label={serviceTypeLabels.description}
        description="What it covers, for whoever books it."
        rows={3}
      />
    </Section>
  );
}

type RequirementsProps = Some<"skills" | "certifications" | "refrigerantWork" | "parts"> & {
  knownSkills: readonly string[];
};

export function RequirementsSection({ fields, knownSkills }: RequirementsProps) {
  return (
    <Section title="Requirements" description="Who may be sent, and what has to be in the van.">
      <SkillsField
        field={fields.skills}
        label={serviceTypeLabels.skills}
        description="Separate them by commas. Technicians who lack one are warned about."
        known={knownSkills}
      />
      <TextField
        field={fields.certifications}
        label={serviceTypeLabels.certifications}
        description="Separate them by commas. One that has run out on the day counts as missing."
        placeholder="EPA 608"
        autoComplete="off"
      />
      <CheckboxField
        field={fields.refrigerantWork}
        label={serviceTypeLabels.refrigerantWork}
        description="Refrigerant is added, recovered or measured: without EPA 608 nobody can be booked."
      />
      <TextAreaField
        field={fields.parts}
        label={serviceTypeLabels.parts}
        description="One a line; '2 x Filter 16x25' for several."
        rows={4}
      />
    </Section>
  );
}
