import { ChoiceListField } from "~/components/forms/choice-list-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import { choicesOf } from "~/domain/shared/choices";
import { HOLD_REASON_LABELS, HOLD_REASONS } from "~/domain/work-order-basics/status";
import type { HoldForm } from "~/domain/work-orders/schema";
import { transitionLabel } from "~/routes/work-orders/shared/transition-labels";
import { TransitionForm, type TransitionProps } from "./transition-form";

type HoldDialogProps = TransitionProps & { constraint: FormConstraint<HoldForm> };

const holdReasons = choicesOf(HOLD_REASONS, HOLD_REASON_LABELS);

/** Collects what the job is waiting for. */
export function HoldDialog({ workOrder, constraint, ...dialog }: HoldDialogProps) {
  const { form, fields, isSaving, sessionEnded } = useActionForm<HoldForm>({ id: "hold", constraint, intent: "move" });
  const title = transitionLabel(workOrder.status, "on_hold");
  return (
    <TransitionForm
      {...{ ...dialog, form, isSaving, sessionEnded, title }}
      intent="move"
      to="on_hold"
      description="This frees the technician's time until the job resumes."
      isSmall
      submit={title}
    >
      <ChoiceListField field={fields.holdReason} label="Reason for hold" type="radio" choices={holdReasons} />
      <TextAreaField field={fields.reason} label="Notes" rows={3} />
    </TransitionForm>
  );
}
