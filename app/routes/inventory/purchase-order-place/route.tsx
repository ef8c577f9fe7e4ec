import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { SelectField } from "~/components/forms/select-field";
import { DateField, TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { placePurchaseOrder } from "~/domain/purchasing/place-order.server";
import { ORDER_WAY_LABELS, ORDER_WAYS } from "~/domain/purchasing/purchase-order";
import { PlaceOrder } from "~/domain/purchasing/schema";
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

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "inventory.write");
  return { constraint: getZodConstraint(PlaceOrder), formKey: ctx.newId() };
});

export const action = formAction(PlaceOrder, async ({ ctx, input, params, request }) => {
  const { id } = await placePurchaseOrder(ctx, params.orderId ?? "", input);
  return redirectWithToast(request, paths.purchaseOrder(id), { tone: "success", text: "Marked as ordered." });
});

const labels = { way: "How", expectedOn: "Expected on", supplierReference: "Their order number" };
const ways = ORDER_WAYS.map((value) => ({ value, label: ORDER_WAY_LABELS[value] }));

export default function PlaceOrderDialog() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const order = useOrder();
  const close = useCloseDialog();
  const { form, fields, isSaving, sessionEnded } = useActionForm<z.input<typeof PlaceOrder>>({
    id: "place-order",
    constraint,
    defaultValue: { way: "phone", expectedOn: order.expectedOn ?? undefined },
  });
  return (
    <Dialog
      open
      onOpenChange={close}
      size="small"
      title="Mark as ordered"
      description={`${order.supplierName} has the order. Its lines then stay as they are, and count as incoming.`}
    >
      <Form method="post" id={form.id} preventScrollReset className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} labels={labels} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <input type="hidden" name="version" value={order.version} />
          <SelectField field={fields.way} label={labels.way} choices={ways} />
          <DateField field={fields.expectedOn} label={labels.expectedOn} />
          <TextField field={fields.supplierReference} label={labels.supplierReference} autoComplete="off" />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={isSaving}>
            Mark as ordered
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}
