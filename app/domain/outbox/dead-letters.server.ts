import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Side } from "#drizzle/d1/guard";
import type { OutboxRow } from "~/domain/providers";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { outboxes } from "~/domain/shared/outbox.server";
import { allowAdmin, allowPerson } from "~/domain/shared/permissions";
import { shardOf } from "~/domain/shared/shards.server";
import { assertHolds, type Commit, once, onceInIdentity } from "~/domain/shared/write.server";
import { hasWork, requeueSubjects } from "./requeue.server";
import type { Topic } from "./topics";

export interface DeadLetter {
  id: string;
  topic: Topic;
  createdAt: string;
  failedAt: string;
  attempts: number;
  /** The last failure as a word or a code; never includes the person, the amount or the address. */
  lastError: string | null;
}

/** The failed deliveries of an owner: the latest. */
interface DeadLetters {
  letters: DeadLetter[];
  hasEarlier: boolean;
}

const MAX_LETTERS = 100;

/** The owner of failed deliveries: the rows of each side's outbox that belong to it. */
interface Owner {
  /** The id of the business or the household. */
  tenantId: string;
  /** The member of the business whose audit log records a retry. */
  member: Member | null;
  rows: Record<Side, SQL>;
}

/**
 * Failed deliveries of the business, newest first: its invitations, emails about its active members' accounts, its own messages.
 * Deliveries for a member's household are shown only to that household.
 */
export function listDeadLetters(ctx: Ctx): Promise<DeadLetters> {
  return list(ctx, business(ctx));
}

/**
 * Retries a delivery with a full set of attempts, and with it the message to a customer or the export that failed.
 * @throws DomainError not_found, also for another business's; conflict if there is nothing left to deliver
 */
export function retryDeadLetter(ctx: Ctx, id: string): Promise<{ id: string }> {
  return retry(ctx, business(ctx), id);
}

/** Failed deliveries of the caller's account and household: emails about the account, work with its banks. */
export function listOwnDeadLetters(ctx: Ctx): Promise<DeadLetters> {
  return list(ctx, household(ctx));
}

/** Like `retryDeadLetter`, for the caller's own. @throws DomainError not_found, conflict */
export function retryOwnDeadLetter(ctx: Ctx, id: string): Promise<{ id: string }> {
  return retry(ctx, household(ctx), id);
}

function business(ctx: Ctx): Owner {
  const member = allowAdmin(ctx);
  const { orgId } = member;
  const ofMembers = sql`user_id IN (SELECT m.user_id FROM members m WHERE m.org_id = ${orgId} AND m.status = 'active')`;
  return {
    tenantId: orgId,
    member,
    rows: { identity: sql`(org_id = ${orgId} OR ${ofMembers})`, tenants: sql`org_id = ${orgId}` },
  };
}

function household(ctx: Ctx): Owner {
  const { userId } = allowPerson(ctx);
  return {
    tenantId: userId,
    member: null,
    rows: { identity: sql`user_id = ${userId}`, tenants: sql`user_id = ${userId}` },
  };
}

async function list(ctx: Ctx, { rows }: Owner): Promise<DeadLetters> {
  const read = (side: Side) =>
    ctx.db.all<DeadLetter>(sql`
      SELECT id, topic, created_at AS createdAt, failed_at AS failedAt, attempts, last_error AS lastError
      FROM ${outboxes[side]} WHERE failed_at IS NOT NULL AND ${rows[side]} ORDER BY failed_at DESC, id LIMIT ${MAX_LETTERS + 1}`);
  const letters = (await Promise.all([read("identity"), read("tenants")])).flat();
  letters.sort((a, b) => b.failedAt.localeCompare(a.failedAt));
  return { letters: letters.slice(0, MAX_LETTERS), hasEarlier: letters.length > MAX_LETTERS };
}

const nothingToDeliver = () =>
  new DomainError("conflict", "This can no longer be retried. Send the message again, or start a new export.");

async function retry(ctx: Ctx, { tenantId, member, rows }: Owner, id: string): Promise<{ id: string }> {
  const find = (side: Side) =>
    ctx.db.all<{ topic: string }>(sql`
      SELECT topic FROM ${outboxes[side]} WHERE id = ${id} AND failed_at IS NOT NULL AND ${rows[side]}`);
  const [[ofIdentity], [ofTenants]] = await Promise.all([find("identity"), find("tenants")]);
  const row = ofIdentity ?? ofTenants;
  if (!row) throw notFound();
  const side = ofIdentity ? "identity" : "tenants";
  const table = outboxes[side];
  const failed = sql`SELECT o.id FROM outbox o WHERE o.id = ${id} AND o.failed_at IS NOT NULL AND ${rows.tenants}`;
  const run = (commit: Commit<never>) =>
    commit(member, {
      writes: [
        ...(side === "tenants"
          ? [...requeueSubjects(ctx, failed), assertHolds(ctx, "nothing_to_deliver", hasWork(failed))]
          : []),
        ctx.db
          .update(table)
          .set({ failedAt: null, attempts: 0, dueAt: ctx.now.toISOString() })
          .where(and(eq(table.id, id), rows[side], isNotNull(table.failedAt))),
      ],
      audit: member ? [{ action: "retried", entity: "delivery", entityId: id }] : [],
      result: { id },
      refusals: { nothing_to_deliver: nothingToDeliver },
    });
  const result = await (side === "identity" ? onceInIdentity : once)(ctx, "retryDeadLetter", { id }, run);
  const at: OutboxRow = side === "identity" ? { side, id } : { side, shard: shardOf(ctx, tenantId), id };
  ctx.after(ctx.providers.outbox.notify([{ row: at, topic: row.topic }]));
  return result;
}
