import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { updatePriority } from "~/domain/code-hosts/change-priority.server";
import { findPriority } from "~/domain/issues/config/priorities.server";
import { OfPriority, PriorityForm } from "~/domain/issues/schema";
import { notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "issues.manage");
  const settings = await findPriority(ctx, params.priority ?? "");
  return { settings, constraint: getZodConstraint(PriorityForm), formKey: ctx.newId() };
});

export const action = formAction(PriorityForm, async ({ ctx, input, params, request }) => {
  const { isDefaultColor, color, ...given } = input;
  const of = OfPriority.safeParse(params);
  if (!of.success) throw notFound("Priority not found");
  await updatePriority(ctx, of.data.priority, { ...given, color: isDefaultColor ? null : color });
  return redirectWithToast(request, paths.issueConfig(), { tone: "success", text: `${input.name} saved.` });
});

const labels = { name: "Name", color: "Color", isDefaultColor: "Use the default color", label: "Label on code hosts" };
const DEFAULT_COLOR = "#64748b";

export default function PriorityDialog() {
  const { settings, constraint, formKey } = useLoaderData<typeof loader>();
  const { name, color, label, version } = settings;
  const actionForm = useActionForm<z.input<typeof PriorityForm>>({
    id: "priority",
    constraint,
    noun: "priority",
    defaultValue: {
      ...{ name, label: label ?? "", color: color ?? DEFAULT_COLOR },
      isDefaultColor: color === null,
    },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Edit priority"
      size="small"
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      version={version}
      conflict={{ noun: "priority", discardHref: paths.issueConfig() }}
      submit="Save priority"
    >
      <TextField field={fields.name} label={labels.name} autoComplete="off" />
      <TextField field={fields.color} label={labels.color} type="color" />
      <CheckboxField field={fields.isDefaultColor} label={labels.isDefaultColor} />
      <TextField
        field={fields.label}
        label={labels.label}
        autoComplete="off"
        description="Such as “priority: high”. Issues with this label get this priority, and issues with this priority get the label. Leave empty for no label."
      />
    </FormDialog>
  );
}
