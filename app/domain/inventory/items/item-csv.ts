/** Columns of an item file, as exported and imported. */
export const ITEM_COLUMNS = [
  { field: "sku", header: "SKU" },
  { field: "name", header: "Name" },
  { field: "description", header: "Description" },
  { field: "primaryCategory", header: "Category" },
  { field: "secondaryCategory", header: "Subcategory" },
  { field: "baseUnit", header: "Unit" },
  { field: "unitCost", header: "Unit cost" },
  { field: "listPrice", header: "List price" },
  { field: "manufacturer", header: "Manufacturer" },
  { field: "barcode", header: "Barcode" },
  { field: "minStockLevel", header: "Minimum" },
  { field: "maxStockLevel", header: "Maximum" },
  { field: "reorderPoint", header: "Reorder point" },
  { field: "requiresCertification", header: "Needs certification" },
  { field: "hazardousMaterial", header: "Hazardous" },
  { field: "restrictedItem", header: "Restricted" },
  { field: "weight", header: "Weight (lb)" },
  { field: "warrantyDays", header: "Warranty (days)" },
  { field: "shelfLifeDays", header: "Shelf life (days)" },
  { field: "active", header: "Active" },
] as const;
export type ItemColumn = (typeof ITEM_COLUMNS)[number]["field"];

const other: Partial<Record<string, ItemColumn>> = {
  part: "sku",
  partnumber: "sku",
  itemnumber: "sku",
  itemname: "name",
  cost: "unitCost",
  price: "listPrice",
  upc: "barcode",
  ean: "barcode",
  brand: "manufacturer",
  uom: "baseUnit",
  min: "minStockLevel",
  max: "maxStockLevel",
  weight: "weight",
  warranty: "warrantyDays",
  shelflife: "shelfLifeDays",
};

/** Maps each column of a file by its heading; null: unknown. No two columns map to the same field. */
export function matchColumns(header: readonly string[]): (ItemColumn | null)[] {
  const taken = new Set<ItemColumn>();
  return header.map((heading) => {
    const named = lettersOf(heading);
    const known = ITEM_COLUMNS.find(
      ({ field, header: own }) => lettersOf(own) === named || field.toLowerCase() === named,
    );
    const column = known?.field ?? other[named] ?? null;
    if (column === null || taken.has(column)) return null;
    taken.add(column);
    return column;
  });
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, "");

/** Parses yes or no in common spellings; null for anything else. */
export function readFlag(cell: string): boolean | null {
  const text = cell.trim().toLowerCase();
  if (["yes", "y", "true", "1", "x"].includes(text)) return true;
  return ["no", "n", "false", "0", ""].includes(text) ? false : null;
}

/** Returns a choice by its value or label, ignoring case; the text itself if it matches neither. */
export function readChoice(cell: string, labels: Record<string, string>): string {
  const text = cell.trim().toLowerCase();
  const found = Object.entries(labels).find(([value, label]) =>
    [value.toLowerCase(), label.toLowerCase()].includes(text),
  );
  return found?.[0] ?? cell;
}

/** A cell without the apostrophe that an export adds to keep spreadsheets from running it as a formula. */
export const cellText = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@])/, "");
