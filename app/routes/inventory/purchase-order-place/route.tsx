import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { DateField, TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { placePurchaseOrder } from "~/domain/purchasing/place-order.server";
import { ORDER_METHOD_LABELS, ORDER_METHODS } from "~/domain/purchasing/purchase-order";
import { PlaceOrder } from "~/domain/purchasing/schema";
import { choicesOf } from "~/domain/shared/choices";
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
  return { constraint: getZodConstraint(PlaceOrder), formKey: ctx.newId() };
});

export const action = formAction(PlaceOrder, async ({ ctx, input, params, request }) => {
  const { id } = await placePurchaseOrder(ctx, params.orderId ?? "", input);
  return redirectWithToast(request, paths.purchaseOrder(id), { tone: "success", text: "Marked as ordered." });
});

const labels = { method: "How", expectedOn: "Expected on", supplierReference: "Their order number" };
const choices = choicesOf(ORDER_METHODS, ORDER_METHOD_LABELS);

export default function PlaceOrderDialog() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const order = useOrder();
  const actionForm = useActionForm<z.input<typeof PlaceOrder>>({
    id: "place-order",
    constraint,
    defaultValue: { method: "phone", expectedOn: order.expectedOn ?? undefined },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      size="small"
      title="Mark as ordered"
      description={`${order.supplierName} has the order. Its lines are then locked and count as incoming.`}
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      version={order.version}
      submit="Mark as ordered"
    >
      <SelectField field={fields.method} label={labels.method} choices={choices} />
      <DateField field={fields.expectedOn} label={labels.expectedOn} />
      <TextField field={fields.supplierReference} label={labels.supplierReference} autoComplete="off" />
    </FormDialog>
  );
}
