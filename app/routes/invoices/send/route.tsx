import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { MailFields, mailLabels } from "~/components/forms/mail-fields";
import { useActionForm } from "~/components/forms/use-action-form";
import { formatInvoiceNumber } from "~/domain/invoices/invoice";
import { mailContent } from "~/domain/invoices/mail-content";
import { SendInvoice } from "~/domain/invoices/schema";
import { sendInvoice } from "~/domain/invoices/send.server";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { useInvoiceFor } from "~/routes/invoices/shared/use-invoice-for";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx, url }) => {
  allow(ctx, "invoices.write");
  const isReminder = url.pathname.replace(/\.data$/, "").endsWith("/remind");
  return {
    kind: isReminder ? ("reminder" as const) : ("document" as const),
    constraint: getZodConstraint(SendInvoice),
    formKey: ctx.newId(),
  };
});

export const action = formAction(SendInvoice, async ({ ctx, input, params, request }) => {
  const id = params.id ?? "";
  await sendInvoice(ctx, id, input);
  const what = input.kind === "reminder" ? "Reminder" : "Email";
  return redirectWithToast(request, paths.invoice(id), { tone: "success", text: `${what} sent to ${input.to}.` });
});

export default function SendInvoiceDialog() {
  const { kind, constraint, formKey } = useLoaderData<typeof loader>();
  const { invoice, isPossible } = useInvoiceFor(kind === "reminder" ? "remind" : "send");
  const actionForm = useActionForm<z.input<typeof SendInvoice>>({
    id: "send",
    constraint,
    noun: "email",
    defaultValue: {
      to: invoice.customerEmail ?? invoice.billTo.email ?? "",
      ...mailContent(kind, invoice, invoice.seller?.name ?? "us"),
    },
  });
  const { fields } = actionForm;
  const reference = formatInvoiceNumber(invoice.kind, invoice.number);
  if (!isPossible) return null;
  return (
    <FormDialog
      title={kind === "reminder" ? `Remind about ${reference}` : `Email ${reference}`}
      description="The PDF is attached, and the link to the customer's page is added below your message."
      actionForm={actionForm}
      labels={mailLabels}
      formKey={formKey}
      submit={kind === "reminder" ? "Send reminder" : "Send email"}
    >
      <input type="hidden" name="kind" value={kind} />
      <MailFields fields={fields} attachment={`${reference}.pdf`} />
    </FormDialog>
  );
}
