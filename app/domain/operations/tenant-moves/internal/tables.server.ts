import { getTableColumns, getTableName, is, type SQL, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { keyOf } from "#drizzle/d1/table-key";
import { tenantGuard } from "#drizzle/d1/tenants";
import * as schema from "#drizzle/schema/index";
import type { TenantKind } from "~/domain/operations/tenant-moves/tenant-move";
import type { Ctx } from "~/domain/shared/context";

/** A table with rows of the tenant, and how they are identified. */
export interface MovedTable {
  name: string;
  key: string[];
  /** All stored columns; generated ones are computed by the database. */
  columns: string[];
  /** The column by which rows refer to others of the same table. */
  reference: string | null;
  /** The column with the tenant's id, if the key begins with it: another value there sets rows aside. */
  aside: string | null;
  /** It may contain rows shared with other tenants, so they are never updated, counted or deleted. */
  isShared: boolean;
  condition: string;
}

/** `{row}`: the table's name or alias, `{id}`: the tenant. */
type Condition = string;

/** A conversation with the assistant is stored with what it is about. */
const CONVERSATION: Record<TenantKind, Condition> = {
  business: "{row}.business_id = {id}",
  household: "{row}.user_id = {id} AND {row}.business_id IS NULL",
};

const messageOf = (kind: TenantKind): Condition =>
  `EXISTS (SELECT 1 FROM chat_conversations c WHERE c.user_id = {row}.user_id AND c.id = {row}.conversation_id AND ${CONVERSATION[kind].replaceAll("{row}", "c")})`;

/** Tables whose rows are identified by something other than a tenant column; null: not for this kind of tenant. */
const SPECIAL: Record<string, Record<TenantKind, Condition | null>> = {
  tenant_organizations: { business: "{row}.id = {id}", household: null },
  outbox: { business: "{row}.org_id = {id}", household: "{row}.user_id = {id} AND {row}.org_id IS NULL" },
  usage_counts: { business: "{row}.owner = 'org:' || {id}", household: "{row}.owner = 'user:' || {id}" },
  // A member's rows may belong to their household.
  idempotency_keys: {
    business: "{row}.user_id IN (SELECT m.user_id FROM tenant_members m WHERE m.org_id = {id})",
    household: "{row}.user_id = {id}",
  },
  chat_conversations: CONVERSATION,
  chat_messages: { business: messageOf("business"), household: messageOf("household") },
  bank_webhooks: {
    business: null,
    household: "{row}.item_id IN (SELECT b.id FROM bank_items b WHERE b.user_id = {id})",
  },
};

const SHARED = new Set(["idempotency_keys"]);

/** The shards' own records of moves, which belong to no tenant. */
const OWN = new Set(["moving_tenants", "changed_rows"]);

/** How a tenant's rows are identified in a table of the tenants' side; null if it has none. @throws Error for an unknown table */
export function conditionOf(table: string, kind: TenantKind): Condition | null {
  if (OWN.has(table)) return null;
  const special = SPECIAL[table];
  if (special) return special[kind];
  const column = tenantGuard().tenantTables.get(table);
  if (column === "org_id") return kind === "business" ? "{row}.org_id = {id}" : null;
  if (column === "user_id") return kind === "household" ? "{row}.user_id = {id}" : null;
  throw new Error(`whose the rows of ${table} are is not known to moves`);
}

/** Tables of the tenants' side, taken from the schema so that a new one is never missed. */
export function tenantTables(): SQLiteTable[] {
  const { sides } = tenantGuard();
  return Object.values(schema)
    .filter((table) => is(table, SQLiteTable))
    .filter((table) => sides.get(getTableName(table)) === "tenants");
}

/** Every table with rows of such a tenant, referenced tables first, according to the database's own schema. */
export async function movedTables(ctx: Ctx, kind: TenantKind): Promise<MovedTable[]> {
  const stored = await ctx.db.all<{ name: string; sql: string }>(
    sql`SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL`,
  );
  const texts = new Map(stored.map(({ name, sql: text }) => [name, text]));
  const ranks = new Map<string, number>();
  return tenantTables()
    .flatMap((table) => {
      const name = getTableName(table);
      const condition = conditionOf(name, kind);
      return condition === null ? [] : [describe(table, condition, texts.get(name) ?? "")];
    })
    .sort((a, b) => rank(a.name, texts, ranks) - rank(b.name, texts, ranks) || a.name.localeCompare(b.name));
}

function describe(table: SQLiteTable, condition: Condition, text: string): MovedTable {
  const name = getTableName(table);
  const key = keyOf(table);
  const [first = ""] = key;
  const own = new RegExp(`FOREIGN KEY\\s*\\(([^)]*)\\)\\s*REFERENCES\\s+"?${name}"?\\s*\\(`, "i").exec(text)?.[1];
  return {
    ...{ name, key, condition, isShared: SHARED.has(name) },
    columns: Object.values(getTableColumns(table))
      .filter((column) => column.generated === undefined)
      .map((column) => column.name),
    reference:
      own
        ?.split(",")
        .map((column) => column.trim())
        .find((column) => column !== "org_id" && column !== "user_id") ?? null,
    aside: SPECIAL[name] || (first !== "org_id" && first !== "user_id") ? null : first,
  };
}

/** The length of the longest chain of foreign keys before a table. There are no cycles. */
function rank(name: string, texts: ReadonlyMap<string, string>, known: Map<string, number>): number {
  const found = known.get(name);
  if (found !== undefined) return found;
  known.set(name, 0);
  const parents = [...(texts.get(name) ?? "").matchAll(/\bREFERENCES\s+"?(\w+)"?/gi)].map(([, parent = ""]) => parent);
  const above = parents.filter((parent) => parent !== name && texts.has(parent));
  const own = 1 + Math.max(0, ...above.map((parent) => rank(parent, texts, known)));
  known.set(name, own);
  return own;
}

/** The condition that a row belongs to the tenant. */
export function owned({ condition }: MovedTable, row: string, tenantId: string): SQL {
  const parts = condition.replaceAll("{row}", row).split("{id}");
  return sql.join(
    parts.map((part) => sql.raw(part)),
    sql`${tenantId}`,
  );
}

/** Ids contain no quotes, so they can be used in the text of triggers, which take no parameters. */
const SAFE_ID = /^[\w-]{1,64}$/;

const EVENTS = [
  ["insert", "NEW"],
  ["update", "NEW"],
  ["delete", "OLD"],
] as const;

/** Restores write without a table's triggers, so none may begin while a tenant moves. */
const CLOSED = new Set(["business_restores", "household_restores"]);

export const triggerPrefix = (moveId: string) => `moving_${moveId.replaceAll("-", "")}_`;

/**
 * Triggers for each table on the old shard: they log the keys of written rows, and reject every write, whoever makes it, once the
 * tenant is frozen.
 */
export function triggersOf(
  table: MovedTable,
  { moveId, tenantId }: { moveId: string; tenantId: string },
): { name: string; sql: string }[] {
  if (!SAFE_ID.test(tenantId) || !SAFE_ID.test(moveId)) throw new Error("an id that no trigger can name");
  const id = `'${tenantId}'`;
  const is = (row: string) => table.condition.replaceAll("{row}", row).replaceAll("{id}", id);
  const log = (row: string) =>
    `INSERT INTO changed_rows (tenant_id, table_name, key) VALUES (${id}, '${table.name}', json_array(${table.key.map((column) => `${row}.${column}`).join(", ")}));`;
  const isFrozen = CLOSED.has(table.name) ? "" : " AND frozen = 1";
  const fence = table.isShared
    ? ""
    : `SELECT RAISE(ABORT, 'tenant_moving') FROM moving_tenants WHERE tenant_id = ${id}${isFrozen};`;
  return EVENTS.map(([event, row]) => {
    const name = `${triggerPrefix(moveId)}${table.name}_${event}`;
    const when = event === "update" ? `(${is("OLD")}) OR (${is("NEW")})` : is(row);
    // A changed key is logged along with the old one.
    const logged = event === "update" ? `${log("OLD")} ${log("NEW")}` : log(row);
    return {
      name,
      sql: `CREATE TRIGGER IF NOT EXISTS ${name} BEFORE ${event.toUpperCase()} ON ${table.name} WHEN ${when} BEGIN ${fence} ${logged} END`,
    };
  });
}
