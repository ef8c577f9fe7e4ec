import type { ComponentProps } from "react";
import { CheckboxField } from "~/components/forms/checkbox-field";
import type { AnyField } from "~/components/forms/field";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { SkillsField } from "~/components/forms/skills-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { Section } from "~/components/section";
import { SERVICE_CATEGORIES, SERVICE_CATEGORY_LABELS } from "~/domain/service-types/service-type";
import { choicesOf } from "~/domain/shared/choices";
import { serviceTypeLabels } from "./form-values";
import { PlannedParts } from "./planned-parts";

type Some<Names extends keyof typeof serviceTypeLabels> = { fields: Record<Names, AnyField> };

const categories = choicesOf(SERVICE_CATEGORIES, SERVICE_CATEGORY_LABELS);

/** Basic fields of every form: enough to book a job. */
export function BasicFields({ fields }: Some<"name" | "category" | "durationMinutes" | "price">) {
  return (
    <>
      <TextField
        field={fields.name}
        label={serviceTypeLabels.name}
        description="The name the office uses on the phone."
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
        description="What is included, for the person booking the job."
        rows={3}
      />
    </Section>
  );
}

type RequirementsProps = Some<"skills" | "certifications" | "refrigerantWork" | "parts"> & {
  knownSkills: readonly string[];
  /** Items its parts are linked to. */
  items?: ComponentProps<typeof PlannedParts>["items"];
};

export function RequirementsSection({ fields, knownSkills, items }: RequirementsProps) {
  return (
    <Section title="Requirements" description="Skills and certifications a technician needs, and parts to bring.">
      <SkillsField
        field={fields.skills}
        label={serviceTypeLabels.skills}
        description="Separate skills with commas. You are warned when a technician lacks one."
        known={knownSkills}
      />
      <TextField
        field={fields.certifications}
        required={false}
        multiple={false}
        label={serviceTypeLabels.certifications}
        description="Separate them with commas. A certification that has expired on the day of the job counts as missing."
        placeholder="EPA 608"
        autoComplete="off"
      />
      <CheckboxField
        field={fields.refrigerantWork}
        label={serviceTypeLabels.refrigerantWork}
        description="Refrigerant is added, recovered or measured. Only technicians with EPA 608 can be booked."
      />
      <PlannedParts field={fields.parts} items={items} />
    </Section>
  );
}
