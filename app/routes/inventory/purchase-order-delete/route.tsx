import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { deletePurchaseOrder } from "~/domain/purchasing/draft-order.server";
import { DeleteOrder } from "~/domain/purchasing/schema";
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
  return { constraint: getZodConstraint(DeleteOrder), formKey: ctx.newId() };
});

export const action = formAction(DeleteOrder, async ({ ctx, input, params, request }) => {
  await deletePurchaseOrder(ctx, params.orderId ?? "", input);
  return redirectWithToast(request, paths.purchaseOrders(), { tone: "success", text: "Draft deleted." });
});

export default function DeleteOrderDialog() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const order = useOrder();
  const actionForm = useActionForm<z.input<typeof DeleteOrder>>({
    id: "delete-order",
    constraint,
  });
  return (
    <FormDialog
      size="small"
      title="Delete this draft?"
      description="Nothing was ordered. Its number is not used again."
      actionForm={actionForm}
      formKey={formKey}
      version={order.version}
      submit="Delete draft"
      tone="destructive"
      cancel="Keep draft"
    />
  );
}
