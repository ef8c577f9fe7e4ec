import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { TextField } from "~/components/forms/text-field";
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
import { findLevel, removeLevel, saveLevel } from "~/domain/inventory/locations/location-levels.server";
import { formatAmountOf } from "~/domain/inventory/quantity";
import { LocationLevelInput } from "~/domain/inventory/schema";
import { Nothing } from "~/domain/shared/fields";
import { allow } from "~/domain/shared/permissions";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { useInventoryLocation } from "~/routes/inventory/shared/use-location";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params: { locationId = "", itemId = "" } }) => {
  allow(ctx, "inventory.write");
  const level = await findLevel(ctx, { locationId, itemId });
  const constraint = getZodConstraint(LocationLevelInput);
  return { level, constraint, formKey: ctx.newId() };
});

export const action = formActions({
  save: formCase(LocationLevelInput, async ({ ctx, input, params: { locationId = "", itemId = "" }, request, url }) => {
    await saveLevel(ctx, { locationId, itemId }, input);
    const href = paths.location(locationId, Object.fromEntries(url.searchParams));
    return redirectWithToast(request, href, { tone: "success", text: "Levels saved." });
  }),
  remove: formCase(Nothing, async ({ ctx, params: { locationId = "", itemId = "" }, request, url }) => {
    await removeLevel(ctx, { locationId, itemId });
    const href = paths.location(locationId, Object.fromEntries(url.searchParams));
    return redirectWithToast(request, href, { tone: "success", text: "Levels removed." });
  }),
});

const labels = { minStockLevel: "Minimum", maxStockLevel: "Maximum" };

export default function LocationLevelDialog() {
  const { level, constraint, formKey } = useLoaderData<typeof loader>();
  const location = useInventoryLocation();
  const close = useCloseDialog();
  const { sku, name, baseUnit, minMilli, maxMilli } = level;
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<z.input<typeof LocationLevelInput>>({
    id: "location-level",
    constraint,
    defaultValue: {
      minStockLevel: minMilli === null ? undefined : String(minMilli / 1000),
      maxStockLevel: maxMilli === null ? undefined : String(maxMilli / 1000),
    },
  });
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{`Levels at ${location.name}`}</DialogTitle>
          <DialogDescription>{`${sku}, ${name}`}</DialogDescription>
        </DialogHeader>
        <Form method="post" id={form.id} preventScrollReset className="contents">
          <DialogBody className="flex flex-col gap-4">
            <FormSummary form={form} labels={labels} />
            <HiddenFields {...{ formKey, isSaving, isInDoubt }} intent="save" />
            <p className="text-muted-foreground">
              {`${formatAmountOf(level.onHandMilli ?? 0, baseUnit)} on hand here. Once fewer than the minimum are available, restocking fills up to the maximum.`}
            </p>
            <div className="grid gap-4 sm:grid-cols-2">
              {(["minStockLevel", "maxStockLevel"] as const).map((field) => (
                <TextField
                  key={field}
                  field={fields[field]}
                  label={labels[field]}
                  inputMode="decimal"
                  autoComplete="off"
                  unit={baseUnit}
                />
              ))}
            </div>
          </DialogBody>
          <DialogFooter>
            {minMilli !== null && (
              <Button type="submit" form="remove-level" variant="ghost" className="mr-auto text-bad">
                Remove
              </Button>
            )}
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" variant="default" loading={isSaving}>
              Save levels
            </Button>
          </DialogFooter>
        </Form>
        {minMilli !== null && (
          <Form method="post" id="remove-level" preventScrollReset>
            <HiddenFields {...{ formKey, isSaving, isInDoubt }} intent="remove" />
          </Form>
        )}
        {sessionEnded}
      </DialogContent>
    </Dialog>
  );
}
