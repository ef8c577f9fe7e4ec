import { getTableName } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";

/** The columns of a table's primary key, in key order. */
export function keyOf(table: SQLiteTable): string[] {
  const { primaryKeys, columns } = getTableConfig(table);
  const [composite] = primaryKeys;
  const key: SQLiteColumn[] = composite ? composite.columns : columns.filter((column) => column.primary);
  if (key.length === 0) throw new Error(`${getTableName(table)} has no key`);
  return key.map((column) => column.name);
}
