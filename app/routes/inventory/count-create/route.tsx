import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { typeInto } from "~/components/forms/type-into";
import { useActionForm } from "~/components/forms/use-action-form";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { COUNT_SCOPE_LABELS, COUNT_SCOPES } from "~/domain/inventory/counts/count";
import { countableLocations, startCount } from "~/domain/inventory/counts/counts.server";
import { ITEM_CATEGORIES, ITEM_CATEGORY_LABELS } from "~/domain/inventory/items/item";
import { NewCount as NewCountForm } from "~/domain/inventory/schema";
import { choicesOf } from "~/domain/shared/choices";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { LocationScan } from "~/routes/inventory/shared/location-scan";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "New count · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  return {
    locations: await countableLocations(ctx),
    at: url.searchParams.get("locationId") ?? "",
    constraint: getZodConstraint(NewCountForm),
    formKey: ctx.newId(),
  };
});

export const action = formAction(NewCountForm, async ({ ctx, input, request }) => {
  const { id } = await startCount(ctx, input);
  return redirectWithToast(request, paths.count(id), { tone: "success", text: "Count started." });
});

const labels = {
  locationId: "Location",
  scope: "What to count",
  category: "Category",
  blind: "Blind count",
  note: "Note",
};

const scopes = choicesOf(COUNT_SCOPES, COUNT_SCOPE_LABELS);
const categories = choicesOf(ITEM_CATEGORIES, ITEM_CATEGORY_LABELS);

export default function NewCount() {
  const { locations, at, constraint, formKey } = useLoaderData<typeof loader>();
  const only = locations.length === 1 ? (locations[0]?.id ?? "") : "";
  const [scope, setScope] = useState("stock");
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<z.input<typeof NewCountForm>>({
    id: "count",
    constraint,
    noun: "count",
    defaultValue: { locationId: locations.some(({ id }) => id === at) ? at : only, scope: "stock" },
  });
  return (
    <div className="max-w-xl">
      <PageHeader title="New count" />
      <Form method="post" id={form.id} className="flex flex-col gap-4">
        <FormSummary form={form} labels={labels} />
        <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
        <div className="flex flex-wrap items-end gap-2">
          <SelectField
            field={fields.locationId}
            label={labels.locationId}
            description="Its bins are counted with it."
            choices={locations.map(({ id, name }) => ({ value: id, label: name }))}
            placeholder="Select a location"
            className="min-w-0 flex-1"
          />
          <LocationScan
            label={labels.locationId}
            locations={locations}
            onPick={(value) => typeInto(fields.locationId.id, value)}
          />
        </div>
        <SelectField
          field={fields.scope}
          label={labels.scope}
          choices={scopes}
          onChange={(event) => setScope(event.target.value)}
        />
        {scope === "stock" && (
          <SelectField
            field={fields.category}
            label={labels.category}
            choices={categories}
            placeholder="All categories"
          />
        )}
        <CheckboxField
          field={fields.blind}
          label={labels.blind}
          description="The count sheet hides the expected quantities."
        />
        <TextField field={fields.note} label={labels.note} autoComplete="off" />
        <FormActions>
          <Button type="submit" variant="default" loading={isSaving}>
            Start count
          </Button>
          <Button variant="outline" asChild>
            <Link to={paths.counts()}>Cancel</Link>
          </Button>
        </FormActions>
      </Form>
      {sessionEnded}
    </div>
  );
}
