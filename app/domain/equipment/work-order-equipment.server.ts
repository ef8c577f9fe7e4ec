import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { named } from "#drizzle/d1/columns";
import { equipment, workOrderEquipment } from "#drizzle/schema/equipment";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import type { Write } from "~/domain/shared/write.server";
import { chargeTrendsOf, repairsOf } from "./find.server";

type WorkOrderUnits = { id: string; customerId: string; equipmentIds: readonly string[] };

/** Links a new work order to equipment; equipment of other customers is left out. */
export function equipmentRows(ctx: Ctx, me: Member, { id, customerId, equipmentIds }: WorkOrderUnits): Write[] {
  if (equipmentIds.length === 0) return [];
  return [
    ctx.db.run(sql`INSERT OR IGNORE INTO work_order_equipment (org_id, work_order_id, equipment_id)
      SELECT ${me.orgId}, ${id}, e.id FROM equipment e
      WHERE e.org_id = ${me.orgId} AND e.customer_id = ${customerId} AND e.id IN (SELECT value FROM json_each(${JSON.stringify(equipmentIds)}))`),
  ];
}

/** Replaces a work order's equipment with this list. */
export function changeUnits(ctx: Ctx, me: Member, workOrder: WorkOrderUnits): Write[] {
  const others = sql`${workOrderEquipment.equipmentId} NOT IN (SELECT value FROM json_each(${JSON.stringify(workOrder.equipmentIds)}))`;
  return [
    ctx.db
      .delete(workOrderEquipment)
      .where(and(eq(workOrderEquipment.orgId, me.orgId), eq(workOrderEquipment.workOrderId, workOrder.id), others)),
    ...equipmentRows(ctx, me, workOrder),
  ];
}

const onWorkOrder = (me: Member, workOrderId: SQL | string) =>
  sql`${equipment.id} IN (SELECT we.equipment_id FROM work_order_equipment we WHERE we.org_id = ${me.orgId} AND we.work_order_id = ${workOrderId})`;

/** Refuses equipment that is neither the customer's nor already on the job. @throws DomainError invalid with the field */
export async function checkUnits(
  ctx: Ctx,
  me: Member,
  { id, customerId, equipmentIds }: WorkOrderUnits,
): Promise<void> {
  if (equipmentIds.length === 0) return;
  const known = await ctx.db
    .select({ id: equipment.id })
    .from(equipment)
    .where(
      and(
        eq(equipment.orgId, me.orgId),
        sql`${equipment.id} IN (SELECT value FROM json_each(${JSON.stringify(equipmentIds)}))`,
        or(eq(equipment.customerId, customerId), onWorkOrder(me, id)),
      ),
    );
  if (known.length === new Set(equipmentIds).size) return;
  const text = "Choose equipment of this customer";
  throw new DomainError("invalid", text, { fields: { equipmentIds: [text] } });
}

export type UnitChoice = Awaited<ReturnType<typeof unitChoices>>[number];

/** Returns the customer's equipment a job can be about, by name, and the equipment it is already about. */
export function unitChoices(ctx: Ctx, me: Member, { customerId, workOrderId }: { customerId: SQL; workOrderId?: SQL }) {
  return (
    ctx.db
      .select({
        id: named(equipment.id, "unit_id"),
        name: named(equipment.name, "unit_name"),
        manufacturer: equipment.manufacturer,
        modelNumber: equipment.modelNumber,
        serialNumber: equipment.serialNumber,
        location: named(equipment.location, "unit_location"),
        addressId: equipment.addressId,
      })
      .from(equipment)
      .where(
        and(
          eq(equipment.orgId, me.orgId),
          sql`${equipment.id} IN (SELECT e.id FROM equipment e INDEXED BY equipment_customer
            WHERE e.org_id = ${me.orgId} AND e.customer_id = ${customerId} AND e.status <> 'retired'
          ${workOrderId ? sql`UNION SELECT we.equipment_id FROM work_order_equipment we WHERE we.org_id = ${me.orgId} AND we.work_order_id = ${workOrderId}` : sql``})`,
        ),
      )
      // The unary plus keeps SQLite from scanning an index in this order.
      .orderBy(sql`+lower(${equipment.name})`, asc(equipment.id))
  );
}

/** Returns a job's equipment with its previous measurements; warranty and health are computed from the stored facts. */
export function unitsOfWorkOrder(ctx: Ctx, me: Member, workOrderId: SQL) {
  return ctx.db
    .select({ ...unitFacts(ctx, me), measured: lastMeasured(me, sql`work_order_equipment.work_order_id`) })
    .from(workOrderEquipment)
    .innerJoin(equipment, and(eq(equipment.orgId, me.orgId), eq(equipment.id, workOrderEquipment.equipmentId)))
    .where(and(eq(workOrderEquipment.orgId, me.orgId), eq(workOrderEquipment.workOrderId, workOrderId)))
    .limit(20);
}

/** The columns of equipment in short form. */
export function unitFacts(ctx: Ctx, me: Member) {
  return {
    id: named(equipment.id, "unit_id"),
    equipmentName: named(equipment.name, "unit_name"),
    equipmentType: named(equipment.type, "unit_type"),
    status: named(equipment.status, "unit_status"),
    manufacturer: equipment.manufacturer,
    modelNumber: equipment.modelNumber,
    location: named(equipment.location, "unit_location"),
    installDate: equipment.installDate,
    lifespanYears: equipment.lifespanYears,
    warrantyExpirationDate: equipment.warrantyExpiresOn,
    nextMaintenanceDate: equipment.nextMaintenanceOn,
    criticalAlerts: equipment.criticalAlerts,
    repairsLastYear: repairsOf(ctx, me),
    chargeTrends: chargeTrendsOf(me),
  };
}

const Measured = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    unit: z.string().nullable(),
    value: z.number().nullable(),
    failed: z.number(),
    doneAt: z.string().nullable(),
    number: z.number(),
  }),
);
export type Measured = z.output<typeof Measured>[number];

/** Parses the result of `lastMeasured`, in checklist order. */
export function readMeasured(json: string): Measured[] {
  return Measured.parse(JSON.parse(json));
}

/** Measurements on the row's equipment, as JSON: from its latest job with measurements, except for `besides`. */
export function lastMeasured(me: Member, besides?: SQL) {
  const measured = sql`m.kind = 'measurement' AND m.result IS NOT NULL`;
  const latest = sql`(SELECT we.work_order_id FROM work_order_equipment we INDEXED BY work_order_equipment_unit
    WHERE we.org_id = ${me.orgId} AND we.equipment_id = equipment.id ${besides ? sql`AND we.work_order_id <> ${besides}` : sql``}
      AND EXISTS (SELECT 1 FROM work_order_tasks m INDEXED BY work_order_tasks_measured
        WHERE m.org_id = ${me.orgId} AND m.work_order_id = we.work_order_id AND ${measured})
    ORDER BY we.work_order_id DESC LIMIT 1)`;
  return sql<string>`(SELECT json_group_array(json_object('id', m.id, 'title', m.title, 'unit', m.unit, 'value', m.result ->> 'value',
      'failed', m.outcome = 'fail', 'doneAt', m.done_at, 'number', w.number) ORDER BY m.position)
    FROM work_orders w CROSS JOIN work_order_tasks m INDEXED BY work_order_tasks_measured
    WHERE w.org_id = ${me.orgId} AND w.id = ${latest} AND m.org_id = ${me.orgId} AND m.work_order_id = w.id AND ${measured})`.as(
    "measured",
  );
}
