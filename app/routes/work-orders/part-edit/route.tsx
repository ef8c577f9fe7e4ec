import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormDialog } from "~/components/forms/form-dialog";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { seesCosts } from "~/domain/inventory/costs";
import { formatQuantity } from "~/domain/inventory/quantity";
import { decimalText } from "~/domain/shared/money";
import { allow } from "~/domain/shared/permissions";
import { changePart } from "~/domain/work-order-parts/change.server";
import { partDetail } from "~/domain/work-order-parts/list.server";
import { BILLABLE_CHOICES } from "~/domain/work-order-parts/part";
import { PartForm } from "~/domain/work-order-parts/schema";
import { partFormChoices } from "~/domain/work-order-parts/screen.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  const ref = params.id ?? "";
  const seesCost = seesCosts(allow(ctx, "work_orders.read"));
  const [part, { units }] = await Promise.all([
    partDetail(ctx, { ref, partId: params.partId ?? "" }),
    partFormChoices(ctx, ref),
  ]);
  return { part, units, seesCost, constraint: getZodConstraint(PartForm), formKey: ctx.newId() };
});

export const action = formAction(PartForm, async ({ ctx, input, params, request }) => {
  const ref = params.id ?? "";
  await changePart(ctx, { ref, partId: params.partId ?? "" }, input);
  return redirectWithToast(request, paths.workOrderParts(ref), { tone: "success", text: "Part saved." });
});

const labels = {
  quantity: "Quantity",
  equipmentId: "Installed in",
  price: "Unit price",
  costPerUnit: "Unit cost",
  billable: "Billing",
  supplier: "Supplier",
  notes: "Notes",
};

export default function EditPart() {
  const { part, units, seesCost, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof PartForm>>({
    id: "part",
    constraint,
    defaultValue: {
      quantity: formatQuantity(part.quantityMilli),
      equipmentId: part.equipmentId,
      price: decimalText(part.unitPriceMinor),
      costPerUnit: part.itemId === null ? decimalText(part.unitCostMinor) : "",
      billable: String(part.billable),
      supplier: part.supplier,
      notes: part.notes,
      version: part.version,
    },
  });
  const { fields, details } = actionForm;
  const about = part.locationName ? `${part.sku}, from ${part.locationName}` : "Not from stock";
  return (
    <FormDialog
      title={part.description}
      description={about}
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      version={part.version}
      submit="Save"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          field={fields.quantity}
          label={labels.quantity}
          inputMode="decimal"
          autoComplete="off"
          unit={part.unit}
        />
        <MoneyField field={fields.price} label={labels.price} />
        {part.itemId === null && (
          <>
            {seesCost && <MoneyField field={fields.costPerUnit} label={labels.costPerUnit} />}
            <TextField field={fields.supplier} label={labels.supplier} autoComplete="off" />
          </>
        )}
        <SelectField field={fields.billable} label={labels.billable} choices={BILLABLE_CHOICES} />
        {units.length > 0 && (
          <SelectField
            field={fields.equipmentId}
            label={labels.equipmentId}
            placeholder="No equipment"
            choices={units.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </div>
      {details?.confirm === "takeExpired" && (
        <CheckboxField field={fields.takeExpired} label="Use expired stock too." />
      )}
      <TextAreaField field={fields.notes} label={labels.notes} rows={2} />
    </FormDialog>
  );
}
