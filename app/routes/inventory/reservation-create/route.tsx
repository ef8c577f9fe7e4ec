import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData, useNavigate } from "@remix-run/react";
import type { z } from "zod";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { DateField, TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Package } from "~/components/ui/icons";
import { freeText } from "~/domain/inventory/reservation";
import { reserveStock, workOrderNamed } from "~/domain/inventory/reserve.server";
import { ReservationForm } from "~/domain/inventory/schema";
import { type StockedItem, stockOf } from "~/domain/inventory/stock.server";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { ItemPicker } from "~/routes/inventory/shared/item-picker";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "New reservation · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  allow(ctx, "inventory.write");
  const id = url.searchParams.get("itemId") ?? undefined;
  return {
    item: id ? await stockOf(ctx, { id }) : null,
    workOrder: url.searchParams.get("job") ?? "",
    constraint: getZodConstraint(ReservationForm),
    formKey: ctx.newId(),
  };
});

export const action = formAction(ReservationForm, async ({ ctx, input, request }) => {
  const { workOrder, ...reservation } = input;
  const workOrderId = workOrder ? await workOrderNamed(ctx, workOrder) : null;
  const { id } = await reserveStock(ctx, { ...reservation, workOrderId });
  return redirectWithToast(request, paths.reservation(id), { tone: "success", text: "Reserved." });
});

const labels = {
  itemId: "Item",
  locationId: "Location",
  workOrder: "Work order",
  quantity: "Quantity",
  reservedUntil: "Until",
  note: "Note",
};

export default function NewReservation() {
  const { item, workOrder } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  return (
    <div className="max-w-3xl">
      <PageHeader title="New reservation" />
      {item ? (
        <ReserveForm key={item.id} item={item} />
      ) : (
        <ItemPicker
          inputId="reserved-item"
          label="Item"
          onSelect={(itemId) =>
            navigate(paths.newReservation({ itemId, ...(workOrder && { job: workOrder }) }), {
              replace: true,
              preventScrollReset: true,
            })
          }
        />
      )}
    </div>
  );
}

function ReserveForm({ item }: { item: StockedItem }) {
  const { workOrder, constraint, formKey } = useLoaderData<typeof loader>();
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<z.input<typeof ReservationForm>>({
    id: "reservation",
    constraint,
    noun: "reservation",
    defaultValue: { itemId: item.id, locationId: item.places[0]?.locationId, workOrder: workOrder },
  });
  const places = item.places.map((place) => ({
    value: place.locationId,
    label: `${place.locationName} · ${freeText(place)}`,
  }));
  return (
    <>
      <Card className="mb-6 flex items-center gap-3 px-4 py-3">
        <Package aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
        <Link to={paths.item(item.id)} className="min-w-0 flex-1 truncate font-medium hover:underline">
          {item.name}
          <span className="ml-2 font-normal text-muted-foreground text-sm">{item.sku}</span>
        </Link>
        <Button variant="outline" asChild size="sm">
          <Link to={paths.newReservation(workOrder ? { job: workOrder } : undefined)} preventScrollReset replace>
            Change
          </Link>
        </Button>
      </Card>
      {places.length === 0 ? (
        <p className="text-muted-foreground">Nothing of this item is on hand, so there is nothing to reserve.</p>
      ) : (
        <Form method="post" id={form.id} className="flex flex-col gap-4">
          <FormSummary form={form} labels={labels} />
          <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
          <input type="hidden" name="itemId" value={item.id} />
          <SelectField field={fields.locationId} label={labels.locationId} choices={places} />
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField
              field={fields.quantity}
              label={labels.quantity}
              inputMode="decimal"
              autoComplete="off"
              unit={item.baseUnit}
            />
            <TextField field={fields.workOrder} label={labels.workOrder} autoComplete="off" placeholder="WO-012" />
            <DateField field={fields.reservedUntil} label={labels.reservedUntil} />
          </div>
          <TextField field={fields.note} label={labels.note} autoComplete="off" />
          <FormActions>
            <Button type="submit" variant="default" loading={isSaving}>
              Reserve
            </Button>
            <Button variant="outline" asChild>
              <Link to={paths.reservations()}>Cancel</Link>
            </Button>
          </FormActions>
        </Form>
      )}
      {sessionEnded}
    </>
  );
}
