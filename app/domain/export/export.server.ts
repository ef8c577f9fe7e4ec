import { eq, getTableColumns, getTableName, is, type SQL, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { keyOf } from "#drizzle/d1/table-key";
import { tenantGuard } from "#drizzle/d1/tenants";
import * as identity from "#drizzle/schema/identity";
import * as schema from "#drizzle/schema/index";
import type { Ctx } from "~/domain/shared/context";
import { HOUR_SECONDS, type Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allowAdmin, allowPerson } from "~/domain/shared/permissions";
import { commitIdentity } from "~/domain/shared/write.server";

/** How the product works inside, and nobody's records. */
const INTERNAL = new Set([
  ...["idempotency_keys", "outbox", "applied_messages", "tenant_members", "sequences", "counters"],
  ...["staged_imports", "staged_rows", "deferred_bank_changes", "security_events"],
]);

/** What opens something, is never handed out. */
const SECRET = /token|hash|secret|password|^access_notes$|^cursor$/;

const PAGE = 500;

const EXPORTS: Limit = {
  name: "data_exports",
  what: "data exports",
  perPerson: 6,
  perBusiness: 12,
  seconds: HOUR_SECONDS,
};

/** A row of an export: the table's name and the row under its column names, without secrets. */
export interface ExportedRow {
  table: string;
  row: Record<string, unknown>;
}

interface Source {
  table: SQLiteTable;
  /** The rows that are meant. */
  where: SQL;
}

/**
 * Everything of one's own household: account, plan, bank accounts, transactions, imports, connections (without their keys).
 * @throws DomainError unauthenticated, too_many_requests
 */
export async function exportHousehold(ctx: Ctx): Promise<AsyncGenerator<ExportedRow[]>> {
  const { userId } = allowPerson(ctx);
  await limitUse(ctx, EXPORTS);
  const account = { table: identity.users, where: eq(identity.users.id, userId) };
  const events = { table: identity.securityEvents, where: eq(identity.securityEvents.userId, userId) };
  return rowsOf(ctx, [
    account,
    events,
    ...ofTenant("user_id", userId).map((source) => withoutBusiness(source, userId)),
  ]);
}

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

/**
 * Everything of the business: settings, users, invitations and every record; photos and logos by their keys. No household's money.
 * @throws DomainError forbidden, too_many_requests
 */
export async function exportBusiness(ctx: Ctx): Promise<AsyncGenerator<ExportedRow[]>> {
  const me = allowAdmin(ctx);
  const { orgId } = me;
  await limitUse(ctx, EXPORTS);
  await commitIdentity(ctx, me, {
    writes: [],
    audit: [{ action: "data_exported", entity: "organization", entityId: orgId }],
    result: undefined,
  });
  return rowsOf(ctx, [
    { table: identity.organizations, where: eq(identity.organizations.id, orgId) },
    { table: identity.members, where: eq(identity.members.orgId, orgId) },
    { table: identity.invitations, where: eq(identity.invitations.orgId, orgId) },
    { table: identity.identityAuditLog, where: eq(identity.identityAuditLog.orgId, orgId) },
    ...ofTenant("org_id", orgId),
  ]);
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
    .map((table) => ({ table, where: sql`${sql.identifier(getTableName(table))}.${sql.identifier(tenant)} = ${id}` }));
}

async function* rowsOf(ctx: Ctx, sources: Source[]): AsyncGenerator<ExportedRow[]> {
  for (const source of sources) yield* pagesOf(ctx, source);
}

/** By the table's key, a page at a time. */
async function* pagesOf(ctx: Ctx, { table, where }: Source): AsyncGenerator<ExportedRow[]> {
  const name = getTableName(table);
  const key = keyOf(table);
  const columns = Object.values(getTableColumns(table)).map((column) => column.name);
  const list = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
  const by = sql.join(
    key.map((column) => sql`${sql.identifier(name)}.${sql.identifier(column)}`),
    sql`, `,
  );
  for (let last: Record<string, unknown> | undefined; ; ) {
    const after = last
      ? sql`AND (${by}) > (${sql.join(
          key.map((column) => sql`${last?.[column]}`),
          sql`, `,
        )})`
      : sql``;
    const rows: Record<string, unknown>[] = await ctx.db.all(
      sql`SELECT ${list} FROM ${sql.identifier(name)} WHERE ${where} ${after} ORDER BY ${by} LIMIT ${PAGE}`,
    );
    if (rows.length > 0) yield rows.map((row) => ({ table: name, row: withoutSecrets(row) }));
    if (rows.length < PAGE) return;
    last = rows.at(-1);
  }
}

function withoutSecrets(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !SECRET.test(column)));
}
