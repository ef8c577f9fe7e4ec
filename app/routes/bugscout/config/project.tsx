import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { createProject, findProject, updateProject } from "~/domain/issues/config/projects.server";
import { ProjectForm, ProjectInput } from "~/domain/issues/schema";
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
  const project = params.projectId ? await findProject(ctx, params.projectId) : null;
  return { project, constraint: getZodConstraint(ProjectForm), formKey: ctx.newId() };
});

const saved = (request: Request, text: string) =>
  redirectWithToast(request, paths.issueConfig(), { tone: "success", text });

export const action = formActions({
  create: formCase(ProjectInput, async ({ ctx, input, request }) => {
    await createProject(ctx, input);
    return saved(request, `${input.name} added.`);
  }),
  change: formCase(ProjectForm, async ({ ctx, input, params, request }) => {
    await updateProject(ctx, params.projectId ?? "", input);
    return saved(request, `${input.name} saved.`);
  }),
});

const labels = { name: "Name", description: "Description", archived: "Archived: no longer offered for issues" };

export default function ProjectDialog() {
  const { project, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof ProjectForm>>({
    id: "project",
    constraint,
    noun: "project",
    defaultValue: project ? { ...project, archived: project.archived ? "on" : undefined } : undefined,
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title={project ? "Edit project" : "New project"}
      size="small"
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      intent={project ? "change" : "create"}
      version={project?.version}
      conflict={project ? { noun: "project", discardHref: paths.issueConfig() } : undefined}
      submit={project ? "Save project" : "Add project"}
    >
      <TextField field={fields.name} label={labels.name} autoComplete="off" />
      <TextField field={fields.description} label={labels.description} autoComplete="off" />
      {project && <CheckboxField field={fields.archived} label={labels.archived} />}
    </FormDialog>
  );
}
