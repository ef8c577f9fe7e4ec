import { and, desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { tenantMembers } from "#drizzle/schema/platform";
import { technicians } from "#drizzle/schema/technicians";
import {
  type BookingChange,
  workOrderHistory,
  workOrderSignatures,
  workOrders,
  workOrderTasks,
} from "#drizzle/schema/work-orders";
import { withCondition } from "~/domain/equipment/find.server";
import { readMeasured, unitsOfWorkOrder } from "~/domain/equipment/work-order-equipment.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow, can } from "~/domain/shared/permissions";
import { timesAre, todayOf, wallTimeOf, zoneName } from "~/domain/shared/time/time-zones";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { WORK_ORDER_STATUSES, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { type ArchivedDetails, archiveOf, joined, newestOf, readArchived } from "./archive/detail.server";
import { statusDistribution, statusDurations } from "./durations";
import { assignable, technicianNames } from "./internal/choices.server";
import {
  actorRoles,
  amountsOfWorkOrder,
  crewOf,
  idOfWorkOrder,
  invoiceOfWorkOrder,
  isOffice,
  isOnCrew,
  isUnsafeWorkOrder,
  isWorkOrder,
  workOrderNotFound,
} from "./load.server";
import { notesOf } from "./notes.server";
import { allowedTransitions, completionGaps, findTransition, needsConfirmation } from "./transitions";

export type WorkOrderHeader = Awaited<ReturnType<typeof workOrderHeader>>;

export type WorkOrderOverview = Awaited<ReturnType<typeof workOrderOverview>>;

export type WorkOrderDetail = Awaited<ReturnType<typeof workOrderDetail>>;

export type Task = WorkOrderOverview["tasks"][number];

/**
 * Returns the work order itself: customer, job, times, site, crew, and what this member may do with it.
 * @throws DomainError not_found; forbidden
 */
export async function workOrderHeader(ctx: Ctx, ref: string) {
  const member = allow(ctx, "work_orders.read");
  const [rows, crew] = await ctx.db.batch([workOrderRow(ctx, member, ref), crewOf(ctx, member, ref)]);
  return headerOf(ctx, member, { rows, crew });
}

const MAX_SIGNATURES = 3;
/** Activity entries on the overview. */
const MAX_RECENT = 4;

interface OverviewOptions {
  /** Number of notes, newest first. */
  notes?: number;
}

/**
 * Returns what belongs to a work order: equipment, checklist, signatures, the six newest notes, four history rows, and
 * the amounts if the member may see them. Empty for an unknown work order, which `workOrderHeader` reports.
 * @throws DomainError forbidden
 */
export async function workOrderOverview(ctx: Ctx, ref: string, { notes: limit = 6 }: OverviewOptions = {}) {
  const member = allow(ctx, "work_orders.read");
  const [[amounts], ...parts] = await ctx.db.batch([
    amountsOfWorkOrder(ctx, member, ref),
    tasksOf(ctx, member, ref),
    signaturesOf(ctx, member, ref),
    notesOf(ctx, member, { ref, limit: limit + 1 }),
    historyOf(ctx, member, { ref, limit: MAX_RECENT }),
    unitsOfWorkOrder(ctx, member, idOfWorkOrder(member, ref)),
    archiveOf(ctx, member, ref),
  ]);
  const overview = await overviewOf(ctx, member, parts, limit);
  return { ...overview, amounts: (can(member, "invoices.read") && amounts) || null };
}

/**
 * Returns header and overview in one round trip, for GET /work-orders/{id} and for dialogs over other screens.
 * @throws DomainError not_found; forbidden
 */
export async function workOrderDetail(ctx: Ctx, ref: string) {
  const member = allow(ctx, "work_orders.read");
  const limit = 6;
  const [rows, crew, ...parts] = await ctx.db.batch([
    workOrderRow(ctx, member, ref),
    crewOf(ctx, member, ref),
    tasksOf(ctx, member, ref),
    signaturesOf(ctx, member, ref),
    notesOf(ctx, member, { ref, limit: limit + 1 }),
    historyOf(ctx, member, { ref, limit: MAX_RECENT }),
    unitsOfWorkOrder(ctx, member, idOfWorkOrder(member, ref)),
    archiveOf(ctx, member, ref),
  ]);
  return { ...headerOf(ctx, member, { rows, crew }), ...(await overviewOf(ctx, member, parts, limit)) };
}

/** Returns the technicians who can be assigned to a work order. @throws DomainError forbidden */
export async function listAssignable(ctx: Ctx) {
  return assignable(await technicianNames(ctx, allow(ctx, "work_orders.write")));
}

type Row = Awaited<ReturnType<typeof workOrderRow>>[number];

type Crew = Awaited<ReturnType<typeof crewOf>>;

function headerOf(ctx: Ctx, member: Member, { rows: [row], crew }: { rows: readonly Row[]; crew: Crew }) {
  if (!row) throw workOrderNotFound();
  const lead = row.technicianId ? [row.technicianId] : [];
  const sent = crew.length > 0 ? crew.map((one) => one.technicianId) : lead;
  const roles = actorRoles(member, sent);
  const allowed = allowedTransitions(row.status, roles);
  const zone = row.timeZone ?? member.timeZone;
  return {
    ...row,
    reference: formatWorkOrderNumber(row.number),
    technicianName: row.technicianFirstName === null ? null : `${row.technicianFirstName} ${row.technicianLastName}`,
    helpers: crew
      .filter((one) => one.role === "helper")
      .map((one) => ({ id: one.technicianId, name: `${one.firstName} ${one.lastName}` })),
    overrideReason: crew.find((one) => one.overrideReason)?.overrideReason ?? null,
    allowed,
    /** Allowed statuses that open a dialog first: for a time, a reason, missing requirements or a confirmation. */
    asking: allowed.filter((to) => asksFirst(row, to) || needsConfirmation(to, roles)),
    /** Its day has come, in the site's zone. */
    isDue: row.scheduledStart !== null && dateOn(row.scheduledStart, zone) <= dateOn(ctx.now.toISOString(), zone),
    /** Crew members who have not accepted their invitations. */
    invited: crew
      .filter((one) => one.status === "pending_setup")
      .map(({ technicianId: id, firstName }) => ({ id, firstName })),
    /** First names of crew members whose access was turned off, or who left. */
    withoutAccess: crew.filter((one) => !one.hasAccess).map((one) => one.firstName),
    rights: {
      office: isOffice(member),
      onWorkOrder: isOffice(member) || isOnCrew(member, sent),
      onCrew: isOnCrew(member, sent),
      mayInvite: can(member, "technicians.manage"),
      billing: can(member, "invoices.read"),
      userId: member.userId,
    },
    zone: member.timeZone,
    timesAre: timesAre(zoneName(row.timeZone ?? member.timeZone), zoneName(member.timeZone)),
  };
}

const dateOn = (at: string, zone: string) => wallTimeOf(Date.parse(at), zone).date;

type OverviewParts = [
  tasks: Awaited<ReturnType<typeof tasksOf>>,
  signatures: Awaited<ReturnType<typeof signaturesOf>>,
  notes: Awaited<ReturnType<typeof notesOf>>,
  history: Awaited<ReturnType<typeof historyOf>>,
  units: Awaited<ReturnType<typeof unitsOfWorkOrder>>,
  archive: Awaited<ReturnType<typeof archiveOf>>,
];

async function overviewOf(
  ctx: Ctx,
  member: Member,
  [tasks, signatures, notes, history, units, archive]: OverviewParts,
  notesShown: number,
) {
  const today = todayOf(ctx, member);
  const archived = await readArchived(ctx, member, archive);
  return {
    ...readabilityOf(archived),
    equipment: units
      .sort((a, b) => a.equipmentName.localeCompare(b.equipmentName))
      .map((unit) => ({ ...withCondition(unit, today), measured: readMeasured(unit.measured) })),
    tasks: joined(tasks, archived?.tasks).sort((a, b) => a.sequence - b.sequence || (a.id < b.id ? -1 : 1)),
    signatures: newestOf(signatures, archived?.signatures, MAX_SIGNATURES),
    notes: notes.slice(0, notesShown),
    hasMoreNotes: notes.length > notesShown,
    history: newestOf(history, archived?.history, MAX_RECENT),
  };
}

/** Whether tasks, signatures and activity are archived and their file is missing or damaged. */
const readabilityOf = (archived: ArchivedDetails | null) => ({ detailsUnreadable: archived?.isUnreadable ?? false });

function asksFirst({ status, ...completion }: Row, to: WorkOrderStatus): boolean {
  if (to !== "completed") return (findTransition(status, to)?.inputs.length ?? 0) > 0;
  return completionGaps(completion).length > 0;
}

/** Returns a work order's number and reference. @throws DomainError not_found; forbidden */
export async function referenceOf(ctx: Ctx, ref: string): Promise<{ number: number; reference: string }> {
  const member = allow(ctx, "work_orders.read");
  const [found] = await ctx.db.select({ number: workOrders.number }).from(workOrders).where(isWorkOrder(member, ref));
  if (!found) throw workOrderNotFound();
  return { number: found.number, reference: formatWorkOrderNumber(found.number) };
}

const FROM_WHICH_COMPLETED = WORK_ORDER_STATUSES.filter((from) => findTransition(from, "completed"));

function workOrderRow(ctx: Ctx, member: Member, ref: string) {
  return ctx.db
    .select({
      id: named(workOrders.id, "work_order_id"),
      number: named(workOrders.number, "work_order_number"),
      title: workOrders.title,
      description: workOrders.description,
      status: named(workOrders.status, "work_order_status"),
      priority: workOrders.priority,
      scheduledStart: workOrders.scheduledStart,
      scheduledEnd: workOrders.scheduledEnd,
      durationMinutes: workOrders.durationMinutes,
      arrivalWindowMinutes: workOrders.arrivalWindowMinutes,
      windowStart: workOrders.windowStart,
      windowEnd: workOrders.windowEnd,
      windowNotifiedAt: workOrders.windowNotifiedAt,
      windowNotifiedHow: workOrders.windowNotifiedHow,
      windowNotifiedBy: sql<string | null>`(SELECT m.first_name || ' ' || m.last_name FROM tenant_members m
          WHERE m.org_id = ${member.orgId} AND m.user_id = work_orders.window_notified_by)`.as("told_by"),
      holdReason: workOrders.holdReason,
      cancelReason: workOrders.cancelReason,
      signatureRequired: workOrders.signatureRequired,
      noCharge: workOrders.noCharge,
      closeReason: workOrders.closeReason,
      invoice: invoiceOfWorkOrder(member),
      // Read only in statuses from which the job can be completed.
      openTasks: sql<
        string[]
      >`iif(work_orders.status IN ${FROM_WHICH_COMPLETED}, (SELECT json_group_array(t.title) FROM work_order_tasks t
          WHERE t.org_id = ${member.orgId} AND t.work_order_id = work_orders.id AND t.required = 1 AND t.done_at IS NULL), '[]')`
        .mapWith((text: string): string[] => JSON.parse(text))
        .as("open_tasks"),
      signed: sql<boolean>`EXISTS (SELECT 1 FROM work_order_signatures s
          WHERE s.org_id = ${member.orgId} AND s.work_order_id = work_orders.id)
          OR (work_orders.detail_archived = 1 AND EXISTS (SELECT 1 FROM work_order_archives a
            WHERE a.org_id = ${member.orgId} AND a.work_order_id = work_orders.id AND a.signature_rows > 0))`
        .mapWith(Boolean)
        .as("is_signed"),
      unsafe: isUnsafeWorkOrder(member),
      serviceTypeId: workOrders.serviceTypeId,
      playbook: workOrders.playbook,
      version: named(workOrders.version, "work_order_version"),
      createdAt: named(workOrders.createdAt, "work_order_created_at"),
      updatedAt: named(workOrders.updatedAt, "work_order_updated_at"),
      completedAt: workOrders.completedAt,
      customerId: named(customers.id, "the_customer_id"),
      customerNumber: named(customers.number, "customer_number"),
      customerName: named(customers.name, "customer_name"),
      customerPhone: named(customers.phone, "customer_phone"),
      siteAddressId: named(addresses.id, "site_id"),
      siteLabel: named(addresses.label, "site_label"),
      line1: named(addresses.line1, "site_line1"),
      line2: named(addresses.line2, "site_line2"),
      city: named(addresses.city, "site_city"),
      state: named(addresses.state, "site_state"),
      postalCode: named(addresses.postalCode, "site_postal_code"),
      timeZone: named(addresses.timeZone, "site_time_zone"),
      technicianId: named(workOrders.technicianId, "lead_id"),
      technicianFirstName: namedOrNull(technicians.firstName, "lead_first_name"),
      technicianLastName: namedOrNull(technicians.lastName, "lead_last_name"),
    })
    .from(workOrders)
    .innerJoin(customers, and(eq(customers.orgId, member.orgId), eq(customers.id, workOrders.customerId)))
    .innerJoin(addresses, and(eq(addresses.orgId, member.orgId), eq(addresses.id, workOrders.siteAddressId)))
    .leftJoin(technicians, and(eq(technicians.orgId, member.orgId), eq(technicians.id, workOrders.technicianId)))
    .where(isWorkOrder(member, ref));
}

/** More than `MAX_TASKS` and those of a playbook. */
const MAX_SHOWN_TASKS = 400;

/** The checklist, unsorted: sorting in the database would read every row once more. */
function tasksOf(ctx: Ctx, member: Member, ref: string) {
  return ctx.db
    .select({
      id: workOrderTasks.id,
      title: workOrderTasks.title,
      required: workOrderTasks.required,
      doneAt: workOrderTasks.doneAt,
      sequence: workOrderTasks.position,
      kind: workOrderTasks.kind,
      skills: workOrderTasks.skills,
      instructions: workOrderTasks.instructions,
      unit: workOrderTasks.unit,
      min: workOrderTasks.min,
      max: workOrderTasks.max,
      result: workOrderTasks.result,
      outcome: workOrderTasks.outcome,
      followUpId: workOrderTasks.followUpId,
      serviceTaskId: workOrderTasks.serviceTaskId,
      version: named(workOrderTasks.version, "task_version"),
    })
    .from(workOrderTasks)
    .where(and(eq(workOrderTasks.orgId, member.orgId), eq(workOrderTasks.workOrderId, idOfWorkOrder(member, ref))))
    .limit(MAX_SHOWN_TASKS);
}

function signaturesOf(ctx: Ctx, member: Member, ref: string) {
  return ctx.db
    .select({
      id: workOrderSignatures.id,
      signerName: workOrderSignatures.signerName,
      strokes: workOrderSignatures.strokes,
      signedAt: workOrderSignatures.signedAt,
    })
    .from(workOrderSignatures)
    .where(
      and(eq(workOrderSignatures.orgId, member.orgId), eq(workOrderSignatures.workOrderId, idOfWorkOrder(member, ref))),
    )
    .orderBy(desc(workOrderSignatures.id))
    .limit(MAX_SIGNATURES);
}

const authors = alias(tenantMembers, "authors");

/** The history, newest first: changes of status, time or people. `people` are the names of those assigned at the time. */
function historyOf(ctx: Ctx, member: Member, { ref, limit }: { ref: string; limit: number }) {
  return ctx.db
    .select({
      id: named(workOrderHistory.id, "change_id"),
      from: workOrderHistory.fromStatus,
      to: workOrderHistory.toStatus,
      // Without what it replaced, which only an undo needs.
      booking: sql<string>`json_remove(work_order_history.booking, '$.replaced')`
        .mapWith((text: string): Omit<BookingChange, "replaced"> | null => JSON.parse(text))
        .as("booking_slots"),
      people: sql<string[]>`(SELECT json_group_array(t.first_name || ' ' || t.last_name ORDER BY t.id)
          FROM json_each(work_order_history.booking, '$.after.technicianIds') sent
          CROSS JOIN technicians t ON t.org_id = ${member.orgId} AND t.id = sent.value)`
        .mapWith((text: string): string[] => JSON.parse(text))
        .as("people_sent"),
      reason: workOrderHistory.reason,
      occurredAt: workOrderHistory.occurredAt,
      recordedAt: workOrderHistory.recordedAt,
      deviceAt: workOrderHistory.deviceAt,
      firstName: namedOrNull(authors.firstName, "author_first_name"),
      lastName: namedOrNull(authors.lastName, "author_last_name"),
    })
    .from(workOrderHistory)
    .leftJoin(authors, and(eq(authors.orgId, member.orgId), eq(authors.userId, workOrderHistory.userId)))
    .where(and(eq(workOrderHistory.orgId, member.orgId), eq(workOrderHistory.workOrderId, idOfWorkOrder(member, ref))))
    .orderBy(desc(workOrderHistory.id))
    .limit(limit);
}

/** More entries than any job has, so the timeline needs no paging. */
const MAX_TIMELINE_ENTRIES = 500;

/**
 * Returns a work order's timeline, oldest first (changes of status, time and people), how long it stayed in each
 * status, and each status's share of the total. Stays are in epoch milliseconds.
 * @throws DomainError not_found; forbidden
 */
export async function workOrderTimeline(ctx: Ctx, ref: string) {
  const member = allow(ctx, "work_orders.read");
  const [[workOrder], newestFirst, archive] = await ctx.db.batch([
    headOf(ctx, member, ref),
    historyOf(ctx, member, { ref, limit: MAX_TIMELINE_ENTRIES }),
    archiveOf(ctx, member, ref),
  ]);
  if (!workOrder) throw workOrderNotFound();
  const archived = await readArchived(ctx, member, archive);
  const history = newestOf(newestFirst, archived?.history, MAX_TIMELINE_ENTRIES).toReversed();
  const changes = history.flatMap(({ to, occurredAt, recordedAt, deviceAt }) =>
    to === null
      ? []
      : [
          {
            ...{ status: to, occurredAt: Date.parse(occurredAt), recordedAt: Date.parse(recordedAt) },
            isCorrected: deviceAt !== null,
          },
        ],
  );
  const stays = statusDurations(changes, ctx.now.getTime());
  return {
    ...workOrder,
    ...readabilityOf(archived),
    reference: formatWorkOrderNumber(workOrder.number),
    history,
    stays,
    distribution: statusDistribution(stays),
  };
}

function headOf(ctx: Ctx, member: Member, ref: string) {
  return ctx.db
    .select({
      id: named(workOrders.id, "work_order_id"),
      number: named(workOrders.number, "work_order_number"),
      title: workOrders.title,
      status: named(workOrders.status, "work_order_status"),
      customerName: named(customers.name, "customer_name"),
      timeZone: named(addresses.timeZone, "site_time_zone"),
    })
    .from(workOrders)
    .innerJoin(customers, and(eq(customers.orgId, member.orgId), eq(customers.id, workOrders.customerId)))
    .innerJoin(addresses, and(eq(addresses.orgId, member.orgId), eq(addresses.id, workOrders.siteAddressId)))
    .where(isWorkOrder(member, ref));
}
