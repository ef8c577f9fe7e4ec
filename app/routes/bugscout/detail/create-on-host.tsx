import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { HOST_NAMES } from "~/domain/code-hosts/host";
import { createOnHost, pushTargets } from "~/domain/code-hosts/issue-link.server";
import { PushTarget } from "~/domain/code-hosts/sync/schema";
import { formatIssueNumber } from "~/domain/issues/issue";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => ({
  ...(await pushTargets(ctx, params.id ?? "")),
  constraint: getZodConstraint(PushTarget),
  formKey: ctx.newId(),
}));

export const action = formAction(PushTarget, async ({ ctx, input, params, request, url }) => {
  await createOnHost(ctx, params.id ?? "", input.repository);
  return redirectWithToast(request, paths.issue(params.id ?? "", Object.fromEntries(url.searchParams)), {
    tone: "info",
    text: "The issue is being created.",
  });
});

export default function CreateOnHost() {
  const { issue, repositories, constraint, formKey } = useLoaderData<typeof loader>();
  const [first] = repositories;
  const actionForm = useActionForm<z.input<typeof PushTarget>>({
    id: "create-on-host",
    constraint,
    defaultValue: { repository: first ? `${first.host} ${first.id}` : "" },
  });
  return (
    <FormDialog
      title={`Create ${formatIssueNumber(issue.number)} on a code host`}
      description="Title, description, labels, assignee and comments are sent, and stay in sync from then on. Anyone who can see the repository can see them."
      size="small"
      actionForm={actionForm}
      labels={{ repository: "Repository" }}
      formKey={formKey}
      submit="Create issue"
    >
      <SelectField
        field={actionForm.fields.repository}
        label="Repository"
        choices={repositories.map(({ host, id, fullName }) => ({
          value: `${host} ${id}`,
          label: `${fullName}, ${HOST_NAMES[host]}`,
        }))}
      />
    </FormDialog>
  );
}
