import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { loseLead } from "~/domain/leads/change.server";
import { leadDetail } from "~/domain/leads/detail.server";
import { LOST_REASON_LABELS, LOST_REASONS } from "~/domain/leads/lead";
import { LoseLead } from "~/domain/leads/schema";
import { choicesOf } from "~/domain/shared/choices";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "leads.write");
  const { name, version } = await leadDetail(ctx, params.id ?? "");
  return { name, version, constraint: getZodConstraint(LoseLead), formKey: ctx.newId() };
});

export const action = formAction(LoseLead, async ({ ctx, input, params, request }) => {
  await loseLead(ctx, params.id ?? "", input);
  return redirectWithToast(request, paths.lead(params.id ?? ""), { tone: "success", text: "Marked as lost." });
});

const labels = { reason: "Why was it lost?", note: "Note" };
const reasons = choicesOf(LOST_REASONS, LOST_REASON_LABELS);

export default function LostLead() {
  const { name, version, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof LoseLead>>({ id: "lost", constraint });
  const { fields } = actionForm;
  return (
    <FormDialog
      title={`Mark ${name} as lost`}
      description="Reasons are counted in the report. You can reopen the lead."
      size="small"
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      version={version}
      submit="Mark as lost"
    >
      <SelectField field={fields.reason} label={labels.reason} choices={reasons} placeholder="Choose a reason" />
      <TextField field={fields.note} label={labels.note} autoComplete="off" />
    </FormDialog>
  );
}
