import { getZodConstraint } from "@conform-to/zod/v4";
import { Outlet, useLoaderData } from "@remix-run/react";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import type { Choice } from "~/components/ui/native-select";
import { bookingConflict } from "~/components/work-orders/refusal";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { listAssignable } from "~/domain/work-orders/detail.server";
import { ScheduleForm } from "~/domain/work-orders/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { changeAndReturn } from "~/routes/work-orders/shared/change-and-return.server";
import { ScheduleFields } from "~/routes/work-orders/shared/schedule-fields";
import { transitionLabel } from "~/routes/work-orders/shared/transition-labels";
import { TransitionForm, type TransitionProps } from "./transition-form";
import { useTransitionDialog } from "./use-transition-dialog";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx }) => ({
  technicians: await listAssignable(ctx),
  constraint: getZodConstraint(ScheduleForm),
  formKey: ctx.newId(),
}));

export const action = formAction(ScheduleForm, ({ input, ...sent }) =>
  changeAndReturn(sent, { ...input, to: "scheduled" }),
);

export default function ScheduleWorkOrder() {
  const dialog = useLoaderData<typeof loader>();
  const { workOrder, isPossible } = useTransitionDialog("scheduled");
  const close = useCloseDialog();
  if (!isPossible) return null;
  return (
    <>
      <ScheduleDialog workOrder={workOrder} {...dialog} onClose={close} />
      <Outlet />
    </>
  );
}

type ScheduleDialogProps = TransitionProps & {
  technicians: readonly Choice[];
  constraint: FormConstraint<ScheduleForm>;
};

/** Time and technicians, for a first visit or one after a hold. */
function ScheduleDialog({ workOrder, technicians, constraint, ...dialog }: ScheduleDialogProps) {
  const zone = workOrder.timeZone ?? workOrder.zone;
  const shown = (at: string | null) => (at ? wallTimeOf(Date.parse(at), zone).time : undefined);
  const { form, fields, isSaving, isInDoubt, details, sessionEnded } = useActionForm<ScheduleForm>({
    id: "schedule",
    constraint,
    intent: "schedule",
    defaultValue: {
      durationMinutes: workOrder.durationMinutes,
      technicianId: workOrder.technicianId,
      helperIds: workOrder.helpers.map((one) => one.id),
      // Promised before the job was unscheduled: the customer still counts on it.
      windowFrom: shown(workOrder.windowStart),
      windowTo: shown(workOrder.windowEnd),
    },
  });
  const conflict = bookingConflict(details);
  const title = transitionLabel(workOrder.status, "scheduled");
  return (
    <TransitionForm
      {...{ ...dialog, form, isSaving, isInDoubt, sessionEnded, title }}
      intent="schedule"
      to="scheduled"
      description={workOrder.timesAre}
      isExplained={conflict !== null}
      submit={title}
    >
      <ScheduleFields {...{ fields, technicians, conflict }} workOrderNumber={workOrder.number} />
    </TransitionForm>
  );
}
