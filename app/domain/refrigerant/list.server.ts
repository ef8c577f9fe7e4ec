import { and, count, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named, namedEach, namedOrNull } from "#drizzle/d1/columns";
import { equipment, serviceGroups } from "#drizzle/schema/equipment";
import { tenantMembers } from "#drizzle/schema/platform";
import { refrigerantReadings } from "#drizzle/schema/refrigerant";
import { workOrders } from "#drizzle/schema/work-orders";
import { equipmentNotFound } from "~/domain/equipment/find.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import {
  type BackCursor,
  type BidirectionalPage,
  bidirectionalPage,
  inRange,
  keyset,
  type Page,
  type PageDirection,
  page,
  parseCursor,
} from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { dayBounds } from "~/domain/shared/time/time-zones";
import { idOfWorkOrder, isOffice, isWorkOrder, workOrderNotFound } from "~/domain/work-orders/load.server";
import { reckoned } from "./reading";
import type { HistoryFilter, ReadingsFilter } from "./schema";

/** Equipment on a job, or one of its circuits. */
export interface OnWorkOrder {
  ref: string;
  equipmentId?: string;
  serviceGroupId?: string;
}

export const readingNotFound = () => notFound("Reading not found");

const LATEST_FIRST = [desc(refrigerantReadings.takenAt), desc(refrigerantReadings.id)];

interface ReadingsQuery {
  where: SQL | undefined;
  limit: number;
  order?: SQL[];
  /** Includes deleted readings. */
  withRemoved?: boolean;
}

/** Readings with their technician, circuit and job, latest first; the caller adds the conditions. */
export function selectReadings(
  ctx: Ctx,
  me: Member,
  { where, limit, order = LATEST_FIRST, withRemoved }: ReadingsQuery,
) {
  const r = refrigerantReadings;
  return ctx.db
    .select({
      id: named(r.id, "reading_id"),
      workOrderId: named(r.workOrderId, "reading_job_id"),
      workOrderNumber: namedOrNull(workOrders.number, "reading_job_number"),
      equipmentId: named(r.equipmentId, "reading_unit_id"),
      serviceGroupId: r.serviceGroupId,
      circuitName: namedOrNull(serviceGroups.name, "circuit_name"),
      refrigerant: named(r.refrigerant, "reading_refrigerant"),
      metering: r.metering,
      altitudeFeet: r.altitudeFeet,
      targetSubcoolingCentiF: r.targetSubcoolingCentiF,
      suctionMilliPsi: r.suctionMilliPsi,
      suctionCentiF: r.suctionCentiF,
      liquidMilliPsi: r.liquidMilliPsi,
      liquidCentiF: r.liquidCentiF,
      wetBulbCentiF: r.wetBulbCentiF,
      dryBulbCentiF: r.dryBulbCentiF,
      addedMilliLb: r.addedMilliLb,
      recoveredMilliLb: r.recoveredMilliLb,
      cylinder: r.cylinder,
      technicianId: named(r.technicianId, "reading_technician"),
      certificate: named(r.certificate, "reading_certificate"),
      isDisposal: r.isDisposal,
      notes: named(r.notes, "reading_notes"),
      takenAt: r.takenAt,
      takenById: named(r.takenBy, "reading_by"),
      takenBy: sql<string | null>`${tenantMembers.firstName} || ' ' || ${tenantMembers.lastName}`.as(
        "reading_taken_by",
      ),
      createdAt: named(r.createdAt, "reading_created_at"),
      updatedAt: named(r.updatedAt, "reading_updated_at"),
      version: named(r.version, "reading_version"),
      removedAt: named(r.removedAt, "reading_removed_at"),
      removedBy: sql<
        string | null
      >`(select d.first_name || ' ' || d.last_name from tenant_members d where d.org_id = ${me.orgId} and d.user_id = ${r.removedBy})`.as(
        "reading_removed_by",
      ),
      removalReason: named(r.removalReason, "reading_removal_reason"),
    })
    .from(r)
    .leftJoin(workOrders, and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, r.workOrderId)))
    .leftJoin(serviceGroups, and(eq(serviceGroups.orgId, me.orgId), eq(serviceGroups.id, r.serviceGroupId)))
    .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, r.takenBy)))
    .where(and(eq(r.orgId, me.orgId), withRemoved ? undefined : isNull(r.removedAt), where))
    .orderBy(...order)
    .limit(limit);
}

type ReadingRow = Awaited<ReturnType<typeof selectReadings>>[number];
export type Reading = ReturnType<typeof reckoned<ReadingRow>>;

/** Returns the readings of a job's equipment or circuit, latest first. @throws DomainError not_found */
export async function listReadings(
  ctx: Ctx,
  on: OnWorkOrder,
  { limit, cursor }: ReadingsFilter,
): Promise<Page<Reading>> {
  const me = allow(ctx, "work_orders.read");
  const r = refrigerantReadings;
  const { beyond, order } = latestFirst(parseCursor({ cursor }, 2));
  // Otherwise the planner walks the readings of the equipment or the circuit on all jobs.
  const shown = ctx.db
    .select(namedEach({ id: r.id }))
    .from(byIndex(r, "refrigerant_readings_job"))
    .where(and(eq(r.orgId, me.orgId), isNull(r.removedAt), isOnWorkOrder(me, on), beyond))
    .orderBy(...order)
    .limit(limit + 1);
  const [[found], rows] = await ctx.db.batch([
    ctx.db.select({ id: workOrders.id }).from(workOrders).where(isWorkOrder(me, on.ref)),
    selectReadings(ctx, me, { where: inArray(r.id, shown), limit: limit + 1 }),
  ]);
  if (!found) throw workOrderNotFound();
  return page(rows.map(reckoned), limit, null, ({ takenAt, id }) => [takenAt, id]);
}

const READINGS_SHOWN = 50;

/** Returns a page of a job's readings, latest first, with the names of the equipment they were taken on. Empty for an unknown job. */
export async function workOrderReadings(ctx: Ctx, ref: string, at: { cursor?: string } & BackCursor = {}) {
  const me = allow(ctx, "work_orders.read");
  const direction = parseCursor(at, 2);
  const { beyond, order } = latestFirst(direction);
  const onJob = (
    columns: SQL,
  ) => sql`(SELECT ${columns} FROM refrigerant_readings taken INDEXED BY refrigerant_readings_job
    WHERE taken.org_id = ${me.orgId} AND taken.work_order_id = ${idOfWorkOrder(me, ref)} AND taken.removed_at IS NULL)`;
  const [rows, units] = await ctx.db.batch([
    selectReadings(ctx, me, {
      where: and(inArray(refrigerantReadings.id, onJob(sql`taken.id`)), beyond),
      order,
      limit: READINGS_SHOWN + 1,
    }),
    ctx.db
      .select({ id: equipment.id, equipmentName: equipment.name })
      .from(equipment)
      .where(and(eq(equipment.orgId, me.orgId), inArray(equipment.id, onJob(sql`taken.equipment_id`)))),
  ]);
  const cut = { limit: READINGS_SHOWN, total: null, direction };
  return {
    ...bidirectionalPage(rows.map(reckoned), cut, ({ takenAt, id }) => [takenAt, id]),
    units,
    timeZone: me.timeZone,
  };
}

/** Returns how many readings were taken on a job. */
export async function countReadings(ctx: Ctx, ref: string): Promise<number> {
  const me = allow(ctx, "work_orders.read");
  const r = refrigerantReadings;
  const [row] = await ctx.db
    .select({ count: count() })
    // Otherwise the planner may walk an index of the readings that are not removed, of every job.
    .from(byIndex(r, "refrigerant_readings_job"))
    .where(and(eq(r.orgId, me.orgId), isNull(r.removedAt), isOnWorkOrder(me, { ref })));
  return row?.count ?? 0;
}

/** Returns the latest reading of a job's equipment. @throws DomainError not_found, also if there is none */
export async function latestReading(ctx: Ctx, on: OnWorkOrder): Promise<Reading> {
  const [latest] = (await listReadings(ctx, on, { limit: 1 })).items;
  if (!latest) throw notFound("No readings yet");
  return latest;
}

/** Returns one reading. @throws DomainError not_found */
export async function readingDetail(ctx: Ctx, id: string): Promise<Reading> {
  const me = allow(ctx, "work_orders.read");
  const [row] = await selectReadings(ctx, me, { where: eq(refrigerantReadings.id, id), limit: 1 });
  if (!row) throw readingNotFound();
  return reckoned(row);
}

/**
 * Returns a piece of equipment's readings on all jobs, latest first, by days of the business; with them, in their place, the
 * deleted ones with a refrigerant weight, which stay on record.
 * @throws DomainError not_found
 */
export async function readingHistory(
  ctx: Ctx,
  equipmentId: string,
  { startDate, endDate, limit, ...at }: HistoryFilter & BackCursor,
): Promise<BidirectionalPage<Reading> & { timeZone: string; mayDelete: boolean }> {
  const me = allow(ctx, "equipment.read");
  const r = refrigerantReadings;
  const instant = (epochMs: number) => new Date(epochMs).toISOString();
  const from = startDate ? instant(dayBounds(startDate, me.timeZone).start) : undefined;
  const to = endDate ? instant(dayBounds(endDate, me.timeZone).end) : undefined;
  const direction = parseCursor(at, 2);
  const { beyond, order } = latestFirst(direction);
  const inDays = inRange(direction, r.takenAt, { from, to, sort: "desc" });
  const where = and(eq(r.equipmentId, equipmentId), inDays, beyond);
  const isStruck = and(isNotNull(r.removedAt), or(isNotNull(r.addedMilliLb), isNotNull(r.recoveredMilliLb)));
  const struckIds = ctx.db
    .select(namedEach({ id: r.id }))
    .from(byIndex(r, "refrigerant_readings_struck"))
    .where(and(eq(r.orgId, me.orgId), isStruck, where))
    .orderBy(...order)
    .limit(limit + 1);
  const [[unit], valid, struck] = await ctx.db.batch([
    ctx.db
      .select({ id: equipment.id })
      .from(equipment)
      .where(and(eq(equipment.orgId, me.orgId), eq(equipment.id, equipmentId))),
    selectReadings(ctx, me, { where, order, limit: limit + 1 }),
    selectReadings(ctx, me, { where: inArray(r.id, struckIds), order, limit: limit + 1, withRemoved: true }),
  ]);
  if (!unit) throw equipmentNotFound();
  const later = direction.back ? 1 : -1;
  const rows = [...valid, ...struck]
    .sort((a, b) => (a.takenAt === b.takenAt ? (a.id < b.id ? -1 : 1) : a.takenAt < b.takenAt ? -1 : 1) * later)
    .slice(0, limit + 1);
  const cut = bidirectionalPage(rows.map(reckoned), { limit, total: null, direction }, ({ takenAt, id }) => [
    takenAt,
    id,
  ]);
  return { ...cut, timeZone: me.timeZone, mayDelete: isOffice(me) };
}

function isOnWorkOrder(me: Member, { ref, equipmentId, serviceGroupId }: OnWorkOrder) {
  const r = refrigerantReadings;
  return and(
    eq(r.workOrderId, idOfWorkOrder(me, ref)),
    equipmentId === undefined ? undefined : eq(r.equipmentId, equipmentId),
    serviceGroupId === undefined ? undefined : eq(r.serviceGroupId, serviceGroupId),
  );
}

function latestFirst(direction: PageDirection) {
  return keyset(direction, [refrigerantReadings.takenAt, refrigerantReadings.id], "desc");
}
