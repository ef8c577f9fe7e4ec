import { eq, type SQL, sql } from "drizzle-orm";
import { automaticMessagePauses } from "#drizzle/schema/messages";
import type { Ctx } from "~/domain/shared/context";
import { allowAdmin } from "~/domain/shared/permissions";
import { once } from "~/domain/shared/write.server";

export interface AutomaticMessages {
  /** Since when automatic messages are paused; null if they are on. */
  pausedAt: string | null;
  /** Messages to customers from the restored export, waiting until automatic messages are turned on. */
  waiting: number;
}

/** Whether a business sends messages automatically; `orgId` is the statement's own column or value. */
export const sendsAutomatically = (orgId: SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM automatic_message_pauses a WHERE a.org_id = ${orgId})`;

/** Waiting messages are counted up to this number. */
const MAX_WAITING = 1000;

/** Whether automatic reminders and messages are on. A restored business starts with them paused. */
export async function automaticMessagesOf(ctx: Ctx): Promise<AutomaticMessages> {
  const me = allowAdmin(ctx);
  const [row] = await ctx.db.all<{ pausedAt: string; waiting: number }>(sql`
    SELECT a.paused_at AS pausedAt, (SELECT count(*) FROM (
      SELECT 1 FROM messages m INDEXED BY messages_held
      WHERE m.org_id = a.org_id AND m.delivery = 'held' AND m.created_at <= a.paused_at LIMIT ${MAX_WAITING})) AS waiting
    FROM automatic_message_pauses a WHERE a.org_id = ${me.orgId}`);
  return row ?? { pausedAt: null, waiting: 0 };
}

/** Turns automatic messages on and releases the waiting ones. Recorded in the audit log; repeating it changes nothing. */
export async function turnOnAutomaticMessages(ctx: Ctx): Promise<AutomaticMessages> {
  const me = allowAdmin(ctx);
  return once(ctx, "turnOnAutomaticMessages", {}, (write) =>
    write(me, {
      writes: [ctx.db.delete(automaticMessagePauses).where(eq(automaticMessagePauses.orgId, me.orgId))],
      audit: [{ action: "automatic_messages.turn_on", entity: "organization", entityId: me.orgId }],
      result: { pausedAt: null, waiting: 0 },
    }),
  );
}
