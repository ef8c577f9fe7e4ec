import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "~/components/ui/icons";
import { LINE_KIND_LABELS, LINE_KINDS } from "~/domain/billing/charges";
import type { DraftChange } from "~/domain/invoices/schema";
import { choicesOf } from "~/domain/shared/choices";

type Draft = z.input<typeof DraftChange>;
type Lines = NonNullable<Draft["lines"]>;

interface DraftLinesProps {
  form: FormMetadata<Draft>;
  field: FieldMetadata<Lines | undefined, Draft>;
  hasCosts: boolean;
}

const kinds = choicesOf(LINE_KINDS, LINE_KIND_LABELS);
const blank = { kind: "other", description: "", quantity: "1", unit: "EA", unitPrice: "", taxable: false } as const;

/** On phones the kind and the buttons share a row. */
const belowOnPhones = "max-sm:order-1 max-sm:col-span-2";

/** The lines in order, with buttons for moving, removing and adding lines. */
export function DraftLines({ form, field, hasCosts }: DraftLinesProps) {
  const rows = field.getFieldList();
  return (
    <Section title="Lines">
      {rows.length === 0 && <p className="text-muted-foreground">No lines yet</p>}
      <ol className="flex flex-col gap-3">
        {rows.map((row, index) => {
          const line = row.getFieldset();
          const name = `line ${index + 1}`;
          return (
            <Card as="li" key={row.key} className="p-3">
              <input type="hidden" name={line.position.name} value={line.position.initialValue ?? ""} />
              <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 sm:grid-cols-[8rem_minmax(0,2fr)_minmax(0,1fr)_auto]">
                <SelectField field={line.kind} label="Kind" choices={kinds} />
                <TextField field={line.description} label="Description" autoComplete="off" className={belowOnPhones} />
                <TextField field={line.equipment} label="Equipment" autoComplete="off" className={belowOnPhones} />
                <span className="flex items-end gap-1">
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Move ${name} up`}
                    disabled={index === 0}
                    {...form.reorder.getButtonProps({ name: field.name, from: index, to: Math.max(0, index - 1) })}
                  >
                    <ArrowUp />
                  </Button>
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Move ${name} down`}
                    disabled={index === rows.length - 1}
                    {...form.reorder.getButtonProps({ name: field.name, from: index, to: index + 1 })}
                  >
                    <ArrowDown />
                  </Button>
                  <Button
                    variant="ghost"
                    size="icon"
                    aria-label={`Remove ${name}`}
                    {...form.remove.getButtonProps({ name: field.name, index })}
                  >
                    <Trash2 />
                  </Button>
                </span>
              </div>
              <div className="mt-3 grid grid-cols-2 items-end gap-3 sm:grid-cols-[7rem_6rem_minmax(0,1fr)_7rem_minmax(0,1fr)_auto]">
                <TextField field={line.quantity} label="Quantity" inputMode="decimal" autoComplete="off" />
                <TextField field={line.unit} label="Unit" autoComplete="off" />
                <MoneyField field={line.unitPrice} label="Price" required={false} />
                <TextField field={line.discount} label="Discount" unit="%" inputMode="decimal" required={false} />
                {Boolean(line.discountAmount.initialValue) && (
                  <MoneyField field={line.discountAmount} label="Amount off" required={false} />
                )}
                {hasCosts && <MoneyField field={line.cost} label="Cost of the line" required={false} />}
                <CheckboxField field={line.taxable} label="Taxable" className="pb-2" />
              </div>
            </Card>
          );
        })}
      </ol>
      <Button
        variant="outline"
        className="self-start"
        {...form.insert.getButtonProps({ name: field.name, defaultValue: blank })}
      >
        <Plus />
        Add line
      </Button>
    </Section>
  );
}
