import { and, asc, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { tenantMembers } from "#drizzle/schema/platform";
import { workOrderPhotos } from "#drizzle/schema/work-order-photos";
import {
  workOrderHistory,
  workOrderNotes,
  workOrderSignatures,
  workOrders,
  workOrderTasks,
} from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { dayBounds, wallTimeOf } from "~/domain/shared/time-zones";
import { actorRoles } from "~/domain/work-orders/access.server";
import { idOfWorkOrder } from "~/domain/work-orders/load.server";
import { formatWorkOrderNumber, type WorkOrderStatus } from "~/domain/work-orders/work-order";
import type { PhoneDay, PhoneJob } from "./job";

/**
 * Today's jobs of the signed-in technician with all that belongs to them, and the work order `ref` names if it names one,
 * in one round trip. Today is the day on the wall of the business. @throws DomainError forbidden
 */
export async function technicianDay(ctx: Ctx, ref: string | null = null): Promise<PhoneDay> {
  const me = allow(ctx, "work_orders.read");
  const { date } = wallTimeOf(ctx.now.getTime(), me.timeZone);
  const asked = ref === null ? sql`NULL` : idOfWorkOrder(me, ref);
  const mine = ownJobs(me, date);
  const jobs = sql`(SELECT o.id FROM (${mine}) o UNION SELECT ${asked})`;
  const [own, rows, tasks, notes, signatures, history, photos] = await ctx.db.batch([
    ctx.db
      .select({ id: workOrders.id })
      .from(workOrders)
      .where(and(eq(workOrders.orgId, me.orgId), sql`${workOrders.id} IN (${mine})`)),
    jobRows(ctx, me, jobs),
    tasksOf(ctx, me, jobs),
    notesOf(ctx, me, jobs),
    signaturesOf(ctx, me, jobs),
    historyOf(ctx, me, jobs),
    photosOf(ctx, me, jobs),
  ]);
  const ids = new Set(own.map((row) => row.id));
  const of = <T extends { jobId: string }>(all: readonly T[], id: string) => all.filter((one) => one.jobId === id);
  return {
    userId: me.userId ?? "",
    technician: me.technicianId !== null,
    date,
    zone: me.timeZone,
    asOf: ctx.now.toISOString(),
    jobs: rows.map(({ line1, line2, city, state, postalCode, technicianId: _, timeZone, ...row }): PhoneJob => {
      const isMine = ids.has(row.id);
      return {
        ...row,
        reference: formatWorkOrderNumber(row.number),
        address: [line1, line2, city, `${state} ${postalCode}`].filter(Boolean).join(", "),
        timeZone: timeZone ?? me.timeZone,
        mine: isMine,
        kinds: actorRoles(me, isMine && me.technicianId ? [me.technicianId] : []),
        tasks: of(tasks, row.id).map(({ jobId, ...task }) => task),
        notes: of(notes, row.id).map(({ jobId, firstName, lastName, ...note }) => ({
          ...note,
          author: firstName === null ? null : `${firstName} ${lastName}`,
        })),
        photos: of(photos, row.id).map(({ jobId, ...photo }) => photo),
        signedBy: of(signatures, row.id)[0]?.signerName ?? null,
        history: of(history, row.id).map(({ status, at }) => ({ status, at })),
      };
    }),
  };
}

/** Appointments that begin today, whatever is under way, and what was put on hold: each by an index. */
function ownJobs({ orgId, technicianId, timeZone }: Member, date: string): SQL {
  const { start, end } = dayBounds(date, timeZone);
  const [from, to] = [new Date(start).toISOString(), new Date(end).toISOString()];
  return sql`SELECT v.work_order_id AS id FROM appointment_technicians t JOIN appointments v ON v.org_id = t.org_id AND v.id = t.appointment_id
      WHERE t.org_id = ${orgId} AND t.technician_id = ${technicianId} AND t.blocks_calendar = 1 AND t.starts_at >= ${from} AND t.starts_at < ${to}
    UNION SELECT u.id FROM work_orders u WHERE u.org_id = ${orgId} AND u.technician_id = ${technicianId}
      AND u.status IN ('en_route', 'in_progress')
    UNION SELECT h.id FROM work_orders h WHERE h.org_id = ${orgId} AND h.technician_id = ${technicianId}
      AND h.status = 'on_hold' AND h.scheduled_start >= ${from}`;
}

function jobRows(ctx: Ctx, me: Member, jobs: SQL) {
  return ctx.db
    .select({
      id: named(workOrders.id, "job_id"),
      number: named(workOrders.number, "job_number"),
      title: workOrders.title,
      description: workOrders.description,
      status: named(workOrders.status, "job_status"),
      holdReason: workOrders.holdReason,
      scheduledStart: workOrders.scheduledStart,
      durationMinutes: workOrders.durationMinutes,
      arrivalWindowMinutes: workOrders.arrivalWindowMinutes,
      signatureRequired: workOrders.signatureRequired,
      technicianId: workOrders.technicianId,
      customerName: named(customers.name, "customer_name"),
      customerPhone: named(customers.phone, "customer_phone"),
      line1: addresses.line1,
      line2: addresses.line2,
      city: addresses.city,
      state: addresses.state,
      postalCode: addresses.postalCode,
      timeZone: named(addresses.timeZone, "site_time_zone"),
      accessNotes: addresses.accessNotes,
    })
    .from(workOrders)
    .innerJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, workOrders.customerId)))
    .innerJoin(addresses, and(eq(addresses.orgId, me.orgId), eq(addresses.id, workOrders.siteAddressId)))
    .where(and(eq(workOrders.orgId, me.orgId), sql`${workOrders.id} IN ${jobs}`))
    .orderBy(sql`${workOrders.scheduledStart} IS NULL`, asc(workOrders.scheduledStart), asc(workOrders.number));
}

function tasksOf(ctx: Ctx, me: Member, jobs: SQL) {
  return ctx.db
    .select({
      jobId: workOrderTasks.workOrderId,
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
    .where(and(eq(workOrderTasks.orgId, me.orgId), sql`${workOrderTasks.workOrderId} IN ${jobs}`))
    .orderBy(asc(workOrderTasks.position), asc(workOrderTasks.id))
    .limit(500);
}

const authors = alias(tenantMembers, "authors");

function notesOf(ctx: Ctx, me: Member, jobs: SQL) {
  return ctx.db
    .select({
      jobId: workOrderNotes.workOrderId,
      id: named(workOrderNotes.id, "note_id"),
      body: workOrderNotes.body,
      customerVisible: workOrderNotes.customerVisible,
      createdAt: named(workOrderNotes.createdAt, "note_created_at"),
      firstName: namedOrNull(authors.firstName, "author_first_name"),
      lastName: namedOrNull(authors.lastName, "author_last_name"),
    })
    .from(workOrderNotes)
    .leftJoin(authors, and(eq(authors.orgId, me.orgId), eq(authors.userId, workOrderNotes.userId)))
    .where(and(eq(workOrderNotes.orgId, me.orgId), sql`${workOrderNotes.workOrderId} IN ${jobs}`))
    .orderBy(desc(workOrderNotes.id))
    .limit(200);
}

function signaturesOf(ctx: Ctx, me: Member, jobs: SQL) {
  return ctx.db
    .select({ jobId: workOrderSignatures.workOrderId, signerName: workOrderSignatures.signerName })
    .from(workOrderSignatures)
    .where(and(eq(workOrderSignatures.orgId, me.orgId), sql`${workOrderSignatures.workOrderId} IN ${jobs}`))
    .orderBy(desc(workOrderSignatures.id))
    .limit(100);
}

function historyOf(ctx: Ctx, me: Member, jobs: SQL) {
  return ctx.db
    .select({
      jobId: workOrderHistory.workOrderId,
      status: sql<WorkOrderStatus>`${workOrderHistory.toStatus}`.as("status_entered"),
      at: workOrderHistory.occurredAt,
    })
    .from(workOrderHistory)
    .where(
      and(
        eq(workOrderHistory.orgId, me.orgId),
        sql`${workOrderHistory.workOrderId} IN ${jobs}`,
        isNotNull(workOrderHistory.toStatus),
      ),
    )
    .orderBy(asc(workOrderHistory.id))
    .limit(500);
}

function photosOf(ctx: Ctx, me: Member, jobs: SQL) {
  return ctx.db
    .select({
      jobId: workOrderPhotos.workOrderId,
      id: workOrderPhotos.id,
      taskId: workOrderPhotos.taskId,
      takenAt: workOrderPhotos.takenAt,
    })
    .from(workOrderPhotos)
    .where(and(eq(workOrderPhotos.orgId, me.orgId), sql`${workOrderPhotos.workOrderId} IN ${jobs}`))
    .orderBy(asc(workOrderPhotos.id))
    .limit(300);
}
