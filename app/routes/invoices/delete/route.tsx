import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { Nothing } from "~/domain/auth/schema";
import { deleteDraft } from "~/domain/invoices/draft.server";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "invoices.write");
  return { formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params, request }) => {
  await deleteDraft(ctx, params.id ?? "");
  return redirectWithToast(request, paths.invoices(), { tone: "success", text: "Draft deleted." });
});

export default function DeleteDraft() {
  const { formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm
      title="Delete this draft?"
      confirm="Delete"
      confirmBusy="Deleting..."
      tone="destructive"
      formKey={formKey}
    >
      It has no number yet, so no number is skipped.
    </ConfirmForm>
  );
}
