import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { inventoryItems, stockValues } from "#drizzle/schema/inventory";
import { seesCosts } from "~/domain/inventory/costs";
import { expiredItems, expiredOf } from "~/domain/inventory/free.server";
import { formatAmountOf } from "~/domain/inventory/quantity";
import type { ItemChange, ItemFilter, ItemSort, NewItem } from "~/domain/inventory/schema";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, notFound, staleVersion } from "~/domain/shared/errors";
import { bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow, can } from "~/domain/shared/permissions";
import { asciiLowerCase } from "~/domain/shared/text/ascii-case";
import { foundIn } from "~/domain/shared/text/full-text.server";
import { MATCHES_NOTHING, phrase, prefixTerm, searchWords, wordlessSearch } from "~/domain/shared/text/search";
import { assertRowChanged, differences, once } from "~/domain/shared/write.server";
import { availableMilli, averageCostMinor, stockState, UNIT_IN_USE } from "./item";
import { normalizeSku } from "./sku";

export const itemNotFound = () => notFound("Item not found");

/** A search looks only at the newest matches, so that its cost does not grow with the catalog. */
const MAX_FOUND = 200;

export const itemRefusals = {
  "inventory_items.sku": () =>
    new DomainError("conflict", "This SKU is already in use.", { fields: { sku: ["This SKU is already in use"] } }),
  "inventory_items.barcode": () =>
    new DomainError("conflict", "Another item has this barcode.", {
      fields: { barcode: ["Another item has this barcode"] },
    }),
  inventory_item_unit_in_use: () => invalidField("baseUnit", `${UNIT_IN_USE.moved}: its quantities are counted in it`),
  inventory_item_unit_ordered: () => invalidField("baseUnit", UNIT_IN_USE.ordered),
  inventory_item_unit_packed: () => invalidField("baseUnit", UNIT_IN_USE.packed),
  inventory_item_unit_leveled: () => invalidField("baseUnit", UNIT_IN_USE.leveled),
  inventory_item_max_over_min: () => invalidField("maxStockLevel", "The maximum is below the minimum"),
  inventory_item_reorder_under_max: () => invalidField("reorderPoint", "The reorder point is above the maximum"),
  inventory_item_holds_stock: () => new DomainError("conflict", "This item is still in stock."),
};

/** Adds an item without stock. @throws DomainError conflict with the field for a SKU or barcode in use */
export async function createItem(ctx: Ctx, input: NewItem): Promise<{ id: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "createItem", input, async (commit) => {
    const id = ctx.newId();
    const now = ctx.now.toISOString();
    const { sku, name, primaryCategory, baseUnit } = input;
    return commit(me, {
      writes: [
        ctx.db.insert(inventoryItems).values({
          orgId: me.orgId,
          id,
          ...columnsOf(input),
          sku,
          name,
          primaryCategory,
          baseUnit,
          createdAt: now,
          updatedAt: now,
        }),
      ],
      audit: [{ action: "inventory_item.create", entity: "inventory_item", entityId: id, after: input }],
      result: { id },
      refusals: itemRefusals,
    });
  });
}

/**
 * Changes the given fields.
 * @throws DomainError not_found; conflict with `{ current }` when stale, with the field for a SKU or barcode in use, or when
 *   deactivating an item that is still in stock; invalid with the field
 */
export async function updateItem(ctx: Ctx, id: string, input: ItemChange): Promise<{ id: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "updateItem", { id, input }, async (commit) => {
    const stored = await storedItem(ctx, me, id);
    const { version, ...given } = input;
    if (stored.version !== version) throw staleVersion("item", currentOf(stored));
    const columns = columnsOf(given);
    const { before, after } = differences(stored, columns);
    if (Object.keys(after).length === 0) return { id };
    try {
      return await commit(me, {
        writes: [
          ctx.db
            .update(inventoryItems)
            .set({ ...columns, version: version + 1, updatedAt: ctx.now.toISOString() })
            .where(and(isItem(me, id), eq(inventoryItems.version, version))),
          assertRowChanged(ctx, "stale"),
        ],
        audit: [{ action: "inventory_item.update", entity: "inventory_item", entityId: id, before, after }],
        result: { id },
        refusals: itemRefusals,
      });
    } catch (error) {
      const current = await storedItem(ctx, me, id);
      if (current.version !== version) throw staleVersion("item", currentOf(current));
      if (given.active === false && current.onHandMilli > 0) throw stillInStock(current);
      throw error;
    }
  });
}

/** Named as in the form and the API, for comparison with the submitted values. */
function currentOf(item: ItemRow) {
  const decimal = (value: number | null, per: number) => (value === null ? null : value / per);
  return {
    ...item,
    unitCost: decimal(item.unitCostMinor, 100),
    listPrice: decimal(item.listPriceMinor, 100),
    minStockLevel: decimal(item.minStockMilli, 1000),
    maxStockLevel: decimal(item.maxStockMilli, 1000),
    reorderPoint: decimal(item.reorderPointMilli, 1000),
    weight: decimal(item.weightMilliLb, 1000),
  };
}

function stillInStock({ onHandMilli, baseUnit }: { onHandMilli: number; baseUnit: string }): DomainError {
  const amount = formatAmountOf(onHandMilli, baseUnit);
  return new DomainError("conflict", `${amount} of this item are still in stock. Move or adjust them to zero first.`);
}

/** Returns the item with a SKU in any case. @throws DomainError not_found: the SKU is available */
export async function itemBySku(ctx: Ctx, sku: string) {
  const me = allow(ctx, "inventory.read");
  const [row] = await items(ctx, me).where(
    and(eq(inventoryItems.orgId, me.orgId), eq(inventoryItems.sku, normalizeSku(sku))),
  );
  if (!row) throw notFound("This SKU is free");
  return withStock(me, row);
}

/** Returns the items with these SKUs, as a statement for a batch. */
export function itemsBySku(ctx: Ctx, me: Member, skus: readonly string[]) {
  return items(ctx, me).where(
    and(
      eq(inventoryItems.orgId, me.orgId),
      sql`${inventoryItems.sku} in (select value from json_each(${JSON.stringify(skus)}))`,
    ),
  );
}

/** @throws DomainError not_found */
export async function findItem(ctx: Ctx, id: string) {
  const me = allow(ctx, "inventory.read");
  return withStock(me, await storedItem(ctx, me, id));
}

const sortKeys: Record<ItemSort, SQL> = {
  name: sql`lower(inventory_items.name)`,
  sku: sql`inventory_items.sku`,
  createdAt: sql`inventory_items.number`,
};
const keyOf: Record<ItemSort, (item: Item) => string | number> = {
  name: (item) => asciiLowerCase(item.name),
  sku: (item) => item.sku,
  createdAt: (item) => item.number ?? 0,
};

/**
 * Returns a page of items with their stock, in one round trip; a search covers the newest 200 matches.
 * @throws DomainError invalid for a cursor of another list
 */
export async function listItems(ctx: Ctx, filter: ItemFilter) {
  const me = allow(ctx, "inventory.read");
  const direction = parseCursor(filter, [filter.sortBy === "createdAt" ? "number" : "text", "text"]);
  const conditions = wanted(ctx, me, filter);
  // The unary plus keeps SQLite from scanning an index in this order for the rows a search found.
  const sortKey = filter.search ? sql`+${sortKeys[filter.sortBy]}` : sortKeys[filter.sortBy];
  const inOrder = (key: SQL) => keyset(direction, [key, sql`inventory_items.id`], filter.sortOrder);
  const { beyond, order } = inOrder(sortKey);
  const isLowPage = filter.low && !filter.search;
  const rows = await items(ctx, me)
    .where(
      isLowPage ? isLowOf(ctx, me, { conditions, beyond, order, limit: filter.limit + 1 }) : and(...conditions, beyond),
    )
    .orderBy(...(isLowPage ? inOrder(sql`+${sortKey}`).order : order))
    .limit(filter.limit + 1);
  const key = keyOf[filter.sortBy];
  return {
    ...bidirectionalPage(
      rows.map((row) => withStock(me, row)),
      { limit: filter.limit, total: null, direction },
      (item) => [key(item), item.id],
    ),
    rights: { write: can(me, "inventory.write") },
  };
}

function wanted(ctx: Ctx, me: Member, filter: ItemFilter): (SQL | undefined)[] {
  const { primaryCategory, active, hazardousMaterial, requiresCertification, low } = filter;
  const expression = itemExpression(filter);
  return [
    eq(inventoryItems.orgId, me.orgId),
    expression === null ? undefined : isFound(me, expression),
    primaryCategory && eq(inventoryItems.primaryCategory, primaryCategory),
    isMarked("active", active),
    isMarked("hazardous_material", hazardousMaterial),
    isMarked("requires_certification", requiresCertification),
    low === undefined || (low && !filter.search) ? undefined : sql`coalesce(${isLow(ctx, me)}, 0) = ${low ? 1 : 0}`,
  ];
}

/** Written out, because a partial index is used only if its condition appears literally. */
function isMarked(column: string, value: boolean | undefined): SQL | undefined {
  return value === undefined ? undefined : sql.raw(`inventory_items.${column} = ${value ? 1 : 0}`);
}

/** Whether an active item is at or below its reorder level; null if none is set. */
const isLow = (ctx: Ctx, me: Member): SQL => sql`(inventory_items.active = 1
  and coalesce((select v.on_hand_milli - v.reserved_milli from stock_values v where v.org_id = ${me.orgId} and v.item_id = inventory_items.id), 0)
    - ${expiredOf(ctx, me, sql`inventory_items.id`)} <= coalesce(inventory_items.reorder_point_milli, nullif(inventory_items.min_stock_milli, 0)))`;

interface LowPage {
  conditions: (SQL | undefined)[];
  beyond: SQL | undefined;
  order: SQL[];
  limit: number;
}

/** A page of low items: those in the index, and those that are low only because some stock is expired. */
function isLowOf(ctx: Ctx, me: Member, { conditions, beyond, order, limit }: LowPage): SQL {
  const first = sql`order by ${sql.join(order, sql`, `)} limit ${limit}`;
  return sql`inventory_items.org_id = ${me.orgId} and inventory_items.id in (
    select id from (select inventory_items.id from inventory_items where ${and(...conditions, isMarked("low", true), beyond)} ${first})
    union all select id from (
      select inventory_items.id from (${expiredItems(ctx, me)}) y cross join inventory_items
      where ${and(...conditions, isMarked("low", false), isLow(ctx, me), beyond)} and inventory_items.id = y.item_id ${first}
    ))`;
}

/** The full-text expression: each word begins a word of the item, and filters match words of `kind`. Null without a search. */
function itemExpression({ search, primaryCategory, active }: ItemFilter): string | null {
  const words = searchWords(search ?? "");
  if (words.length === 0) return wordlessSearch(search);
  const sought = `{item} : (${words.map(prefixTerm).join(" AND ")})`;
  const states = active === undefined ? [] : [active ? "active" : "inactive"];
  const kinds = [...states, ...(primaryCategory ? [primaryCategory] : [])].flatMap((kind) => phrase(kind) ?? []);
  return kinds.length > 0 ? `kind : (${kinds.join(" AND ")}) AND ${sought}` : sought;
}

/** Uses the index on numbers, named because the planner would otherwise scan all items of the business. */
function isFound(me: Member, expression: string): SQL {
  const numbers = foundIn(me, { table: "inventory_item_search", expression }, { limit: MAX_FOUND });
  return sql`inventory_items.id in (select i.id from inventory_items i indexed by inventory_items_number where i.org_id = ${me.orgId} and i.number in ${numbers})`;
}

const hitsShown = 5;

/** Results of the global search: the item's name, SKU and id for the URL. */
export function findItems(ctx: Ctx, me: Member, text: string) {
  const words = searchWords(text);
  const expression = words.length > 0 ? `{item} : (${words.map(prefixTerm).join(" AND ")})` : MATCHES_NOTHING;
  const numbers = foundIn(me, { table: "inventory_item_search", expression }, { limit: hitsShown });
  return ctx.db
    .select({
      foundId: named(inventoryItems.id, "foundId"),
      foundLabel: named(inventoryItems.name, "foundLabel"),
      foundDetail: sql<string | null>`${inventoryItems.sku}`.as("foundDetail"),
    })
    .from(sql`inventory_items indexed by inventory_items_number`)
    .where(and(eq(inventoryItems.orgId, me.orgId), sql`${inventoryItems.number} in ${numbers}`))
    .orderBy(desc(inventoryItems.number));
}

export function isItem(me: Member, id: string) {
  return and(eq(inventoryItems.orgId, me.orgId), eq(inventoryItems.id, id));
}

async function storedItem(ctx: Ctx, me: Member, id: string) {
  const [row] = await items(ctx, me).where(isItem(me, id));
  if (!row) throw itemNotFound();
  return row;
}

/** Items with their stock over all locations; the caller adds the conditions. */
function items(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      id: named(inventoryItems.id, "item_row_id"),
      number: inventoryItems.number,
      sku: inventoryItems.sku,
      name: inventoryItems.name,
      description: inventoryItems.description,
      primaryCategory: inventoryItems.primaryCategory,
      secondaryCategory: inventoryItems.secondaryCategory,
      baseUnit: inventoryItems.baseUnit,
      unitCostMinor: inventoryItems.unitCostMinor,
      listPriceMinor: inventoryItems.listPriceMinor,
      active: inventoryItems.active,
      manufacturer: inventoryItems.manufacturer,
      barcode: inventoryItems.barcode,
      minStockMilli: inventoryItems.minStockMilli,
      maxStockMilli: inventoryItems.maxStockMilli,
      reorderPointMilli: inventoryItems.reorderPointMilli,
      requiresCertification: inventoryItems.requiresCertification,
      hazardousMaterial: inventoryItems.hazardousMaterial,
      restrictedItem: inventoryItems.restrictedItem,
      weightMilliLb: inventoryItems.weightMilliLb,
      warrantyDays: inventoryItems.warrantyDays,
      shelfLifeDays: inventoryItems.shelfLifeDays,
      /** A token that changes with each picture; null if there is none. */
      picture: sql<string | null>`substr(inventory_items.picture_key, -36)`.as("picture_mark"),
      version: inventoryItems.version,
      createdAt: inventoryItems.createdAt,
      updatedAt: inventoryItems.updatedAt,
      onHandMilli: sql<number>`coalesce(stock_values.on_hand_milli, 0)`.as("on_hand"),
      reservedMilli: sql<number>`coalesce(stock_values.reserved_milli, 0)`.as("reserved"),
      expiredMilli: expiredOf(ctx, me, sql`inventory_items.id`).as("expired"),
      uncostedMilli: sql<number>`coalesce(stock_values.uncosted_milli, 0)`.as("uncosted"),
      valueMinor: sql<number>`coalesce(stock_values.value_minor, 0)`.as("worth"),
    })
    .from(inventoryItems)
    .leftJoin(stockValues, and(eq(stockValues.orgId, me.orgId), eq(stockValues.itemId, inventoryItems.id)))
    .$dynamic();
}

export type ItemRow = Awaited<ReturnType<typeof items>>[number];
export type Item = ReturnType<typeof withStock>;

/** An item as shown: available quantity, stock state and, for members who may see costs, the moving average cost. */
function withStock(me: Member, row: ItemRow) {
  return {
    ...row,
    availableMilli: availableMilli(row),
    stockState: stockState(row),
    ...costsOf(me, row),
  };
}

/** In minor units; an unknown cost is null, and to members who may not see costs, each of them. */
function costsOf(me: Member, row: ItemRow) {
  if (!seesCosts(me)) return { unitCostMinor: null, valueMinor: null, averageCostMinor: null };
  const { unitCostMinor, valueMinor } = row;
  return { unitCostMinor, valueMinor, averageCostMinor: averageCostMinor(row) };
}

/** The given fields as columns of the table, in its units. */
export function columnsOf(given: Partial<Omit<ItemChange, "version">>) {
  return {
    sku: given.sku,
    name: given.name,
    description: given.description,
    primaryCategory: given.primaryCategory,
    secondaryCategory: given.secondaryCategory,
    baseUnit: given.baseUnit,
    unitCostMinor: given.unitCost,
    listPriceMinor: given.listPrice,
    active: given.active,
    manufacturer: given.manufacturer,
    barcode: given.barcode,
    minStockMilli: given.minStockLevel,
    maxStockMilli: given.maxStockLevel,
    reorderPointMilli: given.reorderPoint,
    requiresCertification: given.requiresCertification,
    hazardousMaterial: given.hazardousMaterial,
    restrictedItem: given.restrictedItem,
    weightMilliLb: given.weight,
    warrantyDays: given.warrantyDays,
    shelfLifeDays: given.shelfLifeDays,
  };
}
