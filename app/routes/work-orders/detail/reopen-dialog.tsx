import { TextAreaField } from "~/components/forms/text-area-field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import type { ReopenForm } from "~/domain/work-orders/schema";
import { TransitionForm, type TransitionProps } from "./transition-form";

type ReopenDialogProps = Omit<TransitionProps, "workOrder"> & {
  to: ReopenForm["to"];
  constraint: FormConstraint<ReopenForm>;
};

/** Collects why a canceled or completed work order is reopened. */
export function ReopenDialog({ to, constraint, ...dialog }: ReopenDialogProps) {
  const options = { id: "reopen", constraint, intent: "move" };
  const { form, fields, isSaving, sessionEnded } = useActionForm<ReopenForm>(options);
  return (
    <TransitionForm
      {...{ ...dialog, form, isSaving, sessionEnded, to }}
      intent="move"
      title="Reopen"
      description={to === "in_progress" ? "Signatures and readings stay." : "The job goes back to Unscheduled."}
      isSmall
      submit="Reopen"
    >
      <TextAreaField field={fields.reason} label="Reason" rows={3} />
    </TransitionForm>
  );
}
