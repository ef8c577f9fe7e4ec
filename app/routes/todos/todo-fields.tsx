import type { FieldMetadata } from "@conform-to/react";
import type { z } from "zod";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { DateField, TextField, TimeField } from "~/components/forms/text-field";
import type { Choice } from "~/components/ui/select";
import type { Subject } from "~/domain/todos/list.server";
import type { TodoInput } from "~/domain/todos/schema";
import { REPEAT_UNITS, type SubjectKind } from "~/domain/todos/todo";

type Values = z.input<typeof TodoInput>;

export const todoLabels: Record<string, string> = {
  title: "What is to be done",
  notes: "Notes",
  assigneeId: "Assigned to",
  dueOn: "Due",
  dueAt: "Time",
  repeatUnit: "Repeats",
  repeatEvery: "Every",
  repeatFrom: "Counted from",
};

const units = REPEAT_UNITS.map((value) => ({ value, label: `By ${value}` }));
const counted = [
  { value: "due", label: "The day it is due" },
  { value: "completion", label: "The day it is done" },
];

type TodoFieldsProps = {
  fields: { [Name in keyof Values]-?: FieldMetadata<Values[Name]> };
  people: readonly Choice[];
  subject: Subject | null;
};

/** The fields of a to-do, new or not. */
export function TodoFields({ fields, people, subject }: TodoFieldsProps) {
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
        <SelectField field={fields.repeatUnit} label={todoLabels.repeatUnit} choices={units} placeholder="Once" />
        <TextField
          field={fields.repeatEvery}
          label={todoLabels.repeatEvery}
          type="number"
          inputMode="numeric"
          min={1}
          max={99}
        />
        <SelectField field={fields.repeatFrom} label={todoLabels.repeatFrom} choices={counted} />
        <SelectField
          field={fields.assigneeId}
          label={todoLabels.assigneeId}
          choices={people}
          placeholder="Whoever gets to it"
        />
      </div>
      <TextAreaField field={fields.notes} label={todoLabels.notes} rows={3} />
    </>
  );
}

export const SUBJECT_FIELDS = {
  customer: "customerId",
  workOrder: "workOrderId",
  equipment: "equipmentId",
  invoice: "invoiceId",
} as const satisfies Record<SubjectKind, keyof Values>;
