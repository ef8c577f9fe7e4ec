import { and, eq, getTableName, is, isNull, lte, type SQL, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { acrossCopies, acrossTenants } from "#drizzle/d1/guard";
import { keyOf } from "#drizzle/d1/table-key";
import { searchTables, tenantGuard } from "#drizzle/d1/tenants";
import { businessDeletions, identityAuditLog, members, users } from "#drizzle/schema/identity";
import * as schema from "#drizzle/schema/index";
import { tenantOrganizations } from "#drizzle/schema/platform";
import { businessDeletedMail } from "~/domain/auth/mails.server";
import { accountMail } from "~/domain/mail/message";
import { forgetPlan, planDeletes } from "~/domain/plans/change.server";
import { attempt } from "~/domain/shared/attempt.server";
import type { Ctx } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { learnShard, onShard, shardOf } from "~/domain/shared/shards.server";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { assertRowChanged, commitIdentity } from "~/domain/shared/write.server";

const MAX_BUSINESSES = 3;
/** Rows per statement, most of them with triggers. */
const CHUNK = 1000;
/** Statements per run that delete rows; the next run continues. */
const MAX_CHUNKS = 120;
const NEXT_CHECK_MS = MINUTE_MS;

/**
 * Deletes businesses whose grace period is over. Each step deletes existing rows and can be interrupted at any point: the next
 * run starts over and finds fewer. Returns the number deleted.
 */
export async function sweepBusinessDeletions(ctx: Ctx): Promise<number> {
  const due = await ctx.db.all<{ orgId: string }>(sql`
    SELECT ${sql.raw(acrossTenants)} org_id AS orgId FROM business_deletions WHERE due_at <= ${ctx.now.toISOString()}
    ORDER BY due_at LIMIT ${MAX_BUSINESSES}`);
  let gone = 0;
  for (const { orgId } of due) {
    await attempt(ctx, "business deletion", async () => {
      if (await deleteBusiness(ctx, orgId)) gone += 1;
    });
  }
  return gone;
}

async function deleteBusiness(baseCtx: Ctx, orgId: string): Promise<boolean> {
  // Requests that were already admitted have ended by the next run.
  if (!(await learnShard(baseCtx, { orgId }))) return false;
  // Search rows have the business's number but no id that identifies their shard, so the context is bound to it.
  const ctx = onShard(baseCtx, shardOf(baseCtx, orgId));
  if ((await takeTurn(ctx, orgId)) !== "go_on") return false;
  await ctx.db.update(tenantOrganizations).set({ deleting: true }).where(eq(tenantOrganizations.id, orgId));
  if (!(await ctx.providers.files.deleteOf(orgId))) return false;
  const budget = { left: MAX_CHUNKS };
  if (!(await deleteRecords(ctx, orgId, budget))) return false;
  if (!(await deleteSearchRows(ctx, orgId, budget))) return false;
  if (!(await deleteRetainedKeys(ctx, orgId, budget))) return false;
  await deleteTenant(ctx, orgId);
  await ctx.providers.outbox.forgetChannel(orgId);
  if (!(await deleteAuditLog(ctx, orgId, budget))) return false;
  await deleteIdentity(ctx, orgId);
  return true;
}

/** Closes the business if that is not done yet; otherwise this run owns it until the next one is due. */
async function takeTurn(ctx: Ctx, orgId: string): Promise<"wait" | "go_on"> {
  const now = ctx.now.toISOString();
  const dueAt = new Date(ctx.now.getTime() + NEXT_CHECK_MS).toISOString();
  const isDue = and(eq(businessDeletions.orgId, orgId), lte(businessDeletions.dueAt, now));
  const [row] = await ctx.db.select({ startedAt: businessDeletions.startedAt }).from(businessDeletions).where(isDue);
  if (!row) return "wait";
  try {
    if (row.startedAt === null) {
      await close(ctx, { orgId, isDue, dueAt });
      return "wait";
    }
    await ctx.db.batch([
      ctx.db.update(businessDeletions).set({ dueAt }).where(isDue),
      assertRowChanged(ctx, "another_run"),
    ]);
    return "go_on";
  } catch (error) {
    // The deletion was canceled a moment ago, or another run was faster.
    if (failedOn(error, "another_run")) return "wait";
    throw error;
  }
}

/** Ends every membership, prevents invitations, and notifies everyone who worked there. Their households and accounts remain. */
async function close(
  ctx: Ctx,
  { orgId, isDue, dueAt }: { orgId: string; isDue: SQL | undefined; dueAt: string },
): Promise<void> {
  const now = ctx.now.toISOString();
  const recipients = await ctx.db.all<{ email: string; orgName: string }>(sql`
    SELECT u.email, o.name AS orgName FROM members m JOIN users u ON u.id = m.user_id JOIN organizations o ON o.id = m.org_id
    WHERE m.org_id = ${orgId} AND m.status = 'active' LIMIT 300`);
  await commitIdentity(ctx, null, {
    writes: [
      ctx.db
        .update(businessDeletions)
        .set({ startedAt: now, dueAt })
        .where(and(isDue, isNull(businessDeletions.startedAt))),
      assertRowChanged(ctx, "another_run"),
      ctx.db
        .update(members)
        .set({ status: "disabled", leftAt: now, version: sql`${members.version} + 1` })
        .where(and(eq(members.orgId, orgId), eq(members.status, "active"))),
      ctx.db.run(sql`DELETE FROM invitations WHERE org_id = ${orgId}`),
      ctx.db.run(sql`DELETE FROM api_keys WHERE org_id = ${orgId}`),
    ],
    publish: recipients.map(({ email, orgName }) => accountMail(businessDeletedMail(email, orgName))),
    result: undefined,
  });
  await ctx.providers.outbox.forgetChannel(orgId);
}

interface Budget {
  left: number;
}

/** Tables that rows of the others refer to, or whose counts their triggers update. */
const LAST = new Set(["tenant_members", "counters", "sequences", "applied_messages", "deleted_recordings"]);

/** Derived from the schema, so that a new table is never missed. */
function recordTables(): SQLiteTable[] {
  const { tenantTables, sides } = tenantGuard();
  return Object.values(schema)
    .filter((table) => is(table, SQLiteTable))
    .filter((table) => {
      const name = getTableName(table);
      return tenantTables.get(name) === "org_id" && sides.get(name) === "tenants" && !LAST.has(name);
    });
}

/**
 * Checked in one batch, because most tables are empty: few businesses use every area, and a continued run has already emptied
 * some.
 */
async function tablesWithRows(ctx: Ctx, orgId: string): Promise<SQLiteTable[]> {
  const tables = recordTables();
  const [first, ...rest] = tables.map((table) =>
    ctx.db.all(sql`SELECT 1 AS one FROM ${table} WHERE org_id = ${orgId} LIMIT 1`),
  );
  if (!first) return [];
  const found = await ctx.db.batch([first, ...rest]);
  return tables.filter((_, i) => (found[i]?.length ?? 0) > 0);
}

/**
 * Deletes every record. A table with rows that others still refer to waits for those, so that no order has to be maintained;
 * tables that refer to each other are deleted together. Returns false if one run is not enough.
 */
async function deleteRecords(ctx: Ctx, orgId: string, budget: Budget): Promise<boolean> {
  for (let tables = await tablesWithRows(ctx, orgId); tables.length > 0; ) {
    const waiting: SQLiteTable[] = [];
    for (const table of tables) {
      const outcome = await deleteRows(ctx, { table, orgId, budget });
      if (outcome === "more") return false;
      if (outcome === "referred_to") waiting.push(table);
    }
    if (waiting.length === tables.length) {
      await ctx.db.batch([
        ctx.db.run(sql`PRAGMA defer_foreign_keys = on`),
        ...waiting.map((table) => ctx.db.run(sql`DELETE FROM ${table} WHERE org_id = ${orgId}`)),
      ]);
      return true;
    }
    tables = waiting;
  }
  return true;
}

/** Deletes a table's rows in chunks, newest first, because they may refer to older ones. */
async function deleteRows(
  ctx: Ctx,
  { table, orgId, budget }: { table: SQLiteTable; orgId: string; budget: Budget },
): Promise<"none_left" | "referred_to" | "more"> {
  const key = keyOf(table).map((column) => sql.identifier(column));
  const newest = sql.join(
    key.map((column) => sql`${column} DESC`),
    sql`, `,
  );
  const columns = sql.join(key, sql`, `);
  for (;;) {
    const [row] = await ctx.db.all(sql`SELECT 1 AS one FROM ${table} WHERE org_id = ${orgId} LIMIT 1`);
    if (!row) return "none_left";
    if (budget.left === 0) return "more";
    budget.left -= 1;
    try {
      await ctx.db.run(sql`
        DELETE FROM ${table} WHERE org_id = ${orgId} AND (${columns}) IN (
          SELECT ${columns} FROM ${table} WHERE org_id = ${orgId} ORDER BY ${newest} LIMIT ${CHUNK})`);
    } catch (error) {
      if (failedOn(error, "FOREIGN KEY")) return "referred_to";
      throw error;
    }
  }
}

/** Full-text rows lie in a range of row ids reserved for the business. */
async function deleteSearchRows(ctx: Ctx, orgId: string, budget: Budget): Promise<boolean> {
  const [organization] = await ctx.db
    .select({ key: tenantOrganizations.key })
    .from(tenantOrganizations)
    .where(eq(tenantOrganizations.id, orgId));
  if (!organization) return true;
  const first = organization.key * 2 ** 31;
  const ofBusiness = sql`rowid BETWEEN ${first} AND ${first + 2 ** 31 - 1}`;
  for (const name of searchTables) {
    const table = sql.identifier(name);
    for (;;) {
      const [row] = await ctx.db.all(sql`SELECT rowid FROM ${table} WHERE ${ofBusiness} LIMIT 1`);
      if (!row) break;
      if (budget.left === 0) return false;
      budget.left -= 1;
      await ctx.db.run(sql`
        DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${ofBusiness} LIMIT ${CHUNK})`);
    }
  }
  return true;
}

/** Keys of people who also work or worked for another business may belong to that one. */
async function deleteRetainedKeys(ctx: Ctx, orgId: string, budget: Budget): Promise<boolean> {
  const ofMembers = sql`k.retained = 1 AND k.user_id IN (
    SELECT m.user_id FROM tenant_members m WHERE m.org_id = ${orgId}
      AND NOT EXISTS (SELECT 1 ${sql.raw(acrossCopies)} FROM tenant_members o WHERE o.user_id = m.user_id AND o.org_id <> m.org_id))`;
  for (;;) {
    const [row] = await ctx.db.all(sql`SELECT 1 AS one FROM idempotency_keys k WHERE ${ofMembers} LIMIT 1`);
    if (!row) return true;
    if (budget.left === 0) return false;
    budget.left -= 1;
    await ctx.db.run(sql`
      DELETE FROM idempotency_keys WHERE (user_id, key) IN (
        SELECT k.user_id, k.key FROM idempotency_keys k WHERE ${ofMembers} LIMIT ${CHUNK})`);
  }
}

async function deleteTenant(ctx: Ctx, orgId: string): Promise<void> {
  await ctx.db.batch([
    ctx.db.run(sql`DELETE FROM usage_counts WHERE owner = ${`org:${orgId}`}`),
    ...[...LAST, "outbox"].map((table) =>
      ctx.db.run(sql`DELETE FROM ${sql.identifier(table)} WHERE org_id = ${orgId}`),
    ),
    ctx.db.delete(tenantOrganizations).where(eq(tenantOrganizations.id, orgId)),
  ]);
}

async function deleteAuditLog(ctx: Ctx, orgId: string, budget: Budget): Promise<boolean> {
  return (await deleteRows(ctx, { table: identityAuditLog, orgId, budget })) === "none_left";
}

/**
 * Deletes the business itself. Sign-in events remain with the people they are about, except for deleted accounts, to which
 * nothing refers any more.
 */
async function deleteIdentity(ctx: Ctx, orgId: string): Promise<void> {
  const of = (table: string) => ctx.db.run(sql`DELETE FROM ${sql.identifier(table)} WHERE org_id = ${orgId}`);
  const owner = { kind: "business", id: orgId } as const;
  await forgetPlan(ctx, owner);
  await ctx.db.batch([
    ctx.db.run(sql`PRAGMA defer_foreign_keys = on`),
    ...planDeletes(ctx, owner),
    ctx.db.run(sql`
      DELETE FROM security_events WHERE org_id = ${orgId}
        AND user_id IN (SELECT u.id FROM users u WHERE u.email = u.id || '@deleted.invalid')`),
    ctx.db.run(sql`UPDATE security_events SET org_id = NULL WHERE org_id = ${orgId}`),
    ctx.db.delete(users).where(sql`
      ${users.id} IN (SELECT m.user_id FROM members m WHERE m.org_id = ${orgId}) AND ${users.email} = ${users.id} || '@deleted.invalid'
      AND NOT EXISTS (SELECT 1 FROM members o WHERE o.user_id = ${users.id} AND o.org_id <> ${orgId})
      AND NOT EXISTS (SELECT 1 ${sql.raw(acrossTenants)} FROM invitations i WHERE i.invited_by = ${users.id} AND i.org_id <> ${orgId})`),
    ...["members", "invitations", "identity_outbox"].map(of),
    ctx.db.run(sql`DELETE FROM organizations WHERE id = ${orgId}`),
    of("business_deletions"),
  ]);
}
