import { eq, getTableColumns, getTableName, is, type SQL, sql } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { keyOf } from "#drizzle/d1/table-key";
import { tenantGuard } from "#drizzle/d1/tenants";
import * as identity from "#drizzle/schema/identity";
import * as schema from "#drizzle/schema/index";
import type { Ctx } from "~/domain/shared/context";
import type { ExportKind } from "../export";

/** How the product works inside, and nobody's records. */
const INTERNAL = new Set([
  ...["idempotency_keys", "outbox", "applied_messages", "counters", "household_counters"],
  ...["staged_imports", "staged_rows", "deferred_bank_changes", "security_events"],
  ...["business_exports", "household_exports", "business_restores", "household_restores"],
  // A copy is paused by being one.
  "automatic_message_pauses",
  // What lies in archives leaves as the rows that it was.
  ...["work_order_archives", "archive_leftovers"],
  // An endpoint is nothing without its secret, and its log repeats records.
  ...["webhook_endpoints", "webhook_subscriptions", "webhook_deliveries", "webhook_attempts"],
]);

/** What opens something, is never handed out. */
const SECRET = /token|hash|secret|password|^access_notes$|^cursor$/;
/** Sums of contents, and facts about what is encrypted: they open nothing. */
const NO_SECRET = new Set(["document_hash", "base_hash", "header_hash", "token_kind", "token_expires_at"]);

/** Where something lies that leaves with the rest all the same. */
const UNSAID = new Set(["detail_archived"]);

/** Whose everything is meant. */
export interface ExportOwner {
  of: ExportKind;
  /** A business's id, or the user's of a household. */
  owner: string;
}

export interface Source {
  table: SQLiteTable;
  /** The rows that are meant. */
  where: SQL;
}

/**
 * Every table with rows of the owner. Those that refer to others come first: what a row refers to is still there when its own table is
 * read, so that work that goes on meanwhile leaves no row without the one it belongs to.
 */
export function sourcesOf({ of, owner }: ExportOwner): Source[] {
  if (of === "household")
    return [
      ...ofTenant("user_id", owner).map((source) => withoutBusiness(source, owner)),
      { table: identity.securityEvents, where: eq(identity.securityEvents.userId, owner) },
      { table: identity.users, where: eq(identity.users.id, owner) },
    ];
  return [
    ...ofTenant("org_id", owner),
    { table: identity.identityAuditLog, where: eq(identity.identityAuditLog.orgId, owner) },
    { table: identity.invitations, where: eq(identity.invitations.orgId, owner) },
    { table: identity.members, where: eq(identity.members.orgId, owner) },
    { table: identity.organizations, where: eq(identity.organizations.id, owner) },
  ];
}

/** Every table of tenants' data whose rows belong to a business or to a household. */
function ofTenant(tenant: "org_id" | "user_id", id: string): Source[] {
  const { tenantTables, sides } = tenantGuard();
  return Object.values(schema)
    .filter((table) => is(table, SQLiteTable))
    .filter((table) => {
      const name = getTableName(table);
      return sides.get(name) === "tenants" && tenantTables.get(name) === tenant && !INTERNAL.has(name);
    })
    .sort((a, b) => rankOf(b) - rankOf(a))
    .map((table) => ({ table, where: sql`${sql.identifier(getTableName(table))}.${sql.identifier(tenant)} = ${id}` }));
}

/** How many tables stand one above the other before it, by foreign key: what it refers to has a lower rank. */
export function rankOf(table: SQLiteTable, below: readonly string[] = []): number {
  const name = getTableName(table);
  const known = ranks.get(name);
  if (known !== undefined) return known;
  const parents = getTableConfig(table)
    .foreignKeys.map((key) => key.reference().foreignTable)
    // Some refer to themselves or in a circle.
    .filter((parent) => getTableName(parent) !== name && !below.includes(getTableName(parent)));
  const rank = 1 + Math.max(0, ...parents.map((parent) => rankOf(parent, [...below, name])));
  if (below.length === 0) ranks.set(name, rank);
  return rank;
}

const ranks = new Map<string, number>();

/** Of a person's conversations with the assistant, those about the household: the others speak of a business's records. */
function withoutBusiness({ table, where }: Source, userId: string): Source {
  switch (getTableName(table)) {
    case "chat_conversations":
      return { table, where: sql`${where} AND chat_conversations.business_id IS NULL` };
    case "chat_messages":
      return {
        table,
        where: sql`${where} AND chat_messages.conversation_id IN (
          SELECT own.id FROM chat_conversations own WHERE own.user_id = ${userId} AND own.business_id IS NULL)`,
      };
    default:
      return { table, where };
  }
}

/** Rows of one round trip, unless their texts are large. */
const PAGE = 500;
/** Characters of a page, the first row's aside. */
const PAGE_CHARS = 1_000_000;

export type Row = Record<string, unknown>;

/** Names of the columns that leave, in the table's order. */
export const columnsOf = (table: SQLiteTable): string[] =>
  Object.values(getTableColumns(table))
    .map((column) => column.name)
    .filter((column) => !UNSAID.has(column) && (NO_SECRET.has(column) || !SECRET.test(column)));

/**
 * A page of a table by its key. `last` is the key to go on behind, null at the end. A page ends early where its rows are large: memory
 * holds few of them.
 */
export async function readPage(
  ctx: Ctx,
  { table, where }: Source,
  last: unknown[] | null,
): Promise<{ rows: Row[]; last: unknown[] | null }> {
  const name = sql.identifier(getTableName(table));
  const key = keyOf(table);
  const columns = [...new Set([...columnsOf(table), ...key])].map((column) => sql.identifier(column));
  const by = joined(key.map((column) => sql`${name}.${sql.identifier(column)}`));
  const after = last ? sql`AND (${by}) > (${joined(last.map((value) => sql`${value}`))})` : sql``;
  const size = sql.join(
    columns.map((column) => sql`coalesce(length(${name}.${column}), 0)`),
    sql` + `,
  );
  const own = joined(columns.map((column) => sql`${name}.${column}`));
  const order = joined(key.map((column) => sql.identifier(column)));
  const rows: Row[] = await ctx.db.all(sql`
    SELECT ${joined(columns)}, chars_before + chars AS chars_through FROM (
      SELECT *, sum(chars) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) - chars AS chars_before FROM (
        SELECT ${own}, ${size} AS chars FROM ${name} WHERE ${where} ${after} ORDER BY ${by} LIMIT ${PAGE}))
    WHERE chars_before < ${PAGE_CHARS} ORDER BY ${order}`);
  const end = rows.at(-1);
  // Another row would have begun below the limit.
  const isLast = rows.length < PAGE && Number(end?.chars_through ?? 0) < PAGE_CHARS;
  return {
    last: end && !isLast ? key.map((column) => end[column]) : null,
    rows: rows.map((row) => Object.fromEntries(columnsOf(table).map((column) => [column, row[column]]))),
  };
}

const joined = (parts: (SQL | ReturnType<typeof sql.identifier>)[]) => sql.join(parts, sql`, `);

/** How many rows there are to read, a few tables a round trip. */
export async function countRows(ctx: Ctx, sources: Source[]): Promise<number> {
  let total = 0;
  for (let at = 0; at < sources.length; at += 60) {
    // The two sides of the database never meet in one batch.
    const counts = await Promise.all(
      sources
        .slice(at, at + 60)
        .map(({ table, where }) =>
          ctx.db.all<{ n: number }>(
            sql`SELECT count(*) AS n FROM ${sql.identifier(getTableName(table))} WHERE ${where}`,
          ),
        ),
    );
    total += counts.reduce((sum, [row]) => sum + (row?.n ?? 0), 0);
  }
  return total;
}
