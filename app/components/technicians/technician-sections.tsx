import type { FieldMetadata } from "@conform-to/react";
import { PhoneField, SelectField, TextField } from "~/components/forms/fields";
import { MoneyField } from "~/components/forms/money-field";
import { Section } from "~/components/section";
import {
  SKILL_LEVEL_LABELS,
  SKILL_LEVELS,
  TECHNICIAN_STATUS_LABELS,
  TECHNICIAN_STATUSES,
} from "~/domain/technicians/rules";
import { type TechnicianField, technicianLabels } from "./fields";
import { SkillsField } from "./skills-field";

export type TechnicianFields = { [Name in TechnicianField]: FieldMetadata<string> };

export const levelChoices = SKILL_LEVELS.map((value) => ({ value, label: SKILL_LEVEL_LABELS[value] }));
const statuses = TECHNICIAN_STATUSES.map((value) => ({ value, label: TECHNICIAN_STATUS_LABELS[value] }));

export function PersonSection({ fields }: { fields: TechnicianFields }) {
  return (
    <Section title="Person" description="How the office and customers know them.">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.firstName} label={technicianLabels.firstName} autoComplete="off" />
        <TextField field={fields.lastName} label={technicianLabels.lastName} autoComplete="off" />
        <TextField
          field={fields.email}
          label={technicianLabels.email}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
        />
        <PhoneField field={fields.phone} label={technicianLabels.phone} autoComplete="off" />
        <SelectField field={fields.status} label={technicianLabels.status} choices={statuses} />
      </div>
    </Section>
  );
}

export function WorkSection({ fields, knownSkills }: { fields: TechnicianFields; knownSkills: readonly string[] }) {
  return (
    <Section title="Work" description="What they may be trusted with, and what an hour of theirs costs you.">
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField field={fields.skillLevel} label={technicianLabels.skillLevel} choices={levelChoices} />
        <MoneyField field={fields.hourlyRate} label={technicianLabels.hourlyRate} />
        <TextField
          field={fields.yearsExperience}
          label={technicianLabels.yearsExperience}
          inputMode="numeric"
          unit="years"
        />
      </div>
      <SkillsField
        field={fields.skills}
        label={technicianLabels.skills}
        description="Separate them by commas. Jobs are matched by them."
        known={knownSkills}
      />
    </Section>
  );
}

type ContactFields = { name: FieldMetadata<string>; phone: FieldMetadata<string> };

export function EmergencySection({ fields }: { fields: ContactFields }) {
  return (
    <Section
      title="Emergency contact"
      description="Whom to call when something happens to them. Name and number, or neither."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.name} label="Name" autoComplete="off" />
        <PhoneField field={fields.phone} label="Phone" autoComplete="off" />
      </div>
    </Section>
  );
}
