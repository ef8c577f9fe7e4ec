import { and, desc, eq, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { customers } from "#drizzle/schema/customers";
import { technicians } from "#drizzle/schema/technicians";
import {
  appointmentTechnicians,
  workOrderHistory,
  workOrderSignatures,
  workOrders,
  workOrderTasks,
} from "#drizzle/schema/work-orders";
import { hasParts } from "~/domain/inventory/part-stock.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allow, can, hasRole } from "~/domain/shared/permissions";
import type { TechnicianStatus } from "~/domain/technicians/technician";
import { formatWorkOrderNumber, parseWorkOrderRef } from "~/domain/work-order-basics/number";
import { UNDER_WAY_STATUSES, type WorkOrderStatus } from "~/domain/work-order-basics/status";
import { archivedFacts, restoreDetails } from "./archive/restore.server";
import type { ActorRole, WorkOrderInvoice } from "./transitions";
import { reachNotice, type Unreachable } from "./work-order";

export const workOrderNotFound = () => notFound("Work order not found");

/** Matches the one work order that a URL or API path names by id, number or "WO-012". @throws DomainError not_found */
export function isWorkOrder(member: Member, ref: string): SQL {
  return sql`${workOrders.orgId} = ${member.orgId} AND ${workOrders.id} = ${idOfWorkOrder(member, ref)}`;
}

/**
 * Returns the id of that work order within any statement. A number is looked up in a subquery: joined to other tables,
 * the planner would scan the whole business instead of using the index on numbers.
 * @throws DomainError not_found
 */
export function idOfWorkOrder(member: Member, ref: string): SQL {
  const parsed = parseWorkOrderRef(ref);
  if (!parsed) throw workOrderNotFound();
  if (parsed.by === "id") return sql`${parsed.id}`;
  return sql`(SELECT named.id FROM work_orders named WHERE named.org_id = ${member.orgId} AND named.number = ${parsed.number})`;
}

/** Returns the id of its site within any statement. @throws DomainError not_found */
export function siteAddressOf(member: Member, ref: string): SQL {
  return sql`(SELECT sited.site_address_id FROM work_orders sited WHERE sited.org_id = ${member.orgId} AND sited.id = ${idOfWorkOrder(member, ref)})`;
}

/** Whether a reading on the checklist says that the equipment is unsafe to run, as a column along with `work_orders`. */
export function isUnsafeWorkOrder({ orgId }: Member) {
  return sql<boolean>`EXISTS (SELECT 1 FROM work_order_tasks u INDEXED BY work_order_tasks_unsafe
    WHERE u.org_id = ${orgId} AND u.work_order_id = work_orders.id AND u.unsafe = 1)`
    .mapWith(Boolean)
    .as("is_unsafe");
}

/** The non-void invoice of a work order, as a column along with `work_orders`. */
export function invoiceOfWorkOrder({ orgId }: Member) {
  return sql<WorkOrderInvoice | null>`(SELECT json_object(
      'reference', CASE WHEN billed.number IS NULL THEN 'The draft invoice' ELSE printf('INV-%04d', billed.number) END,
      'state', CASE WHEN billed.status = 'draft' THEN 'draft'
        WHEN billed.total_minor - billed.paid_minor - billed.credited_minor > 0 THEN 'unpaid' ELSE 'paid' END)
    FROM invoices billed INDEXED BY invoices_one_of_job
    WHERE billed.org_id = ${orgId} AND billed.work_order_id = work_orders.id AND billed.kind = 'invoice' AND billed.status <> 'void')`
    .mapWith((text: string): WorkOrderInvoice => JSON.parse(text))
    .as("job_invoice");
}

/**
 * Returns the amounts of a work order's estimates that the customer approved, that are still open, and what was
 * invoiced and is due, in minor units; null if there are none.
 */
export function amountsOfWorkOrder(ctx: Ctx, member: Member, ref: string) {
  const ofEstimates = (amount: SQL, status: "approved" | "sent") =>
    sql<number | null>`(SELECT sum(${amount}) FROM estimates e INDEXED BY estimates_work_order
      LEFT JOIN estimate_approvals a ON a.org_id = ${member.orgId} AND a.root_id = e.root_id AND a.estimate_id = e.id
      WHERE e.org_id = ${member.orgId} AND e.work_order_id = work_orders.id AND e.status = ${status})`;
  const ofInvoice = (amount: SQL) =>
    sql<number | null>`(SELECT ${amount} FROM invoices b INDEXED BY invoices_one_of_job WHERE b.org_id = ${member.orgId}
      AND b.work_order_id = work_orders.id AND b.kind = 'invoice' AND b.status <> 'void' AND b.status <> 'draft')`;
  return ctx.db
    .select({
      approvedMinor: ofEstimates(sql`a.total_minor`, "approved").as("approved_minor"),
      sentMinor: ofEstimates(sql`e.total_minor`, "sent").as("sent_minor"),
      billedMinor: ofInvoice(sql`b.total_minor`).as("billed_minor"),
      owedMinor: ofInvoice(sql`b.total_minor - b.paid_minor - b.credited_minor`).as("owed_minor"),
    })
    .from(workOrders)
    .where(isWorkOrder(member, ref));
}

/** The name of a work order's customer. */
export function customerOf(ctx: Ctx, member: Member, ref: string) {
  return ctx.db
    .select({ name: customers.name })
    .from(customers)
    .where(
      and(
        eq(customers.orgId, member.orgId),
        eq(
          customers.id,
          sql`(SELECT served.customer_id FROM work_orders served WHERE served.org_id = ${member.orgId} AND served.id = ${idOfWorkOrder(member, ref)})`,
        ),
      ),
    );
}

type AppointmentState = "booked" | "done" | "released";

/**
 * Returns the id of a work order's latest appointment in one of these states, within any statement. The index is named
 * because the planner would otherwise scan the business's appointments from the newest, which is the requested order.
 */
export function latestAppointment(member: Member, workOrderId: SQL | string, states: readonly AppointmentState[]): SQL {
  return sql`(SELECT latest.id FROM appointments latest INDEXED BY appointments_work_order
    WHERE latest.org_id = ${member.orgId} AND latest.work_order_id = ${workOrderId} AND latest.state IN ${[...states]}
    ORDER BY latest.id DESC LIMIT 1)`;
}

/**
 * Returns a work order with everything that use cases check before writing. Archived details are read from the archive;
 * call `restoreIfArchived` after the checks and before writing.
 * @throws DomainError not_found; unavailable if their file cannot be read
 */
export async function readWorkOrder(ctx: Ctx, member: Member, ref: string): Promise<WorkOrder> {
  const workOrder = await readStoredWorkOrder(ctx, member, ref);
  if (workOrder.detailArchived === 0) return workOrder;
  const archived = await archivedFacts(ctx, member.orgId, workOrder.id);
  // Restored in the meantime.
  if (!archived) return readStoredWorkOrder(ctx, member, workOrder.id);
  return { ...workOrder, ...archived, openTasks: [...workOrder.openTasks, ...archived.openTasks] };
}

/** Restores archived details for a change about to be written; a change refused earlier leaves them archived. */
export async function restoreIfArchived(ctx: Ctx, member: Member, workOrder: WorkOrder): Promise<void> {
  if (workOrder.detailArchived !== 0) await restoreDetails(ctx, member.orgId, workOrder.id);
}

/** The same for reads: archived details stay archived. @throws DomainError not_found */
export async function readStoredWorkOrder(ctx: Ctx, member: Member, ref: string) {
  const id = idOfWorkOrder(member, ref);
  const [[workOrder], crew, openTasks, signatures, [other], [last], [besides]] = await ctx.db.batch([
    ctx.db.select().from(workOrders).where(isWorkOrder(member, ref)),
    crewOf(ctx, member, ref),
    ctx.db
      .select({ title: workOrderTasks.title })
      .from(workOrderTasks)
      .where(
        and(
          eq(workOrderTasks.orgId, member.orgId),
          eq(workOrderTasks.workOrderId, id),
          eq(workOrderTasks.required, true),
          isNull(workOrderTasks.doneAt),
        ),
      )
      .orderBy(workOrderTasks.position),
    ctx.db
      .select({ id: workOrderSignatures.id })
      .from(workOrderSignatures)
      .where(and(eq(workOrderSignatures.orgId, member.orgId), eq(workOrderSignatures.workOrderId, id)))
      .limit(1),
    otherWorkOrderUnderWay(ctx, member, ref),
    lastStatusEntry(ctx, member, ref),
    ctx.db
      .select({
        hasParts: sql<boolean>`${hasParts(member, id)}`.mapWith(Boolean).as("has_parts"),
        invoice: invoiceOfWorkOrder(member),
      })
      .from(workOrders)
      .where(isWorkOrder(member, ref)),
  ]);
  if (!workOrder) throw workOrderNotFound();
  return {
    ...workOrder,
    /** Everyone who may act as the assigned technician, lead first. */
    crew: crew.length > 0 || !workOrder.technicianId ? crew.map((one) => one.technicianId) : [workOrder.technicianId],
    helperIds: crew.filter((one) => one.role === "helper").map((one) => one.technicianId),
    overrideReason: crew.find((one) => one.overrideReason)?.overrideReason ?? null,
    /** The lead's, if there is an appointment. */
    leadFirstName: crew.find((one) => one.role === "lead")?.firstName ?? null,
    ...unreachable(crew),
    openTasks: openTasks.map((task) => task.title),
    signed: signatures.length > 0,
    otherWorkOrder: other ? formatWorkOrderNumber(other.number) : null,
    /** Parts were used on it and not returned. */
    hasParts: besides?.hasParts ?? false,
    /** When it entered its current status. */
    statusSince: last?.at ?? null,
    invoice: besides?.invoice ?? null,
  };
}

export type WorkOrder = Awaited<ReturnType<typeof readStoredWorkOrder>>;

/** The message to show after a change. */
export function noticeAbout({ leadFirstName, ...crew }: WorkOrder, to: WorkOrderStatus): string | null {
  if (to === "dispatched") return reachNotice(crew);
  // An unscheduled job keeps its technician for when it is scheduled again.
  return to === "unscheduled" && leadFirstName ? `${leadFirstName} stays assigned.` : null;
}

/** Whether the technician of the row may sign in; true for one without an account. */
function hasAccess({ orgId }: Member) {
  return sql`coalesce((SELECT m.has_access FROM tenant_members m WHERE m.org_id = ${orgId} AND m.user_id = technicians.user_id), 1)`.mapWith(
    Boolean,
  );
}

interface Reached {
  firstName: string;
  status: TechnicianStatus;
  hasAccess: boolean;
}

/** Those of them whose phones a job does not reach. */
function unreachable(people: readonly Reached[]): Unreachable {
  return {
    invited: people.filter(({ status }) => status === "pending_setup").map(({ firstName }) => firstName),
    withoutAccess: people.filter((one) => !one.hasAccess).map(({ firstName }) => firstName),
  };
}

/** Those of the technicians whose phones a job does not reach. */
export async function unreachableAmong(ctx: Ctx, me: Member, ids: readonly (string | null)[]): Promise<Unreachable> {
  const people = await ctx.db
    .select({
      firstName: technicians.firstName,
      status: technicians.status,
      hasAccess: hasAccess(me).as("has_access"),
    })
    .from(technicians)
    .where(
      and(
        eq(technicians.orgId, me.orgId),
        sql`${technicians.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    )
    .orderBy(technicians.lastName, technicians.firstName);
  return unreachable(people);
}

/** The crew: people of the latest appointment that was not released. */
export function crewOf(ctx: Ctx, member: Member, ref: string) {
  const latest = latestAppointment(member, idOfWorkOrder(member, ref), ["booked", "done"]);
  return ctx.db
    .select({
      technicianId: named(technicians.id, "crew_technician_id"),
      firstName: named(technicians.firstName, "crew_first_name"),
      lastName: named(technicians.lastName, "crew_last_name"),
      phone: named(technicians.phone, "crew_phone"),
      status: named(technicians.status, "crew_status"),
      hasAccess: hasAccess(member).as("crew_has_access"),
      role: appointmentTechnicians.role,
      overrideReason: appointmentTechnicians.overrideReason,
    })
    .from(appointmentTechnicians)
    .innerJoin(
      technicians,
      and(eq(technicians.orgId, member.orgId), eq(technicians.id, appointmentTechnicians.technicianId)),
    )
    .where(and(eq(appointmentTechnicians.orgId, member.orgId), eq(appointmentTechnicians.appointmentId, latest)))
    .orderBy(desc(appointmentTechnicians.role), technicians.lastName);
}

/** The lead's other work order that is en route or in progress. */
function otherWorkOrderUnderWay(ctx: Ctx, member: Member, ref: string) {
  const lead = ctx.db.select({ id: workOrders.technicianId }).from(workOrders).where(isWorkOrder(member, ref));
  return ctx.db
    .select({ number: workOrders.number })
    .from(workOrders)
    .where(
      and(
        eq(workOrders.orgId, member.orgId),
        eq(workOrders.technicianId, sql`(${lead})`),
        // Written out, because the partial index is used only if its condition appears literally.
        sql.raw(`work_orders.status IN ('${UNDER_WAY_STATUSES.join("', '")}')`),
        ne(workOrders.id, idOfWorkOrder(member, ref)),
      ),
    )
    .limit(1);
}

/** An entry dated after it was recorded counts from when it was recorded. */
function lastStatusEntry(ctx: Ctx, member: Member, ref: string) {
  return ctx.db
    .select({ at: sql<string | null>`max(min(${workOrderHistory.occurredAt}, ${workOrderHistory.recordedAt}))` })
    .from(workOrderHistory)
    .where(
      and(
        eq(workOrderHistory.orgId, member.orgId),
        eq(workOrderHistory.workOrderId, idOfWorkOrder(member, ref)),
        isNotNull(workOrderHistory.toStatus),
      ),
    );
}

/** Returns the id for a reference, its crew, and whether its details are archived. @throws DomainError not_found */
export async function readCrew(ctx: Ctx, member: Member, ref: string) {
  const [[found], crew] = await ctx.db.batch([
    ctx.db
      .select({
        ...{ id: workOrders.id, technicianId: workOrders.technicianId, detailArchived: workOrders.detailArchived },
        createdAt: workOrders.createdAt,
      })
      .from(workOrders)
      .where(isWorkOrder(member, ref)),
    crewOf(ctx, member, ref),
  ]);
  if (!found) throw workOrderNotFound();
  const people = crew.map((one) => one.technicianId);
  return {
    id: found.id,
    crew: people.length > 0 || !found.technicianId ? people : [found.technicianId],
    isArchived: found.detailArchived !== 0,
    createdAt: found.createdAt,
  };
}

/** The member's roles on a work order with that crew; empty for read-only access. */
export function actorRoles(member: Member, crew: readonly string[]): ActorRole[] {
  if (member.userId === null) return ["system"];
  const roles: ActorRole[] = [];
  if (isOffice(member)) roles.push("office");
  if (can(member, "work_orders.manage") || (isOffice(member) && hasRole(member, "Admin", "Manager"))) {
    roles.push("manager");
  }
  if (isOnCrew(member, crew)) roles.push("technician");
  return roles;
}

export function isOffice(member: Member): boolean {
  return can(member, "work_orders.write");
}

export function isOnCrew(member: Member, crew: readonly string[]): boolean {
  return member.technicianId !== null && crew.includes(member.technicianId);
}

/** For members who may write on some work orders; `allowOnWorkOrder` checks which, once the crew is read. @throws DomainError forbidden */
export function allowCrewOrOffice(ctx: Ctx): Member {
  return allow(ctx, "work_orders.read");
}

const crewOnly = "Only the office and the technicians assigned to this work order can do this.";

/** The office and the assigned technicians may change status, notes, checklist and signature. @throws DomainError forbidden */
export function allowOnWorkOrder(ctx: Ctx, { crew }: { crew: readonly string[] }, message = crewOnly): Member {
  const member = allowCrewOrOffice(ctx);
  if (actorRoles(member, crew).length === 0) throw new DomainError("forbidden", message);
  return member;
}
