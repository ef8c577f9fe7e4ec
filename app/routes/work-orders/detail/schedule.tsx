import { getZodConstraint } from "@conform-to/zod/v4";
import { Outlet, useLoaderData } from "@remix-run/react";
import { listAssignable } from "~/domain/work-orders/detail.server";
import { ScheduleForm } from "~/domain/work-orders/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { changeAndReturn } from "~/routes/work-orders/shared/change-and-return.server";
import { ScheduleDialog } from "./schedule-dialog";
import { useTransition } from "./use-transition";

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
  const { workOrder, isPossible } = useTransition("scheduled");
  const close = useCloseDialog();
  if (!isPossible) return null;
  return (
    <>
      <ScheduleDialog workOrder={workOrder} {...dialog} onClose={close} />
      <Outlet />
    </>
  );
}
