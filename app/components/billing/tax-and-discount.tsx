import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import type { AnyField } from "~/components/forms/field";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Plus, Trash2 } from "~/components/ui/icons";

export const taxLabels = {
  taxState: "Sales tax",
  taxNote: "Reason for no tax",
  taxes: "Tax rates",
  discountPercent: "Discount in percent",
  discountAmount: "Discount as an amount",
};

export const taxChoices = [
  { value: "known", label: "Charge the rates below" },
  { value: "exempt", label: "No tax" },
  { value: "unknown", label: "Not decided yet" },
];

interface TaxAndDiscountProps {
  description?: string;
  className?: string;
  form: Pick<FormMetadata, "insert" | "remove">;
  fields: Record<"taxState" | "taxNote" | "discountPercent" | "discountAmount", AnyField> & {
    taxes: FieldMetadata<{ name?: string; rate?: unknown }[] | undefined>;
  };
}

/** Taxes and discount of a document. */
export function TaxAndDiscount({ description, className, form, fields }: TaxAndDiscountProps) {
  const rates = fields.taxes.getFieldList().map((row) => {
    const { name, rate } = row.getFieldset();
    return { key: row.key, name, rate };
  });
  const add = form.insert.getButtonProps({ name: fields.taxes.name, defaultValue: { name: "Sales tax", rate: "" } });
  const remove = (index: number) => form.remove.getButtonProps({ name: fields.taxes.name, index });
  return (
    <Section title="Tax and discount" description={description} className={className}>
      <SelectField field={fields.taxState} label={taxLabels.taxState} choices={taxChoices} className="max-w-xs" />
      {fields.taxState.value === "exempt" && <TextField field={fields.taxNote} label={taxLabels.taxNote} required />}
      {fields.taxState.value === "known" && (
        <fieldset className="flex max-w-xl flex-col gap-2">
          <legend className="sr-only">{taxLabels.taxes}</legend>
          {rates.map(({ key, name, rate }, index) => (
            <div key={key} className="grid grid-cols-[1fr_8rem_auto] items-end gap-2">
              <TextField field={name} label="Tax name" labelHidden={index > 0} autoComplete="off" />
              <TextField field={rate} label="Rate" labelHidden={index > 0} unit="%" inputMode="decimal" />
              <Button variant="ghost" size="icon" aria-label={`Remove tax rate ${index + 1}`} {...remove(index)}>
                <Trash2 />
              </Button>
            </div>
          ))}
          <Button variant="outline" size="sm" className="self-start" {...add}>
            <Plus />
            Add tax rate
          </Button>
        </fieldset>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.discountPercent} label={taxLabels.discountPercent} unit="%" inputMode="decimal" />
        <MoneyField field={fields.discountAmount} label={taxLabels.discountAmount} />
      </div>
    </Section>
  );
}
