import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "../schema/index";
import type { Side, StatementGuard } from "./guard";
import sideLists from "./sides.json" with { type: "json" };

/**
 * Identity: who there is, who may sign in and to which business they belong, found by token, email or user before a tenant
 * is known; and what the whole installation has: the keys of the bank's webhooks and what the embedded adapters store. Everything
 * else belongs to a tenant. The two lie in databases of their own and never meet in one statement or batch.
 */
const identityTables: readonly string[] = sideLists.identity;

/** Reference data and answers of other services: nobody's. What is read beside tenants' data lies with it. */
const sharedTables: readonly string[] = sideLists.shared;

/** Full-text tables, which the schema does not know. */
export const searchTables = [
  "customer_search",
  "work_order_search",
  "equipment_search",
  "inventory_item_search",
  "invoice_search",
  "purchase_order_search",
  "issue_search",
  "message_search",
  "lead_search",
  "site_search",
  "estimate_search",
];

/** Found by token, by user or by their own id before a tenant is known. */
const foundWithoutTenant = ["members", "sessions", "security_events", "user_tokens", "outbox", "identity_outbox"];

/** Reads off the schema on which side a table lies, and its tenant: `org_id` names a business, else `user_id` a household. */
export function tenantGuard(): StatementGuard {
  const tenantTables = new Map<string, string>();
  const sides = new Map<string, Side>(searchTables.map((name) => [name, "tenants"]));
  for (const table of Object.values(schema)) {
    if (!is(table, SQLiteTable)) continue;
    const name = getTableName(table);
    if (sharedTables.includes(name)) continue;
    sides.set(name, identityTables.includes(name) ? "identity" : "tenants");
    const columns = Object.values(getTableColumns(table)).map((c) => c.name);
    const tenant = ["org_id", "user_id"].find((c) => columns.includes(c));
    if (tenant && !foundWithoutTenant.includes(name)) tenantTables.set(name, tenant);
  }
  return { tenantTables, sides };
}
