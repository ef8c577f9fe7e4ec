import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { PaymentFields, paymentLabels } from "~/components/invoices/payment-fields";
import { takeDeposit } from "~/domain/invoices/payments.server";
import { Deposit } from "~/domain/invoices/schema";
import { allow } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { useWorkOrder } from "~/routes/work-orders/shared/use-work-order";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  const me = allow(ctx, "invoices.write");
  const today = todayOf(ctx, me);
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
  const actionForm = useActionForm<z.input<typeof Deposit>>({
    id: "deposit",
    constraint,
    noun: "deposit",
    defaultValue: { method: "check", receivedOn: today },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Take deposit"
      description="It is applied to this job's invoice when that is issued."
      actionForm={actionForm}
      labels={paymentLabels}
      formKey={formKey}
      submit="Record deposit"
    >
      <input type="hidden" name="customerId" value={customerId} />
      <input type="hidden" name="workOrderId" value={id} />
      <PaymentFields fields={fields} />
    </FormDialog>
  );
}
