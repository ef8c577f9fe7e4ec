import type { FieldMetadata } from "@conform-to/react";
import { useState } from "react";
import type { z } from "zod";
import { Combobox } from "~/components/forms/combobox";
import { FieldFrame } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { DateField, TextField, TimeField } from "~/components/forms/text-field";
import type { Choice } from "~/components/ui/native-select";
import type { SubjectChoice } from "~/domain/search/todo-subjects.server";
import type { TodoForm } from "~/domain/todos/schema";
import type { Subject } from "~/domain/todos/subjects.server";
import { REMINDER_LABELS, REMINDER_MINUTES, type RepeatUnit, SUBJECT_FIELDS } from "~/domain/todos/todo";
import { useSearch } from "~/lib/use-search";
import { paths } from "~/paths";

type Values = z.input<typeof TodoForm>;

export const todoLabels: Record<string, string> = {
  title: "To-do",
  about: "About",
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
      <RecordField field={fields.about} subject={subject} />
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
            />
            <SelectField field={fields.repeatFrom} label={todoLabels.repeatFrom} choices={counted} />
          </>
        )}
      </div>
      <TextAreaField field={fields.notes} label={todoLabels.notes} rows={3} />
    </>
  );
}

/** The record it is about, found by typing. */
function RecordField({ field, subject }: { field: FieldMetadata<Values["about"]>; subject: Subject | null }) {
  const { data, isPending, search } = useSearch<{ choices: SubjectChoice[] }>(paths.todoSubjects);
  const [chosen, setChosen] = useState(() =>
    subject
      ? {
          name: SUBJECT_FIELDS[subject.kind],
          value: subject.id,
          label: subject.label ?? "A record that you can't open",
        }
      : null,
  );
  const [picked, setPicked] = useState<SubjectChoice | null>(null);
  const label = picked?.label ?? chosen?.label ?? "";
  const [text, setText] = useState(label);
  return (
    <FieldFrame field={field} label={todoLabels.about} description="Optional. It links to the record.">
      {chosen && <input type="hidden" name={chosen.name} value={chosen.value} />}
      {picked && <input type="hidden" name={field.name} value={picked.value} />}
      <Combobox
        input={{
          id: field.id,
          value: text,
          placeholder: "A customer, job, item or other record",
          "aria-describedby": field.descriptionId,
          "aria-invalid": field.errors ? true : undefined,
          onChange: (event) => {
            setText(event.target.value);
            // Once the text is edited, the previous choice no longer applies.
            setChosen(null);
            setPicked(null);
          },
          onBlur: () => setText(label),
        }}
        label="Records"
        options={text === label ? undefined : data?.choices}
        empty="Nothing found. Try a number or a name."
        isPending={isPending}
        onSearch={search}
        onSelect={(value) => {
          const option = data?.choices.find((one) => one.value === value) ?? null;
          setPicked(option);
          setText(option?.label ?? "");
        }}
      />
    </FieldFrame>
  );
}
