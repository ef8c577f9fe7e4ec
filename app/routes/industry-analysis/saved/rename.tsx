import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { findAnalysis } from "~/domain/industries/load.server";
import { renameAnalysis } from "~/domain/industries/save.server";
import { RenameAnalysis } from "~/domain/industries/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "invoices.write");
  const { id, title, version } = await findAnalysis(ctx, params.id ?? "");
  return { analysis: { id, title, version }, constraint: getZodConstraint(RenameAnalysis), formKey: ctx.newId() };
});

export const action = formAction(RenameAnalysis, async ({ ctx, input, params, request }) => {
  const { id } = await renameAnalysis(ctx, params.id ?? "", input);
  return redirectWithToast(request, paths.savedIndustryAnalysis(id), { tone: "success", text: "Analysis renamed." });
});

export default function RenameAnalysisDialog() {
  const { analysis, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof RenameAnalysis>>({
    id: "analysis-name",
    constraint,
    noun: "name",
    defaultValue: { title: analysis.title },
  });
  return (
    <FormDialog
      title="Rename analysis"
      size="small"
      actionForm={actionForm}
      labels={{ title: "Name" }}
      formKey={formKey}
      version={analysis.version}
      conflict={{ noun: "analysis", discardHref: paths.savedIndustryAnalysis(analysis.id) }}
      submit="Save name"
    >
      <TextField field={actionForm.fields.title} label="Name" autoComplete="off" />
    </FormDialog>
  );
}
