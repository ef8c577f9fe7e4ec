import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { DateField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { MoneyText } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { issueInvoice } from "~/domain/invoices/issue.server";
import { IssueInvoice } from "~/domain/invoices/schema";
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
  const invoice = useInvoice();
  const close = useCloseDialog();
  const { form, fields, isSaving, sessionEnded } = useActionForm<z.input<typeof IssueInvoice>>({
    id: "issue",
    constraint,
    defaultValue: { issuedOn: invoice.today },
  });
  return (
    <Dialog
      open
      onOpenChange={close}
      size="small"
      title="Issue this invoice?"
      description="It gets the next number and can't be changed any more. A mistake is corrected by a credit note."
    >
      <Form method="post" id={form.id} preventScrollReset className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} labels={labels} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <input type="hidden" name="version" value={invoice.version} />
          <p className="flex justify-between font-semibold">
            Total <MoneyText minor={invoice.totalMinor} />
          </p>
          <DateField field={fields.issuedOn} label={labels.issuedOn} />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={isSaving}>
            Issue invoice
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}
