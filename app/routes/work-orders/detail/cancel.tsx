import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { ChoiceListField } from "~/components/forms/choice-list-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import { choicesOf } from "~/domain/shared/choices";
import { CANCEL_REASON_LABELS, CANCEL_REASONS } from "~/domain/work-order-basics/status";
import { partsCost } from "~/domain/work-order-parts/list.server";
import { CancelForm } from "~/domain/work-orders/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { changeAndReturn } from "~/routes/work-orders/shared/change-and-return.server";
import { TransitionForm, type TransitionProps } from "./transition-form";
import { useTransitionDialog } from "./use-transition-dialog";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  const { parts } = await partsCost(ctx, params.id ?? "");
  return { hasParts: parts > 0, constraint: getZodConstraint(CancelForm), formKey: ctx.newId() };
});

export const action = formAction(CancelForm, ({ input, ...sent }) =>
  changeAndReturn(sent, { ...input, to: "cancelled" }),
);

export default function CancelWorkOrder() {
  const { hasParts, constraint, formKey } = useLoaderData<typeof loader>();
  const { isPossible } = useTransitionDialog("cancelled");
  const close = useCloseDialog();
  if (!isPossible) return null;
  return <CancelDialog {...{ hasParts, constraint, formKey }} onClose={close} />;
}

type CancelDialogProps = Omit<TransitionProps, "workOrder"> & {
  constraint: FormConstraint<CancelForm>;
  /** Parts were used on it, so the user has to decide what happens to them. */
  hasParts: boolean;
};

const cancelReasons = choicesOf(CANCEL_REASONS, CANCEL_REASON_LABELS);

const partsOutcomes = [
  { value: "returned", label: "Return them to stock" },
  { value: "billed", label: "Bill them to the customer" },
];

/** Collects who canceled before canceling the work order. */
function CancelDialog({ constraint, hasParts, ...dialog }: CancelDialogProps) {
  const options = { id: "cancel", constraint, intent: "move" };
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<CancelForm>(options);
  return (
    <TransitionForm
      {...{ ...dialog, form, isSaving, isInDoubt, sessionEnded }}
      intent="move"
      to="cancelled"
      title="Cancel work order"
      description="This frees the technician's time. A manager can reopen the job."
      isSmall
      submit="Cancel work order"
      dismiss="Keep work order"
      isDestructive
    >
      <ChoiceListField field={fields.cancelReason} label="Who canceled?" type="radio" choices={cancelReasons} />
      {hasParts && (
        <ChoiceListField
          field={fields.partsOutcome}
          label="What happens to the parts used?"
          type="radio"
          choices={partsOutcomes}
        />
      )}
      <TextAreaField field={fields.reason} label="Notes" rows={3} />
    </TransitionForm>
  );
}
