import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { MoneyText } from "~/components/money-text";
import { ScanButton } from "~/components/scan/scan-button";
import { useScannedItem } from "~/components/scan/use-scanned-item";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Plus, Trash2 } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import type { Choice } from "~/components/ui/native-select";
import { LINE_KIND_LABELS, LINE_KINDS } from "~/domain/billing/charges";
import type { PriceBookEntry } from "~/domain/estimates/price-book.server";
import type { EstimateChange } from "~/domain/estimates/schema";
import { choicesOf } from "~/domain/shared/choices";
import { decimalText } from "~/domain/shared/money";
import { useLookup } from "~/lib/use-lookup";
import { paths } from "~/paths";

type Values = z.input<typeof EstimateChange>;
type Option = Values["options"][number];

interface OptionFieldsProps {
  form: FormMetadata<Values>;
  option: FieldMetadata<Option, Values>;
  index: number;
  listName: string;
  isOnly: boolean;
  serviceTypes: readonly Choice[];
}

const kinds = choicesOf(LINE_KINDS, LINE_KIND_LABELS);
const blank = { kind: "other", description: "", quantity: "1", unit: "EA", unitPrice: "" } as const;

/** One option: its name, the service type of its job, and its lines. */
export function OptionFields({ form, option, index, listName, isOnly, serviceTypes }: OptionFieldsProps) {
  const fields = option.getFieldset();
  const rows = fields.lines.getFieldList();
  const name = `option ${index + 1}`;
  return (
    <Card asChild>
      <fieldset className="flex flex-col gap-4 p-4">
        <legend className="sr-only">{`Option ${index + 1}`}</legend>
        <div className="grid grid-cols-[1fr_auto] items-end gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto_auto]">
          <TextField field={fields.name} label="Option" autoComplete="off" className="max-sm:col-span-2" />
          <SelectField
            field={fields.serviceTypeId}
            label="Service type"
            choices={serviceTypes}
            placeholder="No service type"
            className="max-sm:col-span-2"
          />
          <CheckboxField field={fields.recommended} label="Recommended" className="pb-2" />
          {!isOnly && (
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remove ${name}`}
              {...form.remove.getButtonProps({ name: listName, index })}
            >
              <Trash2 />
            </Button>
          )}
        </div>
        <TextAreaField field={fields.description} label="Description" rows={2} />
        <ol className="flex flex-col divide-y divide-border">
          {rows.map((row, at) => {
            const line = row.getFieldset();
            return (
              <li key={row.key} className="flex flex-col gap-3 py-3">
                <input type="hidden" name={line.itemId.name} value={line.itemId.initialValue ?? ""} />
                <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[7rem_minmax(0,2fr)_6rem_5rem_minmax(8rem,1fr)_6rem]">
                  <SelectField field={line.kind} label="Kind" choices={kinds} />
                  <TextField
                    field={line.description}
                    label="Description"
                    autoComplete="off"
                    className="max-lg:order-first max-lg:col-span-2"
                  />
                  <TextField field={line.quantity} label="Quantity" inputMode="decimal" autoComplete="off" />
                  <TextField field={line.unit} label="Unit" autoComplete="off" />
                  <MoneyField
                    field={line.unitPrice}
                    label="Price"
                    required={false}
                    className="max-lg:order-last max-lg:col-span-2"
                  />
                  <TextField
                    field={line.discount}
                    label="Discount"
                    unit="%"
                    inputMode="decimal"
                    autoComplete="off"
                    required={false}
                  />
                </div>
                <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
                  <CheckboxField field={line.optional} label="Optional" />
                  <CheckboxField field={line.taxable} label="Taxable" />
                  <Button
                    variant="ghost"
                    size="icon"
                    className="ml-auto"
                    aria-label={`Remove line ${at + 1} of ${name}`}
                    {...form.remove.getButtonProps({ name: fields.lines.name, index: at })}
                  >
                    <Trash2 />
                  </Button>
                </div>
              </li>
            );
          })}
        </ol>
        <div className="flex flex-wrap items-start gap-3">
          <PriceBook
            id={option.id}
            insertProps={(entry) =>
              form.insert.getButtonProps({
                name: fields.lines.name,
                defaultValue: {
                  ...blank,
                  ...{ kind: entry.kind, description: entry.name, unit: entry.unit, itemId: entry.itemId ?? "" },
                  unitPrice: decimalText(entry.priceMinor),
                  ...(entry.taxable ? { taxable: true } : {}),
                },
              })
            }
          />
          <Button variant="outline" {...form.insert.getButtonProps({ name: fields.lines.name, defaultValue: blank })}>
            <Plus />
            Add line
          </Button>
        </div>
      </fieldset>
    </Card>
  );
}

interface PriceBookProps {
  id: string;
  insertProps: (entry: PriceBookEntry) => object;
}

/** Finds service types and items by name; each is added as a line with its current price. */
function PriceBook({ id, insertProps }: PriceBookProps) {
  const { data, load } = useLookup<{ entries: PriceBookEntry[] }>();
  const [text, setText] = useState("");

  // The search runs once typing pauses.
  useEffect(() => {
    if (text.trim() === "") return;
    const timer = setTimeout(() => load(paths.priceBook(text.trim())), 200);
    return () => clearTimeout(timer);
  }, [text, load]);
  const { scan, problem } = useScannedItem(({ sku }) => setText(sku));
  const entries = text.trim() === "" ? [] : (data?.entries ?? []);
  return (
    <div className="min-w-0 grow basis-72">
      <Label htmlFor={`${id}-book`} className="sr-only">
        Search service types and items
      </Label>
      <div className="flex gap-2">
        <Input
          id={`${id}-book`}
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder="Search service types and items"
          autoComplete="off"
        />
        <ScanButton onCode={scan} />
      </div>
      {problem}
      {entries.length > 0 && (
        <ul className="mt-1 divide-y divide-border rounded-md border border-border">
          {entries.map((entry) => (
            <li key={`${entry.kind}-${entry.id}`}>
              <button
                {...insertProps(entry)}
                className="flex w-full items-baseline justify-between gap-4 px-3 py-2 text-left hover:bg-muted"
              >
                <span className="min-w-0 break-words">
                  {entry.name}
                  <span className="ml-2 text-muted-foreground text-sm">{LINE_KIND_LABELS[entry.kind]}</span>
                </span>
                {entry.priceMinor === null ? (
                  <span className="text-muted-foreground text-sm">No price</span>
                ) : (
                  <MoneyText minor={entry.priceMinor} />
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      {text.trim() !== "" && data && entries.length === 0 && (
        <p className="mt-1 text-muted-foreground text-sm">Nothing found. Add a line instead.</p>
      )}
    </div>
  );
}
