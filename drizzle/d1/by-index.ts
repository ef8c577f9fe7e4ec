import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/**
 * A table to select from by the named index, for rows that are few in a business. D1 keeps no statistics, so SQLite assumes ten
 * rows per business and would rather read all of them by the primary key.
 */
export function byIndex(table: SQLiteTable, index: string): SQL {
  return sql`${table} INDEXED BY ${sql.identifier(index)}`;
}
