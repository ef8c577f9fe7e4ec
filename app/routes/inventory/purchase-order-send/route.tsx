import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { MailFields, mailLabels } from "~/components/forms/mail-fields";
import { useActionForm } from "~/components/forms/use-action-form";
import { readLetterhead } from "~/domain/people/letterhead.server";
import { orderMailContent } from "~/domain/purchasing/order-document";
import { formatPurchaseOrderNumber } from "~/domain/purchasing/purchase-order";
import { SendOrder } from "~/domain/purchasing/schema";
import { sendPurchaseOrder } from "~/domain/purchasing/send-order.server";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { useOrder } from "~/routes/inventory/shared/use-order";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx }) => {
  const { name } = await readLetterhead(ctx, allow(ctx, "inventory.write"));
  return { buyerName: name, constraint: getZodConstraint(SendOrder), formKey: ctx.newId() };
});

export const action = formAction(SendOrder, async ({ ctx, input, params, request }) => {
  const { id } = await sendPurchaseOrder(ctx, params.orderId ?? "", input);
  return redirectWithToast(request, paths.purchaseOrder(id), { tone: "success", text: `Sent to ${input.to}.` });
});

export default function SendOrderDialog() {
  const { buyerName, constraint, formKey } = useLoaderData<typeof loader>();
  const order = useOrder();
  const actionForm = useActionForm<z.input<typeof SendOrder>>({
    id: "send-order",
    constraint,
    noun: "email",
    defaultValue: { to: order.sentTo ?? order.supplierEmail ?? "", ...orderMailContent(order, buyerName) },
  });
  const { fields } = actionForm;
  const number = formatPurchaseOrderNumber(order.number);
  return (
    <FormDialog
      title={`Email ${number} to ${order.supplierName}`}
      description={
        order.status === "draft"
          ? "The PDF is attached. Sending it places the order: its lines are then locked and count as incoming."
          : "The PDF is attached. Replies go to your business's email address."
      }
      actionForm={actionForm}
      labels={mailLabels}
      formKey={formKey}
      version={order.version}
      submit="Send email"
    >
      <MailFields fields={fields} attachment={`${number}.pdf`} />
    </FormDialog>
  );
}
