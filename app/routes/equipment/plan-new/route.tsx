import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { DateField, TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { planChoices } from "~/domain/equipment/detail.server";
import { PLAN_BASES, PLAN_BASIS_LABELS, PLAN_UNIT_LABELS, PLAN_UNITS } from "~/domain/equipment/maintenance-plans";
import { NewPlan } from "~/domain/equipment/schema";
import { choicesOf } from "~/domain/shared/choices";
import { addMaintenancePlan } from "~/domain/work-orders/maintenance/add-maintenance-plan.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { unitPaths } from "~/routes/equipment/shared/unit-paths";
import { useUnit } from "~/routes/equipment/shared/use-unit";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx }) => ({
  ...(await planChoices(ctx)),
  constraint: getZodConstraint(NewPlan),
  formKey: ctx.newId(),
}));

export const action = formAction(NewPlan, async ({ ctx, input, params, request }) => {
  await addMaintenancePlan(ctx, params.equipmentId ?? "", input);
  return redirectWithToast(request, unitPaths(params).overview, { tone: "success", text: "Plan added." });
});

const labels = {
  title: "Plan name",
  serviceTypeId: "Service type",
  startsOn: "First due date",
  every: "Repeat every",
  unit: "Period",
  basis: "Count next due date",
  leadDays: "Create work order, days ahead",
  endsOn: "Ends on",
};
const units = choicesOf(PLAN_UNITS, PLAN_UNIT_LABELS);
const bases = choicesOf(PLAN_BASES, PLAN_BASIS_LABELS);

export default function NewMaintenancePlan() {
  const { serviceTypes, today, constraint, formKey } = useLoaderData<typeof loader>();
  const unit = useUnit();
  const actionForm = useActionForm<z.input<typeof NewPlan>>({
    id: "plan",
    constraint,
    defaultValue: {
      title: "Annual maintenance",
      startsOn: unit.nextMaintenanceDate ?? today,
      every: 1,
      unit: "year",
      basis: "due_date",
      leadDays: 30,
    },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Add maintenance plan"
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      submit="Add plan"
    >
      <TextField field={fields.title} label={labels.title} autoComplete="off" />
      <SelectField
        field={fields.serviceTypeId}
        label={labels.serviceTypeId}
        choices={serviceTypes}
        placeholder="None"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField field={fields.startsOn} label={labels.startsOn} />
        <DateField field={fields.endsOn} label={labels.endsOn} />
        <TextField field={fields.every} label={labels.every} type="number" />
        <SelectField field={fields.unit} label={labels.unit} choices={units} />
        <SelectField field={fields.basis} label={labels.basis} choices={bases} />
        <TextField field={fields.leadDays} label={labels.leadDays} type="number" />
      </div>
    </FormDialog>
  );
}
