import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { deletePurchaseOrder } from "~/domain/purchasing/draft-order.server";
import { DeleteOrder } from "~/domain/purchasing/schema";
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
  return { constraint: getZodConstraint(DeleteOrder), formKey: ctx.newId() };
});

export const action = formAction(DeleteOrder, async ({ ctx, input, params, request }) => {
  await deletePurchaseOrder(ctx, params.orderId ?? "", input);
  return redirectWithToast(request, paths.purchaseOrders(), { tone: "success", text: "Draft deleted." });
});

export default function DeleteOrderDialog() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const order = useOrder();
  const close = useCloseDialog();
  const { form, isSaving, sessionEnded } = useActionForm<z.input<typeof DeleteOrder>>({
    id: "delete-order",
    constraint,
  });
  return (
    <Dialog
      open
      onOpenChange={close}
      size="small"
      title="Delete this draft?"
      description="Nothing was ordered. Its number is not used again."
    >
      <Form method="post" id={form.id} preventScrollReset className="contents">
        <ModalBody>
          <FormSummary form={form} labels={{}} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <input type="hidden" name="version" value={order.version} />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Keep draft
          </Button>
          <Button type="submit" variant="destructive" loading={isSaving}>
            Delete draft
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}
