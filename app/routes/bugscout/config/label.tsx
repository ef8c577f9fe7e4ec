import { getZodConstraint } from "@conform-to/zod/v4";
import { Link, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { createLabel, findLabel, updateLabel } from "~/domain/issues/config/labels.server";
import { LabelForm, LabelInput } from "~/domain/issues/schema";
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
  const label = params.labelId ? await findLabel(ctx, params.labelId) : null;
  return { label, constraint: getZodConstraint(LabelInput), formKey: ctx.newId() };
});

const saved = (request: Request, text: string) =>
  redirectWithToast(request, paths.issueConfig(), { tone: "success", text });

export const action = formActions({
  create: formCase(LabelInput, async ({ ctx, input, request }) => {
    await createLabel(ctx, input);
    return saved(request, `${input.name} added.`);
  }),
  change: formCase(LabelForm, async ({ ctx, input, params, request }) => {
    await updateLabel(ctx, params.labelId ?? "", input);
    return saved(request, `${input.name} saved.`);
  }),
});

const labels = { name: "Name", color: "Color", description: "Description" };

export default function LabelDialog() {
  const { label, constraint, formKey } = useLoaderData<typeof loader>();
  const intent = label ? "change" : "create";
  const actionForm = useActionForm<z.input<typeof LabelInput>>({
    id: "label",
    constraint,
    noun: "label",
    defaultValue: label ?? { color: "#1d76db" },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title={label ? "Edit label" : "New label"}
      size="small"
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      intent={intent}
      version={label?.version}
      conflict={label ? { noun: "label", discardHref: paths.issueConfig() } : undefined}
      submit={label ? "Save label" : "Add label"}
      aside={
        label && (
          <Button asChild variant="ghost" className="mr-auto">
            <Link to={paths.deleteIssueLabel(label.id)} preventScrollReset>
              Delete label
            </Link>
          </Button>
        )
      }
    >
      <TextField field={fields.name} label={labels.name} autoComplete="off" />
      <TextField field={fields.color} label={labels.color} type="color" />
      <TextField field={fields.description} label={labels.description} autoComplete="off" />
    </FormDialog>
  );
}
