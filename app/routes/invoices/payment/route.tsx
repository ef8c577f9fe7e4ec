import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { PaymentFields, paymentLabels } from "~/components/invoices/payment-fields";
import { MoneyText } from "~/components/money-text";
import { recordPayment } from "~/domain/invoices/payments.server";
import { InvoicePayment } from "~/domain/invoices/schema";
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
  return { constraint: getZodConstraint(InvoicePayment), formKey: ctx.newId() };
});

export const action = formAction(InvoicePayment, async ({ ctx, input, params, request }) => {
  const id = params.id ?? "";
  const { creditMinor } = await recordPayment(ctx, id, input);
  const more = creditMinor > 0 ? ` ${formatMoney(creditMinor)} is the customer's credit.` : "";
  return redirectWithToast(request, paths.invoice(id), { tone: "success", text: `Payment recorded.${more}` });
});

export default function RecordPayment() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const { invoice, isPossible } = useInvoiceFor("pay");
  const actionForm = useActionForm<z.input<typeof InvoicePayment>>({
    id: "payment",
    constraint,
    noun: "payment",
    defaultValue: { amount: decimalText(invoice.balanceMinor), method: "check", receivedOn: invoice.today },
  });
  const { fields } = actionForm;
  if (!isPossible) return null;
  return (
    <FormDialog
      title="Record payment"
      description="Anything above the balance becomes the customer's credit."
      actionForm={actionForm}
      labels={paymentLabels}
      formKey={formKey}
      version={invoice.version}
      submit="Record payment"
    >
      <p className="flex justify-between font-semibold">
        Balance due <MoneyText minor={invoice.balanceMinor} />
      </p>
      <PaymentFields fields={fields} />
    </FormDialog>
  );
}
