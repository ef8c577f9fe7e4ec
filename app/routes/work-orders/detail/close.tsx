import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import { workOrderLabels } from "~/components/work-orders/labels";
import { allow } from "~/domain/shared/permissions";
import { CloseForm } from "~/domain/work-orders/schema";
import { CLOSED_IS_FINAL } from "~/domain/work-orders/transitions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { changeAndReturn } from "~/routes/work-orders/shared/change-and-return.server";
import { TransitionForm, type TransitionProps } from "./transition-form";
import { useTransitionDialog } from "./use-transition-dialog";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "work_orders.read");
  return { constraint: getZodConstraint(CloseForm), formKey: ctx.newId() };
});

export const action = formAction(CloseForm, ({ input, ...sent }) => changeAndReturn(sent, { ...input, to: "closed" }));

export default function CloseWorkOrder() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const { workOrder, isPossible } = useTransitionDialog("closed");
  const close = useCloseDialog();
  if (!isPossible) return null;
  return <CloseDialog {...{ workOrder, constraint, formKey }} onClose={close} />;
}

type CloseDialogProps = TransitionProps & { constraint: FormConstraint<CloseForm> };

/** Closing requires a paid invoice; without an invoice, the user marks the job as no charge or gives a reason. */
function CloseDialog({ workOrder, constraint, ...dialog }: CloseDialogProps) {
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<CloseForm>({
    id: "close",
    constraint,
    intent: "move",
    defaultValue: { noCharge: workOrder.noCharge },
  });
  return (
    <TransitionForm
      {...{ ...dialog, form, isSaving, isInDoubt, sessionEnded }}
      intent="move"
      to="closed"
      title="Close work order"
      description={describe(workOrder.invoice)}
      isSmall
      submit="Close work order"
      dismiss="Keep open"
    >
      {!workOrder.invoice && (
        <>
          <CheckboxField
            field={fields.noCharge}
            label={workOrderLabels.noCharge}
            description="Nothing is billed for this job."
          />
          <TextAreaField field={fields.reason} label="Reason to close without an invoice" rows={3} />
        </>
      )}
    </TransitionForm>
  );
}

/** State of the job's invoice. */
function describe(invoice: CloseDialogProps["workOrder"]["invoice"]): string {
  switch (invoice?.state) {
    case "paid":
      return `${invoice.reference} is paid. ${CLOSED_IS_FINAL}`;
    case "unpaid":
      return `${invoice.reference} is not paid. Record its payment or void it first.`;
    case "draft":
      return "Its invoice is still a draft. Issue it or delete it first.";
    case undefined:
      return `There is no invoice for this work order. ${CLOSED_IS_FINAL}`;
  }
}
