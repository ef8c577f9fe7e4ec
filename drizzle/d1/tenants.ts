import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "../schema/index";
import type { StatementGuard } from "./guard";

/**
 * Tables of people rather than of a tenant, looked up by token, email or user before a tenant is known; and the outbox,
 * which the system empties by the ids of its rows.
 */
const identityTables = new Set([
  "users",
  "sessions",
  "members",
  "organizations",
  "user_tokens",
  "refresh_tokens",
  "event_tokens",
  "outbox",
]);

/** The tenant tables, read off the schema: whatever has `org_id` belongs to a business, else `user_id` to a household. */
export function tenantGuard(): StatementGuard {
  const tenantTables = new Map<string, string>();
  for (const table of Object.values(schema)) {
    if (!is(table, SQLiteTable)) continue;
    const name = getTableName(table);
    if (identityTables.has(name)) continue;
    const columns = Object.values(getTableColumns(table)).map((c) => c.name);
    const tenant = ["org_id", "user_id"].find((c) => columns.includes(c));
    if (tenant) tenantTables.set(name, tenant);
  }
  return { tenantTables };
}
