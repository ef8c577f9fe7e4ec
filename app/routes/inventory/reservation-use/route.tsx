import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormSummary } from "~/components/forms/form-summary";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { quantityOf } from "~/domain/inventory/quantity";
import { findReservation, fulfillReservation } from "~/domain/inventory/reserve.server";
import { ReservationUse } from "~/domain/inventory/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
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
  const close = useCloseDialog();
  const { form, fields, isSaving, details, sessionEnded } = useActionForm<z.input<typeof ReservationUse>>({
    id: "use",
    constraint,
    defaultValue: { quantity: String(open) },
  });
  return (
    <Dialog open onOpenChange={close} title="Take from stock" description={itemName}>
      <Form method="post" id={form.id} preventScrollReset className="contents">
        <ModalBody className="flex flex-col gap-4">
          <FormSummary form={form} labels={labels} />
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <TextField
            field={fields.quantity}
            label={labels.quantity}
            description={`${open} ${baseUnit} are still reserved.`}
            inputMode="decimal"
            autoComplete="off"
            unit={baseUnit}
          />
          {details?.confirm === "takeExpired" && (
            <CheckboxField field={fields.takeExpired} label="Take expired stock, too." />
          )}
          <TextField field={fields.note} label={labels.note} autoComplete="off" />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={isSaving}>
            Take from stock
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}
