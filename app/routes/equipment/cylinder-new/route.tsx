import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { DateField, TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { TechnicianField } from "~/components/technicians/technician-field";
import { REFRIGERANTS } from "~/domain/equipment/equipment";
import { createCylinder } from "~/domain/refrigerant/cylinders/change.server";
import { CYLINDER_KIND_LABELS, CYLINDER_KINDS } from "~/domain/refrigerant/cylinders/cylinder";
import { cylinderHolders } from "~/domain/refrigerant/cylinders/list.server";
import { NewCylinder } from "~/domain/refrigerant/cylinders/schema";
import { choicesOf } from "~/domain/shared/choices";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx }) => ({
  holders: await cylinderHolders(ctx),
  constraint: getZodConstraint(NewCylinder),
  formKey: ctx.newId(),
}));

export const action = formAction(NewCylinder, async ({ ctx, input, request }) => {
  const { id } = await createCylinder(ctx, input);
  return redirectWithToast(request, paths.cylinder(id), { tone: "success", text: `Cylinder ${input.number} added.` });
});

const labels = {
  number: "Number",
  refrigerant: "Refrigerant",
  kind: "Kind",
  tareLb: "Tare weight",
  capacityLb: "Capacity",
  grossLb: "On the scale now",
  testDueOn: "Retest due",
  holderId: "Assigned to",
};

const weight = { unit: "lb", inputMode: "decimal", autoComplete: "off" } as const;
const kinds = choicesOf(CYLINDER_KINDS, CYLINDER_KIND_LABELS);
const refrigerants = REFRIGERANTS.map((value) => ({ value, label: value }));

export default function AddCylinder() {
  const { holders, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof NewCylinder>>({
    id: "cylinder",
    constraint,
    defaultValue: { kind: "virgin" },
  });
  const { fields } = actionForm;
  return (
    <FormDialog title="Add cylinder" actionForm={actionForm} labels={labels} formKey={formKey} submit="Add cylinder">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.number} label={labels.number} autoComplete="off" />
        <SelectField field={fields.kind} label={labels.kind} choices={kinds} />
        <SelectField
          field={fields.refrigerant}
          label={labels.refrigerant}
          choices={refrigerants}
          placeholder="Select a refrigerant"
        />
        <TechnicianField field={fields.holderId} label={labels.holderId} choices={holders} none="Shop" />
        <TextField field={fields.tareLb} label={labels.tareLb} description="Empty, as stamped on it." {...weight} />
        <TextField
          field={fields.capacityLb}
          label={labels.capacityLb}
          description="Refrigerant only. For recovery cylinders, 80% of the water capacity."
          {...weight}
        />
        <TextField
          field={fields.grossLb}
          label={labels.grossLb}
          description="With the cylinder. Leave blank if it is empty."
          {...weight}
        />
        <DateField field={fields.testDueOn} label={labels.testDueOn} />
      </div>
    </FormDialog>
  );
}
