import { eq, getTableColumns, getTableName, is, type SQL, sql } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { keyOf } from "#drizzle/d1/table-key";
import { tenantGuard } from "#drizzle/d1/tenants";
import * as identity from "#drizzle/schema/identity";
import * as schema from "#drizzle/schema/index";
import type { ExportKind } from "~/domain/export/export";
import type { Ctx } from "~/domain/shared/context";

/** Internal tables without anyone's records. */
const INTERNAL = new Set([
  ...["idempotency_keys", "outbox", "applied_messages", "counters", "household_counters"],
  ...["staged_imports", "staged_rows", "deferred_bank_changes", "security_events"],
  ...["business_exports", "household_exports", "business_restores", "household_restores"],
  // A pause exists only because a business is a copy.
  "automatic_message_pauses",
  // Archived rows are exported in their original form.
  ...["work_order_archives", "archive_leftovers"],
  // An endpoint is useless without its secret, and its log repeats records.
  ...["webhook_endpoints", "webhook_subscriptions", "webhook_deliveries", "webhook_attempts"],
]);

/** Columns that grant access, which are never exported. */
const SECRET = /token|hash|secret|password|^access_notes$|^cursor$/;
/** Checksums of contents, and facts about encrypted data: they grant no access. */
const NO_SECRET = new Set(["document_hash", "base_hash", "header_hash", "token_kind", "token_expires_at"]);

/** Columns that only say where data is stored; the data itself is exported. */
const NOT_EXPORTED = new Set(["detail_archived"]);

/** The owner of the exported data. */
export interface ExportOwner {
  of: ExportKind;
  /** A business's id, or the user id of a household. */
  owner: string;
}

export interface Source {
  table: SQLiteTable;
  /** The condition for the exported rows. */
  where: SQL;
}

/**
 * Every table with rows of the owner. Referring tables come first: the rows they refer to still exist when their own table is
 * read, so that ongoing work leaves no row without its parent.
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

/** The length of the longest chain of foreign keys before a table: referenced tables have a lower rank. */
export function rankOf(table: SQLiteTable, below: readonly string[] = []): number {
  const name = getTableName(table);
  const known = ranks.get(name);
  if (known !== undefined) return known;
  const parents = getTableConfig(table)
    .foreignKeys.map((key) => key.reference().foreignTable)
    // Some tables refer to themselves or to each other in a cycle.
    .filter((parent) => getTableName(parent) !== name && !below.includes(getTableName(parent)));
  const rank = 1 + Math.max(0, ...parents.map((parent) => rankOf(parent, [...below, name])));
  if (below.length === 0) ranks.set(name, rank);
  return rank;
}

const ranks = new Map<string, number>();

/** Limits a person's conversations with the assistant to those about the household; the others contain a business's records. */
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

/** Rows per round trip, unless their texts are large. */
const PAGE = 500;
/** Characters per page, not counting the first row. */
const PAGE_CHARS = 1_000_000;

export type Row = Record<string, unknown>;

/** The names of the exported columns, in table order. */
export const columnsOf = (table: SQLiteTable): string[] =>
  Object.values(getTableColumns(table))
    .map((column) => column.name)
    .filter((column) => !NOT_EXPORTED.has(column) && (NO_SECRET.has(column) || !SECRET.test(column)));

/**
 * A page of a table by its key. `last` is the key to continue after, null at the end. A page is cut short if its rows are large,
 * so that few of them are in memory.
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
  // If the limit was not reached, there are no more rows.
  const isLast = rows.length < PAGE && Number(end?.chars_through ?? 0) < PAGE_CHARS;
  return {
    last: end && !isLast ? key.map((column) => end[column]) : null,
    rows: rows.map((row) => Object.fromEntries(columnsOf(table).map((column) => [column, row[column]]))),
  };
}

const joined = (parts: (SQL | ReturnType<typeof sql.identifier>)[]) => sql.join(parts, sql`, `);

/** The number of rows to read, counted a few tables per round trip. */
export async function countRows(ctx: Ctx, sources: Source[]): Promise<number> {
  let total = 0;
  for (let at = 0; at < sources.length; at += 60) {
    // Statements for the two sides of the database cannot share a batch.
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
