import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { addCircuit } from "~/domain/equipment/circuits.server";
import { CHARGE_BASES, CHARGE_BASIS_LABELS, REFRIGERANTS } from "~/domain/equipment/equipment";
import { NewServiceGroup } from "~/domain/equipment/schema";
import { choicesOf } from "~/domain/shared/choices";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { unitPaths } from "~/routes/equipment/shared/unit-paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "equipment.write");
  return { constraint: getZodConstraint(NewServiceGroup), formKey: ctx.newId() };
});

export const action = formAction(NewServiceGroup, async ({ ctx, input, params, request }) => {
  await addCircuit(ctx, params.equipmentId ?? "", input);
  return redirectWithToast(request, unitPaths(params).overview, { tone: "success", text: "Circuit added." });
});

const labels = {
  name: "Name",
  refrigerant: "Refrigerant",
  chargeLb: "Full charge",
  chargeBasis: "Charge source",
};
const refrigerants = REFRIGERANTS.map((value) => ({ value, label: value }));
const bases = choicesOf(CHARGE_BASES, CHARGE_BASIS_LABELS);

export default function NewCircuit() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof NewServiceGroup>>({
    id: "circuit",
    constraint,
    defaultValue: { name: "Circuit 1" },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="Add refrigerant circuit"
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      submit="Add circuit"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.name} label={labels.name} autoComplete="off" />
        <SelectField field={fields.refrigerant} label={labels.refrigerant} choices={refrigerants} />
        <TextField field={fields.chargeLb} label={labels.chargeLb} inputMode="decimal" unit="lb" />
        <SelectField field={fields.chargeBasis} label={labels.chargeBasis} choices={bases} placeholder="Unknown" />
      </div>
    </FormDialog>
  );
}
