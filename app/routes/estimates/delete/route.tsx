import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { deleteEstimate } from "~/domain/estimates/draft.server";
import { estimateDetail } from "~/domain/estimates/list.server";
import { DeleteEstimate } from "~/domain/estimates/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "leads.write");
  const { version } = await estimateDetail(ctx, params.id ?? "");
  return { version, constraint: getZodConstraint(DeleteEstimate), formKey: ctx.newId() };
});

export const action = formAction(DeleteEstimate, async ({ ctx, input, params, request }) => {
  await deleteEstimate(ctx, params.id ?? "", input);
  return redirectWithToast(request, paths.estimates(), { tone: "success", text: "Draft deleted." });
});

export default function DeleteEstimateDialog() {
  const { version, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof DeleteEstimate>>({ id: "delete-estimate", constraint });
  return (
    <FormDialog
      size="small"
      title="Delete this draft?"
      description="It was not sent. This can't be undone."
      actionForm={actionForm}
      formKey={formKey}
      version={version}
      submit="Delete draft"
      tone="destructive"
      cancel="Keep draft"
    />
  );
}
