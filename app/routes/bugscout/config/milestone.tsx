import { getZodConstraint } from "@conform-to/zod/v4";
import { Link, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { createMilestone, findMilestone, updateMilestone } from "~/domain/issues/config/milestones.server";
import { MilestoneForm, MilestoneInput } from "~/domain/issues/schema";
import { allow } from "~/domain/shared/permissions";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "issues.manage");
  const milestone = params.milestoneId ? await findMilestone(ctx, params.milestoneId) : null;
  return { milestone, constraint: getZodConstraint(MilestoneForm), formKey: ctx.newId() };
});

const saved = (request: Request, text: string) =>
  redirectWithToast(request, paths.issueConfig(), { tone: "success", text });

export const action = formActions({
  create: formCase(MilestoneInput, async ({ ctx, input, request }) => {
    await createMilestone(ctx, input);
    return saved(request, `${input.name} added.`);
  }),
  change: formCase(MilestoneForm, async ({ ctx, input, params, request }) => {
    await updateMilestone(ctx, params.milestoneId ?? "", input);
    return saved(request, `${input.name} saved.`);
  }),
});

const labels = {
  name: "Name",
  description: "Description",
  dueOn: "Due",
  closed: "Reached: no longer offered for issues",
};

export default function MilestoneDialog() {
  const { milestone, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof MilestoneForm>>({
    id: "milestone",
    constraint,
    noun: "milestone",
    defaultValue: milestone ? { ...milestone, closed: milestone.closed ? "on" : undefined } : undefined,
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title={milestone ? "Edit milestone" : "New milestone"}
      size="small"
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      intent={milestone ? "change" : "create"}
      version={milestone?.version}
      conflict={milestone ? { noun: "milestone", discardHref: paths.issueConfig() } : undefined}
      submit={milestone ? "Save milestone" : "Add milestone"}
      aside={
        milestone && (
          <Button asChild variant="ghost" className="mr-auto">
            <Link to={paths.deleteIssueMilestone(milestone.id)} preventScrollReset>
              Delete milestone
            </Link>
          </Button>
        )
      }
    >
      <TextField field={fields.name} label={labels.name} autoComplete="off" />
      <TextField field={fields.dueOn} label={labels.dueOn} type="date" />
      <TextField field={fields.description} label={labels.description} autoComplete="off" />
      {milestone && <CheckboxField field={fields.closed} label={labels.closed} />}
    </FormDialog>
  );
}
