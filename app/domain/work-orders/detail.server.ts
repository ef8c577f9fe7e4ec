import { and, desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { technicians, users } from "#drizzle/schema/people";
import { workOrderHistory, workOrderSignatures, workOrders, workOrderTasks } from "#drizzle/schema/work-orders";
import { readMeasured, unitsOfJob } from "~/domain/equipment/job-units.server";
import { todayOf, withCondition } from "~/domain/equipment/unit.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { actorRoles, isOffice, isOnCrew } from "./access.server";
import { assignable, technicianNames } from "./internal/choices.server";
import { crewOf, idOfWorkOrder, isWorkOrder, jobUnderWay, workOrderNotFound } from "./load.server";
import { notesOf } from "./notes.server";
import { allowedTransitions, completionGaps, findTransition } from "./transitions";
import { formatWorkOrderNumber, type WorkOrderStatus } from "./work-order";

export type WorkOrderDetail = Awaited<ReturnType<typeof workOrderDetail>>;

interface DetailOptions {
  /** How many of the newest notes. */
  notes?: number;
  /** The technicians it could be given to, for a dialog that asks for one. */
  technicians?: boolean;
}

/**
 * Everything the detail screen and GET /work-orders/{id} show, in one round trip: the newest six notes and four history rows.
 * @throws DomainError not_found; forbidden
 */
export async function workOrderDetail(ctx: Ctx, ref: string, options: DetailOptions = {}) {
  const member = allow(ctx, "work_orders.read");
  const { notes: mostNotes = 6, technicians: asked = false } = options;
  const id = idOfWorkOrder(member, ref);
  const [[row], crew, tasks, signatures, notes, history, people, units] = await ctx.db.batch([
    workOrderRow(ctx, member, ref),
    crewOf(ctx, member, ref),
    tasksOf(ctx, member, ref),
    signaturesOf(ctx, member, ref),
    notesOf(ctx, member, { ref, limit: mostNotes + 1 }),
    historyOf(ctx, member, { ref, limit: 5 }),
    technicianNames(ctx, member).limit(asked ? 500 : 0),
    unitsOfJob(ctx, member, id),
  ]);
  if (!row) throw workOrderNotFound();
  const lead = row.technicianId ? [row.technicianId] : [];
  const sent = crew.length > 0 ? crew.map((one) => one.technicianId) : lead;
  const allowed = allowedTransitions(row.status, actorRoles(member, sent));
  return {
    ...row,
    reference: formatWorkOrderNumber(row.number),
    helpers: crew
      .filter((one) => one.role === "helper")
      .map((one) => ({ id: one.technicianId, name: `${one.firstName} ${one.lastName}` })),
    overrideReason: crew.find((one) => one.overrideReason)?.overrideReason ?? null,
    equipment: units
      .sort((a, b) => a.equipmentName.localeCompare(b.equipmentName))
      .map((unit) => ({
        ...withCondition(unit, todayOf(ctx, member)),
        measured: readMeasured(unit.measured),
      })),
    tasks: tasks.sort((a, b) => a.sequence - b.sequence || (a.id < b.id ? -1 : 1)),
    signatures,
    notes: notes.slice(0, mostNotes),
    hasMoreNotes: notes.length > mostNotes,
    history: history.slice(0, 4),
    hasMoreHistory: history.length > 4,
    technicians: assignable(people),
    technicianOnJob: row.otherJob === null ? null : formatWorkOrderNumber(row.otherJob),
    allowed,
    asking: allowed.filter((to) => asksFirst({ ...row, tasks, signed: signatures.length > 0 }, to)),
    rights: { office: isOffice(member), onJob: isOffice(member) || isOnCrew(member, sent), userId: member.userId },
  };
}

interface Completable {
  status: WorkOrderStatus;
  signatureRequired: boolean;
  noCharge: boolean;
  signed: boolean;
  tasks: readonly { title: string; required: boolean; doneAt: string | null }[];
}

/** True when a screen has to ask first: for a time, a reason, or what is still missing to complete. */
function asksFirst({ status, signatureRequired, noCharge, signed, tasks }: Completable, to: WorkOrderStatus): boolean {
  if (to === "closed") return !noCharge;
  if (to !== "completed") return (findTransition(status, to)?.inputs.length ?? 0) > 0;
  const openTasks = tasks.filter((task) => task.required && task.doneAt === null).map((task) => task.title);
  return completionGaps({ openTasks, signatureRequired, signed }).length > 0;
}

/** What people call a work order. @throws DomainError not_found; forbidden */
export async function referenceOf(ctx: Ctx, ref: string): Promise<{ number: number; reference: string }> {
  const member = allow(ctx, "work_orders.read");
  const [found] = await ctx.db.select({ number: workOrders.number }).from(workOrders).where(isWorkOrder(member, ref));
  if (!found) throw workOrderNotFound();
  return { number: found.number, reference: formatWorkOrderNumber(found.number) };
}

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
      holdReason: workOrders.holdReason,
      cancelReason: workOrders.cancelReason,
      signatureRequired: workOrders.signatureRequired,
      noCharge: workOrders.noCharge,
      closeReason: workOrders.closeReason,
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
      accessNotes: addresses.accessNotes,
      technicianId: named(workOrders.technicianId, "lead_id"),
      otherJob: jobUnderWay(member),
      technicianFirstName: namedOrNull(technicians.firstName, "lead_first_name"),
      technicianLastName: namedOrNull(technicians.lastName, "lead_last_name"),
    })
    .from(workOrders)
    .innerJoin(customers, and(eq(customers.orgId, member.orgId), eq(customers.id, workOrders.customerId)))
    .innerJoin(addresses, and(eq(addresses.orgId, member.orgId), eq(addresses.id, workOrders.siteAddressId)))
    .leftJoin(technicians, and(eq(technicians.orgId, member.orgId), eq(technicians.id, workOrders.technicianId)))
    .where(isWorkOrder(member, ref));
}

/** The checklist; put in order by the caller, since the database reads every row once more to sort them. */
export function tasksOf(ctx: Ctx, member: Member, ref: string) {
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
    })
    .from(workOrderTasks)
    .where(and(eq(workOrderTasks.orgId, member.orgId), eq(workOrderTasks.workOrderId, idOfWorkOrder(member, ref))))
    .limit(100);
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
    .limit(3);
}

const movers = alias(users, "movers");

/** What happened, the newest first: another status, another time, other people. `people` are the names of who was sent then. */
export function historyOf(ctx: Ctx, member: Member, { ref, limit }: { ref: string; limit: number }) {
  return ctx.db
    .select({
      id: named(workOrderHistory.id, "change_id"),
      from: workOrderHistory.fromStatus,
      to: workOrderHistory.toStatus,
      booking: workOrderHistory.booking,
      people: sql<string[]>`(SELECT json_group_array(t.first_name || ' ' || t.last_name)
          FROM json_each(work_order_history.booking, '$.after.technicianIds') sent
          JOIN technicians t ON t.org_id = ${member.orgId} AND t.id = sent.value)`
        .mapWith((text: string): string[] => JSON.parse(text))
        .as("people_sent"),
      reason: workOrderHistory.reason,
      occurredAt: workOrderHistory.occurredAt,
      recordedAt: workOrderHistory.recordedAt,
      firstName: namedOrNull(movers.firstName, "mover_first_name"),
      lastName: namedOrNull(movers.lastName, "mover_last_name"),
    })
    .from(workOrderHistory)
    .leftJoin(movers, eq(movers.id, workOrderHistory.userId))
    .where(and(eq(workOrderHistory.orgId, member.orgId), eq(workOrderHistory.workOrderId, idOfWorkOrder(member, ref))))
    .orderBy(desc(workOrderHistory.id))
    .limit(limit);
}
