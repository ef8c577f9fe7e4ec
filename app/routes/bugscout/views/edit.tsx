import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { ViewEditForm } from "~/domain/issues/schema";
import { findView, updateView } from "~/domain/issues/views.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { hrefOfView } from "~/routes/bugscout/shared/view-href";
import { ViewFields, viewLabels } from "./view-fields";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => ({
  view: await findView(ctx, params.viewId ?? ""),
  constraint: getZodConstraint(ViewEditForm),
  formKey: ctx.newId(),
}));

export const action = formAction(ViewEditForm, async ({ ctx, input, params, request }) => {
  const view = await updateView(ctx, params.viewId ?? "", input);
  return redirectWithToast(request, hrefOfView(view), { tone: "success", text: `${view.name} saved.` });
});

export default function EditView() {
  const { view, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof ViewEditForm>>({
    id: "view",
    constraint,
    noun: "view",
    defaultValue: {
      name: view.name,
      shared: view.shared ? "on" : undefined,
      isDefault: view.isDefault ? "on" : undefined,
    },
  });
  return (
    <FormDialog
      title="Edit view"
      size="small"
      actionForm={actionForm}
      labels={viewLabels}
      formKey={formKey}
      version={view.version}
      conflict={{ noun: "view", discardHref: paths.issueViews(view.layout, {}) }}
      submit="Save view"
    >
      <ViewFields fields={actionForm.fields} />
    </FormDialog>
  );
}
