import { and, eq, lte, ne, notInArray, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { tenantGuard } from "#drizzle/d1/tenants";
import { bankItems } from "#drizzle/schema/bank-link";
import { bankAccounts } from "#drizzle/schema/finance-accounts";
import { accountDeletions, sessions, users } from "#drizzle/schema/identity";
import { accountDeletedMail } from "~/domain/auth/mails.server";
import { accountMail } from "~/domain/mail/message";
import { forgetPlan, planDeletes } from "~/domain/plans/change.server";
import { attempt } from "~/domain/shared/attempt.server";
import type { Ctx } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { isOnThisShard, learnShard, onEachShard, onShard } from "~/domain/shared/shards.server";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { assertRowChanged, commitIdentity } from "~/domain/shared/write.server";

const MAX_ACCOUNTS = 5;
/** Rows with triggers: rows per statement, and statements per run. */
const CHUNK = 2000;
const MAX_CHUNKS = 15;
/** The delay before the next run while a bank has not responded, or rows are left. */
const NEXT_CHECK_MS = 5 * MINUTE_MS;

/**
 * Deletes accounts whose grace period is over. An interrupted deletion continues where it stopped. Returns the number deleted.
 */
export async function sweepDeletions(ctx: Ctx): Promise<number> {
  const due = await ctx.db.all<{ userId: string }>(sql`
    SELECT ${sql.raw(acrossTenants)} user_id AS userId FROM account_deletions WHERE due_at <= ${ctx.now.toISOString()}
    ORDER BY due_at LIMIT ${MAX_ACCOUNTS}`);
  let gone = 0;
  for (const { userId } of due) {
    await attempt(ctx, "account deletion", async () => {
      if (await deleteAccount(ctx, userId)) gone += 1;
    });
  }
  return gone;
}

async function deleteAccount(ctx: Ctx, userId: string): Promise<boolean> {
  if (!(await learnShard(ctx, { userId })) || !(await begin(ctx, userId))) return false;
  await disconnectBanks(ctx, userId);
  if (await hasConnections(ctx, userId)) return false;
  // Receipt pictures: once the household is deleted, no row refers to them.
  if (!(await ctx.providers.files.deleteOf(userId))) return false;
  await deleteConversations(ctx, userId);
  if (!(await deleteHousehold(ctx, userId))) return false;
  await deleteIdentity(ctx, userId);
  return true;
}

/** Disables signing in from now on, and schedules another run in case this one does not finish. */
async function begin(ctx: Ctx, userId: string): Promise<boolean> {
  const now = ctx.now.toISOString();
  const dueAt = new Date(ctx.now.getTime() + NEXT_CHECK_MS).toISOString();
  try {
    await ctx.db.batch([
      ctx.db
        .update(accountDeletions)
        .set({ startedAt: sql`coalesce(${accountDeletions.startedAt}, ${now})`, dueAt })
        .where(and(eq(accountDeletions.userId, userId), lte(accountDeletions.dueAt, now))),
      assertRowChanged(ctx, "kept"),
      ctx.db.update(users).set({ status: "disabled" }).where(eq(users.id, userId)),
      ctx.db.delete(sessions).where(eq(sessions.userId, userId)),
    ]);
    return true;
  } catch (error) {
    // The deletion was canceled a moment ago.
    if (failedOn(error, "kept")) return false;
    throw error;
  }
}

/** A trigger on the change queues the call that notifies the bank; a failed call is queued again. */
async function disconnectBanks(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db.batch([
    ctx.db
      .update(bankItems)
      .set({ status: "disconnecting", leaseToken: null, leaseUntil: null })
      .where(and(eq(bankItems.userId, userId), notInArray(bankItems.status, ["disconnecting", "disconnected"]))),
    ctx.db.run(sql`
      UPDATE outbox SET failed_at = NULL, attempts = 0, due_at = ${ctx.now.toISOString()}
      WHERE user_id = ${userId} AND topic = 'bank' AND failed_at IS NOT NULL AND json_extract(payload, '$.kind') = 'remove'`),
  ]);
}

/** Whether a bank has yet to remove the household's connection. */
async function hasConnections(ctx: Ctx, userId: string): Promise<boolean> {
  const [item] = await ctx.db
    .select({ id: bankItems.id })
    .from(bankItems)
    .where(and(eq(bankItems.userId, userId), ne(bankItems.status, "disconnected"), sql`access_token IS NOT NULL`))
    .limit(1);
  return item !== undefined;
}

/**
 * Deletes conversations with the assistant that are not with the household: those about businesses the person worked for, and
 * those about the household that an earlier release stored with a business.
 * @throws Error while writes to one of the businesses are stopped
 */
async function deleteConversations(ctx: Ctx, userId: string): Promise<void> {
  const businesses = await ctx.db.all<{ orgId: string; shard: string }>(sql`
    SELECT m.org_id AS orgId, o.shard AS shard FROM members m JOIN organizations o ON o.id = m.org_id WHERE m.user_id = ${userId}`);
  await Promise.all(
    businesses.map(({ orgId, shard }) =>
      onShard(ctx, shard).db.run(
        sql`DELETE FROM chat_conversations WHERE user_id = ${userId} AND business_id = ${orgId}`,
      ),
    ),
  );
  await onEachShard(ctx, ({ db }) =>
    db.run(
      sql`DELETE FROM chat_conversations WHERE user_id = ${userId} AND business_id IS NULL AND ${isOnThisShard(sql`user_id`)}`,
    ),
  );
}

/** Deletes every row of the household. Returns false if one run is not enough. */
async function deleteHousehold(ctx: Ctx, userId: string): Promise<boolean> {
  if (!(await ctx.providers.files.deleteOf(userId))) return false;
  // Allows reconciled rows to be deleted, as when a single account is deleted.
  await ctx.db.update(bankAccounts).set({ closing: true }).where(eq(bankAccounts.userId, userId));
  for (let chunk = 0; await hasTransactions(ctx, userId); chunk += 1) {
    if (chunk === MAX_CHUNKS) return false;
    await ctx.db.run(sql`
      DELETE FROM account_transactions WHERE user_id = ${userId} AND id IN (
        SELECT t.id FROM account_transactions t WHERE t.user_id = ${userId} LIMIT ${CHUNK})`);
  }
  const deletes = householdTables().map((table) =>
    ctx.db.run(sql`DELETE FROM ${sql.identifier(table)} WHERE user_id = ${userId}`),
  );
  await ctx.db.batch([
    // Tables refer to each other; only the final state has to be consistent.
    ctx.db.run(sql`PRAGMA defer_foreign_keys = on`),
    ...deletes,
    // The others are deleted; copies of businesses that moved away accept no writes, and are deleted with them.
    ctx.db.run(sql`DELETE FROM chat_conversations WHERE user_id = ${userId} AND business_id IS NULL`),
    // Triggers of the deletes above count and queue.
    ctx.db.run(sql`DELETE FROM household_counters WHERE user_id = ${userId}`),
    // Retained keys of a business's jobs belong to the business: the technician's device may resend its changes.
    ctx.db.run(sql`DELETE FROM idempotency_keys WHERE user_id = ${userId} AND retained = 0`),
    ctx.db.run(sql`DELETE FROM usage_counts WHERE owner = ${`user:${userId}`}`),
    ctx.db.run(sql`DELETE FROM outbox WHERE user_id = ${userId}`),
  ]);
  return true;
}

async function hasTransactions(ctx: Ctx, userId: string): Promise<boolean> {
  const [row] = await ctx.db.all(sql`SELECT 1 AS one FROM account_transactions t WHERE t.user_id = ${userId} LIMIT 1`);
  return row !== undefined;
}

/** Derived from the schema, so that a new table is never missed. */
function householdTables(): string[] {
  const { tenantTables, sides } = tenantGuard();
  const others = ["household_counters", "idempotency_keys", "chat_conversations", "chat_messages"];
  return [...tenantTables]
    .filter(([table, column]) => column === "user_id" && sides.get(table) === "tenants" && !others.includes(table))
    .map(([table]) => table);
}

/**
 * Deletes the account. If a business's records refer to the person as a former member, a row without name, address and password
 * remains for them, and so do that business's own sign-in events.
 */
async function deleteIdentity(ctx: Ctx, userId: string): Promise<void> {
  const [user] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (!user) return;
  const { email } = user;
  const household = { kind: "household", id: userId } as const;
  await forgetPlan(ctx, household);
  const of = (table: string) => ctx.db.run(sql`DELETE FROM ${sql.identifier(table)} WHERE user_id = ${userId}`);
  await commitIdentity(ctx, null, {
    writes: [
      ...["sessions", "second_steps", "user_tokens", "identity_idempotency_keys", "identity_outbox"].map(of),
      ctx.db.run(sql`DELETE FROM security_events WHERE user_id = ${userId} AND org_id IS NULL`),
      // Support messages remain, without their author.
      ctx.db.run(sql`UPDATE support_messages SET author_name = 'Former user' WHERE author = 'sender' AND conversation_id IN (
        SELECT c.id FROM support_conversations c WHERE c.sender_id = ${userId})`),
      ctx.db.run(sql`UPDATE support_conversations SET sender_id = NULL, sender_name = 'Former user',
        sender_email = ${`${userId}@deleted.invalid`}, context = '{}' WHERE sender_id = ${userId}`),
      ...planDeletes(ctx, household),
      ctx.db.run(sql`DELETE FROM account_mails WHERE email = ${email}`),
      ctx.db.run(sql`DELETE FROM signups WHERE email = ${email}`),
      ctx.db
        .update(users)
        .set({
          ...{ email: `${userId}@deleted.invalid`, firstName: "Former", lastName: "user" },
          ...{ passwordHash: null, timeZone: null, version: sql`${users.version} + 1` },
        })
        .where(eq(users.id, userId)),
      of("account_deletions"),
      ctx.db.run(sql`
        DELETE FROM users WHERE id = ${userId}
          AND NOT EXISTS (SELECT 1 FROM members m WHERE m.user_id = ${userId})
          AND NOT EXISTS (SELECT 1 ${sql.raw(acrossTenants)} FROM invitations i WHERE i.invited_by = ${userId})`),
    ],
    publish: [accountMail(accountDeletedMail(email))],
    result: undefined,
  });
}
