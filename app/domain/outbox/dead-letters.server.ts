import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Side } from "#drizzle/d1/guard";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { outboxes } from "~/domain/shared/outbox.server";
import { allowAdmin } from "~/domain/shared/permissions";
import { type Commit, once, onceInIdentity } from "~/domain/shared/write.server";

export interface DeadLetter {
  id: string;
  topic: "mail" | "tenant_copy" | "board" | "bank";
  createdAt: string;
  failedAt: string;
  attempts: number;
  /** The last failure in a word or a code; never whose money or which address it was about. */
  lastError: string | null;
}

const MAX_LETTERS = 100;

/** Failed deliveries of the business and its members, newest first: what failed and why, without the content. */
export async function listDeadLetters(ctx: Ctx): Promise<DeadLetter[]> {
  const { orgId } = allowAdmin(ctx);
  const read = (side: Side) =>
    ctx.db.all<DeadLetter>(sql`
      SELECT id, topic, created_at AS createdAt, failed_at AS failedAt, attempts, last_error AS lastError
      FROM ${outboxes[side]} WHERE failed_at IS NOT NULL AND ${concerns(orgId, side)} ORDER BY failed_at DESC, id LIMIT ${MAX_LETTERS}`);
  const letters = (await Promise.all([read("identity"), read("tenants")])).flat();
  return letters.sort((a, b) => b.failedAt.localeCompare(a.failedAt)).slice(0, MAX_LETTERS);
}

/** Delivers it once more, with all its tries before it. @throws DomainError not_found, for another business's too */
export async function retryDeadLetter(ctx: Ctx, id: string): Promise<{ id: string }> {
  const member = allowAdmin(ctx);
  const find = (side: Side) =>
    ctx.db.all<{ topic: string }>(sql`
      SELECT topic FROM ${outboxes[side]} WHERE id = ${id} AND failed_at IS NOT NULL AND ${concerns(member.orgId, side)}`);
  const [[ofIdentity], [ofTenants]] = await Promise.all([find("identity"), find("tenants")]);
  const row = ofIdentity ?? ofTenants;
  if (!row) throw notFound();
  const side = ofIdentity ? "identity" : "tenants";
  const table = outboxes[side];
  const retry = (commit: Commit<never>) =>
    commit(member, {
      writes: [
        ctx.db
          .update(table)
          .set({ failedAt: null, attempts: 0, dueAt: ctx.now.toISOString() })
          .where(and(eq(table.id, id), isNotNull(table.failedAt))),
      ],
      audit: [{ action: "retried", entity: "delivery", entityId: id }],
      result: { id },
    });
  const result = await (side === "identity" ? onceInIdentity : once)(ctx, "retryDeadLetter", { id }, retry);
  ctx.after(ctx.providers.outbox.notify([{ side, id }], row.topic === "bank" ? { queue: "bank" } : {}));
  return result;
}

/**
 * The business's own messages and the mails to its members; on the tenants' side its own and those about its members' banks.
 * A person is a member of one business at most, so its database holds their household too.
 */
function concerns(orgId: string, side: Side): SQL {
  if (side === "identity") {
    return sql`(org_id = ${orgId} OR (topic = 'mail' AND EXISTS (SELECT 1 FROM users u JOIN members m ON m.user_id = u.id
      WHERE u.email = lower(json_extract(payload, '$.to')) AND m.org_id = ${orgId})))`;
  }
  return sql`(org_id = ${orgId} OR user_id IN (SELECT m.user_id FROM tenant_members m WHERE m.org_id = ${orgId}))`;
}
