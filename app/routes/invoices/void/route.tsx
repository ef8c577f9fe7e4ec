import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { correctInvoice, voidInvoice } from "~/domain/invoices/credit.server";
import { VoidInvoice } from "~/domain/invoices/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { useInvoiceFor } from "~/routes/invoices/shared/use-invoice-for";

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
    description: "A credit note cancels all of it. Payments become the customer's credit.",
    submit: "Void invoice",
  },
  correct: {
    title: "Correct this invoice",
    description:
      "A credit note cancels all of it, and a copy becomes the new draft. Payments become the customer's credit.",
    submit: "Void and edit a new draft",
  },
};

export default function VoidInvoiceDialog() {
  const { isCorrection, constraint, formKey } = useLoaderData<typeof loader>();
  const { invoice, isPossible } = useInvoiceFor("void");
  const { submit, ...text } = isCorrection ? texts.correct : texts.void;
  const actionForm = useActionForm<z.input<typeof VoidInvoice>>({
    id: "void",
    constraint,
  });
  const { fields } = actionForm;
  if (!isPossible) return null;
  return (
    <FormDialog
      size="small"
      {...text}
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      version={invoice.version}
      submit={submit}
      tone={isCorrection ? "default" : "destructive"}
      cancel="Keep invoice"
    >
      <TextField field={fields.reason} label={labels.reason} autoComplete="off" />
    </FormDialog>
  );
}
