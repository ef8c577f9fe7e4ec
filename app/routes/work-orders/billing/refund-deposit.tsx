import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { MoneyField } from "~/components/forms/money-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { depositRequest, refundDeposit } from "~/domain/invoices/deposits/requests.server";
import { OnlineRefund } from "~/domain/invoices/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "invoices.manage");
  const { payments } = await depositRequest(ctx, params.requestId ?? "");
  const freeMinor = payments.find((payment) => payment.freeMinor > 0)?.freeMinor ?? 0;
  return { freeMinor, constraint: getZodConstraint(OnlineRefund), formKey: ctx.newId() };
});

export const action = formAction(OnlineRefund, async ({ ctx, input, params, request }) => {
  await refundDeposit(ctx, params.requestId ?? "", input);
  return redirectWithToast(request, paths.workOrderBilling(params.id ?? ""), { tone: "success", text: "Refund sent." });
});

const labels = { amount: "Amount", reason: "Reason" };

export default function RefundDeposit() {
  const { freeMinor, constraint, formKey } = useLoaderData<typeof loader>();
  const close = useCloseDialog();
  const { form, fields, isSaving, sessionEnded } = useActionForm<z.input<typeof OnlineRefund>>({
    id: "refund-deposit",
    constraint,
    noun: "refund",
    defaultValue: { amount: (freeMinor / 100).toFixed(2) },
  });
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Refund deposit"
      description="The money goes back to the card it was paid with."
    >
      <Form method="post" id={form.id} preventScrollReset className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} labels={labels} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <MoneyField field={fields.amount} label={labels.amount} />
          <TextField field={fields.reason} label={labels.reason} autoComplete="off" />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={isSaving}>
            Refund to card
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}
