import { ChoiceListField } from "~/components/forms/choice-list-field";
import type { AnyField } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { DateField, TextField, TimeField } from "~/components/forms/text-field";
import { NoTechnicians } from "~/components/technicians/no-technicians";
import { TechnicianField } from "~/components/technicians/technician-field";
import type { Choice } from "~/components/ui/native-select";
import { BookingConflict } from "~/components/work-orders/booking-conflict";
import { workOrderLabels } from "~/components/work-orders/labels";
import type { BookingRefusal } from "~/components/work-orders/refusal";
import { choicesOf } from "~/domain/shared/choices";
import { NOTIFICATION_CHANNEL_LABELS, NOTIFICATION_CHANNELS } from "~/domain/technicians/arrival-window";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import { TruckCheckHint } from "./truck-check-hint";

/** It only repeats what is chosen, so the form does not wait for its code. */
const { Part: ScheduleSummary } = lazyWithRetry(async () => (await import("./schedule-summary")).ScheduleSummary);

type ScheduleFields = {
  startDate: AnyField;
  startTime: AnyField;
  durationMinutes: AnyField;
  technicianId: AnyField;
  helperIds: AnyField;
  overrideReason: AnyField;
  windowFrom: AnyField;
  windowTo: AnyField;
  customerNotified: AnyField;
};

type ScheduleFieldsProps = {
  /** Number of the job being booked; undefined while it is being created. */
  workOrderNumber?: number;
  fields: ScheduleFields;
  technicians: readonly Choice[];
  /** The booking conflict, after an attempt to book. */
  conflict: BookingRefusal | null;
};

/** Time and technicians: the same on every form that books a job. */
export function ScheduleFields({ fields, technicians, conflict, workOrderNumber }: ScheduleFieldsProps) {
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
      <CrewFields {...{ fields, technicians, conflict, workOrderNumber }} />
      <ScheduleSummary
        startDate={startDate.value}
        startTime={startTime.value}
        durationMinutes={durationMinutes.value}
        technicianId={fields.technicianId.value}
        {...{ technicians, workOrderNumber }}
      />
    </>
  );
}

const channelChoices = choicesOf(NOTIFICATION_CHANNELS, NOTIFICATION_CHANNEL_LABELS);

/** The arrival window promised to the customer, on the day of the start; blank means none. */
function WindowFields({ fields }: { fields: Pick<ScheduleFields, "windowFrom" | "windowTo" | "customerNotified"> }) {
  return (
    <div className="grid items-end gap-4 sm:grid-cols-3">
      <TimeField field={fields.windowFrom} label={workOrderLabels.windowFrom} />
      <TimeField field={fields.windowTo} label={workOrderLabels.windowTo} />
      <SelectField
        field={fields.customerNotified}
        label={workOrderLabels.customerNotified}
        choices={channelChoices}
        placeholder="Not yet"
      />
    </div>
  );
}

const chosenText = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

type CrewFieldsProps = Omit<ScheduleFieldsProps, "fields"> & {
  fields: Pick<ScheduleFields, "technicianId" | "helperIds" | "overrideReason">;
  /** False for a job without a time, which can have no helpers. */
  takesHelpers?: boolean;
};

/** The technicians, and the override reason if one of them is already booked then. */
export function CrewFields({ fields, technicians, conflict, workOrderNumber, takesHelpers = true }: CrewFieldsProps) {
  const { technicianId, helperIds, overrideReason } = fields;
  return (
    <>
      <TechnicianField field={technicianId} choices={technicians} none="Unassigned" className="sm:max-w-80" />
      {workOrderNumber && <TruckCheckHint number={workOrderNumber} technicianId={chosenText(technicianId.value)} />}
      {technicians.length === 0 && <NoTechnicians />}
      {takesHelpers && technicians.length > 1 && (
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
