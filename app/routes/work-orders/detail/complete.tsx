import { useLoaderData } from "@remix-run/react";
import { Nothing } from "~/domain/shared/fields";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { changeAndReturn } from "~/routes/work-orders/shared/change-and-return.server";
import { useOverview } from "~/routes/work-orders/shared/use-work-order";
import { CompleteSheet } from "./complete-sheet";
import { useTransition } from "./use-transition";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "work_orders.read");
  return { formKey: ctx.newId() };
});

export const action = formAction(Nothing, (sent) => changeAndReturn(sent, { to: "completed" }));

export default function CompleteWorkOrder() {
  const { formKey } = useLoaderData<typeof loader>();
  const { workOrder, isPossible } = useTransition("completed");
  const { tasks, signatures, equipment } = useOverview();
  const close = useCloseDialog();
  if (!isPossible) return null;
  return <CompleteSheet {...{ workOrder, tasks, signatures, equipment, formKey }} onClose={close} />;
}
