import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { TextAreaField } from "~/components/forms/text-area-field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import { allow } from "~/domain/shared/permissions";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import { ReopenForm } from "~/domain/work-orders/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { changeAndReturn } from "~/routes/work-orders/shared/change-and-return.server";
import { useWorkOrder } from "~/routes/work-orders/shared/use-work-order";
import { TransitionForm, type TransitionProps } from "./transition-form";
import { useTransitionDialog } from "./use-transition-dialog";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "work_orders.read");
  return { constraint: getZodConstraint(ReopenForm), formKey: ctx.newId() };
});

export const action = formAction(ReopenForm, ({ input, ...sent }) => changeAndReturn(sent, input));

/** The status a finished job is reopened to; null if it is not finished. */
function reopensTo(status: WorkOrderStatus): ReopenForm["to"] | null {
  if (status === "completed") return "in_progress";
  return status === "cancelled" ? "unscheduled" : null;
}

export default function ReopenWorkOrder() {
  const dialog = useLoaderData<typeof loader>();
  const { status } = useWorkOrder();
  const [to] = useState(() => reopensTo(status));
  const { isPossible } = useTransitionDialog(to);
  const close = useCloseDialog();
  if (!isPossible || !to) return null;
  return <ReopenDialog to={to} {...dialog} onClose={close} />;
}

type ReopenDialogProps = Omit<TransitionProps, "workOrder"> & {
  to: ReopenForm["to"];
  constraint: FormConstraint<ReopenForm>;
};

/** Collects why a canceled or completed work order is reopened. */
function ReopenDialog({ to, constraint, ...dialog }: ReopenDialogProps) {
  const options = { id: "reopen", constraint, intent: "move" };
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<ReopenForm>(options);
  return (
    <TransitionForm
      {...{ ...dialog, form, isSaving, isInDoubt, sessionEnded, to }}
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
