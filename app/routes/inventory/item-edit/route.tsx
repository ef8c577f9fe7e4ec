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
import { findItem, updateItem } from "~/domain/inventory/items/items.server";
import { ItemForm } from "~/domain/inventory/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { ItemFields, itemLabels, itemValues } from "~/routes/inventory/shared/item-fields";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.item.name ?? "item"} · Plenum` },
];

export const loader = pageLoader(async ({ ctx, params }) => {
  allow(ctx, "inventory.write");
  return {
    item: await findItem(ctx, params.itemId ?? ""),
    constraint: getZodConstraint(ItemForm),
    formKey: ctx.newId(),
  };
});

export const action = formAction(ItemForm, async ({ ctx, input, params, request }) => {
  const { id } = await updateItem(ctx, params.itemId ?? "", input);
  return redirectWithToast(request, paths.item(id), { tone: "success", text: `${input.name} saved.` });
});

const labels = { ...itemLabels, active: "Active" };

export default function EditItem() {
  const { item, constraint, formKey } = useLoaderData<typeof loader>();
  const { form, fields, current, ...state } = useActionForm<z.input<typeof ItemForm>>({
    id: "edit",
    constraint,
    defaultValue: { ...itemValues(item), active: item.active ? "on" : undefined },
  });
  return (
    <Form method="post" id={form.id} className="flex max-w-3xl flex-col gap-8">
      {current ? (
        <ConflictDialog
          title="Someone else changed this item while you were editing"
          labels={labels}
          yours={form.value ?? {}}
          current={current}
          discardHref={paths.editItem(item.id)}
        />
      ) : (
        <FormSummary form={form} labels={labels} />
      )}
      <HiddenFields {...{ ...state, formKey, current }} version={item.version} />
      <ItemFields fields={fields} />
      <CheckboxField
        field={fields.active}
        label={labels.active}
        description="An inactive item can't be ordered or get stock. Its history stays."
      />
      <p className="text-muted-foreground">
        Entered by mistake? <TextLink to={paths.deleteItem(item.id)}>Delete item</TextLink>
      </p>
      <FormActions state={<SaveState state={state.saveState} />}>
        <Button type="submit" variant="default" loading={state.isSaving}>
          {current ? "Replace with mine" : "Save item"}
        </Button>
        <Button variant="outline" asChild>
          <Link to={paths.item(item.id)}>Cancel</Link>
        </Button>
      </FormActions>
      {state.sessionEnded}
    </Form>
  );
}
