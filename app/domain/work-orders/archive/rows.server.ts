import { getTableColumns, getTableName, type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { workOrderHistory, workOrderSignatures, workOrderTasks } from "#drizzle/schema/work-orders";

/** A task that is read outside its job's own page: measured, unsafe, failed or followed up. */
const isReadByOthers = (row: string) =>
  `(${row}.unsafe = 1 OR ${row}.outcome IS 'fail' OR ${row}.follow_up_id IS NOT NULL OR (${row}.kind = 'measurement' AND ${row}.result IS NOT NULL))`;

/** The archived tables, by their names in a file. */
export const ARCHIVED = {
  history: { table: workOrderHistory, stays: null },
  tasks: { table: workOrderTasks, stays: isReadByOthers },
  signatures: { table: workOrderSignatures, stays: null },
} as const;

export const ARCHIVED_NAMES = ["history", "tasks", "signatures"] as const;

export type ArchivedName = (typeof ARCHIVED_NAMES)[number];

/** Columns of a table as stored in a file, without owner and work order, which are in the file's key. */
export const archivedColumns = (table: SQLiteTable): string[] =>
  Object.values(getTableColumns(table))
    .map((column) => column.name)
    .filter((column) => column !== "org_id" && column !== "work_order_id");

/** Condition for rows that are archived; `row` is the table's alias or name. */
export function goes(name: ArchivedName, row: string): SQL {
  const { stays } = ARCHIVED[name];
  return stays ? sql.raw(`AND NOT ${stays(row)}`) : sql``;
}

/**
 * Returns, within a statement, the archivable rows of work order `w` as one JSON text: arrays of column values in
 * column order. Two texts are equal exactly if their rows are.
 */
export function rowsOf(name: ArchivedName): SQL {
  const { table } = ARCHIVED[name];
  const columns = sql.raw(
    archivedColumns(table)
      .map((column) => `t.${column}`)
      .join(", "),
  );
  return sql`(SELECT json_group_array(json_array(${columns}) ORDER BY t.id) FROM ${sql.identifier(getTableName(table))} t
    WHERE t.org_id = w.org_id AND t.work_order_id = w.id ${goes(name, "t")})`;
}

/** Rows of a table as stored in the database, by column. */
interface StoredRows {
  columns: string[];
  rows: unknown[][];
}

/** Returns rows of a file as drizzle would read them from their table, without owner and work order. */
export function readRows<T extends SQLiteTable>(table: T, { columns, rows }: StoredRows): InferSelectModel<T>[] {
  const at = new Map(columns.map((column, index) => [column, index]));
  const fields = Object.entries(getTableColumns(table)).flatMap(([key, column]) => {
    const index = at.get(column.name);
    return index === undefined ? [] : [{ key, column, index }];
  });
  // Guarantee: the columns are the table's own, each mapped the way the table maps it.
  return rows.map((row) =>
    Object.fromEntries(
      fields.map(({ key, column, index }) => {
        const value = row[index] ?? null;
        return [key, value === null ? null : column.mapFromDriverValue(value)];
      }),
    ),
  ) as InferSelectModel<T>[];
}
