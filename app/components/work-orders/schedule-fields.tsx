import { ChoiceListField } from "~/components/forms/choice-list-field";
import type { AnyField } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { DateField, TextField, TimeField } from "~/components/forms/text-field";
import { NoTechnicians } from "~/components/technicians/no-technicians";
import type { Choice } from "~/components/ui/select";
import type { BookingRefusal } from "~/components/work-orders/refusal";
import { TOLD_HOW, TOLD_LABELS } from "~/domain/technicians/arrival-window";
import { BookingConflict } from "./booking-conflict";
import { workOrderLabels } from "./labels";

type ScheduleFields = {
  startDate: AnyField;
  startTime: AnyField;
  durationMinutes: AnyField;
  technicianId: AnyField;
  helperIds: AnyField;
  overrideReason: AnyField;
  windowFrom: AnyField;
  windowTo: AnyField;
  customerTold: AnyField;
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
      <WindowFields fields={fields} />
      <CrewFields fields={fields} technicians={technicians} conflict={conflict} />
    </>
  );
}

const toldChoices = TOLD_HOW.map((value) => ({ value, label: TOLD_LABELS[value] }));

/** What the customer is promised, on the day of the start; left blank, nothing is. */
function WindowFields({ fields }: { fields: Pick<ScheduleFields, "windowFrom" | "windowTo" | "customerTold"> }) {
  return (
    <div className="grid items-end gap-4 sm:grid-cols-3">
      <TimeField field={fields.windowFrom} label={workOrderLabels.windowFrom} />
      <TimeField field={fields.windowTo} label={workOrderLabels.windowTo} />
      <SelectField
        field={fields.customerTold}
        label={workOrderLabels.customerTold}
        choices={toldChoices}
        placeholder="Not yet"
      />
    </div>
  );
}

type CrewFieldsProps = Omit<ScheduleFieldsProps, "fields"> & {
  fields: Pick<ScheduleFields, "technicianId" | "helperIds" | "overrideReason">;
};

/** The technicians, and the override reason where one of them is booked then. */
export function CrewFields({ fields, technicians, conflict }: CrewFieldsProps) {
  const { technicianId, helperIds, overrideReason } = fields;
  return (
    <>
      <SelectField
        field={technicianId}
        label={workOrderLabels.technicianId}
        choices={technicians}
        placeholder="Unassigned"
        className="sm:max-w-80"
      />
      {technicians.length === 0 && <NoTechnicians />}
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
