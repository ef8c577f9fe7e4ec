import { useId, useState } from "react";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { type AnyField, initialText } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { SkillsField } from "~/components/forms/skills-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { TASK_KIND_LABELS, TASK_KINDS, USUAL_UNITS } from "~/domain/service-types/service-type";
import { choicesOf } from "~/domain/shared/choices";
import { cn } from "~/lib/utils";
import { taskLabels } from "./form-values";

type TaskFields = Record<keyof typeof taskLabels, AnyField>;

export const kindChoices = choicesOf(TASK_KINDS, TASK_KIND_LABELS);

/** All fields of a task; unit and limits are shown only for a measurement. */
export function TaskFieldset({ fields, knownSkills }: { fields: TaskFields; knownSkills: readonly string[] }) {
  const [kind, setKind] = useState(initialText(fields.kind) ?? "check");
  return (
    <>
      <TextField field={fields.title} label={taskLabels.title} autoComplete="off" />
      <SelectField
        field={fields.kind}
        label={taskLabels.kind}
        choices={kindChoices}
        onChange={(event) => setKind(event.target.value)}
        className="sm:max-w-64"
      />
      <Limits fields={fields} shown={kind === "measurement"} />
      <TextAreaField
        field={fields.instructions}
        label={taskLabels.instructions}
        description="Shown to the technician in the app."
        rows={3}
      />
      <CheckboxField
        field={fields.required}
        label={taskLabels.required}
        description="The job cannot be completed without it."
      />
      <SkillsField
        field={fields.skills}
        label={taskLabels.skills}
        description="Only if this task needs skills the job itself does not."
        known={knownSkills}
      />
    </>
  );
}

type LimitsProps = { fields: Pick<TaskFields, "unit" | "min" | "max">; shown: boolean };

/** Unit and limits of a measurement. */
export function Limits({ fields, shown }: LimitsProps) {
  const id = useId();
  return (
    <div className={cn("grid gap-4 sm:grid-cols-3", !shown && "hidden")}>
      <TextField field={fields.unit} label={taskLabels.unit} list={id} autoComplete="off" />
      <datalist id={id}>
        {USUAL_UNITS.map((unit) => (
          <option key={unit} value={unit} />
        ))}
      </datalist>
      <TextField field={fields.min} label={taskLabels.min} inputMode="decimal" autoComplete="off" />
      <TextField field={fields.max} label={taskLabels.max} inputMode="decimal" autoComplete="off" />
    </div>
  );
}
