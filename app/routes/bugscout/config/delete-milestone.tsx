import { useLoaderData } from "@remix-run/react";
import { ConfirmForm } from "~/components/feedback/confirm-form";
import { deleteMilestone, findMilestone } from "~/domain/issues/config/milestones.server";
import { Nothing } from "~/domain/shared/fields";
import { allow } from "~/domain/shared/permissions";
import { counted } from "~/domain/shared/text/counted";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "issues.manage");
  const { name, openIssues, closedIssues } = await findMilestone(ctx, params.milestoneId ?? "");
  return { name, issues: openIssues + closedIssues, formKey: ctx.newId() };
});

export const action = formAction(Nothing, async ({ ctx, params, request }) => {
  await deleteMilestone(ctx, params.milestoneId ?? "");
  return redirectWithToast(request, paths.issueConfig(), { tone: "success", text: "Milestone deleted." });
});

export default function DeleteMilestone() {
  const { name, issues, formKey } = useLoaderData<typeof loader>();
  return (
    <ConfirmForm title={`Delete ${name}?`} confirm="Delete milestone" confirmBusy="Deleting..." formKey={formKey}>
      {issues === 0
        ? "No issue has this milestone."
        : `${counted(issues, "issue")} ${issues === 1 ? "loses" : "lose"} this milestone, on code hosts too.`}
    </ConfirmForm>
  );
}
