import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { useState } from "react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { initialText } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Plus, Trash2 } from "~/components/ui/icons";
import type { AdvancedForm } from "~/domain/service-types/schema";
import { taskLabels } from "~/routes/service-types/shared/form-values";
import { kindChoices, Limits } from "~/routes/service-types/shared/task-fields";

type FormInput = z.input<typeof AdvancedForm>;
type Rows = NonNullable<FormInput["tasks"]>;

type TaskRowsProps = { form: FormMetadata<FormInput>; field: FieldMetadata<FormInput["tasks"]> };

/** The checklist of a new service type, one row per task; blank rows are ignored. */
export function TaskRows({ form, field }: TaskRowsProps) {
  const rows = field.getFieldList();
  return (
    <Section title="Tasks" description="The technician's checklist, in order. You can add details later.">
      {field.errors && <p className="font-medium text-bad text-sm">{field.errors.join(" ")}</p>}
      <ol className="flex flex-col gap-3">
        {rows.map((row, index) => (
          <Card as="li" key={row.key} className="p-4">
            <TaskRow
              row={row}
              number={index + 1}
              remove={
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Remove task ${index + 1}`}
                  {...form.remove.getButtonProps({ name: field.name, index })}
                >
                  <Trash2 />
                </Button>
              }
            />
          </Card>
        ))}
      </ol>
      <Button
        variant="outline"
        className="self-start"
        {...form.insert.getButtonProps({
          name: field.name,
          defaultValue: { kind: "check", required: true },
        })}
      >
        <Plus />
        Add task
      </Button>
    </Section>
  );
}

type TaskRowProps = { row: FieldMetadata<Rows[number]>; number: number; remove: React.ReactNode };

function TaskRow({ row, number, remove }: TaskRowProps) {
  const fields = row.getFieldset();
  const [kind, setKind] = useState(initialText(fields.kind) ?? "check");
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">Task {number}</legend>
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_13rem_auto]">
        <TextField field={fields.title} required={false} label={taskLabels.title} autoComplete="off" />
        <SelectField
          field={fields.kind}
          label={taskLabels.kind}
          choices={kindChoices}
          onChange={(event) => setKind(event.target.value)}
        />
        {remove}
      </div>
      <Limits fields={fields} shown={kind === "measurement"} />
      <CheckboxField field={fields.required} label={taskLabels.required} />
    </fieldset>
  );
}
