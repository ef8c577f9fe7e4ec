import { and, asc, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { tenantMembers } from "#drizzle/schema/platform";
import { workOrderRecordings } from "#drizzle/schema/voice";
import { workOrderPhotos } from "#drizzle/schema/work-order-photos";
import {
  workOrderHistory,
  workOrderNotes,
  workOrderSignatures,
  workOrders,
  workOrderTasks,
} from "#drizzle/schema/work-orders";
import { formatAmountOf } from "~/domain/inventory/quantity";
import { ownConsent } from "~/domain/maps/technician-places.server";
import { cylindersHeld } from "~/domain/refrigerant/cylinders/list.server";
import { numbersOf } from "~/domain/refrigerant/reading";
import { siteAltitude } from "~/domain/refrigerant/site-altitude.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow, allowPerson } from "~/domain/shared/permissions";
import { DAY_MS, HOUR_MS } from "~/domain/shared/time/dates";
import { dayBounds, todayOf } from "~/domain/shared/time/time-zones";
import { accessOfJobs, decryptAccess } from "~/domain/sites/access.server";
import { peopleOfJobs } from "~/domain/sites/detail.server";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import { actorRoles, idOfWorkOrder } from "~/domain/work-orders/load.server";
import type { DayWorkOrder, TechnicianDay } from "./day";
import { MAX_OF_A_KIND } from "./day-limit.server";
import { selectDayReadings, selectTomorrow, selectUnits, selectVisits } from "./site.server";
import { selectToLoad, selectTruck, selectUsedParts, truckOf } from "./truck.server";

/**
 * Returns the signed-in technician's work orders of today with everything that belongs to them, and the one given by `ref`, in
 * one round trip. Today is the day in the organization's zone.
 * @throws DomainError forbidden
 */
export async function technicianDay(ctx: Ctx, ref: string | null = null): Promise<TechnicianDay> {
  const me = allow(ctx, "work_orders.read");
  const date = todayOf(ctx, me);
  const named = ref === null ? sql`NULL` : idOfWorkOrder(me, ref);
  const mine = ownIds(me, { date, now: ctx.now.getTime() });
  const ids = sql`(SELECT o.id FROM (${mine}) o UNION SELECT ${named})`;
  const [
    own,
    rows,
    tasks,
    notes,
    signatures,
    history,
    photos,
    recordings,
    units,
    visits,
    tomorrow,
    used,
    truck,
    loads,
    readings,
    held,
    messages,
    people,
    noted,
    ,
    consent,
  ] = await ctx.db.batch([
    ctx.db
      .select({ id: workOrders.id })
      .from(workOrders)
      .where(and(eq(workOrders.orgId, me.orgId), sql`${workOrders.id} IN (${mine})`)),
    selectWorkOrders(ctx, me, ids),
    selectTasks(ctx, me, ids),
    selectNotes(ctx, me, ids),
    selectSignatures(ctx, me, ids),
    selectHistory(ctx, me, ids),
    selectPhotos(ctx, me, ids),
    selectRecordings(ctx, me, ids),
    selectUnits(ctx, me, ids),
    selectVisits(ctx, me, ids),
    selectTomorrow(ctx, me, date),
    selectUsedParts(ctx, me, ids),
    selectTruck(ctx, me),
    selectToLoad(ctx, me, ids),
    selectDayReadings(ctx, me, ids),
    cylindersHeld(ctx, me),
    selectTeamMessages(ctx, me, ids),
    peopleOfJobs(ctx, me, ids),
    ...accessOfJobs(ctx, me, { mine, other: named }),
    ownConsent(ctx, me),
  ]);
  const accessOf = new Map(
    await Promise.all(noted.map(async (one) => [one.id, await decryptAccess(ctx, me.orgId, one)] as const)),
  );
  const ownSet = new Set(own.map((row) => row.id));
  const of = <T extends { workOrderId: string }>(all: readonly T[], id: string) =>
    all.filter((one) => one.workOrderId === id);
  return {
    userId: me.userId ?? "",
    isTechnician: me.technicianId !== null,
    date,
    zone: me.timeZone,
    asOf: ctx.now.toISOString(),
    truck: truckOf(truck),
    cylinders: held.map(({ id, number, refrigerant, kind }) => ({ id, number, refrigerant, kind })),
    gaugeUnits: allowPerson(ctx).gaugeUnits,
    sharesPlace: consent.length > 0,
    tomorrow: tomorrow.map(({ line1, city, timeZone, ...one }) => ({
      ...{ ...one, address: `${line1}, ${city}`, timeZone: timeZone ?? me.timeZone },
    })),
    workOrders: rows.map(
      ({ line1, line2, city, state, postalCode, technicianId: _, timeZone, ...row }): DayWorkOrder => {
        const isMine = ownSet.has(row.id);
        return {
          ...row,
          reference: formatWorkOrderNumber(row.number),
          address: [line1, line2, city, `${state} ${postalCode}`].filter(Boolean).join(", "),
          timeZone: timeZone ?? me.timeZone,
          mine: isMine,
          access: accessOf.get(row.siteAddressId) ?? null,
          sitePeople: of(people, row.id).map(({ workOrderId, ...person }) => person),
          roles: actorRoles(me, isMine && me.technicianId ? [me.technicianId] : []),
          tasks: of(tasks, row.id).map(({ workOrderId, ...task }) => task),
          notes: of(notes, row.id).map(({ workOrderId, firstName, lastName, ...note }) => ({
            ...note,
            author: firstName === null ? null : `${firstName} ${lastName}`,
          })),
          units: of(units, row.id).map(({ workOrderId, ...unit }) => unit),
          visits: of(visits, row.id).map(({ workOrderId, ...visit }) => visit),
          usedParts: of(used, row.id).map(({ workOrderId, quantityMilli, unit, ...part }) => ({
            ...part,
            amount: formatAmountOf(quantityMilli, unit),
            pendingMilli: 0,
          })),
          toLoad: loads
            .filter((load) => load.workOrderId === row.id)
            .map(({ id, openMilli, unit, name, from }) => ({
              id,
              text: `${formatAmountOf(openMilli, unit)} ${name} from ${from}`,
            })),
          readings: of(readings, row.id).map(({ id, serviceGroupId, takenAt, ...stored }) => {
            const { refrigerant, metering, altitudeFeet } = stored;
            return { id, serviceGroupId, refrigerant, metering, altitudeFeet, takenAt, ...numbersOf(stored) };
          }),
          messages: of(messages, row.id)
            .map(({ workOrderId, firstName, lastName, hasPhoto, ...message }) => ({
              ...{ ...message, hasPhoto: hasPhoto === 1 },
              author: firstName === null ? null : `${firstName} ${lastName}`,
            }))
            .reverse(),
          photos: of(photos, row.id).map(({ workOrderId, ...photo }) => photo),
          recordings: of(recordings, row.id).map(({ workOrderId, firstName, lastName, fileKey, ...recording }) => ({
            ...recording,
            hasAudio: fileKey !== null,
            by: firstName === null ? null : `${firstName} ${lastName}`,
          })),
          signedBy: of(signatures, row.id)[0]?.signerName ?? null,
          history: of(history, row.id).map(({ workOrderId, ...entry }) => entry),
        };
      },
    ),
  };
}

/** How far back a job under way or on hold can have started; no appointment is longer than a week. */
const MAX_JOB_MS = 14 * DAY_MS;

/** How long a job of the evening before that was not begun stays in the day, such as a call shortly before midnight. */
const LATE_JOB_MS = 12 * HOUR_MS;

/**
 * Appointments that start today or started late the day before, work in progress, also as a helper, and work on hold since today
 * or for less than a day, each by an index.
 */
function ownIds({ orgId, technicianId, timeZone }: Member, { date, now }: { date: string; now: number }): SQL {
  const { start, end } = dayBounds(date, timeZone);
  const [from, to] = [new Date(start).toISOString(), new Date(end).toISOString()];
  const lately = new Date(now - DAY_MS).toISOString();
  const evening = new Date(now - LATE_JOB_MS).toISOString();
  const before = new Date(start - MAX_JOB_MS).toISOString();
  return sql`SELECT v.work_order_id AS id FROM appointment_technicians t JOIN appointments v ON v.org_id = t.org_id AND v.id = t.appointment_id
      WHERE t.org_id = ${orgId} AND t.technician_id = ${technicianId} AND t.blocks_calendar = 1 AND t.starts_at >= ${from} AND t.starts_at < ${to}
    UNION SELECT u.id FROM work_orders u WHERE u.org_id = ${orgId} AND u.technician_id = ${technicianId}
      AND u.status IN ('en_route', 'in_progress')
    UNION SELECT a.work_order_id FROM appointment_technicians b JOIN appointments a ON a.org_id = b.org_id AND a.id = b.appointment_id
      JOIN work_orders p ON p.org_id = a.org_id AND p.id = a.work_order_id
      WHERE b.org_id = ${orgId} AND b.technician_id = ${technicianId} AND b.blocks_calendar = 1 AND b.starts_at >= ${before}
        AND b.starts_at < ${from} AND a.state = 'booked'
        AND (p.status IN ('en_route', 'in_progress') OR (p.status IN ('scheduled', 'dispatched') AND b.starts_at >= ${evening}))
    UNION SELECT h.id FROM work_orders h INDEXED BY work_orders_held WHERE h.org_id = ${orgId} AND h.technician_id = ${technicianId}
      AND h.status = 'on_hold' AND h.scheduled_start >= ${before} AND (h.scheduled_start >= ${from} OR EXISTS (
        SELECT 1 FROM work_order_history i WHERE i.org_id = ${orgId} AND i.work_order_id = h.id AND i.to_status = 'on_hold'
          AND i.occurred_at >= ${lately}))`;
}

function selectWorkOrders(ctx: Ctx, me: Member, ids: SQL) {
  return ctx.db
    .select({
      id: named(workOrders.id, "work_order_row_id"),
      number: named(workOrders.number, "work_order_number"),
      title: workOrders.title,
      description: workOrders.description,
      status: named(workOrders.status, "work_order_status"),
      holdReason: workOrders.holdReason,
      scheduledStart: workOrders.scheduledStart,
      durationMinutes: workOrders.durationMinutes,
      windowStart: workOrders.windowStart,
      windowEnd: workOrders.windowEnd,
      signatureRequired: workOrders.signatureRequired,
      technicianId: workOrders.technicianId,
      customerName: named(customers.name, "customer_name"),
      customerPhone: named(customers.phone, "customer_phone"),
      customerNotes: named(customers.notes, "customer_notes"),
      parts: sql<DayWorkOrder["parts"]>`coalesce(json_extract(${workOrders.playbook}, '$.parts'), '[]')`
        .mapWith((text: string): DayWorkOrder["parts"] => JSON.parse(text))
        .as("playbook_parts"),
      line1: addresses.line1,
      line2: addresses.line2,
      city: addresses.city,
      state: addresses.state,
      postalCode: addresses.postalCode,
      timeZone: named(addresses.timeZone, "site_time_zone"),
      siteAddressId: named(addresses.id, "job_site_id"),
      siteAltitudeFeet: siteAltitude(me).as("site_altitude"),
    })
    .from(workOrders)
    .innerJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, workOrders.customerId)))
    .innerJoin(addresses, and(eq(addresses.orgId, me.orgId), eq(addresses.id, workOrders.siteAddressId)))
    .where(and(eq(workOrders.orgId, me.orgId), sql`${workOrders.id} IN ${ids}`))
    .orderBy(sql`${workOrders.scheduledStart} IS NULL`, asc(workOrders.scheduledStart), asc(workOrders.number));
}

function selectTasks(ctx: Ctx, me: Member, ids: SQL) {
  return ctx.db
    .select({
      workOrderId: workOrderTasks.workOrderId,
      id: workOrderTasks.id,
      title: workOrderTasks.title,
      kind: workOrderTasks.kind,
      instructions: workOrderTasks.instructions,
      required: workOrderTasks.required,
      unit: workOrderTasks.unit,
      min: workOrderTasks.min,
      max: workOrderTasks.max,
      doneAt: workOrderTasks.doneAt,
      result: workOrderTasks.result,
      outcome: workOrderTasks.outcome,
      version: workOrderTasks.version,
    })
    .from(workOrderTasks)
    .where(and(eq(workOrderTasks.orgId, me.orgId), sql`${workOrderTasks.workOrderId} IN ${ids}`))
    .orderBy(asc(workOrderTasks.position), asc(workOrderTasks.id))
    .limit(MAX_OF_A_KIND);
}

const authors = alias(tenantMembers, "authors");

function selectNotes(ctx: Ctx, me: Member, ids: SQL) {
  return ctx.db
    .select({
      workOrderId: workOrderNotes.workOrderId,
      id: named(workOrderNotes.id, "note_id"),
      body: workOrderNotes.body,
      customerVisible: workOrderNotes.customerVisible,
      createdAt: named(workOrderNotes.createdAt, "note_created_at"),
      firstName: namedOrNull(authors.firstName, "author_first_name"),
      lastName: namedOrNull(authors.lastName, "author_last_name"),
    })
    .from(workOrderNotes)
    .leftJoin(authors, and(eq(authors.orgId, me.orgId), eq(authors.userId, workOrderNotes.userId)))
    .where(and(eq(workOrderNotes.orgId, me.orgId), sql`${workOrderNotes.workOrderId} IN ${ids}`))
    .orderBy(desc(workOrderNotes.id))
    .limit(MAX_OF_A_KIND);
}

/** The newest thirty team messages of each job. */
function selectTeamMessages(ctx: Ctx, { orgId }: Member, ids: SQL) {
  return ctx.db.all<{
    workOrderId: string;
    id: string;
    body: string;
    hasPhoto: number;
    at: string;
    firstName: string | null;
    lastName: string | null;
  }>(sql`
    SELECT t.work_order_id AS workOrderId, m.id, m.body, m.photo_key IS NOT NULL AS hasPhoto, m.created_at AS at,
      p.first_name AS firstName, p.last_name AS lastName
    FROM threads t INDEXED BY threads_work_order
    JOIN messages m ON m.org_id = ${orgId} AND m.thread_id = t.id AND m.seq > t.last_seq - 30
    LEFT JOIN tenant_members p ON p.org_id = ${orgId} AND p.user_id = m.author_id
    WHERE t.org_id = ${orgId} AND t.work_order_id IN ${ids} AND t.kind = 'job' ORDER BY m.seq DESC LIMIT ${MAX_OF_A_KIND}`);
}

function selectSignatures(ctx: Ctx, me: Member, ids: SQL) {
  return ctx.db
    .select({ workOrderId: workOrderSignatures.workOrderId, signerName: workOrderSignatures.signerName })
    .from(workOrderSignatures)
    .where(and(eq(workOrderSignatures.orgId, me.orgId), sql`${workOrderSignatures.workOrderId} IN ${ids}`))
    .orderBy(desc(workOrderSignatures.id))
    .limit(MAX_OF_A_KIND);
}

function selectHistory(ctx: Ctx, me: Member, ids: SQL) {
  return ctx.db
    .select({
      workOrderId: workOrderHistory.workOrderId,
      status: sql<WorkOrderStatus>`${workOrderHistory.toStatus}`.as("status_entered"),
      // An entry dated after it was recorded counts from when it was recorded.
      at: sql<string>`min(${workOrderHistory.occurredAt}, ${workOrderHistory.recordedAt})`.as("entered_at"),
      isCorrected: sql<boolean>`${workOrderHistory.deviceAt} IS NOT NULL`.mapWith(Boolean).as("is_corrected"),
    })
    .from(workOrderHistory)
    .where(
      and(
        eq(workOrderHistory.orgId, me.orgId),
        sql`${workOrderHistory.workOrderId} IN ${ids}`,
        isNotNull(workOrderHistory.toStatus),
      ),
    )
    .orderBy(asc(workOrderHistory.id))
    .limit(MAX_OF_A_KIND);
}

function selectPhotos(ctx: Ctx, me: Member, ids: SQL) {
  return ctx.db
    .select({
      workOrderId: workOrderPhotos.workOrderId,
      id: workOrderPhotos.id,
      taskId: workOrderPhotos.taskId,
      takenAt: workOrderPhotos.takenAt,
    })
    .from(workOrderPhotos)
    .where(and(eq(workOrderPhotos.orgId, me.orgId), sql`${workOrderPhotos.workOrderId} IN ${ids}`))
    .orderBy(asc(workOrderPhotos.id))
    .limit(MAX_OF_A_KIND);
}

const speakers = alias(tenantMembers, "speakers");

function selectRecordings(ctx: Ctx, me: Member, ids: SQL) {
  const r = workOrderRecordings;
  const isReviewed = sql`NOT EXISTS (SELECT 1 FROM voice_sessions v WHERE v.org_id = ${me.orgId} AND v.id = ${r.id}
    AND v.handed_over_at IS NOT NULL AND v.reviewed_at IS NULL)`;
  return ctx.db
    .select({
      workOrderId: named(r.workOrderId, "recording_work_order"),
      id: named(r.id, "recording_id"),
      transcript: r.transcript,
      language: r.language,
      durationMs: r.durationMs,
      fileKey: namedOrNull(r.fileKey, "recording_file"),
      spokenAt: r.spokenAt,
      heard: r.heard,
      firstName: namedOrNull(speakers.firstName, "speaker_first_name"),
      lastName: namedOrNull(speakers.lastName, "speaker_last_name"),
    })
    .from(r)
    .leftJoin(speakers, and(eq(speakers.orgId, me.orgId), eq(speakers.userId, r.userId)))
    .where(and(eq(r.orgId, me.orgId), sql`${r.workOrderId} IN ${ids}`, isReviewed))
    .orderBy(desc(r.id))
    .limit(MAX_OF_A_KIND);
}
