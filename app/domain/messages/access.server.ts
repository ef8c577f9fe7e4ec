import { type SQL, sql } from "drizzle-orm";
import { activeMembers, fullName } from "~/domain/shared/active-members.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allow, can } from "~/domain/shared/permissions";
import { isOffice, type Person, type ThreadKind } from "./message";

export const threadNotFound = () => notFound("Conversation not found");

/**
 * Whether a member may see the row of `threads` aliased `t`: conversations between people only their participants, those about
 * jobs and with customers the office and the crew.
 */
export function maySee(me: Member): SQL {
  const isIn = sql`EXISTS (SELECT 1 FROM thread_members own WHERE own.org_id = ${me.orgId} AND own.thread_id = t.id AND own.user_id = ${me.userId})`;
  if (isOffice(me)) return sql`(t.kind IN ('job', 'customer') OR ${isIn})`;
  return sql`CASE WHEN t.kind IN ('direct', 'group') THEN ${isIn} ELSE ${isOnCrew(me, sql`${me.technicianId}`)} END`;
}

/** The name of the conversation `t` in one text, as the list of conversations titles it but for its job's number. */
export function nameOfThread({ orgId, userId }: Member): SQL {
  return sql`CASE t.kind
    WHEN 'job' THEN coalesce((SELECT w.title FROM work_orders w WHERE w.org_id = ${orgId} AND w.id = t.work_order_id), t.title, 'Job')
    WHEN 'customer' THEN coalesce((SELECT c.name FROM customers c WHERE c.org_id = ${orgId} AND c.id = coalesce(t.customer_id,
      (SELECT w.customer_id FROM work_orders w WHERE w.org_id = ${orgId} AND w.id = t.work_order_id))), t.contact_name, t.contact_phone, t.contact_email, 'Customer')
    ELSE coalesce(t.title, (SELECT group_concat(p.first_name || ' ' || p.last_name, ', ') FROM thread_members o
      JOIN tenant_members p ON p.org_id = ${orgId} AND p.user_id = o.user_id
      WHERE o.org_id = ${orgId} AND o.thread_id = t.id AND o.user_id <> ${userId}), 'Conversation') END`;
}

/** Whether a technician is on the crew of the job of `t`. */
function isOnCrew({ orgId }: Member, technicianId: SQL): SQL {
  return sql`(EXISTS (SELECT 1 FROM work_orders w WHERE w.org_id = ${orgId} AND w.id = t.work_order_id AND w.technician_id = ${technicianId})
    OR EXISTS (SELECT 1 FROM appointments a INDEXED BY appointments_work_order
      CROSS JOIN appointment_technicians crew ON crew.org_id = ${orgId} AND crew.appointment_id = a.id
      WHERE a.org_id = ${orgId} AND a.work_order_id = t.work_order_id AND a.state <> 'released' AND crew.technician_id = ${technicianId}))`;
}

export interface ThreadRow {
  id: string;
  kind: ThreadKind;
  workOrderId: string | null;
  customerId: string | null;
  contactPhone: string | null;
  contactEmail: string | null;
  closedAt: string | null;
  lastSeq: number;
}

/**
 * For members who may take part in some conversations; `allowOnThread` checks which, once the conversation is read.
 * @throws DomainError forbidden
 */
export function allowMessaging(ctx: Ctx): Member {
  return allow(ctx, "work_orders.read");
}

/** The conversation, for members who may see it and so write in it. @throws DomainError forbidden; not_found for all others */
export async function allowOnThread(ctx: Ctx, id: string): Promise<ThreadRow> {
  const me = allowMessaging(ctx);
  const [row] = await ctx.db.all<ThreadRow>(sql`
    SELECT t.id, t.kind, t.work_order_id AS workOrderId, t.customer_id AS customerId, t.contact_phone AS contactPhone,
      t.contact_email AS contactEmail, t.closed_at AS closedAt, t.last_seq AS lastSeq
    FROM threads t WHERE t.org_id = ${me.orgId} AND t.id = ${id} AND ${maySee(me)}`);
  if (!row) throw threadNotFound();
  return row;
}

interface Colleague extends Person {
  isOffice: boolean;
}

/** Current members who may see jobs, by name. */
export async function colleagues(ctx: Ctx, me: Pick<Member, "orgId">): Promise<Colleague[]> {
  const rows = await activeMembers(ctx, me, "lastName");
  return rows
    .filter((each) => can(each, "work_orders.read"))
    .map((each) => ({ id: each.id, name: fullName(each), isOffice: isOffice(each) }));
}

/**
 * User ids of a job's crew, for use in any statement. Joined in this order because the planner would otherwise read every crew.
 */
export function crewOfWorkOrder(orgId: string, workOrderId: SQL | string | null): SQL {
  return sql`(SELECT lead.user_id FROM work_orders w JOIN technicians lead ON lead.org_id = ${orgId} AND lead.id = w.technician_id
      WHERE w.org_id = ${orgId} AND w.id = ${workOrderId} AND lead.user_id IS NOT NULL
    UNION SELECT helper.user_id FROM appointments a INDEXED BY appointments_work_order
      CROSS JOIN appointment_technicians crew ON crew.org_id = ${orgId} AND crew.appointment_id = a.id
      CROSS JOIN technicians helper ON helper.org_id = ${orgId} AND helper.id = crew.technician_id
      WHERE a.org_id = ${orgId} AND a.work_order_id = ${workOrderId} AND a.state <> 'released' AND helper.user_id IS NOT NULL)`;
}
