import { and, eq, sql } from "drizzle-orm";
import { sequences } from "#drizzle/schema/platform";
import { purchaseOrderLines, purchaseOrders } from "#drizzle/schema/purchasing";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { addDays } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import {
  asStale,
  changeOrder,
  insertLines,
  isOrder,
  justChanged,
  type NewLine,
  readOrder,
  refusals,
  staleOrder,
} from "./internal/orders.server";
import { NO_PACK, wholePacks } from "./purchase-order";
import type { NewPurchaseOrder, OrderLineInput, PurchaseOrderChange, Reorder } from "./schema";
import { findSupplierItems, type SupplierItem } from "./supplier-items.server";
import { leadTimesOf } from "./suppliers.server";

/**
 * Creates a draft order with its number. A line without a price or a part number takes the supplier's current one; later price
 * changes do not affect the order.
 * @throws DomainError not_found for the supplier, an item or a location; invalid for an inactive supplier
 */
export async function createPurchaseOrder(ctx: Ctx, input: NewPurchaseOrder): Promise<{ id: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "createPurchaseOrder", input, async (commit) => {
    const id = ctx.newId();
    const { lines, ...order } = input;
    return commit(me, {
      writes: insertDraft(ctx, me, { id, ...order, lines: await pricedLines(ctx, input) }),
      audit: [{ action: "purchase_order.create", entity: "purchase_order", entityId: id, after: input }],
      result: { id },
      refusals,
    });
  });
}

interface Draft {
  id: string;
  supplierId: string;
  expectedOn: string | null;
  note: string | null;
  lines: readonly NewLine[];
}

function insertDraft(ctx: Ctx, me: Member, { lines, ...draft }: Draft): Write[] {
  const now = ctx.now.toISOString();
  return [
    ctx.db
      .insert(sequences)
      .values({ orgId: me.orgId, name: "purchase_orders", value: 1 })
      .onConflictDoUpdate({ target: [sequences.orgId, sequences.name], set: { value: sql`${sequences.value} + 1` } }),
    ctx.db.insert(purchaseOrders).values({
      orgId: me.orgId,
      ...draft,
      number: sql`(select s.value from sequences s where s.org_id = ${me.orgId} and s.name = 'purchase_orders')`,
      ...{ createdBy: me.userId ?? "system", createdAt: now, updatedAt: now },
    }),
    insertLines(ctx, me, { orderId: draft.id, lines }),
  ];
}

type Priced = Pick<NewLine, "itemId" | "unitCostMinor" | "packSizeMilli" | "packPriceMinor" | "partNumber">;

interface Ordered<Line> {
  supplierId: string;
  lines: readonly Line[];
}

/**
 * Returns the lines as stored, in whole packs; open fields are copied from the supplier's current data. A unit cost equal to
 * the previous one or the supplier's keeps the exact pack price; any other unit cost replaces it. With another supplier than
 * previously, fields equal to the previous ones are open too: they were the other supplier's.
 */
async function pricedLines(
  ctx: Ctx,
  { supplierId, ...order }: Ordered<OrderLineInput>,
  previous: Ordered<Priced> | null = null,
): Promise<NewLine[]> {
  const isMoved = previous !== null && previous.supplierId !== supplierId;
  const lines = isMoved ? order.lines.map((line) => withoutCopied(line, previous.lines)) : order.lines;
  const before = isMoved ? [] : (previous?.lines ?? []);
  const sold = await findSupplierItems(
    ctx,
    lines.map(({ itemId }) => itemId),
    supplierId,
  );
  return lines.map(({ itemId, locationId, quantity, unitCost, partNumber }) => {
    const offer = sold.find((one) => one.itemId === itemId);
    const packSizeMilli = offer?.packSizeMilli ?? NO_PACK;
    const unitCostMinor = unitCost ?? offer?.priceMinor ?? null;
    const isPriced = (one: Omit<Priced, "itemId">) =>
      one.unitCostMinor === unitCostMinor && one.packSizeMilli === packSizeMilli;
    const asBefore = unitCost === null ? undefined : before.find((one) => one.itemId === itemId && isPriced(one));
    const asOffered = offer && isPriced({ ...offer, unitCostMinor: offer.priceMinor }) ? offer : undefined;
    return {
      ...{ itemId, locationId, unitCostMinor, packSizeMilli },
      quantityMilli: wholePacks(quantity, packSizeMilli),
      packPriceMinor: (asBefore ?? asOffered)?.packPriceMinor ?? null,
      partNumber: partNumber ?? offer?.partNumber ?? null,
    };
  });
}

function withoutCopied(line: OrderLineInput, before: readonly Priced[]): OrderLineInput {
  const same = before.filter(({ itemId }) => itemId === line.itemId);
  return {
    ...line,
    unitCost: same.some(({ unitCostMinor }) => unitCostMinor === line.unitCost) ? null : line.unitCost,
    partNumber: same.some(({ partNumber }) => partNumber === line.partNumber) ? null : line.partNumber,
  };
}

/**
 * Replaces the contents of a draft. With another supplier, its prices and part numbers replace those copied from the previous one.
 * @throws DomainError not_found; conflict once it was ordered, or with `{ current }` when stale
 */
export async function updatePurchaseOrder(ctx: Ctx, id: string, input: PurchaseOrderChange): Promise<{ id: string }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "updatePurchaseOrder", { id, input }, async (commit) => {
    const order = await readOrder(ctx, me, id);
    const { lines, version, ...fields } = input;
    if (order.version !== version) throw staleOrder(order);
    if (order.status !== "draft") throw notEditable();
    const priced = await pricedLines(ctx, input, order);
    try {
      return await commit(me, {
        writes: [
          ...changeOrder(ctx, me, { order, set: fields }),
          ctx.db
            .delete(purchaseOrderLines)
            .where(and(eq(purchaseOrderLines.orgId, me.orgId), eq(purchaseOrderLines.orderId, id))),
          insertLines(ctx, me, { orderId: id, lines: priced }),
        ],
        audit: [{ action: "purchase_order.update", entity: "purchase_order", entityId: id, after: input }],
        result: { id },
        refusals: { ...refusals, stale: notEditable },
      });
    } catch (error) {
      throw await asStale(ctx, me, { id, version, error });
    }
  });
}

const notEditable = () => new DomainError("conflict", "This order is with the supplier and can't be changed.");

/** Deletes a draft; its number is not reused. @throws DomainError not_found; conflict once it was ordered, or when stale */
export async function deletePurchaseOrder(ctx: Ctx, id: string, { version }: { version?: number }): Promise<void> {
  const me = allow(ctx, "inventory.write");
  await once(ctx, "deletePurchaseOrder", { id, version }, async (commit) => {
    const order = await readOrder(ctx, me, id);
    if (version !== undefined && order.version !== version) throw staleOrder(order);
    if (order.status !== "draft") throw notEditable();
    try {
      return await commit(me, {
        writes: [
          ctx.db.delete(purchaseOrders).where(and(isOrder(me, id), eq(purchaseOrders.version, order.version))),
          assertRowChanged(ctx, "stale"),
        ],
        audit: [{ action: "purchase_order.delete", entity: "purchase_order", entityId: id, before: order }],
        result: null,
        refusals: { ...refusals, stale: justChanged },
      });
    } catch (error) {
      throw await asStale(ctx, me, { id, version: order.version, error });
    }
  });
}

/**
 * Creates one draft per supplier: the given one for an item, else the preferred one. Quantities are rounded up to whole packs,
 * and the expected day follows from the supplier's lead time.
 * @throws DomainError invalid with the field of each item without a supplier; not_found
 */
export async function createFromSuggestions(ctx: Ctx, input: Reorder): Promise<{ ids: string[] }> {
  const me = allow(ctx, "inventory.write");
  return once(ctx, "createFromSuggestions", input, async (commit) => {
    const chosen = input.lines.flatMap(({ supplierId }) => supplierId ?? []);
    const [sold, leadTimes] = await Promise.all([
      findSupplierItems(
        ctx,
        input.lines.map(({ itemId }) => itemId),
      ),
      leadTimesOf(ctx, chosen),
    ]);
    const orders = bySupplier(input, sold);
    const drafts = [...orders].map(([supplierId, lines]) => ({
      id: ctx.newId(),
      ...{ supplierId, note: null, lines },
      expectedOn: expectedOn(
        todayOf(ctx, me),
        [...sold, ...leadTimes].find((one) => one.supplierId === supplierId),
      ),
    }));
    const ids = drafts.map(({ id }) => id);
    return commit(me, {
      writes: drafts.flatMap((draft) => insertDraft(ctx, me, draft)),
      audit: drafts.map((draft) => ({
        ...{ action: "purchase_order.create", entity: "purchase_order", entityId: draft.id },
        after: draft,
      })),
      result: { ids },
      refusals,
    });
  });
}

function expectedOn(today: string, supplier: { leadTimeDays: number | null } | undefined): string | null {
  return supplier?.leadTimeDays == null ? null : addDays(today, supplier.leadTimeDays);
}

function bySupplier({ lines, locationId }: Reorder, sold: readonly SupplierItem[]): Map<string, NewLine[]> {
  const orders = new Map<string, NewLine[]>();
  lines.forEach(({ itemId, quantity, supplierId }, at) => {
    const offer = sold.find(
      (one) => one.itemId === itemId && (supplierId === null ? one.preferred : one.supplierId === supplierId),
    );
    const from = supplierId ?? offer?.supplierId;
    if (!from) throw invalidField(`lines[${at}].supplierId`, "Choose a supplier: none is preferred for this item.");
    const packSizeMilli = offer?.packSizeMilli ?? NO_PACK;
    const line = {
      ...{ itemId, locationId, quantityMilli: wholePacks(quantity, packSizeMilli) },
      ...{ partNumber: offer?.partNumber ?? null, unitCostMinor: offer?.priceMinor ?? null },
      ...{ packSizeMilli, packPriceMinor: offer?.packPriceMinor ?? null },
    };
    orders.set(from, [...(orders.get(from) ?? []), line]);
  });
  return orders;
}
