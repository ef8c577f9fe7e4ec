import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { filterQuery, parseFilter } from "~/domain/issues/filter/schema";
import { ViewForm } from "~/domain/issues/schema";
import { createView } from "~/domain/issues/views.server";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { hrefOfView, queryText } from "~/routes/bugscout/shared/view-href";
import { ViewFields, viewLabels } from "./view-fields";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx, url }) => {
  allow(ctx, "issues.read");
  const { filter } = parseFilter(url.searchParams);
  return {
    query: queryText(filterQuery(filter)),
    layout: url.pathname.startsWith(paths.issueBoard()) ? ("board" as const) : ("list" as const),
    constraint: getZodConstraint(ViewForm),
    formKey: ctx.newId(),
  };
});

export const action = formAction(ViewForm, async ({ ctx, input, request }) => {
  await createView(ctx, input);
  return redirectWithToast(request, hrefOfView(input), { tone: "success", text: `${input.name} saved.` });
});

export default function SaveView() {
  const { query, layout, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof ViewForm>>({ id: "view", constraint, noun: "view" });
  return (
    <FormDialog
      title="Save view"
      description="Filters, order and whether it's a list or a board."
      size="small"
      actionForm={actionForm}
      labels={viewLabels}
      formKey={formKey}
      submit="Save view"
    >
      <input type="hidden" name="query" value={query} />
      <input type="hidden" name="layout" value={layout} />
      <ViewFields fields={actionForm.fields} />
    </FormDialog>
  );
}
