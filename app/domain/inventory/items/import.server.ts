import { and, eq, type SQL, sql } from "drizzle-orm";
import { inventoryItems } from "#drizzle/schema/inventory";
import { quantityOf } from "~/domain/inventory/quantity";
import { ImportedItem, type ItemImport, itemLevelsFit } from "~/domain/inventory/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { decimalText } from "~/domain/shared/money";
import { allow } from "~/domain/shared/permissions";
import { assertHolds, differences, once } from "~/domain/shared/write.server";
import { BASE_UNIT_LABELS, ITEM_CATEGORY_LABELS, UNIT_IN_USE } from "./item";
import { cellText, ITEM_COLUMNS, type ItemColumn, readChoice, readFlag } from "./item-csv";
import { columnsOf, type ItemRow as Item, itemRefusals, itemsBySku } from "./items.server";
import { normalizeSku } from "./sku";

type Cells = ItemImport["rows"][number]["cells"];

type Columns = ReturnType<typeof columnsOf>;

type Classified = { line: number; sku: string } & (
  | { kind: "new"; columns: Columns }
  | { kind: "changed"; stored: Item; columns: Columns; changes: { column: string; from: string; to: string }[] }
  | { kind: "unchanged" }
  | { kind: "error"; errors: string[] }
);

/**
 * Previews an import of these rows, with SKU as the key: each row is new, changed (with old and new values), unchanged or
 * invalid, with the reasons. Nothing is written. Missing columns keep their values; blank cells clear them.
 */
export async function previewItems(ctx: Ctx, { rows }: ItemImport) {
  const me = allow(ctx, "inventory.write");
  return (await classify(ctx, me, rows)).map((row) => ({
    ...{ line: row.line, sku: row.sku, kind: row.kind },
    errors: row.kind === "error" ? row.errors : [],
    changes: row.kind === "changed" ? row.changes : [],
  }));
}

/**
 * Adds and changes items, all rows or none. Importing the same rows again changes nothing.
 * @throws DomainError invalid for an invalid row, with `{ rows }`; conflict if an item was changed in the meantime
 */
export async function importItems(ctx: Ctx, { rows }: ItemImport) {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "importItems", rows, async (commit) => {
    const classified = await classify(ctx, me, rows);
    const refused = classified.filter((row) => row.kind === "error");
    const [first] = refused;
    if (first)
      throw new DomainError("invalid", `Row ${first.line}: ${first.errors.join(" ")}`, {
        details: { rows: refused.map(({ line, errors }) => ({ line, errors })) },
      });
    const added = classified.filter((row) => row.kind === "new").map((row) => ({ id: ctx.newId(), ...row.columns }));
    const changed = classified.flatMap((row) =>
      row.kind === "changed"
        ? [{ ...row.stored, ...given(row.columns), id: row.stored.id, version: row.stored.version }]
        : [],
    );
    const [addedJson, changedJson] = [JSON.stringify(added.map(withDefaults)), JSON.stringify(changed)];
    const now = ctx.now.toISOString();
    const result = {
      added: added.length,
      changed: changed.length,
      unchanged: rows.length - added.length - changed.length,
    };
    if (added.length + changed.length === 0) return result;
    return commit(me, {
      writes: [
        ...(added.length > 0
          ? [
              ctx.db.run(sql`INSERT INTO inventory_items (org_id, id, ${names}, created_at, updated_at)
                SELECT ${me.orgId}, v.value ->> 'id', ${values}, ${now}, ${now} FROM json_each(${addedJson}) v`),
            ]
          : []),
        ...(changed.length > 0
          ? [
              // Must precede the update: with several rows, the search index's own writes make changes() unreliable.
              assertHolds(ctx, "stale", areUnchanged(me, changed)),
              ctx.db.run(sql`UPDATE inventory_items SET ${settings}, version = version + 1, updated_at = ${now}
                FROM json_each(${changedJson}) v
                WHERE inventory_items.org_id = ${me.orgId} AND inventory_items.id = v.value ->> 'id' AND inventory_items.version = v.value ->> 'version'`),
            ]
          : []),
      ],
      audit: [
        {
          ...{ action: "inventory_item.import", entity: "inventory_item", entityId: ctx.newId() },
          after: {
            added: added.map(({ sku }) => sku),
            changed: classified.flatMap((row) =>
              row.kind === "changed" ? [{ sku: row.sku, changes: row.changes }] : [],
            ),
          },
        },
      ],
      result,
      refusals: itemRefusals,
    });
  });
}

/** Whether each item still has the version it was read with. */
function areUnchanged({ orgId }: Member, items: readonly Pick<Item, "id" | "version">[]): SQL {
  const read = JSON.stringify(items.map(({ id, version }) => [id, version]));
  return sql`(SELECT count(*) FROM json_each(${read}) r JOIN inventory_items i
    ON i.org_id = ${orgId} AND i.id = r.value ->> 0 AND i.version = r.value ->> 1) = json_array_length(${read})`;
}

/** The table's columns by field name. */
const stored = {
  ...{ sku: "sku", name: "name", description: "description", primary_category: "primaryCategory" },
  ...{ secondary_category: "secondaryCategory", base_unit: "baseUnit", unit_cost_minor: "unitCostMinor" },
  ...{ list_price_minor: "listPriceMinor", active: "active", manufacturer: "manufacturer", barcode: "barcode" },
  ...{ min_stock_milli: "minStockMilli", max_stock_milli: "maxStockMilli", reorder_point_milli: "reorderPointMilli" },
  ...{ requires_certification: "requiresCertification", hazardous_material: "hazardousMaterial" },
  ...{ restricted_item: "restrictedItem", weight_milli_lb: "weightMilliLb", warranty_days: "warrantyDays" },
  shelf_life_days: "shelfLifeDays",
};
const names = sql.raw(Object.keys(stored).join(", "));
const values = sql.raw(
  Object.values(stored)
    .map((key) => `v.value ->> '${key}'`)
    .join(", "),
);
const settings = sql.raw(
  Object.entries(stored)
    .map(([name, key]) => `${name} = v.value ->> '${key}'`)
    .join(", "),
);

const withDefaults = (columns: Columns & { id: string }) => ({
  ...columns,
  active: columns.active ?? true,
  minStockMilli: columns.minStockMilli ?? 0,
  requiresCertification: columns.requiresCertification ?? false,
  hazardousMaterial: columns.hazardousMaterial ?? false,
  restrictedItem: columns.restrictedItem ?? false,
});

const given = (columns: Columns): Partial<Columns> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));

/** Reads the existing items for these SKUs and barcodes in one round trip, however many rows there are. */
async function classify(ctx: Ctx, me: Member, rows: ItemImport["rows"]): Promise<Classified[]> {
  const cells = rows.map((row) => textsOf(row.cells));
  const skus = cells.map(({ sku = "" }) => normalizeSku(sku));
  const barcodes = cells.flatMap(({ barcode }) => (barcode ? [barcode] : []));
  const [there, owners, units] = await ctx.db.batch([
    itemsBySku(ctx, me, skus),
    ctx.db
      .select({ barcode: inventoryItems.barcode, sku: inventoryItems.sku })
      .from(inventoryItems)
      .where(
        and(
          eq(inventoryItems.orgId, me.orgId),
          sql`${inventoryItems.barcode} in (select value from json_each(${JSON.stringify(barcodes)}))`,
        ),
      ),
    // As the trigger on the unit checks, which decides.
    ctx.db.all<{ sku: string; unitIn: keyof typeof UNIT_IN_USE | null }>(sql`SELECT i.sku AS sku, CASE
        WHEN EXISTS (SELECT 1 FROM stock_movements m WHERE m.org_id = ${me.orgId} AND m.item_id = i.id) THEN 'moved'
        WHEN EXISTS (SELECT 1 FROM purchase_order_lines l JOIN purchase_orders o ON o.org_id = l.org_id AND o.id = l.order_id
          WHERE l.org_id = ${me.orgId} AND l.item_id = i.id AND o.status <> 'draft') THEN 'ordered'
        WHEN EXISTS (SELECT 1 FROM supplier_items p WHERE p.org_id = ${me.orgId} AND p.item_id = i.id AND p.pack_size_milli <> 1000)
          THEN 'packed'
        WHEN EXISTS (SELECT 1 FROM location_levels l WHERE l.org_id = ${me.orgId} AND l.item_id = i.id) THEN 'leveled'
      END AS unitIn
      FROM json_each(${JSON.stringify(skus)}) s CROSS JOIN inventory_items i ON i.org_id = ${me.orgId} AND i.sku = s.value`),
  ]);
  const bySku = new Map(there.map((item) => [item.sku, item]));
  const ownerOf = new Map(owners.map(({ barcode, sku }) => [barcode, sku]));
  const unitIn = new Map(units.map(({ sku, unitIn }) => [sku, unitIn]));
  const [seenSkus, seenBarcodes] = [new Set<string>(), new Set<string>()];
  return rows.map(({ line }, at) => {
    const [own, sku] = [cells[at] ?? {}, skus[at] ?? ""];
    const current = bySku.get(sku) ?? null;
    const { columns, errors } = parse(own, current);
    if (sku && seenSkus.has(sku)) errors.push("This SKU is in the file twice.");
    if (own.barcode && seenBarcodes.has(own.barcode)) errors.push("This barcode is in the file twice.");
    const owner = own.barcode ? ownerOf.get(own.barcode) : undefined;
    if (owner && owner !== sku) errors.push(`The barcode belongs to ${owner}.`);
    const inUse = unitIn.get(sku);
    if (current && columns.baseUnit && columns.baseUnit !== current.baseUnit && inUse)
      errors.push(`${UNIT_IN_USE[inUse]}.`);
    if (current && columns.active === false && current.onHandMilli > 0) errors.push("The item is still in stock.");
    seenSkus.add(sku);
    if (own.barcode) seenBarcodes.add(own.barcode);
    if (errors.length > 0) return { line, sku, kind: "error", errors };
    if (!current) return { line, sku, kind: "new", columns };
    if (Object.keys(differences(current, columns).after).length === 0) return { line, sku, kind: "unchanged" };
    const [before, after] = [cellsOf(current), cellsOf({ ...current, ...given(columns) })];
    const changes = ITEM_COLUMNS.filter(({ field }) => before[field] !== after[field]).map(({ field, header }) => ({
      ...{ column: header, from: before[field], to: after[field] },
    }));
    return { line, sku, kind: "changed", stored: current, columns, changes };
  });
}

const textsOf = (cells: Cells): Partial<Record<ItemColumn, string>> =>
  Object.fromEntries(Object.entries(cells).map(([field, cell]) => [field, cellText(cell ?? "")]));

const FLAGS = ["requiresCertification", "hazardousMaterial", "restrictedItem", "active"] as const;
const REQUIRED = { name: "Name", primaryCategory: "Category", baseUnit: "Unit" } as const;

/** Converts a row's cells to the table's columns, or returns why they are invalid. */
function parse(
  cells: Partial<Record<ItemColumn, string>>,
  current: Item | null,
): { columns: Columns; errors: string[] } {
  const errors: string[] = [];
  const input: Record<string, unknown> = { ...cells };
  if (cells.primaryCategory) input.primaryCategory = readChoice(cells.primaryCategory, ITEM_CATEGORY_LABELS);
  if (cells.baseUnit) input.baseUnit = readChoice(cells.baseUnit, BASE_UNIT_LABELS);
  for (const field of FLAGS) {
    const cell = cells[field];
    if (cell === undefined) continue;
    const flag = readFlag(cell);
    const header = ITEM_COLUMNS.find((column) => column.field === field)?.header ?? field;
    if (flag === null) errors.push(`${header}: enter yes or no.`);
    // Blank: an item keeps its active state, and the other flags are off.
    input[field] = cell === "" ? (field === "active" ? (current?.active ?? true) : false) : (flag ?? undefined);
  }
  if (!current)
    for (const [field, label] of Object.entries(REQUIRED))
      if (input[field] === undefined) errors.push(`A new item needs the column ${label}.`);
  const parsed = ImportedItem.safeParse(input);
  if (!parsed.success) {
    const headers = new Map<PropertyKey, string>(ITEM_COLUMNS.map(({ field, header }) => [field, header]));
    const texts = parsed.error.issues.map(({ path, message }) => `${headers.get(path[0] ?? "") ?? "Row"}: ${message}.`);
    return { columns: columnsOf({}), errors: [...errors, ...texts] };
  }
  const columns = columnsOf(parsed.data);
  errors.push(
    ...itemLevelsFit({
      minStockLevel: columns.minStockMilli ?? current?.minStockMilli,
      maxStockLevel: columns.maxStockMilli === undefined ? current?.maxStockMilli : columns.maxStockMilli,
      reorderPoint: columns.reorderPointMilli === undefined ? current?.reorderPointMilli : columns.reorderPointMilli,
    }).map(({ message }) => `${message}.`),
  );
  return { columns, errors };
}

type ItemFacts = Pick<
  Item,
  | Exclude<ItemColumn, "unitCost" | "listPrice" | "minStockLevel" | "maxStockLevel" | "reorderPoint" | "weight">
  | "unitCostMinor"
  | "listPriceMinor"
  | "minStockMilli"
  | "maxStockMilli"
  | "reorderPointMilli"
  | "weightMilliLb"
>;

/** An item as the cells of a file. */
export function cellsOf(item: ItemFacts): Record<ItemColumn, string> {
  const units = (milli: number | null) => (milli === null ? "" : String(quantityOf(milli)));
  const flag = (is: boolean) => (is ? "yes" : "no");
  return {
    ...{ sku: item.sku, name: item.name, description: item.description ?? "" },
    ...{ primaryCategory: item.primaryCategory, secondaryCategory: item.secondaryCategory ?? "" },
    ...{
      baseUnit: item.baseUnit,
      unitCost: decimalText(item.unitCostMinor),
      listPrice: decimalText(item.listPriceMinor),
    },
    ...{ manufacturer: item.manufacturer ?? "", barcode: item.barcode ?? "" },
    ...{ minStockLevel: units(item.minStockMilli), maxStockLevel: units(item.maxStockMilli) },
    reorderPoint: units(item.reorderPointMilli),
    requiresCertification: flag(item.requiresCertification),
    hazardousMaterial: flag(item.hazardousMaterial),
    restrictedItem: flag(item.restrictedItem),
    ...{ weight: units(item.weightMilliLb), warrantyDays: String(item.warrantyDays ?? "") },
    ...{ shelfLifeDays: String(item.shelfLifeDays ?? ""), active: flag(item.active) },
  };
}
