import { eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { organizations } from "#drizzle/schema/identity";
import { businessClock, jobFactZones } from "#drizzle/schema/performance";
import type { Ctx, Member } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { assertHolds, commitIdentity } from "~/domain/shared/write.server";
import { clockChanges } from "./clock";

type Business = Pick<Member, "orgId" | "timeZone">;

/** Jobs recounted per statement, so that none exceeds D1's time limit. */
const CHUNK = 5000;

/** The zone used for a business's daily counts: part of every batch that reads them. */
export function countedZone(ctx: Ctx, { orgId }: Pick<Member, "orgId">) {
  return ctx.db.all<{ zone: string; countedAt: string }>(
    sql`SELECT z.time_zone AS zone, z.counted_at AS countedAt FROM job_fact_zones z WHERE z.org_id = ${orgId}`,
  );
}

type Statements = readonly [ReturnType<typeof countedZone>, ...BatchItem<"sqlite">[]];

/** How long to wait for a requested recount before requesting another. */
const REQUEST_TTL_MS = 10 * MINUTE_MS;

/**
 * Reads daily counts in one batch, starting with `countedZone`. If they were counted in a zone other than the business's current
 * one, or never, they are recounted in the batch of a second read. A business too large for that gets the existing counts while
 * the queue recounts; until then `zoneStillCounted` returns the old zone.
 */
export async function readCounted<T extends Statements>(
  ctx: Ctx,
  me: Member,
  statements: () => T,
): Promise<BatchResponse<T>> {
  const rows = await ctx.db.batch(statements());
  const counted = zoneStillCounted(rows, me);
  if (counted === null) return rows;
  if (counted === BEING_COUNTED) {
    if (ctx.now.getTime() - markedAt(rows) > REQUEST_TTL_MS) ctx.after(askForRecount(ctx, me));
    return rows;
  }
  const first = recountAtOnce(ctx, me);
  try {
    return answersAfter<T>(await ctx.db.batch([...first, ...statements()]), first.length);
  } catch (error) {
    if (!failedOn(error, TOO_MANY)) throw error;
    ctx.after(askForRecount(ctx, me));
    return rows;
  }
}

/** Guarantee: a batch returns its results in order, and those after the first `count` are `T`. */
function answersAfter<T extends Statements>(answers: readonly unknown[], count: number): BatchResponse<T> {
  return answers.slice(count) as BatchResponse<T>;
}

/** The zone the counts still use; null: the business's own. */
export function zoneStillCounted([zones]: readonly [readonly { zone: string }[], ...unknown[]], me: Member) {
  const zone = zones[0]?.zone ?? "none";
  return zone === me.timeZone ? null : zone;
}

/** When days were counted or left to the queue, in epoch milliseconds. */
const markedAt = ([zones]: readonly [readonly { countedAt: string }[], ...unknown[]]) =>
  Date.parse(zones[0]?.countedAt ?? "");

/** Replaces the zone of a business whose days the queue is recounting. */
const BEING_COUNTED = "";

/**
 * Recounts a business's days in its new zone, for the use case that changed it. A business too large for one batch is left to the
 * queue, which already has a message of the change.
 */
export async function countInNewZone(ctx: Ctx, business: Business): Promise<void> {
  const [first, ...others] = recountAtOnce(ctx, business);
  try {
    await ctx.db.batch([first, ...others]);
  } catch (error) {
    if (!failedOn(error, TOO_MANY)) throw error;
    // The queue may have finished first.
    await ctx.db.run(sql`UPDATE job_fact_zones SET time_zone = ${BEING_COUNTED}, counted_at = ${ctx.now.toISOString()}
      WHERE org_id = ${business.orgId} AND time_zone <> ${business.timeZone}`);
  }
}

/** Requests at most one recount per interval, however many readers there are. */
async function askForRecount(ctx: Ctx, { orgId }: Member): Promise<void> {
  const now = ctx.now.toISOString();
  const before = new Date(ctx.now.getTime() - REQUEST_TTL_MS).toISOString();
  const requested =
    await ctx.db.all(sql`INSERT INTO job_fact_zones (org_id, time_zone, counted_at) VALUES (${orgId}, ${BEING_COUNTED}, ${now})
    ON CONFLICT (org_id) DO UPDATE SET time_zone = excluded.time_zone, counted_at = excluded.counted_at
    WHERE time_zone <> ${BEING_COUNTED} OR counted_at < ${before} RETURNING 1`);
  if (requested.length === 0) return;
  const copy: ClockCopy = { kind: "clock", orgId };
  await commitIdentity(ctx, null, {
    writes: [],
    publish: [{ topic: "tenant_copy", owner: { orgId }, payload: copy }],
    result: null,
  });
}

/** Copies a change of a business's time zone to the tenants' side. */
export interface ClockCopy {
  kind: "clock";
  orgId: string;
}

/** Recounts a business's days in its current zone, unless that is done. */
export async function copyClock(ctx: Ctx, orgId: string): Promise<void> {
  const [found] = await ctx.db
    .select({ timeZone: organizations.timeZone, shard: organizations.shard })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  if (!found) return;
  ctx.shards.learn({ orgId }, found.shard);
  const business = { orgId, timeZone: found.timeZone };
  const [counted] = await countedZone(ctx, business);
  if (counted?.zone !== business.timeZone) await countAgain(ctx, business);
}

const TOO_MANY = "too_many_jobs_to_count_at_once";

/** Recounts everything in one batch, which is rolled back if there are more completed jobs than one statement can recount. */
function recountAtOnce(ctx: Ctx, business: Business): [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]] {
  const { orgId } = business;
  const few = sql`(SELECT count(*) FROM (SELECT 1 FROM work_orders w INDEXED BY work_orders_completed
    WHERE w.org_id = ${orgId} AND w.completed_at IS NOT NULL LIMIT ${CHUNK + 1})) <= ${CHUNK}`;
  return [
    assertHolds(ctx, TOO_MANY, few),
    ...clockStatements(ctx, business),
    ctx.db.run(sql`INSERT INTO job_fact_refreshes (org_id, work_order_id)
      SELECT w.org_id, w.id FROM work_orders w INDEXED BY work_orders_completed
      WHERE w.org_id = ${orgId} AND w.completed_at IS NOT NULL`),
    ...sumStatements(ctx, business),
  ];
}

/** Recounts all daily sums of a business from its rows, as the triggers would have. */
async function countAgain(ctx: Ctx, business: Business): Promise<void> {
  const { orgId } = business;
  const [clock, ...facts] = clockStatements(ctx, business);
  await ctx.db.batch([clock, ...facts]);
  for (let after = ""; ; ) {
    const [last] = await ctx.db.all<{ at: string | null; id: string | null; n: number }>(sql`
      SELECT max(place) AS at, count(*) AS n FROM (
        SELECT w.completed_at || ' ' || w.id AS place FROM work_orders w INDEXED BY work_orders_completed
        WHERE w.org_id = ${orgId} AND w.completed_at IS NOT NULL AND w.completed_at >= ${after.slice(0, 24)}
          AND w.completed_at || ' ' || w.id > ${after} ORDER BY w.completed_at, w.id LIMIT ${CHUNK})`);
    if (!last?.at) break;
    await ctx.db.run(sql`INSERT INTO job_fact_refreshes (org_id, work_order_id)
      SELECT w.org_id, w.id FROM work_orders w INDEXED BY work_orders_completed
      WHERE w.org_id = ${orgId} AND w.completed_at IS NOT NULL AND w.completed_at >= ${after.slice(0, 24)}
        AND w.completed_at <= ${last.at.slice(0, 24)}
        AND w.completed_at || ' ' || w.id > ${after} AND w.completed_at || ' ' || w.id <= ${last.at}`);
    if (last.n < CHUNK) break;
    after = last.at;
  }
  const [causes, ...sums] = sumStatements(ctx, business);
  await ctx.db.batch([causes, ...sums]);
}

/** The business's clock, and removal of facts of jobs that are no longer completed. */
function clockStatements(ctx: Ctx, { orgId, timeZone }: Business) {
  const changes = JSON.stringify(clockChanges(timeZone, ctx.now.getTime()));
  return [
    ctx.db.run(sql`DELETE FROM business_clock WHERE org_id = ${orgId}`),
    ctx.db.run(sql`INSERT INTO ${businessClock} (org_id, from_at, offset_minutes)
      SELECT ${orgId}, c.value ->> 'fromAt', c.value ->> 'offsetMinutes' FROM json_each(${changes}) c`),
    ctx.db.run(sql`DELETE FROM job_facts WHERE org_id = ${orgId} AND NOT EXISTS (
      SELECT 1 FROM work_orders w WHERE w.org_id = ${orgId} AND w.id = job_facts.work_order_id
        AND w.status IN ('completed', 'closed') AND w.completed_at IS NOT NULL)`),
  ] as const;
}

/** The sums of the facts, and the zone they use. */
function sumStatements(ctx: Ctx, { orgId, timeZone }: Business) {
  const now = ctx.now.toISOString();
  return [
    ctx.db.run(sql`DELETE FROM callback_causes WHERE org_id = ${orgId}`),
    ctx.db.run(sql`INSERT INTO callback_cause_refreshes (org_id, work_order_id)
      SELECT f.org_id, f.work_order_id FROM job_facts f INDEXED BY job_facts_called_back WHERE f.org_id = ${orgId} AND f.called_back = 1`),
    ctx.db.run(sql`DELETE FROM callback_cause_sums WHERE org_id = ${orgId}`),
    ctx.db.run(sql`INSERT INTO callback_cause_sums (org_id, kind, grain, starts_on, key, label, callbacks)
      SELECT c.org_id, c.kind, g.value, ${startOf(sql`c.completed_on`, sql`g.value`)} AS starts_on, c.key, max(c.label), count(*)
      FROM callback_causes c CROSS JOIN json_each('["day","month","year"]') g WHERE c.org_id = ${orgId} GROUP BY 1, 2, 3, 4, 5`),
    ctx.db.run(sql`DELETE FROM job_sums WHERE org_id = ${orgId}`),
    ctx.db.run(sql`INSERT INTO job_sums (org_id, scope, grain, starts_on, key, jobs, unit_jobs, fixed_jobs, callback_jobs, labor_seconds,
        travel_seconds, billed_jobs, revenue_minor, costed_revenue_minor, cost_minor)
      SELECT f.org_id, g.value ->> 0, g.value ->> 1, ${startOf(sql`f.completed_on`, sql`g.value ->> 1`)} AS starts_on,
        CASE g.value ->> 0 WHEN 'technician' THEN f.technician_id WHEN 'service_type' THEN f.service_type_id ELSE '' END AS key,
        count(*), sum(f.has_unit), sum(f.fixed_first_time), sum(f.called_back), sum(f.labor_seconds), sum(f.travel_seconds), sum(f.billed),
        sum(f.revenue_minor), sum(f.costed_revenue_minor), sum(f.cost_minor)
      FROM job_facts f CROSS JOIN json_each('[["all","day"],["all","week"],["all","month"],["all","year"],["technician","day"],["technician","month"],["technician","year"],["service_type","day"],["service_type","month"],["service_type","year"]]') g
      WHERE f.org_id = ${orgId} GROUP BY 1, 2, 3, 4, 5`),
    ctx.db.run(sql`DELETE FROM workload_sums WHERE org_id = ${orgId}`),
    ctx.db.run(sql`INSERT INTO workload_sums (org_id, kind, starts_on, jobs, minutes)
      SELECT w.org_id, 'created', date(${dayOf(orgId, sql`w.created_at`)}, '-6 days', 'weekday 0') AS starts_on, count(*), sum(w.duration_minutes)
      FROM work_orders w WHERE w.org_id = ${orgId} AND w.status <> 'cancelled' GROUP BY 3`),
    ctx.db.run(sql`INSERT INTO workload_sums (org_id, kind, starts_on, jobs, minutes)
      SELECT a.org_id, 'booked', ${dayOf(orgId, sql`a.starts_at`)} AS starts_on, sum(a.role = 'lead'),
        sum(CAST(round((julianday(a.ends_at) - julianday(a.starts_at)) * 1440) AS INTEGER))
      FROM appointment_technicians a WHERE a.org_id = ${orgId} AND a.blocks_calendar = 1 GROUP BY 3`),
    ctx.db.run(sql`DELETE FROM scheduled_sums WHERE org_id = ${orgId}`),
    ctx.db.run(sql`INSERT INTO scheduled_sums (org_id, starts_on, status, jobs)
      SELECT w.org_id, ${dayOf(orgId, sql`w.scheduled_start`)} AS starts_on, w.status, count(*)
      FROM work_orders w INDEXED BY work_orders_start WHERE w.org_id = ${orgId} AND w.scheduled_start IS NOT NULL GROUP BY 2, 3`),
    ctx.db
      .insert(jobFactZones)
      .values({ orgId, timeZone, countedAt: now })
      .onConflictDoUpdate({ target: [jobFactZones.orgId], set: { timeZone, countedAt: now } }),
  ] as const;
}

/** The business's date of an instant, as the triggers compute it. */
function dayOf(orgId: string, at: SQL): SQL {
  return sql`date(${at}, coalesce((SELECT k.offset_minutes FROM business_clock k WHERE k.org_id = ${orgId} AND k.from_at <= ${at}
    ORDER BY k.from_at DESC LIMIT 1), 0) || ' minutes')`;
}

/** The first day of the period that contains a day. */
function startOf(day: SQL, grain: SQL): SQL {
  return sql`CASE ${grain} WHEN 'day' THEN ${day} WHEN 'week' THEN date(${day}, '-6 days', 'weekday 0')
    WHEN 'month' THEN substr(${day}, 1, 7) || '-01' ELSE substr(${day}, 1, 4) || '-01-01' END`;
}
