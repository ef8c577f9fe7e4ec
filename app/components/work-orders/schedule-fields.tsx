import { ChoiceListField } from "~/components/forms/choice-list-field";
import { type AnyField, initialText } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { DateField, TextField, TimeField } from "~/components/forms/text-field";
import { NoTechnicians } from "~/components/technicians/no-technicians";
import type { Choice } from "~/components/ui/select";
import type { BookingRefusal } from "~/components/work-orders/refusal";
import { BookingConflict } from "./booking-conflict";
import { workOrderLabels } from "./labels";

const arrivalWindows = [
  { value: "60", label: "1 hour" },
  { value: "120", label: "2 hours" },
  { value: "180", label: "3 hours" },
  { value: "240", label: "4 hours" },
  { value: "480", label: "8 hours" },
];

type ScheduleFields = {
  startDate: AnyField;
  startTime: AnyField;
  durationMinutes: AnyField;
  technicianId: AnyField;
  helperIds: AnyField;
  overrideReason: AnyField;
  arrivalWindowMinutes?: AnyField;
};

type ScheduleFieldsProps = {
  fields: ScheduleFields;
  technicians: readonly Choice[];
  /** What stands against the booking, in words, once somebody tried it. */
  conflict: BookingRefusal | null;
};

/** When and with whom: the same on every form that books a job. */
export function ScheduleFields({ fields, technicians, conflict }: ScheduleFieldsProps) {
  const { startDate, startTime, durationMinutes } = fields;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <DateField field={startDate} label={workOrderLabels.startDate} />
        <TimeField field={startTime} label={workOrderLabels.startTime} />
        <TextField
          field={durationMinutes}
          label={workOrderLabels.durationMinutes}
          type="number"
          inputMode="numeric"
          unit="min"
        />
      </div>
      <CrewFields fields={fields} technicians={technicians} conflict={conflict} />
    </>
  );
}

type CrewFieldsProps = Omit<ScheduleFieldsProps, "fields"> & {
  fields: Pick<ScheduleFields, "technicianId" | "helperIds" | "overrideReason" | "arrivalWindowMinutes">;
};

/** The technicians, and the override reason where one of them is booked then. */
export function CrewFields({ fields, technicians, conflict }: CrewFieldsProps) {
  const { technicianId, helperIds, overrideReason, arrivalWindowMinutes } = fields;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          field={technicianId}
          label={workOrderLabels.technicianId}
          choices={technicians}
          placeholder="Unassigned"
        />
        {technicians.length === 0 && <NoTechnicians />}
        {arrivalWindowMinutes && (
          <SelectField
            field={arrivalWindowMinutes}
            label={workOrderLabels.arrivalWindowMinutes}
            choices={withOwn(arrivalWindows, initialText(arrivalWindowMinutes))}
            placeholder="Exact time"
          />
        )}
      </div>
      {technicians.length > 1 && (
        <details className="group" open={Array.isArray(helperIds.initialValue) && helperIds.initialValue.length > 0}>
          <summary className="w-fit cursor-pointer text-link touch:py-3">{workOrderLabels.helperIds}</summary>
          <ChoiceListField
            field={helperIds}
            label={workOrderLabels.helperIds}
            labelHidden
            type="checkbox"
            choices={technicians}
            className="mt-3 grid gap-x-6 sm:grid-cols-2"
          />
        </details>
      )}
      <BookingConflict field={overrideReason} conflict={conflict} />
    </>
  );
}

/** A value set elsewhere, over the API most often, stays a choice. */
function withOwn(choices: Choice[], value: string | undefined): Choice[] {
  if (!value || choices.some((choice) => choice.value === value)) return choices;
  return [...choices, { value, label: `${value} minutes` }];
}
