import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { updateLead } from "~/domain/leads/change.server";
import { leadDetail } from "~/domain/leads/detail.server";
import { leadOwners } from "~/domain/leads/list.server";
import { LeadChange } from "~/domain/leads/schema";
import { decimalText } from "~/domain/shared/money";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { LeadFields, leadLabels } from "~/routes/leads/shared/lead-fields";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "leads.write");
  const [lead, owners] = await Promise.all([leadDetail(ctx, params.id ?? ""), leadOwners(ctx)]);
  const { number, name, companyName, phone, email, need, notes, source, sourceDetail, ownerId, customerId } = lead;
  const { line1, line2, city, state, postalCode, valueMinor, version } = lead;
  const hasLeft = ownerId !== null && !owners.some(({ value }) => value === ownerId);
  const former = hasLeft ? [{ value: ownerId, label: `${lead.ownerFirstName} ${lead.ownerLastName}` }] : [];
  return {
    // A person who left the business remains the owner until someone else is chosen.
    ...{ number, version, owners: [...owners, ...former] },
    values: {
      ...{ name, companyName, phone, email, need, notes, source, sourceDetail, ownerId, customerId },
      place: { line1, line2, city, state, postalCode },
      value: decimalText(valueMinor),
    },
    constraint: getZodConstraint(LeadChange),
    formKey: ctx.newId(),
  };
});

export const action = formAction(LeadChange, async ({ ctx, input, params, request }) => {
  await updateLead(ctx, params.id ?? "", input);
  return redirectWithToast(request, paths.lead(params.id ?? ""), { tone: "success", text: "Lead saved." });
});

export default function EditLead() {
  const { number, version, owners, values, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof LeadChange>>({
    id: "lead",
    constraint,
    defaultValue: values,
  });
  return (
    <FormDialog
      title="Edit lead"
      size="large"
      actionForm={actionForm}
      labels={leadLabels}
      formKey={formKey}
      version={version}
      conflict={{ noun: "lead", discardHref: paths.lead(number) }}
      submit="Save lead"
    >
      {values.customerId && <input type="hidden" name="customerId" value={values.customerId} />}
      <LeadFields fields={actionForm.fields} owners={owners} />
    </FormDialog>
  );
}
