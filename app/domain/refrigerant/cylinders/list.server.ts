import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { tenantMembers } from "#drizzle/schema/platform";
import { refrigerantCylinderEntries, refrigerantCylinders, refrigerantReadings } from "#drizzle/schema/refrigerant";
import { technicians } from "#drizzle/schema/technicians";
import { workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { type BackCursor, bidirectionalPage, inRange, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allow, can } from "~/domain/shared/permissions";
import { asciiUpperCase } from "~/domain/shared/text/ascii-case";
import { foundIn } from "~/domain/shared/text/full-text.server";
import { everyWord } from "~/domain/shared/text/search";
import { cylinderStatus, netMilliLb } from "./cylinder";
import type { CylinderFilter, EntryFilter } from "./schema";

export const cylinderNotFound = () => notFound("Cylinder not found");

const c = refrigerantCylinders;

export function isCylinder(me: Member, id: string) {
  return and(eq(c.orgId, me.orgId), eq(c.id, id));
}

function selectCylinders(ctx: Ctx, me: Member, { index }: { index?: SQL } = {}) {
  return ctx.db
    .select({
      id: named(c.id, "cylinder_id"),
      number: named(c.number, "cylinder_number"),
      refrigerant: named(c.refrigerant, "cylinder_refrigerant"),
      kind: named(c.kind, "cylinder_kind"),
      tareMilliLb: named(c.tareMilliLb, "cylinder_tare"),
      capacityMilliLb: named(c.capacityMilliLb, "cylinder_capacity"),
      grossMilliLb: named(c.grossMilliLb, "cylinder_gross"),
      holderId: namedOrNull(c.holderId, "cylinder_holder"),
      holderName: sql<
        string | null
      >`(select t.first_name || ' ' || t.last_name from technicians t where t.org_id = ${me.orgId} and t.id = refrigerant_cylinders.holder_id)`.as(
        "holder_name",
      ),
      testDueOn: namedOrNull(c.testDueOn, "cylinder_test_due_on"),
      needsWeighing: named(c.needsWeighing, "cylinder_needs_weighing"),
      returnedAt: namedOrNull(c.returnedAt, "cylinder_returned_at"),
      version: named(c.version, "cylinder_version"),
      createdAt: named(c.createdAt, "cylinder_created_at"),
      updatedAt: named(c.updatedAt, "cylinder_updated_at"),
    })
    .from(index ? sql`refrigerant_cylinders indexed by ${index}` : sql`refrigerant_cylinders`)
    .$dynamic();
}

type CylinderRow = Awaited<ReturnType<typeof selectCylinders>>[number];
export type Cylinder = ReturnType<typeof described>;

export const described = (row: CylinderRow) => ({ ...row, netMilliLb: netMilliLb(row), status: cylinderStatus(row) });

/** Each list has its own index, by number. */
const lists: Record<CylinderFilter["list"], { index: SQL; where: SQL }> = {
  here: { index: sql`refrigerant_cylinders_here`, where: sql`returned_at is null` },
  to_weigh: { index: sql`refrigerant_cylinders_to_weigh`, where: sql`needs_weighing = 1` },
  returned: { index: sql`refrigerant_cylinders_returned`, where: sql`returned_at is not null` },
};

/** Cylinders by number, in one round trip. @throws DomainError invalid for a cursor of another list */
export async function listCylinders(ctx: Ctx, { q, list, limit, ...at }: CylinderFilter & BackCursor) {
  const me = allow(ctx, "equipment.read");
  const direction = parseCursor(at, 1);
  const number = sql`upper(number)`;
  const { beyond, order } = keyset(direction, [number]);
  const begins = q && asciiUpperCase(q);
  const { index, where } = lists[list];
  const rows = await selectCylinders(ctx, me, { index })
    .where(
      and(
        eq(c.orgId, me.orgId),
        where,
        begins ? inRange(direction, number, { from: begins, to: `${begins}\u{10ffff}` }) : undefined,
        beyond,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1);
  const cut = { limit, total: null, direction };
  return {
    ...bidirectionalPage(rows.map(described), cut, ({ number }) => [asciiUpperCase(number)]),
    mayWrite: can(me, "equipment.write"),
  };
}

const HITS_SHOWN = 5;

/** For the global search: finds cylinders by serial number or refrigerant; the detail says who has it. */
export function findCylinders(ctx: Ctx, me: Member, text: string) {
  const expression = everyWord(text);
  const holder = sql`(select trim(t.first_name || ' ' || t.last_name) from technicians t where t.org_id = ${me.orgId} and t.id = ${c.holderId})`;
  return ctx.db
    .select({
      foundId: named(c.id, "foundId"),
      foundLabel: sql<string>`'Cylinder ' || ${c.number}`.as("foundLabel"),
      foundDetail: sql<string | null>`${c.refrigerant} || ', '
        || iif(${c.returnedAt} is not null, 'returned', coalesce(${holder}, 'in the shop'))`.as("foundDetail"),
    })
    .from(byIndex(c, "refrigerant_cylinders_ordinal"))
    .where(
      and(
        eq(c.orgId, me.orgId),
        sql`${c.ordinal} in ${foundIn(me, { table: "cylinder_search", expression }, { limit: HITS_SHOWN })}`,
      ),
    )
    .orderBy(desc(sql`+refrigerant_cylinders.ordinal`));
}

/** Number of choices offered. */
const MAX_CHOICES = 200;

/** The cylinders that a reading of the equipment can charge from or recover into, by number; for `cylinderChoices`. */
export function cylindersFor(ctx: Ctx, me: Member, equipmentId: string) {
  const { index, where } = lists.here;
  const held = sql`refrigerant in (select g.refrigerant from service_groups g indexed by service_groups_name
    where g.org_id = ${me.orgId} and g.equipment_id = ${equipmentId})`;
  return selectCylinders(ctx, me, { index })
    .where(and(eq(c.orgId, me.orgId), where, held))
    .orderBy(sql`upper(number)`)
    .limit(MAX_CHOICES + 1);
}

/** The choices among the cylinders found, and whether there are more. */
export const cylinderChoices = (rows: readonly CylinderRow[]) => ({
  cylinders: rows.slice(0, MAX_CHOICES).map(described),
  hasMoreCylinders: rows.length > MAX_CHOICES,
});

/** Returns the cylinders held by the signed-in technician, by number. */
export function cylindersHeld(ctx: Ctx, me: Member) {
  return selectCylinders(ctx, me, { index: sql`refrigerant_cylinders_held` })
    .where(
      and(
        eq(c.orgId, me.orgId),
        eq(c.holderId, me.technicianId ?? ""),
        sql`holder_id is not null and returned_at is null`,
      ),
    )
    .orderBy(sql`upper(number)`);
}

/** @throws DomainError not_found */
export async function findCylinder(ctx: Ctx, id: string): Promise<Cylinder> {
  const me = allow(ctx, "equipment.read");
  return storedCylinder(ctx, me, id);
}

/** @throws DomainError not_found */
export async function storedCylinder(ctx: Ctx, me: Member, id: string): Promise<Cylinder> {
  const [row] = await selectCylinders(ctx, me).where(isCylinder(me, id));
  if (!row) throw cylinderNotFound();
  return described(row);
}

/** A cylinder with its ledger, the latest entry first, in one round trip. @throws DomainError not_found */
export async function cylinderLedger(ctx: Ctx, id: string, { limit, ...at }: EntryFilter & BackCursor) {
  const me = allow(ctx, "equipment.read");
  const direction = parseCursor(at, ["number"]);
  const e = refrigerantCylinderEntries;
  const { beyond, order } = keyset(direction, [e.seq], "desc");
  const person = (column: SQL) =>
    sql<
      string | null
    >`(select t.first_name || ' ' || t.last_name from technicians t where t.org_id = ${me.orgId} and t.id = ${column})`;
  const [[row], entries] = await ctx.db.batch([
    selectCylinders(ctx, me).where(isCylinder(me, id)),
    ctx.db
      .select({
        id: named(e.id, "entry_id"),
        seq: e.seq,
        kind: named(e.kind, "entry_kind"),
        beforeMilliLb: e.beforeMilliLb,
        afterMilliLb: e.afterMilliLb,
        recordedMilliLb: e.recordedMilliLb,
        issue: e.issue,
        technicianId: named(e.technicianId, "entry_technician_id"),
        technicianName: person(sql`refrigerant_cylinder_entries.technician_id`).as("technician_name"),
        toTechnicianId: e.toTechnicianId,
        toTechnicianName: person(sql`refrigerant_cylinder_entries.to_technician_id`).as("to_technician_name"),
        certificate: e.certificate,
        readingId: e.readingId,
        workOrderId: namedOrNull(refrigerantReadings.workOrderId, "entry_job_id"),
        workOrderNumber: namedOrNull(workOrders.number, "entry_job_number"),
        reversesId: e.reversesId,
        reversedById: sql<
          string | null
        >`(select r.id from refrigerant_cylinder_entries r indexed by refrigerant_cylinder_entries_reversed_once where r.org_id = ${me.orgId} and r.reverses_id = refrigerant_cylinder_entries.id)`.as(
          "reversed_by",
        ),
        note: e.note,
        occurredAt: e.occurredAt,
        recordedBy: sql<string | null>`${tenantMembers.firstName} || ' ' || ${tenantMembers.lastName}`.as(
          "entry_recorded_by",
        ),
        createdAt: named(e.createdAt, "entry_created_at"),
      })
      .from(e)
      .leftJoin(
        refrigerantReadings,
        and(eq(refrigerantReadings.orgId, me.orgId), eq(refrigerantReadings.id, e.readingId)),
      )
      .leftJoin(workOrders, and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, refrigerantReadings.workOrderId)))
      .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, e.createdBy)))
      .where(and(eq(e.orgId, me.orgId), eq(e.cylinderId, id), beyond))
      .orderBy(...order)
      .limit(limit + 1),
  ]);
  if (!row) throw cylinderNotFound();
  return {
    ...bidirectionalPage(entries, { limit, total: null, direction }, ({ seq }) => [seq]),
    cylinder: described(row),
    mayWrite: can(me, "equipment.write"),
    timeZone: me.timeZone,
  };
}

export type CylinderEntry = Awaited<ReturnType<typeof cylinderLedger>>["items"][number];

/** Returns the technicians that a cylinder can be handed to. */
export async function cylinderHolders(ctx: Ctx) {
  const me = allow(ctx, "equipment.write");
  const rows = await ctx.db
    .select({ id: technicians.id, firstName: technicians.firstName, lastName: technicians.lastName })
    .from(technicians)
    .where(and(eq(technicians.orgId, me.orgId), sql`${technicians.status} <> 'inactive'`))
    .orderBy(sql`lower(last_name || ' ' || first_name)`);
  return rows.map(({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}`.trim() }));
}
