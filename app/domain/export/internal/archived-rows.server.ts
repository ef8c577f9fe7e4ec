import { sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Ctx } from "~/domain/shared/context";
import { type ArchiveRow, openArchive } from "~/domain/work-orders/archive/file.server";
import { ARCHIVED, ARCHIVED_NAMES } from "~/domain/work-orders/archive/rows.server";
import { columnsOf, type Row } from "./sources.server";

/** The number of files in memory at a time. */
const PAGE = 40;

interface ArchivedPage {
  /** Where to continue; null at the end. */
  last: string | null;
  tables: { table: SQLiteTable; rows: Row[] }[];
  /** Round trips to the database and to file storage. */
  calls: number;
}

/**
 * Reads a business's archived rows in the form of its tables, a few work orders at a time. Missing or damaged files are logged.
 */
export async function readArchivedPage(ctx: Ctx, orgId: string, after: string): Promise<ArchivedPage> {
  const found = await ctx.db.all<ArchiveRow>(sql`
    SELECT a.work_order_id AS workOrderId, a.batch, a.sha256 FROM work_order_archives a
    WHERE a.org_id = ${orgId} AND a.work_order_id > ${after} ORDER BY a.work_order_id LIMIT ${PAGE}`);
  const files = await Promise.all(found.map((row) => openArchive(ctx, orgId, row)));
  const tables = ARCHIVED_NAMES.map((name) => {
    const { table } = ARCHIVED[name];
    const columns = columnsOf(table);
    const rows = files.flatMap((file) => {
      if (!file) return [];
      const stored = file.tables[name];
      const at = new Map(stored.columns.map((column, index) => [column, index]));
      const own: Row = { org_id: orgId, work_order_id: file.workOrder.id };
      return stored.rows.map((row) =>
        Object.fromEntries(columns.map((column) => [column, own[column] ?? row[at.get(column) ?? -1] ?? null])),
      );
    });
    return { table, rows };
  });
  return {
    last: found.length < PAGE ? null : (found.at(-1)?.workOrderId ?? null),
    tables,
    calls: 1 + found.length,
  };
}

/** The number of a business's rows that are in files. */
export async function countArchivedRows(ctx: Ctx, orgId: string): Promise<number> {
  const [row] = await ctx.db.all<{ n: number | null }>(sql`
    SELECT sum(history_rows + task_rows + signature_rows) AS n FROM work_order_archives WHERE org_id = ${orgId}`);
  return row?.n ?? 0;
}
