import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { useActionForm } from "~/components/forms/use-action-form";
import { PaymentFields, paymentLabels } from "~/components/invoices/payment-fields";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { takeDeposit } from "~/domain/invoices/payments.server";
import { Deposit } from "~/domain/invoices/schema";
import { allow } from "~/domain/shared/permissions";
import { wallTimeOf } from "~/domain/shared/time-zones";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { useWorkOrder } from "~/routes/work-orders/shared/use-work-order";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  const { timeZone } = allow(ctx, "invoices.write");
  const today = wallTimeOf(ctx.now.getTime(), timeZone).date;
  return { today, constraint: getZodConstraint(Deposit), formKey: ctx.newId() };
});

export const action = formAction(Deposit, async ({ ctx, input, params, request }) => {
  await takeDeposit(ctx, input);
  const to = paths.workOrderBilling(params.id ?? "");
  return redirectWithToast(request, to, { tone: "success", text: "Deposit recorded." });
});

export default function TakeDeposit() {
  const { today, constraint, formKey } = useLoaderData<typeof loader>();
  const { id, customerId } = useWorkOrder();
  const close = useCloseDialog();
  const { form, fields, isSaving, sessionEnded } = useActionForm<z.input<typeof Deposit>>({
    id: "deposit",
    constraint,
    noun: "deposit",
    defaultValue: { method: "check", receivedOn: today },
  });
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Take deposit"
      description="It is applied to this job's invoice when that is issued."
    >
      <Form method="post" id={form.id} preventScrollReset className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} labels={paymentLabels} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <input type="hidden" name="customerId" value={customerId} />
          <input type="hidden" name="workOrderId" value={id} />
          <PaymentFields fields={fields} />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={isSaving}>
            Record deposit
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}
