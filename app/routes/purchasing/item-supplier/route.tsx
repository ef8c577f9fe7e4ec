import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { DateField, TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { findItem } from "~/domain/inventory/items/items.server";
import { SupplierItemForm } from "~/domain/purchasing/schema";
import { findSupplierItem, removeSupplierItem, saveSupplierItem } from "~/domain/purchasing/supplier-items.server";
import { supplierChoices } from "~/domain/purchasing/suppliers.server";
import { Nothing } from "~/domain/shared/fields";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

/** Without a supplier in the URL, the form asks for one. */
export const loader = pageLoader(async ({ ctx, params: { itemId = "", supplierId } }) => {
  const [choices, item, sold] = await Promise.all([
    supplierChoices(ctx),
    findItem(ctx, itemId),
    supplierId === undefined ? null : findSupplierItem(ctx, { itemId, supplierId }),
  ]);
  const { sku, name, baseUnit } = item;
  return {
    ...{ choices, sold, item: { sku, name, baseUnit } },
    ...{ constraint: getZodConstraint(SupplierItemForm), formKey: ctx.newId() },
  };
});

export const action = formActions({
  save: formCase(SupplierItemForm, async ({ ctx, input: { supplierId, ...input }, params, request }) => {
    const itemId = params.itemId ?? "";
    await saveSupplierItem(ctx, { itemId, supplierId }, input);
    return redirectWithToast(request, paths.item(itemId), { tone: "success", text: "Supplier saved." });
  }),
  remove: formCase(Nothing, async ({ ctx, params: { itemId = "", supplierId = "" }, request }) => {
    await removeSupplierItem(ctx, { itemId, supplierId });
    return redirectWithToast(request, paths.item(itemId), { tone: "success", text: "Supplier removed." });
  }),
});

const labels = {
  supplierId: "Supplier",
  partNumber: "Part number",
  packSize: "Pack size",
  price: "Price per unit",
  packPrice: "Price per pack",
  validFrom: "From",
  preferred: "Preferred supplier for this item",
};

export default function ItemSupplier() {
  const { choices, sold, item, constraint, formKey } = useLoaderData<typeof loader>();
  const close = useCloseDialog();
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<z.input<typeof SupplierItemForm>>({
    id: "item-supplier",
    constraint,
    defaultValue: {
      supplierId: sold?.supplierId,
      partNumber: sold?.partNumber ?? undefined,
      packSize: String((sold?.packSizeMilli ?? 1000) / 1000),
      preferred: sold?.preferred ? "on" : undefined,
    },
  });
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{sold ? sold.supplierName : "Add supplier"}</DialogTitle>
          <DialogDescription>{`${item.sku}, ${item.name}`}</DialogDescription>
        </DialogHeader>
        <Form method="post" id={form.id} preventScrollReset className="contents">
          <DialogBody className="flex flex-col gap-4">
            <FormSummary form={form} labels={labels} />
            <HiddenFields {...{ formKey, isSaving, isInDoubt }} intent="save" />
            {sold ? (
              <input type="hidden" name="supplierId" value={sold.supplierId} />
            ) : (
              <SelectField
                field={fields.supplierId}
                label={labels.supplierId}
                choices={choices}
                placeholder="Select a supplier"
              />
            )}
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                field={fields.partNumber}
                label={labels.partNumber}
                description="What the supplier calls it."
                autoComplete="off"
              />
              <TextField
                field={fields.packSize}
                label={labels.packSize}
                description="Units in a pack."
                inputMode="decimal"
                autoComplete="off"
                unit={item.baseUnit}
              />
              <MoneyField
                field={fields.price}
                label={sold ? "New price per unit" : labels.price}
                description={sold ? "Leave both blank to keep the price." : `For one ${item.baseUnit}.`}
              />
              <MoneyField
                field={fields.packPrice}
                label={sold ? "New price per pack" : labels.packPrice}
                description="Or what a whole pack costs."
              />
              <DateField field={fields.validFrom} label={labels.validFrom} description="Today if left blank." />
            </div>
            <CheckboxField field={fields.preferred} label={labels.preferred} />
          </DialogBody>
          <DialogFooter>
            {sold && (
              <Button type="submit" form="remove-supplier" variant="ghost" className="mr-auto text-bad">
                Remove
              </Button>
            )}
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" variant="default" loading={isSaving}>
              Save supplier
            </Button>
          </DialogFooter>
        </Form>
        {sold && (
          <Form method="post" id="remove-supplier" preventScrollReset>
            <HiddenFields {...{ formKey, isSaving, isInDoubt }} intent="remove" />
          </Form>
        )}
        {sessionEnded}
      </DialogContent>
    </Dialog>
  );
}
