import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { correctInvoice, voidInvoice } from "~/domain/invoices/credit.server";
import { VoidInvoice } from "~/domain/invoices/schema";
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

const corrects = (url: URL) => url.pathname.replace(/\.data$/, "").endsWith("/correct");

export const loader = pageLoader(({ ctx, url }) => {
  allow(ctx, "invoices.manage");
  return { isCorrection: corrects(url), constraint: getZodConstraint(VoidInvoice), formKey: ctx.newId() };
});

export const action = formAction(VoidInvoice, async ({ ctx, input, params, url, request }) => {
  const id = params.id ?? "";
  if (corrects(url)) {
    const { draftId } = await correctInvoice(ctx, id, input);
    return redirectWithToast(request, paths.editInvoice(draftId), {
      tone: "success",
      text: "The invoice is void. This draft takes its place.",
    });
  }
  await voidInvoice(ctx, id, input);
  return redirectWithToast(request, paths.invoice(id), { tone: "success", text: "Invoice voided." });
});

const labels = { reason: "Reason" };

const texts = {
  void: {
    title: "Void this invoice?",
    description: "A credit note takes all of it back. What was paid becomes the customer's credit.",
    submit: "Void invoice",
  },
  correct: {
    title: "Correct this invoice",
    description:
      "A credit note takes all of it back and a draft like it takes its place. What was paid becomes the customer's credit.",
    submit: "Void and edit a new draft",
  },
};

export default function VoidInvoiceDialog() {
  const { isCorrection, constraint, formKey } = useLoaderData<typeof loader>();
  const invoice = useInvoice();
  const close = useCloseDialog();
  const { submit, ...text } = isCorrection ? texts.correct : texts.void;
  const { form, fields, isSaving, sessionEnded } = useActionForm<z.input<typeof VoidInvoice>>({
    id: "void",
    constraint,
  });
  return (
    <Dialog open onOpenChange={close} size="small" {...text}>
      <Form method="post" id={form.id} preventScrollReset className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} labels={labels} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <input type="hidden" name="version" value={invoice.version} />
          <TextField field={fields.reason} label={labels.reason} autoComplete="off" />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Keep invoice
          </Button>
          <Button type="submit" variant={isCorrection ? "default" : "destructive"} loading={isSaving}>
            {submit}
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}
