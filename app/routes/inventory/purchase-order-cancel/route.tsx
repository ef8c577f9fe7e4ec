import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { cancelPurchaseOrder } from "~/domain/purchasing/place-order.server";
import { CancelOrder } from "~/domain/purchasing/schema";
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
  const close = useCloseDialog();
  const { form, fields, isSaving, sessionEnded } = useActionForm<z.input<typeof CancelOrder>>({
    id: "cancel-order",
    constraint,
  });
  const open = order.lines.filter(({ incomingMilli }) => incomingMilli > 0).length;
  return (
    <Dialog
      open
      onOpenChange={close}
      size="small"
      title="Cancel the rest?"
      description={`${open === 1 ? "1 line" : `${open} lines`} will no longer count as incoming. Tell ${order.supplierName} yourself.`}
    >
      <Form method="post" id={form.id} preventScrollReset className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} labels={labels} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <input type="hidden" name="version" value={order.version} />
          <TextField field={fields.reason} label={labels.reason} autoComplete="off" />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Keep order
          </Button>
          <Button type="submit" variant="destructive" loading={isSaving}>
            Cancel the rest
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}
