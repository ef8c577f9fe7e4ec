import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { Nothing } from "~/domain/shared/fields";
import { allow } from "~/domain/shared/permissions";
import { deleteWorkOrder } from "~/domain/work-orders/delete.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { useWorkOrder } from "~/routes/work-orders/shared/use-work-order";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "work_orders.write");
  return { formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params, request }) => {
  await deleteWorkOrder(ctx, params.id ?? "");
  return redirectWithToast(request, paths.workOrders(), { tone: "success", text: "Work order deleted." });
});

export default function DeleteWorkOrder() {
  const { formKey } = useLoaderData<typeof loader>();
  const { reference, title, customerName } = useWorkOrder();
  return (
    <ConfirmForm title={`Delete ${reference}?`} confirm="Delete work order" confirmBusy="Deleting..." formKey={formKey}>
      {title} for {customerName} will be permanently deleted.
    </ConfirmForm>
  );
}
