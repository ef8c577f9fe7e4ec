import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { SelectField } from "~/components/forms/select-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { copyLevels } from "~/domain/inventory/locations/location-levels.server";
import { activeLocations } from "~/domain/inventory/locations/locations.server";
import { FromLocation } from "~/domain/inventory/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { useInventoryLocation } from "~/routes/inventory/shared/use-location";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx }) => {
  allow(ctx, "inventory.write");
  return { locations: await activeLocations(ctx), constraint: getZodConstraint(FromLocation), formKey: ctx.newId() };
});

export const action = formAction(FromLocation, async ({ ctx, input, params: { locationId = "" }, request, url }) => {
  await copyLevels(ctx, locationId, input);
  const href = paths.location(locationId, Object.fromEntries(url.searchParams));
  return redirectWithToast(request, href, { tone: "success", text: "Levels copied." });
});

const labels = { fromLocationId: "Copy from" };

export default function CopyLevels() {
  const { locations, constraint, formKey } = useLoaderData<typeof loader>();
  const location = useInventoryLocation();
  const actionForm = useActionForm<z.input<typeof FromLocation>>({
    id: "copy-levels",
    constraint,
  });
  const { fields } = actionForm;
  // Locations of the same type first: a truck is stocked like another truck.
  const choices = locations
    .filter(({ id }) => id !== location.id)
    .toSorted((a, b) => Number(b.type === location.type) - Number(a.type === location.type))
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormDialog
      title="Copy levels"
      description={`${location.name} gets the same levels as another location. Levels of other items stay.`}
      actionForm={actionForm}
      labels={labels}
      formKey={formKey}
      submit="Copy levels"
    >
      <SelectField
        field={fields.fromLocationId}
        label={labels.fromLocationId}
        choices={choices}
        placeholder="Select a location"
      />
    </FormDialog>
  );
}
