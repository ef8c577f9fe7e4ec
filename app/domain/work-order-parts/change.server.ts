import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { workOrderParts } from "#drizzle/schema/work-order-parts";
import { equipmentRows } from "~/domain/equipment/work-order-equipment.server";
import { seesCosts } from "~/domain/inventory/costs";
import { customItem } from "~/domain/inventory/items/custom-item.server";
import { explainUse, findAtPlace, takeBack } from "~/domain/inventory/part-stock.server";
import { consumePart } from "~/domain/inventory/work-order-stock.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, notFound, staleVersion } from "~/domain/shared/errors";
import { type AuditEntry, assertRowChanged, differences, once, type Write } from "~/domain/shared/write.server";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import { boardEvent } from "~/domain/work-orders/board-event";
import { officeTime } from "~/domain/work-orders/device-clock";
import { allowEvidence } from "~/domain/work-orders/former-crew.server";
import { allowCrewOrOffice, allowOnWorkOrder, idOfWorkOrder } from "~/domain/work-orders/load.server";
import { noNames, readWorkOrder } from "./find.server";
import { type PartRow, reckoned, selectParts, shownTo } from "./list.server";
import type { NewPart, PartChange, TechnicianPart } from "./schema";

/** A part of a work order, both as named in the URL. */
interface PartRef {
  ref: string;
  partId: string;
}

const partNotFound = () => notFound("Part not found");

const stalePart = (me: Member, current: PartRow) => staleVersion("part", shownTo(me, reckoned(current)));

const refusals = {
  stale: () => new DomainError("conflict", "Someone else just changed this part."),
  part_job_moved: () => new DomainError("conflict", "The job has just been moved. Please try again."),
  work_order_parts_locked: () => new DomainError("conflict", "This job is closed: its parts can't be changed."),
  work_order_part_not_taken: () => new DomainError("conflict", "The stock has just changed. Please try again."),
  stock_location_inactive: () =>
    new DomainError("conflict", "The location it came from is inactive. Activate it first."),
  stock_item_inactive: () => new DomainError("conflict", "The item is inactive. Activate it first."),
};

/**
 * Records a part used on a job and takes it out of stock in one step. An item is taken from the job's reservations first, then
 * from available stock; other parts move no stock.
 * @throws DomainError not_found; forbidden; invalid with the field; conflict for a closed or canceled job, and if more would be
 *   taken than is available, `{ short }` naming the item, the location and what is available
 */
export async function addPart(ctx: Ctx, ref: string, input: NewPart): Promise<{ id: string }> {
  const me = allowCrewOrOffice(ctx);
  return once(ctx, { useCase: "addPart", retention: "forever" }, { ref, input }, async (commit) => {
    const workOrder = await readWorkOrder(ctx, me, { ref, named: { ...input, code: null } });
    allowOnWorkOrder(ctx, workOrder);
    if (!takesParts(workOrder.status)) throw overFor(workOrder.status);
    const isItem = input.inventoryItemId !== null || input.inventorySku !== null;
    if (isItem && !workOrder.item)
      throw invalidField(input.inventoryItemId ? "inventoryItemId" : "inventorySku", "Part not found");
    const used = { ...input, item: workOrder.item, usedAt: ctx.now.toISOString(), isFromTechnician: false };
    return recordPart(ctx, me, { commit, workOrder, used });
  });
}

/**
 * Like `addPart`, for a part a technician uses: it is taken from their own truck, and stock missing in the ledger is added
 * as found in the same batch, to be counted. Text that is neither a barcode nor a SKU describes a part that is not an item. A
 * part used before the job was canceled is still recorded, since it is in the customer's equipment.
 */
export async function addTechnicianPart(ctx: Ctx, ref: string, input: TechnicianPart): Promise<{ id: string }> {
  const me = allowCrewOrOffice(ctx);
  return once(ctx, { useCase: "addTechnicianPart", retention: "forever" }, { ref, input }, async (commit) => {
    const { part, itemId, equipmentId, quantity, notes, usedAt, clockOffsetMs } = input;
    const named = { inventoryItemId: itemId, inventorySku: null, equipmentId, locationId: null };
    const workOrder = await readWorkOrder(ctx, me, { ref, named: { ...named, code: part } });
    const bounds = { now: ctx.now.getTime(), notBefore: Date.parse(workOrder.createdAt) };
    const { at } = officeTime({ occurredAt: usedAt ?? undefined, clockOffsetMs }, bounds);
    const { id: workOrderId, crew } = workOrder;
    await allowEvidence(ctx, me, { workOrderId, crew, at: new Date(at).toISOString() });
    const wasBefore = workOrder.status === "cancelled" && at < Date.parse(workOrder.statusSince ?? "");
    if (!takesParts(workOrder.status) && !wasBefore) throw overFor(workOrder.status);
    // Without a truck, the part's origin is unknown: it is recorded on the job, and no stock moves.
    const item = workOrder.truckId === null ? null : workOrder.item;
    const description = item ? null : (workOrder.item?.name ?? part);
    return recordPart(ctx, me, {
      commit,
      workOrder,
      used: {
        ...{ partDescription: description, quantity, equipmentId, notes, item, isFromTechnician: true },
        ...{
          supplier: null,
          price: item ? null : (workOrder.item?.listPriceMinor ?? null),
          costPerUnit: null,
          billable: true,
        },
        ...{ locationId: null, usedAt: new Date(at).toISOString(), takeExpired: false },
      },
    });
  });
}

type CommitPart = Parameters<Parameters<typeof once<{ id: string }>>[3]>[0];

interface Used
  extends Pick<
    NewPart,
    | "partDescription"
    | "quantity"
    | "equipmentId"
    | "notes"
    | "supplier"
    | "price"
    | "costPerUnit"
    | "billable"
    | "locationId"
    | "takeExpired"
  > {
  item: WorkOrder["item"];
  usedAt: string;
  isFromTechnician: boolean;
}

interface Recorded {
  commit: CommitPart;
  workOrder: WorkOrder;
  used: Used;
}

async function recordPart(ctx: Ctx, me: Member, { commit, workOrder, used }: Recorded): Promise<{ id: string }> {
  const { item, quantity, equipmentId, notes, supplier, billable } = used;
  if (equipmentId && !workOrder.unit) throw invalidField("equipmentId", "Choose equipment of this customer");
  const id = ctx.newId();
  const now = ctx.now.toISOString();
  const locationId = item ? (used.locationId ?? workOrder.truckId) : null;
  if (item && !locationId) throw invalidField("locationId", "Choose where it comes from");
  const place = item && locationId ? { workOrderId: workOrder.id, itemId: item.id, locationId, quantity } : null;
  const taken = place
    ? consumePart(ctx, me, { ...place, takesExpired: used.isFromTechnician || used.takeExpired })
    : null;
  const found =
    place && taken && used.isFromTechnician ? findAtPlace(ctx, me, { ...place, postingId: taken.postingId }) : null;
  const description = item ? item.name : (used.partDescription ?? "");
  const custom = workOrder.item ? null : await customItem(ctx, me, customPart(workOrder, { ...used, description }));
  const row = {
    ...{ id, description, sku: item?.sku ?? null },
    ...{ itemId: item?.id ?? null, unit: item?.baseUnit ?? ("EA" as const), quantityMilli: quantity, equipmentId },
    ...{
      locationId,
      postingId: taken?.postingId ?? null,
      model: workOrder.unit?.model ?? null,
      notes,
      supplier,
      billable,
    },
    unitCostMinor: item ? null : used.costPerUnit,
    unitPriceMinor: used.price ?? item?.listPriceMinor ?? null,
    usedAt: used.usedAt,
  };
  try {
    return await commit(me, {
      writes: [
        ...(found?.writes ?? []),
        ...(taken?.writes ?? []),
        ...(custom?.writes ?? []),
        ctx.db.run(sql`INSERT INTO work_order_parts (
            org_id, id, work_order_id, description, item_id, sku, unit, quantity_milli, location_id, posting_id, found_milli, equipment_id,
            service_type_id, model, unit_cost_minor, unit_price_minor, billable, supplier, notes, used_at, used_by, created_at, updated_at
          )
          SELECT w.org_id, ${id}, w.id, ${row.description}, ${row.itemId}, ${custom?.sku ?? row.sku}, ${row.unit}, ${quantity}, ${locationId}, ${row.postingId},
            ${found?.foundMilli ?? 0}, ${equipmentId}, w.service_type_id, ${row.model}, ${row.unitCostMinor}, ${row.unitPriceMinor},
            ${billable ? 1 : 0}, ${supplier}, ${notes}, ${row.usedAt}, ${me.userId ?? "system"}, ${now}, ${now}
          FROM work_orders w WHERE w.org_id = ${me.orgId} AND w.id = ${workOrder.id} AND w.status = ${workOrder.status}`),
        assertRowChanged(ctx, "part_job_moved"),
        ...(equipmentId ? equipmentRows(ctx, me, { ...workOrder, equipmentIds: [equipmentId] }) : []),
      ],
      audit: [
        { action: "work_order_part.add", entity: "work_order", entityId: workOrder.id, after: row },
        ...(custom?.audit ?? []),
      ],
      publish: [boardEvent(me, "changed", workOrder.id)],
      result: { id },
      refusals,
    });
  } catch (error) {
    throw await explainUse(ctx, me, { place, error });
  }
}

function customPart({ number }: WorkOrder, { description, costPerUnit, price }: Used & { description: string }) {
  const workOrder = formatWorkOrderNumber(number);
  return { workOrder, description, unitCostMinor: costPerUnit, listPriceMinor: price };
}

/**
 * Changes the given fields of a part. A different quantity or location returns the stock taken and takes it again, in one step.
 * For members who may not see costs, a blank cost keeps the stored one.
 * @throws DomainError as `addPart`; conflict with `{ current }` for a stale version
 */
export async function changePart(ctx: Ctx, which: PartRef, input: PartChange): Promise<{ id: string }> {
  const me = allowCrewOrOffice(ctx);
  return once(ctx, "changePart", { which, input }, async (commit) => {
    const { workOrder, part } = await readPart(ctx, me, which, input.equipmentId ?? null);
    if (part.removedAt) throw partNotFound();
    if (!takesParts(workOrder.status)) throw overFor(workOrder.status);
    if (input.version !== undefined && input.version !== part.version) throw stalePart(me, part);
    if (input.equipmentId && !workOrder.unit) throw invalidField("equipmentId", "Choose equipment of this customer");
    const isItem = part.itemId !== null;
    if (isItem && input.costPerUnit != null && input.costPerUnit !== part.unitCostMinor)
      throw invalidField("costPerUnit", "The cost of a part from stock comes from the stock ledger");
    const columns = {
      description: isItem ? undefined : input.partDescription,
      quantityMilli: input.quantity,
      locationId: isItem ? (input.locationId ?? undefined) : undefined,
      equipmentId: input.equipmentId,
      unitCostMinor: isItem || (input.costPerUnit === null && !seesCosts(me)) ? undefined : input.costPerUnit,
      unitPriceMinor: input.price,
      billable: input.billable,
      supplier: input.supplier,
      notes: input.notes,
    };
    const { before, after } = differences(part, columns);
    if (Object.keys(after).length === 0) return { id: part.id };
    const values = {
      ...columns,
      ...(input.equipmentId === undefined ? {} : { model: workOrder.unit?.model ?? null }),
      updatedAt: ctx.now.toISOString(),
    };
    const moves = "quantityMilli" in after || "locationId" in after;
    const place = moves ? placeOf(part, columns) : null;
    const taken = place ? consumePart(ctx, me, { ...place, takesExpired: input.takeExpired ?? false }) : null;
    const found =
      place && taken ? findAtPlace(ctx, me, { ...place, postingId: taken.postingId, again: part.id }) : null;
    const back = stockOf(part);
    const audit = { action: "work_order_part.change", entity: "work_order", entityId: workOrder.id };
    try {
      return await commit(me, {
        writes: [
          update(ctx, me, part, place ? { removedAt: values.updatedAt } : values),
          assertRowChanged(ctx, "stale"),
          ...(place && back ? takeBack(ctx, me, { ...back }) : []),
          ...(found?.writes ?? []),
          ...(taken?.writes ?? []),
          ...(taken
            ? [
                ctx.db
                  .update(workOrderParts)
                  .set({
                    ...values,
                    ...{ postingId: taken.postingId, removedAt: null },
                    foundMilli: found?.foundMilli ?? 0,
                  })
                  .where(isPart(me, part)),
              ]
            : []),
          ...(input.equipmentId ? equipmentRows(ctx, me, { ...workOrder, equipmentIds: [input.equipmentId] }) : []),
        ],
        audit: [{ ...audit, before: { id: part.id, ...before }, after: { id: part.id, ...after } }],
        publish: [boardEvent(me, "changed", workOrder.id)],
        result: { id: part.id },
        refusals,
      });
    } catch (error) {
      const { part: current } = await readPart(ctx, me, which);
      if (current.version !== part.version) throw stalePart(me, current);
      throw await explainUse(ctx, me, { place, error });
    }
  });
}

/**
 * Removes a part and returns its stock to where it came from. Removing it again changes nothing.
 * @throws DomainError as `changePart`
 */
export async function removePart(
  ctx: Ctx,
  which: PartRef,
  { version }: { version?: number } = {},
): Promise<{ id: string }> {
  const me = allowCrewOrOffice(ctx);
  return once(ctx, "removePart", { which, version }, async (commit) => {
    const { workOrder, part } = await readPart(ctx, me, which);
    if (part.removedAt) return { id: part.id };
    if (workOrder.status === "closed") throw overFor(workOrder.status);
    if (version !== undefined && version !== part.version) throw stalePart(me, part);
    const change: Change = { workOrder, part, action: "remove" };
    return commit(me, {
      writes: removeWrites(ctx, me, part),
      ...published(me, change),
      result: { id: part.id },
      refusals,
    });
  });
}

/** Restores a part that was removed by mistake. @throws DomainError as `addPart` */
export async function restorePart(ctx: Ctx, which: PartRef): Promise<{ id: string }> {
  const me = allowCrewOrOffice(ctx);
  return once(ctx, "restorePart", which, async (commit) => {
    const { workOrder, part } = await readPart(ctx, me, which);
    if (!part.removedAt) return { id: part.id };
    if (!takesParts(workOrder.status)) throw overFor(workOrder.status);
    const place = placeOf(part, {});
    // It was already used, so an expiry does not matter.
    const taken = place ? consumePart(ctx, me, { ...place, takesExpired: true }) : null;
    const found =
      place && taken ? findAtPlace(ctx, me, { ...place, postingId: taken.postingId, again: part.id }) : null;
    const change: Change = { workOrder, part, action: "restore" };
    try {
      return await commit(me, {
        writes: [
          ...(found?.writes ?? []),
          ...(taken?.writes ?? []),
          update(ctx, me, part, {
            ...{ removedAt: null, updatedAt: ctx.now.toISOString(), postingId: taken?.postingId ?? null },
            foundMilli: found?.foundMilli ?? 0,
          }),
          assertRowChanged(ctx, "stale"),
        ],
        ...published(me, change),
        result: { id: part.id },
        refusals,
      });
    } catch (error) {
      throw await explainUse(ctx, me, { place, error });
    }
  });
}

interface Change {
  workOrder: WorkOrder;
  part: PartRow;
  action: "remove" | "restore";
}

function published(
  me: Member,
  { workOrder, part, action }: Change,
): { audit: AuditEntry[]; publish: ReturnType<typeof boardEvent>[] } {
  const { id, description, quantityMilli } = part;
  const entry = { action: `work_order_part.${action}`, entity: "work_order", entityId: workOrder.id };
  return {
    audit: [{ ...entry, after: { id, description, quantityMilli } }],
    publish: [boardEvent(me, "changed", workOrder.id)],
  };
}

function removeWrites(ctx: Ctx, me: Member, part: PartRow): Write[] {
  const now = ctx.now.toISOString();
  const back = stockOf(part);
  return [
    update(ctx, me, part, { removedAt: now, updatedAt: now }),
    assertRowChanged(ctx, "stale"),
    ...(back ? takeBack(ctx, me, { ...back }) : []),
  ];
}

function update(ctx: Ctx, me: Member, part: PartRow, values: SQLiteUpdateSetSource<typeof workOrderParts>) {
  return ctx.db
    .update(workOrderParts)
    .set({ ...values, version: sql`${workOrderParts.version} + 1` })
    .where(
      and(
        isPart(me, part),
        eq(workOrderParts.version, part.version),
        part.removedAt ? isNotNull(workOrderParts.removedAt) : isNull(workOrderParts.removedAt),
      ),
    );
}

function isPart(me: Member, { workOrderId, id }: Pick<PartRow, "workOrderId" | "id">) {
  return and(
    eq(workOrderParts.orgId, me.orgId),
    eq(workOrderParts.workOrderId, workOrderId),
    eq(workOrderParts.id, id),
  );
}

/** The stock taken for a part; null if it is not an item. */
function stockOf({ workOrderId, itemId, locationId, postingId }: PartRow) {
  return itemId && locationId && postingId ? { workOrderId, itemId, locationId, postingId } : null;
}

function placeOf(part: PartRow, { quantityMilli, locationId }: { quantityMilli?: number; locationId?: string }) {
  const at = locationId ?? part.locationId;
  if (!part.itemId || !at) return null;
  return {
    ...{ workOrderId: part.workOrderId, itemId: part.itemId, locationId: at },
    quantity: quantityMilli ?? part.quantityMilli,
  };
}

const takesParts = (status: WorkOrderStatus) => status !== "closed" && status !== "cancelled";

function overFor(status: WorkOrderStatus): DomainError {
  const text =
    status === "closed"
      ? "This job is closed: its parts can't be changed."
      : "This job is canceled. Put the part back, or record it on the job that it was used for.";
  // The technician app derives the reason of a refusal from `from`.
  return new DomainError("conflict", text, { details: { from: status } });
}

type WorkOrder = Awaited<ReturnType<typeof readWorkOrder>>;

/** @throws DomainError not_found; forbidden */
async function readPart(ctx: Ctx, me: Member, { ref, partId }: PartRef, equipmentId: string | null = null) {
  const [workOrder, [part]] = await Promise.all([
    readWorkOrder(ctx, me, { ref, named: { ...noNames, equipmentId } }),
    selectParts(ctx, me, { workOrderId: idOfWorkOrder(me, ref), where: eq(workOrderParts.id, partId) }),
  ]);
  if (!part) throw partNotFound();
  allowOnWorkOrder(ctx, workOrder);
  return { workOrder, part };
}
