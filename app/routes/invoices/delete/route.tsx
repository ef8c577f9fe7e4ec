import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { deleteDraft } from "~/domain/invoices/draft.server";
import { DeleteDraft } from "~/domain/invoices/schema";
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
  return { constraint: getZodConstraint(DeleteDraft), formKey: ctx.newId() };
});

export const action = formAction(DeleteDraft, async ({ ctx, input, params, request }) => {
  await deleteDraft(ctx, params.id ?? "", input);
  return redirectWithToast(request, paths.invoices(), { tone: "success", text: "Draft deleted." });
});

export default function DeleteDraftDialog() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const { invoice, isPossible } = useInvoiceFor("edit");
  const actionForm = useActionForm<z.input<typeof DeleteDraft>>({
    id: "delete-draft",
    constraint,
  });
  if (!isPossible) return null;
  return (
    <FormDialog
      size="small"
      title="Delete this draft?"
      description="It has no number yet, so no number is skipped."
      actionForm={actionForm}
      formKey={formKey}
      version={invoice.version}
      submit="Delete draft"
      tone="destructive"
      cancel="Keep draft"
    />
  );
}
