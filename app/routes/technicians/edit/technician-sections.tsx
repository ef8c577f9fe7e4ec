import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { useState } from "react";
import type { z } from "zod";
import { Combobox } from "~/components/forms/combobox";
import { type AnyField, FieldFrame } from "~/components/forms/field";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { SkillsField } from "~/components/forms/skills-field";
import { PhoneField, TextField } from "~/components/forms/text-field";
import { typeInto } from "~/components/forms/type-into";
import { Section } from "~/components/section";
import { choicesOf } from "~/domain/shared/choices";
import type { TechnicianForm } from "~/domain/technicians/schema";
import {
  skillLevelLabel,
  TECHNICIAN_STATUS_LABELS,
  TECHNICIAN_STATUSES,
  teamKey,
} from "~/domain/technicians/technician";
import { levelChoices, technicianLabels } from "~/routes/technicians/shared/labels";

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

/** The technician's team: one of the existing ones, or a new one by typing its name. */
function TeamField({ field, known }: { field: AnyField; known: readonly string[] }) {
  const { key, pattern: _, ...input } = getInputProps(field, { type: "text" });
  const [search, setSearch] = useState("");
  const typed = teamKey(search);
  const isKnown = known.some((name) => teamKey(name) === typed);
  const found = known.filter((name) => isKnown || teamKey(name).includes(typed));
  return (
    <FieldFrame
      field={field}
      label={technicianLabels.team}
      required={false}
      description="An install crew, a branch. Type a new name to add a team."
    >
      <Combobox
        key={key}
        input={{ ...input, required: false, placeholder: "No team", "aria-describedby": field.descriptionId }}
        label="Teams"
        options={found.map((name) => ({ value: name, label: name }))}
        empty={search ? `${search} will be a new team.` : "No teams yet. Type the name of the first one."}
        isFreeText
        onSearch={setSearch}
        onSelect={(name) => {
          typeInto(field.id, name);
          setSearch("");
        }}
      />
    </FieldFrame>
  );
}
