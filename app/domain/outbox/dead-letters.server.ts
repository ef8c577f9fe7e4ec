import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { outbox } from "#drizzle/schema/platform";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allowAdmin } from "~/domain/shared/permissions";
import { once } from "~/domain/shared/write.server";

export interface DeadLetter {
  id: string;
  topic: "mail" | "board" | "bank";
  createdAt: string;
  failedAt: string;
  attempts: number;
  /** The last failure in a word or a code; never whose money or which address it was about. */
  lastError: string | null;
}

/** What could not be delivered for the business and its members, newest first: no content, only what failed and why. */
export async function listDeadLetters(ctx: Ctx): Promise<DeadLetter[]> {
  const { orgId } = allowAdmin(ctx);
  return ctx.db.all<DeadLetter>(sql`
    SELECT id, topic, created_at AS createdAt, failed_at AS failedAt, attempts, last_error AS lastError ${sql.raw(acrossTenants)}
    FROM outbox WHERE failed_at IS NOT NULL AND ${concerns(orgId)} ORDER BY failed_at DESC, id LIMIT 100`);
}

/** Delivers it once more, with all its tries before it. @throws DomainError not_found, for another business's too */
export async function retryDeadLetter(ctx: Ctx, id: string): Promise<{ id: string }> {
  const member = allowAdmin(ctx);
  const [row] = await ctx.db.all<{ topic: string }>(sql`
    SELECT topic ${sql.raw(acrossTenants)} FROM outbox WHERE id = ${id} AND failed_at IS NOT NULL AND ${concerns(member.orgId)}`);
  if (!row) throw notFound();
  const now = ctx.now.toISOString();
  const result = await once(ctx, "retryDeadLetter", { id }, (commit) =>
    commit(member, {
      writes: [
        ctx.db
          .update(outbox)
          .set({ failedAt: null, attempts: 0, dueAt: now })
          .where(and(eq(outbox.id, id), isNotNull(outbox.failedAt))),
      ],
      audit: [{ action: "retried", entity: "delivery", entityId: id }],
      result: { id },
    }),
  );
  ctx.after(ctx.providers.outbox.notify([id], row.topic === "bank" ? { queue: "bank" } : {}));
  return result;
}

/** The business's own announcements, mails to its members, and work with its members' banks. */
function concerns(orgId: string): SQL {
  return sql`(org_id = ${orgId}
    OR (topic = 'bank' AND EXISTS (SELECT 1 FROM bank_items b JOIN members m ON m.user_id = b.user_id
      WHERE b.id = json_extract(payload, '$.itemId') AND m.org_id = ${orgId}))
    OR (topic = 'mail' AND EXISTS (SELECT 1 FROM users u JOIN members m ON m.user_id = u.id
      WHERE u.email = lower(json_extract(payload, '$.to')) AND m.org_id = ${orgId})))`;
}
