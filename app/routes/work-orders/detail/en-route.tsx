import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { Nothing } from "~/domain/shared/fields";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { changeAndReturn } from "~/routes/work-orders/shared/change-and-return.server";
import { useTransitionDialog } from "./use-transition-dialog";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "work_orders.read");
  return { formKey: ctx.newId() };
});

export const action = formAction(Nothing, (sent) => changeAndReturn(sent, { to: "en_route" }));

/** Technicians set out themselves; the office does this for one who called in. */
export default function MarkEnRoute() {
  const { formKey } = useLoaderData<typeof loader>();
  const { workOrder, isPossible } = useTransitionDialog("en_route");
  if (!isPossible) return null;
  const { technicianFirstName, reference, title } = workOrder;
  return (
    <ConfirmForm
      title={`Mark ${technicianFirstName ?? "the technician"} en route now?`}
      confirm="Mark en route"
      confirmBusy="Marking..."
      tone="default"
      formKey={formKey}
    >
      Travel time for {reference} {title} starts now. Technicians usually do this on their phone.
    </ConfirmForm>
  );
}
