import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { DateField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { MoneyText } from "~/components/money-text";
import { issueInvoice } from "~/domain/invoices/issue.server";
import { IssueInvoice } from "~/domain/invoices/schema";
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
  return { constraint: getZodConstraint(IssueInvoice), formKey: ctx.newId() };
});

export const action = formAction(IssueInvoice, async ({ ctx, input, params, request }) => {
  const { id } = await issueInvoice(ctx, params.id ?? "", input);
  return redirectWithToast(request, paths.invoice(id), { tone: "success", text: "Invoice issued." });
});

const labels = { issuedOn: "Issue date" };

export default function IssueInvoiceDialog() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const { invoice, isPossible } = useInvoiceFor("issue");
  const actionForm = useActionForm<z.input<typeof IssueInvoice>>({
    id: "issue",
    constraint,
    defaultValue: { issuedOn: invoice.today },
  });
  const { fields } = actionForm;
  if (!isPossible) return null;
  return (
    <FormDialog
      size="small"
      title="Issue this invoice?"
      description="It gets the next number and can't be changed afterward. A mistake is corrected by a credit note."
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      version={invoice.version}
      submit="Issue invoice"
    >
      <p className="flex justify-between font-semibold">
        Total <MoneyText minor={invoice.totalMinor} />
      </p>
      <DateField field={fields.issuedOn} label={labels.issuedOn} />
    </FormDialog>
  );
}
