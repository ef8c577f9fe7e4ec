import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { cancelPurchaseOrder } from "~/domain/purchasing/place-order.server";
import { CancelOrder } from "~/domain/purchasing/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { useOrder } from "~/routes/inventory/shared/use-order";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "inventory.write");
  return { constraint: getZodConstraint(CancelOrder), formKey: ctx.newId() };
});

export const action = formAction(CancelOrder, async ({ ctx, input, params, request }) => {
  const { id } = await cancelPurchaseOrder(ctx, params.orderId ?? "", input);
  return redirectWithToast(request, paths.purchaseOrder(id), { tone: "success", text: "The rest is canceled." });
});

const labels = { reason: "Reason" };

export default function CancelOrderDialog() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const order = useOrder();
  const actionForm = useActionForm<z.input<typeof CancelOrder>>({
    id: "cancel-order",
    constraint,
  });
  const { fields } = actionForm;
  const open = order.lines.filter(({ incomingMilli }) => incomingMilli > 0).length;
  return (
    <FormDialog
      size="small"
      title="Cancel the rest?"
      description={`${open === 1 ? "1 line" : `${open} lines`} will no longer count as incoming. Tell ${order.supplierName} yourself.`}
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      version={order.version}
      submit="Cancel the rest"
      tone="destructive"
      cancel="Keep order"
    >
      <TextField field={fields.reason} label={labels.reason} autoComplete="off" />
    </FormDialog>
  );
}
