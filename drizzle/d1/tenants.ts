import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "#drizzle/schema/index";
import type { Side, StatementGuard } from "./guard";
import sideLists from "./sides.json" with { type: "json" };

/**
 * Identity: accounts, sign-in and memberships, looked up by token, email or user before a tenant is known; and data of the whole
 * installation: keys of the bank's webhooks and the storage of embedded adapters. Everything else belongs to a tenant. The two
 * are in separate databases and never meet in one statement or batch.
 */
const identityTables: readonly string[] = sideLists.identity;

/**
 * Reference data and cached answers of other services, which belong to no tenant. Tables read together with tenants' data are
 * stored with it.
 */
const sharedTables: readonly string[] = sideLists.shared;

/** Full-text tables, which are not part of the schema. */
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
  "supplier_search",
  "location_search",
  "service_type_search",
  "cylinder_search",
];

/** Tables for counting and searching, rebuilt by triggers when rows are inserted without them. */
export const derivedTables: ReadonlySet<string> = new Set([
  ...["counters", "household_counters", "coverage"],
  ...searchTables,
]);

/** Looked up by token, user or their own id before a tenant is known. */
const foundWithoutTenant = ["members", "sessions", "security_events", "user_tokens", "outbox", "identity_outbox"];

let known: StatementGuard | undefined;

/** The side of each table and its tenant column; derived once, since moves and restores ask again for each of two hundred tables. */
export function tenantGuard(): StatementGuard {
  known ??= derive();
  return known;
}

/** A table's tenant column is `org_id` for a business, else `user_id` for a household. */
function derive(): StatementGuard {
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
