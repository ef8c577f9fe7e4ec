import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "../schema/index";
import type { Side, StatementGuard } from "./guard";

/**
 * Identity: who there is, who may sign in and to which business they belong, found by token, email or user before a tenant
 * is known. Everything else belongs to a tenant. The two never meet in one statement or batch, so that tenants can be
 * spread over databases of their own.
 */
const identityTables = [
  "organizations",
  "users",
  "members",
  "invitations",
  "signups",
  "account_mails",
  "account_deletions",
  "business_deletions",
  "sessions",
  "security_events",
  "refresh_tokens",
  "event_tokens",
  "second_steps",
  "passkeys",
  "spent_challenges",
  "recovery_codes",
  "trusted_devices",
  "api_keys",
  "plan_checkouts",
  "subscriptions",
  "plan_invoices",
  "plan_events",
  "support_conversations",
  "support_messages",
  "user_tokens",
  "identity_idempotency_keys",
  "identity_outbox",
  "identity_audit_log",
];

/** Nobody's: reference data, answers of other services and what the embedded ones store. They lie on either side. */
const sharedTables = [
  "places",
  "geocodes",
  "coverage",
  "drive_times",
  "bank_keys",
  "simulated_banks",
  "simulated_processor",
  "simulated_code_hosts",
  "mailbox",
  "text_outbox",
];

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
