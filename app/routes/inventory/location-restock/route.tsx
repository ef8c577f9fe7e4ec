import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData, useNavigate, useSearchParams } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
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
import { Table, TableBody, TableCaption, TableCell, TableHead, TableHeader, TableRow } from "~/components/ui/table";
import { formatAmountOf } from "~/domain/inventory/quantity";
import { findRestock, restock } from "~/domain/inventory/restock.server";
import { FromLocation } from "~/domain/inventory/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params: { locationId = "" }, url }) => {
  allow(ctx, "inventory.write");
  const plan = await findRestock(ctx, { locationId, fromLocationId: url.searchParams.get("from") ?? undefined });
  return { ...plan, constraint: getZodConstraint(FromLocation), formKey: ctx.newId() };
});

export const action = formAction(FromLocation, async ({ ctx, input, params: { locationId = "" }, request, url }) => {
  await restock(ctx, { locationId, ...input });
  const { from: _, ...query } = Object.fromEntries(url.searchParams);
  return redirectWithToast(request, paths.location(locationId, query), { tone: "success", text: "Restocked." });
});

const labels = { fromLocationId: "From" };

export default function Restock() {
  const { to, from, sources, lines, hasMore, constraint, formKey } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const close = useCloseDialog();
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<z.input<typeof FromLocation>>({
    id: "restock",
    constraint,
    defaultValue: { fromLocationId: from?.id },
  });
  const movable = lines.filter(({ quantityMilli }) => quantityMilli > 0).length;
  const short = lines.filter(({ stillMissingMilli }) => stillMissingMilli > 0).length;
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent size="large">
        <DialogHeader>
          <DialogTitle>{`Restock ${to.name}`}</DialogTitle>
          <DialogDescription>{planText(lines.length)}</DialogDescription>
        </DialogHeader>
        <Form method="post" id={form.id} preventScrollReset className="contents">
          <DialogBody className="flex flex-col gap-4">
            <FormSummary form={form} labels={labels} />
            <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
            <SelectField
              field={fields.fromLocationId}
              label={labels.fromLocationId}
              choices={sources.map(({ id, name }) => ({ value: id, label: name }))}
              placeholder="Select a warehouse"
              className="sm:max-w-xs"
              onChange={(event) =>
                navigate(paths.restock(to.id, { ...Object.fromEntries(search), from: event.target.value }), {
                  replace: true,
                  preventScrollReset: true,
                })
              }
            />
            {lines.length > 0 && (
              <div className="relative overflow-x-auto">
                <Table>
                  <TableCaption>Items to transfer</TableCaption>
                  <TableHeader>
                    <TableRow>
                      <TableHead>Item</TableHead>
                      <TableHead numeric>Available here</TableHead>
                      <TableHead numeric>Transfer</TableHead>
                    </TableRow>
                  </TableHeader>
                  <TableBody>
                    {lines.map(({ itemId, sku, name, baseUnit, ...line }) => (
                      <TableRow key={itemId}>
                        <TableHead scope="row" className="max-w-56 font-normal text-foreground">
                          <span className="line-clamp-2">{name}</span>
                          <span className="block truncate text-muted-foreground">{sku}</span>
                        </TableHead>
                        <TableCell numeric>{formatAmountOf(line.availableMilli, baseUnit)}</TableCell>
                        <TableCell numeric>
                          <strong>{formatAmountOf(line.quantityMilli, baseUnit)}</strong>
                          {line.stillMissingMilli > 0 && (
                            <span className="block text-sm text-warn">
                              {`${formatAmountOf(line.stillMissingMilli, baseUnit)} short`}
                            </span>
                          )}
                        </TableCell>
                      </TableRow>
                    ))}
                  </TableBody>
                </Table>
              </div>
            )}
            {short > 0 && from && (
              <p className="text-muted-foreground">
                {`${from.name} does not have enough of ${short === 1 ? "1 item" : `${short} items`}. The available quantity is transferred.`}
              </p>
            )}
            {hasMore && <p className="text-muted-foreground">The first 200 items are restocked at once.</p>}
          </DialogBody>
          <DialogFooter>
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" variant="default" loading={isSaving} disabled={movable === 0}>
              {movable === 1 ? "Transfer 1 item" : `Transfer ${movable} items`}
            </Button>
          </DialogFooter>
        </Form>
        {sessionEnded}
      </DialogContent>
    </Dialog>
  );
}

function planText(missing: number): string {
  if (missing === 0) return "Nothing is below its minimum.";
  return missing === 1
    ? "1 item is below its minimum and is filled up to its maximum."
    : `${missing} items are below their minimum and are filled up to their maximum.`;
}
