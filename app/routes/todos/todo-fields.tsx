import type { FieldMetadata } from "@conform-to/react";
import type { z } from "zod";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { DateField, TextField, TimeField } from "~/components/forms/text-field";
import type { Choice } from "~/components/ui/select";
import type { TodoInput } from "~/domain/todos/schema";
import type { Subject } from "~/domain/todos/subjects.server";
import { REMINDER_LABELS, REMINDER_MINUTES, type RepeatUnit, SUBJECT_FIELDS } from "~/domain/todos/todo";

type Values = z.input<typeof TodoInput>;

export const todoLabels: Record<string, string> = {
  title: "To-do",
  notes: "Notes",
  assigneeId: "Assigned to",
  dueOn: "Due",
  dueAt: "Time",
  reminderMinutes: "Reminder",
  repeatUnit: "Repeats",
  repeatEvery: "Every",
  repeatFrom: "Next one counts from",
};

const units = [
  { value: "day", label: "Daily" },
  { value: "week", label: "Weekly" },
  { value: "month", label: "Monthly" },
  { value: "year", label: "Yearly" },
] satisfies { value: RepeatUnit; label: string }[];
const counted = [
  { value: "due", label: "Its due date" },
  { value: "completion", label: "The day it is done" },
];

const reminders = REMINDER_MINUTES.map((value) => ({ value: String(value), label: REMINDER_LABELS[value] }));

type TodoFieldsProps = {
  fields: { [Name in keyof Values]-?: FieldMetadata<Values[Name]> };
  people: readonly Choice[];
  subject: Subject | null;
};

/** Fields of new and existing to-dos. */
export function TodoFields({ fields, people, subject }: TodoFieldsProps) {
  const unit = fields.repeatUnit.value;
  return (
    <>
      <TextField field={fields.title} label={todoLabels.title} autoComplete="off" autoFocus />
      {subject && (
        <p className="text-muted-foreground text-sm">
          About {subject.label ?? "a record that you can't open"}
          <input type="hidden" name={SUBJECT_FIELDS[subject.kind]} value={subject.id} />
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField field={fields.dueOn} label={todoLabels.dueOn} />
        <TimeField field={fields.dueAt} label={todoLabels.dueAt} />
        <SelectField
          field={fields.assigneeId}
          label={todoLabels.assigneeId}
          choices={people}
          placeholder="Unassigned"
        />
        <SelectField
          field={fields.reminderMinutes}
          label={todoLabels.reminderMinutes}
          choices={reminders}
          description="By email, and on devices with notifications."
          placeholder="No reminder"
        />
        <SelectField field={fields.repeatUnit} label={todoLabels.repeatUnit} choices={units} placeholder="Once" />
        {unit && (
          <>
            <TextField
              field={fields.repeatEvery}
              label={todoLabels.repeatEvery}
              unit={`${unit}s`}
              type="number"
              inputMode="numeric"
              min={1}
              max={99}
            />
            <SelectField field={fields.repeatFrom} label={todoLabels.repeatFrom} choices={counted} />
          </>
        )}
      </div>
      <TextAreaField field={fields.notes} label={todoLabels.notes} rows={3} />
    </>
  );
}
