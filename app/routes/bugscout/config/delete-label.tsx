import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { deleteLabel, labelWithUse } from "~/domain/issues/config/labels.server";
import { Nothing } from "~/domain/shared/fields";
import { counted } from "~/domain/shared/text/counted";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => ({
  ...(await labelWithUse(ctx, params.labelId ?? "")),
  formKey: ctx.newId(),
}));

export const action = formAction(Nothing, async ({ ctx, params, request }) => {
  await deleteLabel(ctx, params.labelId ?? "");
  return redirectWithToast(request, paths.issueConfig(), { tone: "success", text: "Label deleted." });
});

export default function DeleteLabel() {
  const { name, issues, formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm title={`Delete ${name}?`} confirm="Delete label" confirmBusy="Deleting..." formKey={formKey}>
      {issues === null
        ? "Too many issues have this label. Remove it from some of them first."
        : issues === 0
          ? "No issue has this label."
          : `${counted(issues, "issue")} ${issues === 1 ? "loses" : "lose"} this label, on code hosts too.`}
    </ConfirmForm>
  );
}
