import { getTableName, type SQL, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { jsonChunks } from "#drizzle/d1/json-chunks";
import type { Ctx } from "~/domain/shared/context";
import { isMoving } from "~/domain/shared/database-errors.server";
import { logUnforeseen } from "~/domain/shared/log.server";
import { boundShard, isOnThisShard } from "~/domain/shared/shards.server";
import { DAY_MS } from "~/domain/shared/time/dates";
import type { Write } from "~/domain/shared/write.server";
import { type ArchiveJob, archiveKey, DEFAULT_ARCHIVE_MONTHS } from "./archive";
import { packArchive } from "./file.server";
import { ARCHIVED, ARCHIVED_NAMES, type ArchivedName, goes, rowsOf } from "./rows.server";

/** Work orders per batch. */
const BATCH = 40;
/**
 * A run stops after this time or this many batches and leaves the rest to the next message: an invocation may make only
 * 1,000 external requests.
 */
const RUN_MS = 20_000;
const RUN_BATCHES = 20;
/** Time until the leftovers of a batch are swept; no run lasts this long. */
const UPLOAD_MS = DAY_MS;
const MAX_LEFTOVERS = 50;

/** Must match the index's condition literally; otherwise the index is not used. */
const MAY_GO = sql.raw("w.detail_archived = 0 AND w.to_bill = 0 AND w.status IN ('completed', 'closed', 'cancelled')");

/** Excludes a business while an export is reading its details or may resume. */
const notExported = (orgId: string) =>
  sql`NOT EXISTS (SELECT 1 FROM business_exports x WHERE x.org_id = ${orgId}
    AND (x.status IN ('queued', 'running') OR (x.status = 'failed' AND x.progress IS NOT NULL)))`;

/** Starts the archiving run of a shard. */
export function startArchiving(ctx: Ctx): Promise<void> {
  return ctx.providers.operations.queueArchiving({ archiveShard: boundShard(ctx), after: null, from: null });
}

interface Due {
  orgId: string;
  before: string;
}

/**
 * Archives the details that are due in a shard's businesses, one business at a time. Returns where the next message
 * continues, or null when finished. Runs may repeat or overlap: what one run archived, another no longer finds. `ctx`
 * is bound to the shard.
 */
export async function runArchiving(ctx: Ctx, job: ArchiveJob, runMs = RUN_MS): Promise<ArchiveJob | null> {
  const deadline = Date.now() + runMs;
  let batches = 0;
  const isOver = () => batches >= RUN_BATCHES || Date.now() >= deadline;
  let { after, from } = job;
  for (;;) {
    const business = await nextBusiness(ctx, after);
    if (!business) return null;
    try {
      for (;;) {
        batches += 1;
        const { last } = await archiveBatch(ctx, business, from?.orgId === business.orgId ? from : null);
        if (!last) break;
        from = { orgId: business.orgId, ...last };
        if (isOver()) return { ...job, after, from };
      }
    } catch (error) {
      // The other businesses do not depend on this one.
      if (!isMoving(error)) logUnforeseen(ctx.request.id, "archiving", error);
    }
    [after, from] = [business.orgId, null];
    if (isOver()) return { ...job, after, from };
  }
}

/** Returns the first business after `after` with something due. */
async function nextBusiness(ctx: Ctx, after: string | null): Promise<Due | undefined> {
  const months = sql`coalesce((SELECT s.after_months FROM archive_settings s WHERE s.org_id = o.id), ${DEFAULT_ARCHIVE_MONTHS})`;
  const before = sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${ctx.now.toISOString()}, '-' || ${months} || ' months')`;
  const [business] = await ctx.db.all<Due>(sql`
    SELECT o.id AS orgId, ${before} AS "before" FROM tenant_organizations o
    WHERE o.id > ${after ?? ""} AND o.deleting = 0 AND ${isOnThisShard(sql`o.id`)}
      AND NOT EXISTS (SELECT 1 FROM moving_tenants v WHERE v.tenant_id = o.id)
      AND NOT EXISTS (SELECT 1 FROM business_restores r WHERE r.org_id = o.id AND r.status IN ('queued', 'running', 'undoing'))
      AND ${months} > 0 AND EXISTS (
        SELECT 1 FROM work_orders w INDEXED BY work_orders_to_archive WHERE w.org_id = o.id AND ${MAY_GO} AND w.updated_at < ${before})
    ORDER BY o.id LIMIT 1`);
  return business;
}

interface Candidate extends Record<ArchivedName, string> {
  id: string;
  number: number;
  updatedAt: string;
}

type Place = { updatedAt: string; id: string };

/**
 * Archives the next work orders of a business, the least recently changed first. The files are written first, under
 * names recorded as leftovers; then one transaction stores the names and deletes the rows, only for work orders whose
 * rows have not changed since they were read. `last`: where to continue; null: none were due. `archived`: number of
 * work orders archived.
 */
export async function archiveBatch(
  ctx: Ctx,
  { orgId, before }: Due,
  from: Place | null = null,
): Promise<{ last: Place | null; archived: number }> {
  const batch = ctx.newToken().slice(0, 22);
  const due = sql`FROM work_orders w INDEXED BY work_orders_to_archive
    WHERE w.org_id = ${orgId} AND ${MAY_GO} AND w.updated_at < ${before} AND ${notExported(orgId)}
      ${from ? sql`AND (w.updated_at, w.id) > (${from.updatedAt}, ${from.id})` : sql``}
    ORDER BY w.updated_at, w.id LIMIT ${BATCH}`;
  const until = new Date(ctx.now.getTime() + UPLOAD_MS).toISOString();
  const [, found] = await ctx.db.batch([
    ctx.db.run(sql`
      INSERT INTO archive_leftovers (org_id, id, batch, work_orders, due_at)
      SELECT ${orgId}, ${batch}, ${batch}, json_group_array(d.id), ${until} FROM (SELECT w.id ${due}) d HAVING count(*) > 0`),
    ctx.db.all<Candidate>(sql`
      SELECT w.id, w.number, w.updated_at AS updatedAt, ${rowsOf("history")} AS history, ${rowsOf("tasks")} AS tasks,
        ${rowsOf("signatures")} AS signatures ${due}`),
  ]);
  const last = found.at(-1);
  if (!last) return { last: null, archived: 0 };
  const items = await Promise.all(
    found.map(async ({ id, number, updatedAt, ...texts }) => {
      const { bytes, sha256 } = await packArchive(ctx, { id, number, texts });
      await ctx.providers.files.put(archiveKey(orgId, batch, id), bytes.buffer, "application/gzip");
      return JSON.stringify({ id, updatedAt, sha256, bytes: bytes.length, ...texts });
    }),
  );
  const ids = JSON.stringify(found.map(({ id }) => id));
  const named = sql`SELECT a.work_order_id FROM json_each(${ids}) i CROSS JOIN work_order_archives a
    ON a.org_id = ${orgId} AND a.work_order_id = i.value AND a.batch = ${batch}`;
  const [first, ...rest] = [...jsonChunks(items)].map((chunk) => nameFiles(ctx, { orgId, batch, chunk }));
  if (!first) return { last: null, archived: 0 };
  const results = await ctx.db.batch([
    first,
    ...rest,
    ...ARCHIVED_NAMES.map((name): Write => {
      const table = getTableName(ARCHIVED[name].table);
      return ctx.db.run(sql`
        DELETE FROM ${sql.identifier(table)} WHERE org_id = ${orgId} AND work_order_id IN (${named}) ${goes(name, table)}`);
    }),
    ctx.db.run(sql`UPDATE work_orders SET detail_archived = 1 WHERE org_id = ${orgId} AND id IN (${named})`),
    ctx.db.run(sql`
      DELETE FROM archive_leftovers WHERE org_id = ${orgId} AND id = ${batch}
        AND (SELECT count(*) FROM (${named})) = json_array_length(${ids})`),
    ctx.db.all<{ n: number }>(sql`SELECT count(*) AS n FROM (${named})`),
  ]);
  return { last: { updatedAt: last.updatedAt, id: last.id }, archived: countIn(results.at(-1)) };
}

function countIn(result: unknown): number {
  const [row] = Array.isArray(result) ? result : [];
  return Number(row?.n ?? 0);
}

/** Stores the file names of the work orders whose rows are identical to the file's contents. */
function nameFiles(ctx: Ctx, { orgId, batch, chunk }: { orgId: string; batch: string; chunk: string }): Write {
  const same = sql.join(
    ARCHIVED_NAMES.map((name): SQL => sql`${rowsOf(name)} = b.value ->> ${name}`),
    sql` AND `,
  );
  const counts = sql.join(
    ARCHIVED_NAMES.map((name) => sql`json_array_length(b.value ->> ${name})`),
    sql`, `,
  );
  const fact = (column: "labor_seconds" | "travel_seconds") =>
    sql`coalesce((SELECT f.${sql.raw(column)} FROM job_facts f WHERE f.org_id = w.org_id AND f.work_order_id = w.id), 0)`;
  return ctx.db.run(sql`
    INSERT INTO work_order_archives (org_id, work_order_id, batch, sha256, bytes, history_rows, task_rows, signature_rows, labor_seconds, travel_seconds, archived_at)
    SELECT w.org_id, w.id, ${batch}, b.value ->> 'sha256', b.value ->> 'bytes', ${counts}, ${fact("labor_seconds")}, ${fact("travel_seconds")}, ${ctx.now.toISOString()}
    FROM json_each(${chunk}) b CROSS JOIN work_orders w ON w.org_id = ${orgId} AND w.id = b.value ->> 'id'
    WHERE ${MAY_GO} AND w.updated_at = b.value ->> 'updatedAt' AND ${notExported(orgId)} AND ${same}
      AND EXISTS (SELECT 1 FROM archive_leftovers l WHERE l.org_id = ${orgId} AND l.id = ${batch} AND l.sweeping = 0)`);
}

/** Deletes files that no row refers to, and those of details that were restored. Returns the number of batches checked. */
export async function sweepArchiveLeftovers(ctx: Ctx): Promise<number> {
  const due = await ctx.db.all<{ orgId: string; id: string; batch: string; workOrders: string }>(sql`
    SELECT ${sql.raw(acrossTenants)} l.org_id AS orgId, l.id, l.batch, l.work_orders AS workOrders FROM archive_leftovers l
    WHERE l.due_at <= ${ctx.now.toISOString()} AND ${isOnThisShard(sql`l.org_id`)} ORDER BY l.due_at LIMIT ${MAX_LEFTOVERS}`);
  for (const { orgId, id, batch, workOrders } of due) {
    const isIt = sql`org_id = ${orgId} AND id = ${id}`;
    // Once marked, no run stores these names; an interrupted sweep finds the batch again.
    const [, unnamed] = await ctx.db.batch([
      ctx.db.run(sql`UPDATE archive_leftovers SET sweeping = 1 WHERE ${isIt}`),
      ctx.db.all<{ workOrderId: string }>(sql`
        SELECT i.value AS workOrderId FROM json_each(${workOrders}) i WHERE NOT EXISTS (
          SELECT 1 FROM work_order_archives a WHERE a.org_id = ${orgId} AND a.work_order_id = i.value AND a.batch = ${batch})`),
    ]);
    if (unnamed.length > 0)
      await ctx.providers.files.delete(unnamed.map(({ workOrderId }) => archiveKey(orgId, batch, workOrderId)));
    await ctx.db.run(sql`DELETE FROM archive_leftovers WHERE ${isIt}`);
  }
  return due.length;
}
