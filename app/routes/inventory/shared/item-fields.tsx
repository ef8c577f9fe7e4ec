import { CheckboxField } from "~/components/forms/checkbox-field";
import type { AnyField } from "~/components/forms/field";
import { MoneyField } from "~/components/forms/money-field";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { Section } from "~/components/section";
import { BASE_UNIT_LABELS, BASE_UNITS, ITEM_CATEGORIES, ITEM_CATEGORY_LABELS } from "~/domain/inventory/items/item";
import type { Item } from "~/domain/inventory/items/items.server";
import { choicesOf } from "~/domain/shared/choices";

/** Labels of an item's fields, on forms and when comparing two versions. */
export const itemLabels = {
  sku: "SKU",
  name: "Name",
  description: "Description",
  primaryCategory: "Category",
  secondaryCategory: "Subcategory",
  baseUnit: "Unit",
  unitCost: "Unit cost",
  listPrice: "List price",
  manufacturer: "Manufacturer",
  barcode: "Barcode",
  minStockLevel: "Minimum",
  maxStockLevel: "Maximum",
  reorderPoint: "Reorder point",
  requiresCertification: "Needs EPA 608 certification",
  hazardousMaterial: "Hazardous material",
  restrictedItem: "Restricted",
  weight: "Weight",
  warrantyDays: "Warranty",
  shelfLifeDays: "Shelf life",
} as const;
const labels = itemLabels;

type Fields = Record<keyof typeof itemLabels, AnyField>;

const categories = choicesOf(ITEM_CATEGORIES, ITEM_CATEGORY_LABELS);
const units = BASE_UNITS.map((value) => ({ value, label: `${BASE_UNIT_LABELS[value]} (${value})` }));

const ticked = (value: boolean) => (value ? "on" : undefined);
const text = (value: number | null, per: number) => (value === null ? undefined : String(value / per));

/** An item's values as the form shows them. */
export function itemValues(item: Item) {
  return {
    ...item,
    unitCost: text(item.unitCostMinor, 100),
    listPrice: text(item.listPriceMinor, 100),
    minStockLevel: text(item.minStockMilli, 1000),
    maxStockLevel: text(item.maxStockMilli, 1000),
    reorderPoint: text(item.reorderPointMilli, 1000),
    weight: text(item.weightMilliLb, 1000),
    requiresCertification: ticked(item.requiresCertification),
    hazardousMaterial: ticked(item.hazardousMaterial),
    restrictedItem: ticked(item.restrictedItem),
  };
}

/** Fields of new and existing items. */
export function ItemFields({ fields }: { fields: Fields }) {
  const quantity = { inputMode: "decimal", autoComplete: "off" } as const;
  return (
    <>
      <Section title="Item">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField field={fields.sku} label={labels.sku} autoComplete="off" autoCapitalize="characters" />
          <TextField field={fields.name} label={labels.name} autoComplete="off" />
          <SelectField
            field={fields.primaryCategory}
            label={labels.primaryCategory}
            choices={categories}
            placeholder="Select a category"
          />
          <TextField field={fields.secondaryCategory} label={labels.secondaryCategory} autoComplete="off" />
          <TextField field={fields.manufacturer} label={labels.manufacturer} autoComplete="off" />
          <TextField field={fields.barcode} label={labels.barcode} autoComplete="off" />
        </div>
        <TextAreaField field={fields.description} label={labels.description} rows={2} />
      </Section>
      <Section title="Unit and price" description="Leave a cost blank if you don't know it. It then shows as unknown.">
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField field={fields.baseUnit} label={labels.baseUnit} choices={units} />
          <MoneyField field={fields.unitCost} label={labels.unitCost} />
          <MoneyField field={fields.listPrice} label={labels.listPrice} />
        </div>
      </Section>
      <Section title="Stock levels" description="Across all locations. At the reorder point an item counts as low.">
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField field={fields.minStockLevel} label={labels.minStockLevel} {...quantity} />
          <TextField field={fields.reorderPoint} label={labels.reorderPoint} {...quantity} />
          <TextField field={fields.maxStockLevel} label={labels.maxStockLevel} {...quantity} />
        </div>
      </Section>
      <Section title="Handling">
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-3">
          <CheckboxField field={fields.requiresCertification} label={labels.requiresCertification} />
          <CheckboxField field={fields.hazardousMaterial} label={labels.hazardousMaterial} />
          <CheckboxField field={fields.restrictedItem} label={labels.restrictedItem} />
        </div>
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField field={fields.weight} label={labels.weight} unit="lb" {...quantity} />
          <TextField field={fields.warrantyDays} label={labels.warrantyDays} inputMode="numeric" unit="days" />
          <TextField field={fields.shelfLifeDays} label={labels.shelfLifeDays} inputMode="numeric" unit="days" />
        </div>
      </Section>
    </>
  );
}
