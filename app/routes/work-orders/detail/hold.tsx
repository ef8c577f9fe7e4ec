import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { ChoiceListField } from "~/components/forms/choice-list-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import { choicesOf } from "~/domain/shared/choices";
import { allow } from "~/domain/shared/permissions";
import { HOLD_REASON_LABELS, HOLD_REASONS } from "~/domain/work-order-basics/status";
import { HoldForm } from "~/domain/work-orders/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { changeAndReturn } from "~/routes/work-orders/shared/change-and-return.server";
import { transitionLabel } from "~/routes/work-orders/shared/transition-labels";
import { TransitionForm, type TransitionProps } from "./transition-form";
import { useTransitionDialog } from "./use-transition-dialog";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "work_orders.read");
  return { constraint: getZodConstraint(HoldForm), formKey: ctx.newId() };
});

export const action = formAction(HoldForm, ({ input, ...sent }) => changeAndReturn(sent, { ...input, to: "on_hold" }));

export default function HoldWorkOrder() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const { workOrder, isPossible } = useTransitionDialog("on_hold");
  const close = useCloseDialog();
  if (!isPossible) return null;
  return <HoldDialog {...{ workOrder, constraint, formKey }} onClose={close} />;
}

type HoldDialogProps = TransitionProps & { constraint: FormConstraint<HoldForm> };

const holdReasons = choicesOf(HOLD_REASONS, HOLD_REASON_LABELS);

/** Collects what the job is waiting for. */
function HoldDialog({ workOrder, constraint, ...dialog }: HoldDialogProps) {
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<HoldForm>({
    id: "hold",
    constraint,
    intent: "move",
  });
  const title = transitionLabel(workOrder.status, "on_hold");
  return (
    <TransitionForm
      {...{ ...dialog, form, isSaving, isInDoubt, sessionEnded, title }}
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
