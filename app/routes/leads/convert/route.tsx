import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { addressLine } from "~/domain/addresses/address";
import { convertLead, estimateToConvert } from "~/domain/estimates/convert.server";
import { formatEstimateNumber } from "~/domain/estimates/estimate";
import { ConvertForm, NEW_CUSTOMER } from "~/domain/estimates/schema";
import { leadDetail } from "~/domain/leads/detail.server";
import { placeOf } from "~/domain/leads/load.server";
import { formatMoney } from "~/domain/shared/money";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  const ref = params.id ?? "";
  const [approved, lead] = await Promise.all([estimateToConvert(ctx, ref), leadDetail(ctx, ref)]);
  const place = placeOf(lead);
  const known = lead.customerId ? [{ value: lead.customerId, label: lead.customerName ?? "" }] : [];
  return {
    ...{ name: lead.name, customerId: lead.customerId ?? NEW_CUSTOMER, place: place && addressLine(place) },
    customers: [
      { value: NEW_CUSTOMER, label: `New customer: ${lead.name}` },
      ...known,
      ...lead.similar.customers.map(({ id, name }) => ({ value: id, label: name })),
    ],
    approved,
    title: approved?.title ?? lead.need.split("\n")[0]?.slice(0, 200) ?? "",
    constraint: getZodConstraint(ConvertForm),
    formKey: ctx.newId(),
  };
});

export const action = formAction(ConvertForm, async ({ ctx, input, params, request }) => {
  const { workOrderId } = await convertLead(ctx, params.id ?? "", input);
  return redirectWithToast(request, paths.workOrder(workOrderId), { tone: "success", text: "Lead won: job created." });
});

const labels = { title: "Job title", customerId: "Customer" };

export default function ConvertLeadDialog() {
  const { name, customerId, place, customers, approved, title, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof ConvertForm>>({
    id: "convert",
    constraint,
    defaultValue: { title, customerId },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title={`Convert ${name}`}
      description="Creates the customer, the property and an unscheduled job. You can undo it until someone works on the job."
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      submit="Create job"
    >
      <TextField field={fields.title} label={labels.title} autoComplete="off" />
      {customers.length > 1 ? (
        <SelectField field={fields.customerId} label={labels.customerId} choices={customers} />
      ) : (
        <p>New customer: {name}</p>
      )}
      <p className="text-muted-foreground">
        {place ? `Property: ${place}` : "The lead has no address yet. Enter it first unless the customer has one."}
      </p>
      <p className="text-muted-foreground">
        {approved
          ? `Approved: ${formatEstimateNumber(approved.number, approved.revision)} for ${formatMoney(approved.totalMinor)}. Its parts and prices carry over to the job.`
          : "No estimate was approved: the job starts without prices."}
      </p>
    </FormDialog>
  );
}
