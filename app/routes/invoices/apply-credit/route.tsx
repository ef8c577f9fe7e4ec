import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { MoneyField } from "~/components/forms/money-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { applyCredit } from "~/domain/invoices/payments.server";
import { ApplyCredit } from "~/domain/invoices/schema";
import { decimalText, formatMoney } from "~/domain/shared/money";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { useInvoiceFor } from "~/routes/invoices/shared/use-invoice-for";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "invoices.write");
  return { constraint: getZodConstraint(ApplyCredit), formKey: ctx.newId() };
});

export const action = formAction(ApplyCredit, async ({ ctx, input, params, request }) => {
  const id = params.id ?? "";
  const { appliedMinor } = await applyCredit(ctx, id, input);
  const text = `${formatMoney(appliedMinor)} of credit applied.`;
  return redirectWithToast(request, paths.invoice(id), { tone: "success", text });
});

const labels = { amount: "Amount" };

export default function ApplyCreditDialog() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const { invoice, isPossible } = useInvoiceFor("applyCredit");
  const most = Math.min(invoice.balanceMinor, invoice.customerCreditMinor);
  const actionForm = useActionForm<z.input<typeof ApplyCredit>>({
    id: "apply-credit",
    constraint,
    defaultValue: { amount: decimalText(most) },
  });
  const { fields } = actionForm;
  if (!isPossible) return null;
  return (
    <FormDialog
      size="small"
      title="Apply customer credit"
      description={`The customer has ${formatMoney(invoice.customerCreditMinor)} of credit; ${formatMoney(invoice.balanceMinor)} is owed.`}
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      version={invoice.version}
      submit="Apply credit"
    >
      <MoneyField field={fields.amount} label={labels.amount} />
    </FormDialog>
  );
}
