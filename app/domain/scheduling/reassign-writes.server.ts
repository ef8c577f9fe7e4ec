import { sql } from "drizzle-orm";
import type { Ctx, Member } from "~/domain/shared/context";
import type { Write } from "~/domain/shared/write.server";
import type { Reassignment } from "./reassignment";

/**
 * Gives many jobs other people and times at one stroke, if every one of them still is as it was read: all of it or nothing,
 * in six statements however many there are. The crews are taken out before they are put in, so that jobs may change places.
 */
export function reassignWrites(ctx: Ctx, me: Member, jobs: readonly Reassignment[]): Write[] {
  const at = ctx.now.toISOString();
  const rows = JSON.stringify(
    jobs.map(({ id, version, from, status, to }) => ({ id, version, from, status, ...to, historyId: ctx.newId() })),
  );
  const booked = sql`SELECT v.id FROM visits v JOIN json_each(${rows}) r ON r.value ->> 'id' = v.work_order_id
    WHERE v.org_id = ${me.orgId} AND v.state = 'booked'`;
  return [
    ctx.db.run(sql`UPDATE work_orders SET technician_id = r.value ->> '$.technicianIds[0]', status = r.value ->> 'status',
        scheduled_start = r.value ->> 'start', scheduled_end = r.value ->> 'end', version = version + 1, updated_at = ${at}
      FROM json_each(${rows}) r
      WHERE work_orders.org_id = ${me.orgId} AND work_orders.id = r.value ->> 'id'
        AND work_orders.version = r.value ->> 'version' AND work_orders.status = r.value ->> 'from'`),
    ctx.db.run(sql`INSERT INTO batch_assertions (reason, met) SELECT 'work_order_moved', changes() = ${jobs.length}`),
    ctx.db.run(sql`DELETE FROM visit_technicians WHERE org_id = ${me.orgId} AND visit_id IN (${booked})`),
    ctx.db.run(sql`UPDATE visits SET starts_at = r.value ->> 'start', ends_at = r.value ->> 'end'
      FROM json_each(${rows}) r
      WHERE visits.org_id = ${me.orgId} AND visits.work_order_id = r.value ->> 'id' AND visits.state = 'booked'`),
    ctx.db.run(sql`INSERT INTO visit_technicians (org_id, visit_id, technician_id, part, starts_at, ends_at, holds_slot, override_reason)
      SELECT v.org_id, v.id, crew.value, iif(crew.key = 0, 'lead', 'helper'), v.starts_at, v.ends_at, 1, r.value ->> 'overrideReason'
      FROM json_each(${rows}) r
      JOIN visits v ON v.org_id = ${me.orgId} AND v.work_order_id = r.value ->> 'id' AND v.state = 'booked'
      JOIN json_each(r.value, '$.technicianIds') crew`),
    ctx.db.run(sql`INSERT INTO work_order_history (org_id, work_order_id, id, from_status, to_status, user_id, occurred_at, recorded_at)
      SELECT ${me.orgId}, r.value ->> 'id', r.value ->> 'historyId', r.value ->> 'from', r.value ->> 'status', ${me.userId}, ${at}, ${at}
      FROM json_each(${rows}) r WHERE r.value ->> 'from' <> r.value ->> 'status'`),
  ];
}
