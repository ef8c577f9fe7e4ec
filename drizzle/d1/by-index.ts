import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/**
 * A table to select from by the index named, for rows that are few in a business. SQLite keeps no statistics under D1 and takes
 * a business for ten rows: it would rather read all of them by the primary key.
 */
export function byIndex(table: SQLiteTable, index: string): SQL {
  return sql`${table} INDEXED BY ${sql.identifier(index)}`;
}
