import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormDialog } from "~/components/forms/form-dialog";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { quantityOf } from "~/domain/inventory/quantity";
import { findReservation, fulfillReservation } from "~/domain/inventory/reserve.server";
import { ReservationUse } from "~/domain/inventory/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "inventory.write");
  const { itemName, baseUnit, quantityMilli, fulfilledMilli } = await findReservation(ctx, params.reservationId ?? "");
  const open = quantityOf(quantityMilli - fulfilledMilli);
  return { itemName, baseUnit, open, constraint: getZodConstraint(ReservationUse), formKey: ctx.newId() };
});

export const action = formAction(ReservationUse, async ({ ctx, input, params, request }) => {
  const { id } = await fulfillReservation(ctx, params.reservationId ?? "", input);
  return redirectWithToast(request, paths.reservation(id), { tone: "success", text: "Taken from stock." });
});

const labels = { quantity: "Quantity", note: "Note" };

export default function FulfillReservation() {
  const { itemName, baseUnit, open, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof ReservationUse>>({
    id: "use",
    constraint,
    defaultValue: { quantity: String(open) },
  });
  const { fields, details } = actionForm;
  return (
    <FormDialog
      title="Take from stock"
      description={itemName}
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      submit="Take from stock"
    >
      <TextField
        field={fields.quantity}
        label={labels.quantity}
        description={`${open} ${baseUnit} are still reserved.`}
        inputMode="decimal"
        autoComplete="off"
        unit={baseUnit}
      />
      {details?.confirm === "takeExpired" && (
        <CheckboxField field={fields.takeExpired} label="Use expired stock too." />
      )}
      <TextField field={fields.note} label={labels.note} autoComplete="off" />
    </FormDialog>
  );
}
