import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SaveState } from "~/components/forms/save-state";
import { useActionForm } from "~/components/forms/use-action-form";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { findLocation, locationChoices, updateLocation } from "~/domain/inventory/locations/locations.server";
import { LocationForm } from "~/domain/inventory/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { LocationFields, locationLabels } from "~/routes/inventory/shared/location-fields";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.location.name ?? "location"} · Plenum` },
];

export const loader = pageLoader(async ({ ctx, params }) => {
  const [choices, location] = await Promise.all([locationChoices(ctx), findLocation(ctx, params.locationId ?? "")]);
  return { choices, location, constraint: getZodConstraint(LocationForm), formKey: ctx.newId() };
});

export const action = formAction(LocationForm, async ({ ctx, input, params, request }) => {
  const { id } = await updateLocation(ctx, params.locationId ?? "", input);
  return redirectWithToast(request, paths.location(id), { tone: "success", text: `${input.name} saved.` });
});

// The type is not in the form, because it cannot change.
const { type: _, ...changeable } = locationLabels;
const labels = { ...changeable, active: "Active" };

export default function EditLocation() {
  const { choices, location, constraint, formKey } = useLoaderData<typeof loader>();
  const { form, fields, current, ...state } = useActionForm<z.input<typeof LocationForm>>({
    id: "edit",
    constraint,
    defaultValue: {
      ...location,
      active: location.active ? "on" : undefined,
      capacity: location.capacityMilli === null ? undefined : String(location.capacityMilli / 1000),
    },
  });
  return (
    <Form method="post" id={form.id} className="flex max-w-xl flex-col gap-4">
      {current ? (
        <ConflictDialog
          title="Someone else changed this location while you were editing"
          labels={labels}
          yours={withNames(form.value ?? {}, choices)}
          current={withNames(current, choices)}
          discardHref={paths.editLocation(location.id)}
        />
      ) : (
        <FormSummary form={form} labels={labels} />
      )}
      <HiddenFields {...{ ...state, formKey, current }} version={location.version} />
      <LocationFields fields={fields} type={location.type} choices={choices} />
      <CheckboxField
        field={fields.active}
        label={labels.active}
        description="An inactive location can't get stock. Its history stays."
      />
      <p className="text-muted-foreground">
        Entered by mistake? <TextLink to={paths.deleteLocation(location.id)}>Delete location</TextLink>
      </p>
      <FormActions state={<SaveState state={state.saveState} />}>
        <Button type="submit" variant="default" loading={state.isSaving}>
          {current ? "Replace with mine" : "Save location"}
        </Button>
        <Button variant="outline" asChild>
          <Link to={paths.location(location.id)}>Cancel</Link>
        </Button>
      </FormActions>
      {state.sessionEnded}
    </Form>
  );
}

type Choices = ReturnType<typeof useLoaderData<typeof loader>>["choices"];

/** Values with the names of a technician and a parent instead of their ids. */
function withNames(values: object, { technicians, parents }: Choices): object {
  const lists = new Map([
    ["technicianId", technicians],
    ["parentId", parents],
  ]);
  const nameOf = (field: string, value: unknown) =>
    lists.get(field)?.find((one) => one.value === value)?.label ?? value;
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, nameOf(field, value)]));
}
