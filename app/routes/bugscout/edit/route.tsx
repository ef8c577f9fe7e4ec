import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { issueDetail } from "~/domain/issues/detail.server";
import { formatIssueNumber } from "~/domain/issues/issue";
import { TextForm } from "~/domain/issues/schema";
import { updateIssue } from "~/domain/issues/update.server";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { MarkdownField } from "~/routes/bugscout/shared/markdown-field";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params, url }) => {
  allow(ctx, "issues.write");
  const { number, title, body, version } = await issueDetail(ctx, params.id ?? "");
  const issueHref = paths.issue(number, Object.fromEntries(url.searchParams));
  const issue = { number, title, body, version };
  return { issue, issueHref, constraint: getZodConstraint(TextForm), formKey: ctx.newId() };
});

export const action = formAction(TextForm, async ({ ctx, input, params, request, url }) => {
  const { id } = await updateIssue(ctx, params.id ?? "", input);
  const issueHref = paths.issue(params.id ?? id, Object.fromEntries(url.searchParams));
  return redirectWithToast(request, issueHref, { tone: "success", text: "Issue saved." });
});

const labels = { title: "Title", body: "Description" };

export default function EditIssue() {
  const { issue, issueHref, constraint, formKey } = useLoaderData<typeof loader>();
  const { number, title, body, version } = issue;
  const actionForm = useActionForm<TextForm>({ id: "issue", constraint, defaultValue: { title, body } });
  const { fields } = actionForm;
  return (
    <FormDialog
      title={`Edit ${formatIssueNumber(number)}`}
      size="large"
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      version={version}
      conflict={{ noun: "issue", discardHref: issueHref }}
      submit="Save issue"
    >
      <TextField field={fields.title} label={labels.title} autoComplete="off" />
      <MarkdownField field={fields.body} label={labels.body} rows={10} />
    </FormDialog>
  );
}
