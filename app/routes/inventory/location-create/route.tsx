import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { z } from "zod";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { LOCATION_TYPE_LABELS, LOCATION_TYPES, type LocationType } from "~/domain/inventory/locations/location";
import { createLocation, locationChoices } from "~/domain/inventory/locations/locations.server";
import { NewLocation as NewLocationForm } from "~/domain/inventory/schema";
import { choicesOf } from "~/domain/shared/choices";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { LocationFields, locationLabels } from "~/routes/inventory/shared/location-fields";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "New location · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => ({
  choices: await locationChoices(ctx),
  constraint: getZodConstraint(NewLocationForm),
  formKey: ctx.newId(),
}));

export const action = formAction(NewLocationForm, async ({ ctx, input, request }) => {
  const { id } = await createLocation(ctx, input);
  return redirectWithToast(request, paths.location(id), { tone: "success", text: `${input.name} added.` });
});

const types = choicesOf(LOCATION_TYPES, LOCATION_TYPE_LABELS);

export default function NewLocation() {
  const { choices, constraint, formKey } = useLoaderData<typeof loader>();
  const [type, setType] = useState<LocationType>("warehouse");
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<z.input<typeof NewLocationForm>>({
    id: "location",
    constraint,
    noun: "location",
    defaultValue: { type },
  });
  return (
    <div className="max-w-xl">
      <PageHeader title="New location" />
      <Form method="post" id={form.id} className="flex flex-col gap-4">
        <FormSummary form={form} labels={locationLabels} />
        <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
        <SelectField
          field={fields.type}
          label={locationLabels.type}
          choices={types}
          onChange={(event) => setType(LOCATION_TYPES.find((one) => one === event.target.value) ?? type)}
        />
        <LocationFields fields={fields} type={type} choices={choices} />
        <FormActions>
          <Button type="submit" variant="default" loading={isSaving}>
            Add location
          </Button>
          <Button variant="outline" asChild>
            <Link to={paths.locations()}>Cancel</Link>
          </Button>
        </FormActions>
      </Form>
      {sessionEnded}
    </div>
  );
}
