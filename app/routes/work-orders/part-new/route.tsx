import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { Combobox } from "~/components/forms/combobox";
import { type AnyField, FieldFrame, initialText } from "~/components/forms/field";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { typeInto } from "~/components/forms/type-into";
import { useActionForm } from "~/components/forms/use-action-form";
import { ScanButton } from "~/components/scan/scan-button";
import { useScannedItem } from "~/components/scan/use-scanned-item";
import { Button } from "~/components/ui/button";
import { chipVariants } from "~/components/ui/chip";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { formatAmountOf, formatQuantity } from "~/domain/inventory/quantity";
import { decimalText } from "~/domain/shared/money";
import { addPart } from "~/domain/work-order-parts/change.server";
import { BILLABLE_CHOICES, type PartSuggestion, SUGGESTION_REASON_LABELS } from "~/domain/work-order-parts/part";
import { NewPart } from "~/domain/work-order-parts/schema";
import { type PartChoice, partFormChoices } from "~/domain/work-order-parts/screen.server";
import { suggestParts } from "~/domain/work-order-parts/suggest.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { useSearch } from "~/lib/use-search";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  const ref = params.id ?? "";
  const [choices, suggestions] = await Promise.all([
    partFormChoices(ctx, ref),
    suggestParts(ctx, { workOrderId: ref, limit: 8 }),
  ]);
  return { ...choices, suggestions, constraint: getZodConstraint(NewPart), formKey: ctx.newId() };
});

export const action = formAction(NewPart, async ({ ctx, input, params, request }) => {
  const ref = params.id ?? "";
  await addPart(ctx, ref, input);
  return redirectWithToast(request, paths.workOrderParts(ref), { tone: "success", text: "Part added." });
});

const labels = {
  partDescription: "Part",
  inventoryItemId: "Part",
  inventorySku: "Part",
  quantity: "Quantity",
  locationId: "From",
  equipmentId: "Installed in",
  price: "Unit price",
  costPerUnit: "Unit cost",
  billable: "Billing",
  supplier: "Supplier",
  notes: "Notes",
};

/** The selected stock item; `free` by location. */
type Chosen = Omit<PartChoice, "free" | "expired"> & Record<"free" | "expired", Record<string, number> | null>;

export default function AddPart() {
  const { places, truckId, units, unitId, suggestions, constraint, formKey } = useLoaderData<typeof loader>();
  const close = useCloseDialog();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { form, fields, isSaving, isInDoubt, details, sessionEnded } = useActionForm<z.input<typeof NewPart>>({
    id: "part",
    constraint,
    defaultValue: { quantity: "1", locationId: truckId ?? places[0]?.id, equipmentId: unitId, billable: "true" },
  });
  const [text, setText] = useState(initialText(fields.partDescription) ?? "");
  const unit = chosen?.unit ?? "EA";
  const choose = (choice: Chosen, quantityMilli?: number) => {
    setChosen(choice);
    setText(choice.name);
    typeInto(fields.price.id, decimalText(choice.unitPriceMinor));
    if (quantityMilli) typeInto(fields.quantity.id, formatQuantity(quantityMilli));
  };
  const take = ({ itemId, sku, description, freeMilli, expiredMilli, ...suggestion }: PartSuggestion) => {
    setText(description);
    if (!itemId || !sku) return typeInto(fields.quantity.id, formatQuantity(suggestion.quantityMilli));
    const onTruck = (milli: number | null) => (truckId && milli !== null ? { [truckId]: milli } : null);
    const [free, expired] = [onTruck(freeMilli), onTruck(expiredMilli)];
    choose(
      {
        id: itemId,
        sku,
        name: description,
        unit: suggestion.unit,
        unitPriceMinor: suggestion.unitPriceMinor,
        free,
        expired,
      },
      suggestion.quantityMilli,
    );
  };
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Add part</DialogTitle>
          <DialogDescription>A part from stock is deducted as soon as you add it.</DialogDescription>
        </DialogHeader>
        <Form method="post" id={form.id} preventScrollReset className="contents">
          <DialogBody className="flex flex-col gap-4">
            <FormSummary form={form} labels={labels} />
            <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
            <input type="hidden" name="inventoryItemId" value={chosen?.id ?? ""} />
            <PartFinder
              field={fields.partDescription}
              chosen={chosen}
              truckId={truckId}
              onChoose={choose}
              text={text}
              onText={(typed) => {
                setText(typed);
                setChosen(null);
              }}
            />
            {suggestions.length > 0 && !chosen && <Suggestions suggestions={suggestions} onTake={take} />}
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                field={fields.quantity}
                label={labels.quantity}
                inputMode="decimal"
                autoComplete="off"
                unit={unit}
              />
              {chosen ? (
                <SelectField
                  field={fields.locationId}
                  label={labels.locationId}
                  choices={places.map(({ id, name }) => ({
                    value: id,
                    label: placeLabel({ id, name }, chosen),
                  }))}
                />
              ) : (
                <TextField field={fields.supplier} label={labels.supplier} autoComplete="off" />
              )}
              <MoneyField field={fields.price} label={labels.price} />
              {!chosen && <MoneyField field={fields.costPerUnit} label={labels.costPerUnit} />}
              <SelectField field={fields.billable} label={labels.billable} choices={BILLABLE_CHOICES} />
              {units.length > 0 && (
                <SelectField
                  field={fields.equipmentId}
                  label={labels.equipmentId}
                  placeholder="No equipment"
                  choices={units.map(({ id, name }) => ({ value: id, label: name }))}
                />
              )}
            </div>
            {details?.confirm === "takeExpired" && (
              <CheckboxField field={fields.takeExpired} label="Use expired stock too." />
            )}
            <TextAreaField field={fields.notes} label={labels.notes} rows={2} />
          </DialogBody>
          <DialogFooter>
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" variant="default" loading={isSaving}>
              Add part
            </Button>
          </DialogFooter>
        </Form>
        {sessionEnded}
      </DialogContent>
    </Dialog>
  );
}

function placeLabel({ id, name }: { id: string; name: string }, { free, expired, unit }: Chosen): string {
  if (free === null) return name;
  const [freeMilli, expiredMilli] = [free[id] ?? 0, expired?.[id] ?? 0];
  const past = expiredMilli > 0 ? `, ${formatAmountOf(expiredMilli, unit)} expired` : "";
  return `${name} · ${formatAmountOf(freeMilli, unit)} available${past}`;
}

interface PartFinderProps {
  field: AnyField;
  text: string;
  chosen: Chosen | null;
  truckId: string | null;
  onChoose: (choice: Chosen) => void;
  onText: (text: string) => void;
}

/** Finds an item by name, SKU or barcode, typed or scanned; any other text is a part that is not in inventory. */
function PartFinder({ field, text, chosen, truckId, onChoose, onText }: PartFinderProps) {
  const { data, isPending, search } = useSearch<{ choices: PartChoice[] }>(paths.partChoices);
  const { scan, problem } = useScannedItem((item) => {
    const { id, sku, name, baseUnit: unit, listPriceMinor: unitPriceMinor, places } = item;
    const free = Object.fromEntries(places.map(({ locationId, availableMilli }) => [locationId, availableMilli]));
    const expired = Object.fromEntries(places.map(({ locationId, expiredMilli }) => [locationId, expiredMilli]));
    onChoose({ id, sku, name, unit, unitPriceMinor, free, expired });
  }, onText);
  return (
    <FieldFrame
      field={field}
      label={labels.partDescription}
      description={
        chosen ? `${chosen.sku}, from stock` : "Name, SKU or barcode. For a part that isn't in stock, type its name."
      }
    >
      <div className="flex gap-2 [&>:first-child]:grow">
        <Combobox
          input={{
            id: field.id,
            name: field.name,
            value: text,
            autoFocus: true,
            required: true,
            "aria-invalid": field.errors ? true : undefined,
            "aria-describedby": field.errors ? field.errorId : field.descriptionId,
            onChange: (event) => onText(event.target.value),
          }}
          label="Parts"
          options={data?.choices.map(({ id, name, sku, unit, free, expired }) => ({
            value: id,
            label: name,
            detail: `${sku} · ${freeText({ free, expired, unit }, truckId)}`,
          }))}
          empty="Nothing in stock by that name."
          isPending={isPending}
          onSearch={search}
          onSelect={(id) => {
            const choice = data?.choices.find((one) => one.id === id);
            if (choice) onChoose(choice);
          }}
        />
        <ScanButton title="Scan a part" onCode={scan} />
      </div>
      {problem}
    </FieldFrame>
  );
}

function freeText(
  { free, expired, unit }: Pick<PartChoice, "free" | "expired" | "unit">,
  truckId: string | null,
): string {
  const sum = (milli: Record<string, number>) => Object.values(milli).reduce((all, one) => all + one, 0);
  const [all, past] = [sum(free), sum(expired)];
  const here = truckId ? (free[truckId] ?? 0) : 0;
  const expiredToo = past > 0 ? `, ${formatAmountOf(past, unit)} expired` : "";
  if (all === 0) return `none available${expiredToo}`;
  return truckId
    ? `${formatAmountOf(here, unit)} on the truck, ${formatAmountOf(all, unit)} in all${expiredToo}`
    : `${formatAmountOf(all, unit)} available${expiredToo}`;
}

function Suggestions({
  suggestions,
  onTake,
}: {
  suggestions: readonly PartSuggestion[];
  onTake: (suggestion: PartSuggestion) => void;
}) {
  return (
    <div className="noscript:hidden">
      <p id="suggested" className="mb-2 text-muted-foreground text-sm">
        Suggested
      </p>
      <ul aria-labelledby="suggested" className="flex flex-wrap gap-2">
        {suggestions.map((suggestion) => (
          <li key={suggestion.itemId ?? suggestion.description}>
            <button
              type="button"
              className={chipVariants()}
              title={suggestion.reasons.map((reason) => SUGGESTION_REASON_LABELS[reason]).join(", ")}
              onClick={() => onTake(suggestion)}
            >
              {suggestion.description}
              {suggestion.freeMilli !== null && (
                <span className={suggestion.freeMilli > 0 ? "text-muted-foreground" : "text-warn"}>
                  {formatAmountOf(suggestion.freeMilli, suggestion.unit)}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
