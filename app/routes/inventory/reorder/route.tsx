import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { z } from "zod";
import { EmptyState } from "~/components/feedback/empty-state";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { MoneyText } from "~/components/money-text";
import { PageHeader } from "~/components/page-header";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Checkbox } from "~/components/ui/checkbox";
import { Package } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { NativeSelect } from "~/components/ui/native-select";
import { activeLocations } from "~/domain/inventory/locations/locations.server";
import { formatAmountOf, parseQuantity, quantityOf } from "~/domain/inventory/quantity";
import { createFromSuggestions } from "~/domain/purchasing/draft-order.server";
import { NO_PACK, packsText, wholePacks } from "~/domain/purchasing/purchase-order";
import { reorderSuggestions } from "~/domain/purchasing/reorder.server";
import { ReorderForm, reorderOf } from "~/domain/purchasing/schema";
import { supplierChoices } from "~/domain/purchasing/suppliers.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { lineErrors } from "~/routes/inventory/shared/line-errors";
import { orderPlaces } from "~/routes/inventory/shared/order-places";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Reorder · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => {
  const [reorder, suppliers, locations] = await Promise.all([
    reorderSuggestions(ctx),
    supplierChoices(ctx),
    activeLocations(ctx),
  ]);
  return { ...reorder, suppliers, locations, constraint: getZodConstraint(ReorderForm), formKey: ctx.newId() };
});

export const action = formAction(ReorderForm, async ({ ctx, input, request }) => {
  const { ids } = await createFromSuggestions(ctx, reorderOf(input));
  const [only] = ids;
  const to = ids.length === 1 && only ? paths.purchaseOrder(only) : paths.purchaseOrders({ status: "draft" });
  const text = ids.length === 1 ? "1 purchase order drafted." : `${ids.length} purchase orders drafted.`;
  return redirectWithToast(request, to, { tone: "success", text });
});

const labels = { locationId: "Deliver to", lines: "Items" };

type Suggestion = Awaited<ReturnType<typeof reorderSuggestions>>["suggestions"][number];

export default function ReorderScreen() {
  const { suggestions, hasMore, suppliers, locations, constraint, formKey } = useLoaderData<typeof loader>();
  const places = orderPlaces(locations);
  const { form, fields, isSaving, isInDoubt, lastResult, sessionEnded } = useActionForm<z.input<typeof ReorderForm>>({
    id: "reorder",
    constraint,
    defaultValue: { locationId: places[0]?.value },
  });
  const missing = suggestions.filter(({ supplierId }) => supplierId === null).length;
  if (suggestions.length === 0)
    return (
      <>
        <PageHeader title="Reorder" />
        <EmptyState icon={Package} title="Nothing to reorder">
          Every item has more available or on its way than its reorder point.
        </EmptyState>
      </>
    );
  return (
    <>
      <PageHeader title="Reorder" count={suggestions.length} />
      <Form method="post" id={form.id} className="flex max-w-5xl flex-col gap-5">
        <FormSummary form={form} labels={labels} />
        <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
        <p className="text-muted-foreground">
          One draft is made for each supplier, at today's prices and in whole packs.
          {missing > 0 &&
            ` ${missing === 1 ? "1 item has" : `${missing} items have`} no preferred supplier: choose one to order it.`}
          {hasMore && " The first 100 items are shown."}
        </p>
        <SelectField field={fields.locationId} label={labels.locationId} choices={places} className="sm:max-w-xs" />
        <Card as="ul" aria-label="Items" className="divide-y divide-border">
          {suggestions.map((suggestion, at) => (
            <SuggestedLine
              key={suggestion.id}
              name={`lines[${at}]`}
              problems={lineErrors(lastResult, `lines[${at}]`)}
              {...{ suggestion, suppliers }}
            />
          ))}
        </Card>
        <FormActions>
          <Button type="submit" variant="default" loading={isSaving}>
            Create purchase orders
          </Button>
          <Button variant="outline" asChild>
            <Link to={paths.purchaseOrders()}>Cancel</Link>
          </Button>
        </FormActions>
      </Form>
      {sessionEnded}
    </>
  );
}

type SuggestedLineProps = {
  name: string;
  suggestion: Suggestion;
  suppliers: { value: string; label: string }[];
  problems: readonly string[];
};

const textOf = (milli: number | null) => (milli ? String(quantityOf(milli)) : "");

function SuggestedLine({ name, suggestion, suppliers, problems }: SuggestedLineProps) {
  const {
    id,
    sku,
    name: itemName,
    baseUnit,
    availableMilli,
    expiredMilli,
    neededMilli,
    draftedMilli,
    offers,
  } = suggestion;
  const [supplierId, setSupplier] = useState(suggestion.supplierId ?? "");
  // Items without a supplier or quantity, or already in a draft, are not selected by default.
  const [isChosen, setChosen] = useState(suggestion.supplierId !== null && Boolean(neededMilli) && draftedMilli === 0);
  const offer = offers.find((one) => one.supplierId === supplierId);
  const packSizeMilli = offer?.packSizeMilli ?? NO_PACK;
  const [quantity, setQuantity] = useState(textOf(suggestion.quantityMilli));
  const orderedMilli = wholePacks(parseQuantity(quantity) ?? 0, packSizeMilli);
  const packs = packsText(orderedMilli, { packSizeMilli, baseUnit });
  const errorId = `${id}-error`;
  const described = problems.length > 0 ? { "aria-invalid": true, "aria-describedby": errorId } : {};
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <input type="hidden" name={`${name}.itemId`} value={id} />
      <Checkbox
        name={`${name}.chosen`}
        checked={isChosen}
        onChange={(event) => setChosen(event.target.checked)}
        aria-label={`Order ${sku}`}
      />
      <div className="min-w-0 grow basis-56">
        <p className="truncate font-medium">
          <TextLink to={paths.item(id)}>{itemName}</TextLink>
        </p>
        <p className="truncate text-muted-foreground text-sm">
          {[
            sku,
            `${formatAmountOf(availableMilli, baseUnit)} available`,
            expiredMilli > 0 && `${formatAmountOf(expiredMilli, baseUnit)} expired`,
            draftedMilli > 0 && `${formatAmountOf(draftedMilli, baseUnit)} in a draft`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {packs && <p className="text-sm">{`${packs} = ${formatAmountOf(orderedMilli, baseUnit)}`}</p>}
        {problems.length > 0 && (
          <p id={errorId} className="font-medium text-bad text-sm">
            {problems.join(" ")}
          </p>
        )}
      </div>
      <span className="min-w-0 basis-52">
        <NativeSelect
          name={`${name}.supplierId`}
          value={supplierId}
          choices={suppliers}
          placeholder="No supplier"
          aria-label={`Supplier of ${sku}`}
          onChange={(event) => {
            const { value } = event.target;
            const pack = offers.find((one) => one.supplierId === value)?.packSizeMilli ?? NO_PACK;
            setSupplier(value);
            setChosen(value !== "");
            setQuantity(textOf(neededMilli && wholePacks(neededMilli, pack)));
          }}
        />
      </span>
      <span className="w-28 text-right">
        {offer?.priceMinor == null ? (
          <span className="text-subtle-foreground">No price</span>
        ) : offer.packPriceMinor === null ? (
          <MoneyText minor={offer.priceMinor} />
        ) : (
          <>
            <MoneyText minor={offer.packPriceMinor} /> <span className="text-muted-foreground text-sm">/ pack</span>
          </>
        )}
      </span>
      <span className="relative block w-32">
        <Input
          name={`${name}.quantity`}
          value={quantity}
          onChange={(event) => setQuantity(event.target.value)}
          aria-label={`Quantity of ${sku}`}
          inputMode="decimal"
          autoComplete="off"
          className="pr-14 text-right tabular"
          {...described}
        />
        <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-subtle-foreground">
          {baseUnit}
        </span>
      </span>
    </li>
  );
}
