import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { useActionForm } from "~/components/forms/use-action-form";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { createItem } from "~/domain/inventory/items/items.server";
import { NewItem as NewItemForm } from "~/domain/inventory/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { ItemFields, itemLabels } from "~/routes/inventory/shared/item-fields";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "New item · Plenum" }];

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "inventory.write");
  return { constraint: getZodConstraint(NewItemForm), formKey: ctx.newId() };
});

export const action = formAction(NewItemForm, async ({ ctx, input, request }) => {
  const { id } = await createItem(ctx, input);
  return redirectWithToast(request, paths.item(id), { tone: "success", text: `${input.name} added.` });
});

export default function NewItem() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<z.input<typeof NewItemForm>>({
    id: "item",
    constraint,
    noun: "item",
    defaultValue: { baseUnit: "EA", primaryCategory: "PARTS" },
  });
  return (
    <div className="max-w-3xl">
      <PageHeader title="New item" />
      <Form method="post" id={form.id} className="flex flex-col gap-8">
        <FormSummary form={form} labels={itemLabels} />
        <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
        <ItemFields fields={fields} />
        <FormActions>
          <Button type="submit" variant="default" loading={isSaving}>
            Add item
          </Button>
          <Button variant="outline" asChild>
            <Link to={paths.items()}>Cancel</Link>
          </Button>
        </FormActions>
      </Form>
      {sessionEnded}
    </div>
  );
}
