import { getTableName, sql } from "drizzle-orm";
import { jsonChunks } from "#drizzle/d1/json-chunks";
import { workOrderHistory, workOrderTasks } from "#drizzle/schema/work-orders";
import type { Ctx } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError } from "~/domain/shared/errors";
import { DAY_MS } from "~/domain/shared/time/dates";
import { assertHolds, assertRowChanged, type Write } from "~/domain/shared/write.server";
import { DETAILS_UNREADABLE } from "./archive";
import { type ArchiveRow, openArchive } from "./file.server";
import { ARCHIVED, ARCHIVED_NAMES, goes, readRows } from "./rows.server";

/** As long as the database can be restored to an instant at which the file was needed. */
const KEEP_FILE_MS = 31 * DAY_MS;

const rowOf = (ctx: Ctx, orgId: string, workOrderId: string) =>
  ctx.db.all<ArchiveRow>(sql`
    SELECT a.work_order_id AS workOrderId, a.batch, a.sha256 FROM work_order_archives a
    WHERE a.org_id = ${orgId} AND a.work_order_id = ${workOrderId}`);

/**
 * Returns the archived facts that a change is checked against; null if nothing is archived.
 * @throws DomainError unavailable if the file is missing or damaged
 */
export async function archivedFacts(ctx: Ctx, orgId: string, workOrderId: string) {
  const [row] = await rowOf(ctx, orgId, workOrderId);
  if (!row) return null;
  const file = await openArchive(ctx, orgId, row);
  if (!file) throw new DomainError("unavailable", DETAILS_UNREADABLE);
  const entries = readRows(workOrderHistory, file.tables.history).filter(({ toStatus }) => toStatus !== null);
  return {
    openTasks: readRows(workOrderTasks, file.tables.tasks).flatMap(({ title, required, doneAt }) =>
      required && doneAt === null ? [title] : [],
    ),
    signed: file.tables.signatures.rows.length > 0,
    /** An entry dated after it was recorded counts from when it was recorded. */
    statusSince: entries
      .map(({ occurredAt, recordedAt }) => (occurredAt < recordedAt ? occurredAt : recordedAt))
      .reduce<string | null>((latest, at) => (latest === null || at > latest ? at : latest), null),
  };
}

/**
 * Restores the details of a work order from its file before a change: all rows or none, and only once under concurrent
 * requests. Does nothing if nothing is archived.
 * @throws DomainError unavailable if the file is missing or damaged
 */
export async function restoreDetails(ctx: Ctx, orgId: string, workOrderId: string): Promise<void> {
  const [row] = await rowOf(ctx, orgId, workOrderId);
  if (!row) return;
  const file = await openArchive(ctx, orgId, row);
  if (!file) throw new DomainError("unavailable", DETAILS_UNREADABLE);
  const isIt = sql`org_id = ${orgId} AND id = ${workOrderId}`;
  const writes: Write[] = ARCHIVED_NAMES.flatMap((name) => {
    const { columns, rows } = file.tables[name];
    const { table } = ARCHIVED[name];
    const list = sql.raw(columns.map((column) => `"${column}"`).join(", "));
    const values = sql.raw(columns.map((_, at) => `value ->> ${at}`).join(", "));
    return [
      ...[...jsonChunks(rows.map((one) => JSON.stringify(one)))].map((chunk) =>
        ctx.db.run(sql`
          INSERT INTO ${sql.identifier(getTableName(table))} (org_id, work_order_id, ${list})
          SELECT ${orgId}, ${workOrderId}, ${values} FROM json_each(${chunk})`),
      ),
      assertHolds(
        ctx,
        "archive_differs",
        sql`(SELECT count(*) FROM ${sql.identifier(getTableName(table))} t
          WHERE t.org_id = ${orgId} AND t.work_order_id = ${workOrderId} ${goes(name, "t")}) = ${rows.length}`,
      ),
    ];
  });
  try {
    await ctx.db.batch([
      ctx.db.run(sql`
        UPDATE work_orders SET detail_archived = 2 WHERE ${isIt} AND detail_archived = 1 AND EXISTS (
          SELECT 1 FROM work_order_archives a WHERE a.org_id = ${orgId} AND a.work_order_id = ${workOrderId} AND a.batch = ${row.batch})`),
      assertRowChanged(ctx, "details_restored"),
      ...writes,
      ctx.db.run(sql`
        INSERT INTO archive_leftovers (org_id, id, batch, work_orders, due_at)
        VALUES (${orgId}, ${ctx.newId()}, ${row.batch}, json_array(${workOrderId}), ${new Date(ctx.now.getTime() + KEEP_FILE_MS).toISOString()})`),
      ctx.db.run(sql`DELETE FROM work_order_archives WHERE org_id = ${orgId} AND work_order_id = ${workOrderId}`),
      ctx.db.run(sql`UPDATE work_orders SET detail_archived = 0 WHERE ${isIt} AND detail_archived = 2`),
      // An export may have passed these tables but not yet the archive, and would miss the rows: it starts over.
      ctx.db.run(sql`
        UPDATE business_exports SET progress = NULL, lease = NULL, lease_until = NULL
        WHERE org_id = ${orgId} AND status IN ('queued', 'running', 'failed')`),
    ]);
  } catch (error) {
    if (!failedOn(error, "details_restored")) throw error;
  }
}
