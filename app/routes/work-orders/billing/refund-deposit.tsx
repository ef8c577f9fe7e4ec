import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { MoneyField } from "~/components/forms/money-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { depositRequest, refundDeposit } from "~/domain/invoices/deposits/requests.server";
import { OnlineRefund } from "~/domain/invoices/schema";
import { decimalText } from "~/domain/shared/money";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
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
  const actionForm = useActionForm<z.input<typeof OnlineRefund>>({
    id: "refund-deposit",
    constraint,
    noun: "refund",
    defaultValue: { amount: decimalText(freeMinor) },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Refund deposit"
      description="The money goes back to the card it was paid with."
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      submit="Refund to card"
    >
      <MoneyField field={fields.amount} label={labels.amount} />
      <TextField field={fields.reason} label={labels.reason} autoComplete="off" />
    </FormDialog>
  );
}
