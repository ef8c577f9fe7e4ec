import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { FileText } from "~/components/ui/icons";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { formatInvoiceNumber } from "~/domain/invoices/invoice";
import { mailTexts } from "~/domain/invoices/mail-texts";
import { SendInvoice } from "~/domain/invoices/schema";
import { sendInvoice } from "~/domain/invoices/send.server";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { useInvoice } from "~/routes/invoices/shared/use-invoice";

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

const labels = { to: "To", subject: "Subject", message: "Message" };

export default function SendInvoiceDialog() {
  const { kind, constraint, formKey } = useLoaderData<typeof loader>();
  const invoice = useInvoice();
  const close = useCloseDialog();
  const { form, fields, isSaving, sessionEnded } = useActionForm<z.input<typeof SendInvoice>>({
    id: "send",
    constraint,
    noun: "email",
    defaultValue: {
      to: invoice.customerEmail ?? invoice.billTo.email ?? "",
      ...mailTexts(kind, invoice, invoice.seller?.name ?? "us"),
    },
  });
  const reference = formatInvoiceNumber(invoice.kind, invoice.number);
  return (
    <Dialog
      open
      onOpenChange={close}
      title={kind === "reminder" ? `Remind about ${reference}` : `Email ${reference}`}
      description="The PDF is attached, and the link to the customer's page is added below your message."
    >
      <Form method="post" id={form.id} preventScrollReset className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} labels={labels} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <input type="hidden" name="kind" value={kind} />
          <TextField field={fields.to} label={labels.to} type="email" autoComplete="off" />
          <TextField field={fields.subject} label={labels.subject} autoComplete="off" />
          <TextAreaField field={fields.message} label={labels.message} rows={8} />
          <p className="flex items-center gap-2 text-muted-foreground">
            <FileText aria-hidden="true" className="size-4" />
            {reference}.pdf
          </p>
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={isSaving}>
            {kind === "reminder" ? "Send reminder" : "Send email"}
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}
