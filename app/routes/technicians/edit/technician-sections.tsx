import type { FieldMetadata } from "@conform-to/react";
import type { z } from "zod";
import type { AnyField } from "~/components/forms/field";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { SkillsField } from "~/components/forms/skills-field";
import { PhoneField, TextField } from "~/components/forms/text-field";
import { Section } from "~/components/section";
import { choicesOf } from "~/domain/shared/choices";
import type { TechnicianForm } from "~/domain/technicians/schema";
import { skillLevelLabel, TECHNICIAN_STATUS_LABELS, TECHNICIAN_STATUSES } from "~/domain/technicians/technician";
import { levelChoices, technicianLabels } from "~/routes/technicians/shared/labels";
import { TeamField } from "./team-field";

type Fields = { fields: Record<keyof typeof technicianLabels, AnyField> };

const statuses = choicesOf(TECHNICIAN_STATUSES, TECHNICIAN_STATUS_LABELS);

export function PersonSection({ fields }: Fields) {
  return (
    <Section title="Contact" description="What the office and customers see.">
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

interface WorkProps extends Fields {
  knownSkills: readonly string[];
  knownTeams: readonly string[];
}

export function WorkSection({ fields, knownSkills, knownTeams }: WorkProps) {
  return (
    <Section title="Work" description="Skill level, cost per hour and team.">
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          field={fields.skillLevel}
          label={technicianLabels.skillLevel}
          choices={levelChoices}
          placeholder={skillLevelLabel(null)}
        />
        <MoneyField field={fields.hourlyRate} label={technicianLabels.hourlyRate} />
        <TextField
          field={fields.yearsExperience}
          label={technicianLabels.yearsExperience}
          type="number"
          inputMode="numeric"
          unit="years"
        />
      </div>
      <TeamField field={fields.team} known={knownTeams} />
      <SkillsField
        field={fields.skills}
        label={technicianLabels.skills}
        description="Separate skills with commas. They are used to match technicians to jobs."
        known={knownSkills}
      />
    </Section>
  );
}

type EmergencyProps = { field: FieldMetadata<z.input<typeof TechnicianForm>["emergencyContact"]> };

export function EmergencySection({ field }: EmergencyProps) {
  const { name, phone } = field.getFieldset();
  return (
    <Section title="Emergency contact" description="Enter both a name and a phone number, or leave both blank.">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={name} label="Name" autoComplete="off" />
        <PhoneField field={phone} label="Phone" autoComplete="off" />
      </div>
    </Section>
  );
}
