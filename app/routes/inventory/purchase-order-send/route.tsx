import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { FileText } from "~/components/ui/icons";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { readLetterhead } from "~/domain/people/letterhead.server";
import { orderMailTexts } from "~/domain/purchasing/order-document";
import { formatPurchaseOrderNumber } from "~/domain/purchasing/purchase-order";
import { SendOrder } from "~/domain/purchasing/schema";
import { sendPurchaseOrder } from "~/domain/purchasing/send-order.server";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
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

const labels = { to: "To", subject: "Subject", message: "Message" };

export default function SendOrderDialog() {
  const { buyerName, constraint, formKey } = useLoaderData<typeof loader>();
  const order = useOrder();
  const close = useCloseDialog();
  const { form, fields, isSaving, sessionEnded } = useActionForm<z.input<typeof SendOrder>>({
    id: "send-order",
    constraint,
    noun: "email",
    defaultValue: { to: order.sentTo ?? order.supplierEmail ?? "", ...orderMailTexts(order, buyerName) },
  });
  const number = formatPurchaseOrderNumber(order.number);
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`Email ${number} to ${order.supplierName}`}
      description={
        order.status === "draft"
          ? "The PDF is attached. With this the order is placed: its lines then stay as they are, and count as incoming."
          : "The PDF is attached. Answers go to your business's email address."
      }
    >
      <Form method="post" id={form.id} preventScrollReset className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} labels={labels} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <input type="hidden" name="version" value={order.version} />
          <TextField field={fields.to} label={labels.to} type="email" autoComplete="off" />
          <TextField field={fields.subject} label={labels.subject} autoComplete="off" />
          <TextAreaField field={fields.message} label={labels.message} rows={8} />
          <p className="flex items-center gap-2 text-muted-foreground">
            <FileText aria-hidden="true" className="size-4" />
            {number}.pdf
          </p>
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={isSaving}>
            Send email
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}
