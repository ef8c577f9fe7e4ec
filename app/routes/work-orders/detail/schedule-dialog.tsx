import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import type { Choice } from "~/components/ui/native-select";
import { bookingConflict } from "~/components/work-orders/refusal";
import type { ScheduleForm } from "~/domain/work-orders/schema";
import { ScheduleFields } from "~/routes/work-orders/shared/schedule-fields";
import { transitionLabel } from "~/routes/work-orders/shared/transition-labels";
import { TransitionForm, type TransitionProps } from "./transition-form";

type ScheduleDialogProps = TransitionProps & {
  technicians: readonly Choice[];
  constraint: FormConstraint<ScheduleForm>;
};

/** Time and technicians, for a first visit or one after a hold. */
export function ScheduleDialog({ workOrder, technicians, constraint, ...dialog }: ScheduleDialogProps) {
  const { form, fields, isSaving, details, sessionEnded } = useActionForm<ScheduleForm>({
    id: "schedule",
    constraint,
    intent: "schedule",
    defaultValue: {
      durationMinutes: workOrder.durationMinutes,
      technicianId: workOrder.technicianId,
      helperIds: workOrder.helpers.map((one) => one.id),
    },
  });
  const conflict = bookingConflict(details);
  const title = transitionLabel(workOrder.status, "scheduled");
  return (
    <TransitionForm
      {...{ ...dialog, form, isSaving, sessionEnded, title }}
      intent="schedule"
      to="scheduled"
      description={`Times are ${workOrder.siteZoneName}${workOrder.isSiteZone ? ", at the property" : ""}.`}
      isExplained={conflict !== null}
      submit={title}
    >
      <ScheduleFields {...{ fields, technicians, conflict }} workOrderNumber={workOrder.number} />
    </TransitionForm>
  );
}
