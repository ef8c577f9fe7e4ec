import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormDialog } from "~/components/forms/form-dialog";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { activeLocations } from "~/domain/inventory/locations/locations.server";
import { lotsByLocation } from "~/domain/inventory/lots/lots.server";
import { MOVEMENT_KIND_LABELS, type PostedKind } from "~/domain/inventory/movement";
import { postingOfItem, postStock } from "~/domain/inventory/post.server";
import { freeText } from "~/domain/inventory/reservation";
import { ItemMove } from "~/domain/inventory/schema";
import { stockByLocation } from "~/domain/inventory/stock.server";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { adjustmentReasons, movementKinds } from "~/routes/inventory/shared/movement-choices";
import { useItem } from "~/routes/inventory/shared/use-item";
import { MovedLot } from "./moved-lot";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "inventory.write");
  const itemId = params.itemId ?? "";
  const [locations, held, byLot] = await Promise.all([
    activeLocations(ctx),
    stockByLocation(ctx, itemId),
    lotsByLocation(ctx, itemId),
  ]);
  return { locations, held, ...byLot, constraint: getZodConstraint(ItemMove), formKey: ctx.newId() };
});

export const action = formAction(ItemMove, async ({ ctx, input, params, request }) => {
  const itemId = params.itemId ?? "";
  await postStock(ctx, postingOfItem(itemId, input));
  return redirectWithToast(request, paths.item(itemId), {
    tone: "success",
    text: `${MOVEMENT_KIND_LABELS[input.kind]} posted.`,
  });
});

const labels = {
  kind: "Movement type",
  locationId: "Location",
  toLocationId: "To",
  quantity: "Quantity",
  unitCost: "Unit cost",
  reason: "Reason",
  lotNumber: "Lot number",
  expiresOn: "Expires on",
  note: "Note",
};

const quantityNotes: Partial<Record<PostedKind, string>> = {
  adjustment: "The amount to add, or with a minus sign to remove.",
  count: "The amount on hand. The difference is posted.",
};

export default function MoveItem() {
  const { locations, held, shelves, today, constraint, formKey } = useLoaderData<typeof loader>();
  const item = useItem();
  const [kind, setKind] = useState<PostedKind>(item.onHandMilli > 0 ? "transfer" : "receipt");
  const actionForm = useActionForm<z.input<typeof ItemMove>>({
    id: "move",
    constraint,
    defaultValue: { kind, locationId: held[0]?.locationId ?? locations[0]?.id },
  });
  const { fields, details } = actionForm;
  const [locationId, setLocation] = useState(held[0]?.locationId ?? locations[0]?.id ?? "");
  const [quantity, setQuantity] = useState("");
  const shelf = shelves.find((one) => one.locationId === locationId) ?? null;
  const heldAt = new Map(held.map((place) => [place.locationId, freeText(place)]));
  const places = locations.map(({ id, name }) => ({ value: id, label: `${name} · ${heldAt.get(id) ?? "none here"}` }));
  return (
    <FormDialog
      title="Move stock"
      description={`${item.sku}, ${item.name}`}
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      submit="Post"
    >
      <SelectField
        field={fields.kind}
        label={labels.kind}
        choices={movementKinds}
        onChange={(event) => setKind(movementKinds.find(({ value }) => value === event.target.value)?.value ?? kind)}
      />
      <SelectField
        field={fields.locationId}
        label={kind === "transfer" ? "From" : labels.locationId}
        choices={places}
        placeholder="Select a location"
        onChange={(event) => setLocation(event.target.value)}
      />
      {kind === "transfer" && (
        <SelectField
          field={fields.toLocationId}
          label={labels.toLocationId}
          choices={places}
          placeholder="Select a location"
          required
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          field={fields.quantity}
          label={labels.quantity}
          description={quantityNotes[kind]}
          inputMode={kind === "adjustment" ? "text" : "decimal"}
          autoComplete="off"
          unit={item.baseUnit}
          onChange={(event) => setQuantity(event.target.value)}
        />
        {kind === "receipt" && <MoneyField field={fields.unitCost} label={labels.unitCost} />}
        {kind === "adjustment" && (
          <SelectField
            field={fields.reason}
            label={labels.reason}
            choices={adjustmentReasons}
            placeholder="Select a reason"
            required
          />
        )}
      </div>
      {shelves.length + Number(item.shelfLifeDays ?? 0) > 0 && kind !== "count" && (
        <MovedLot {...{ kind, fields, shelf, today, quantity }} shelfLifeDays={item.shelfLifeDays} />
      )}
      {details?.confirm === "takeExpired" && (
        <CheckboxField field={fields.takeExpired} label="Use expired stock too." />
      )}
      <TextField field={fields.note} label={labels.note} autoComplete="off" />
    </FormDialog>
  );
}
