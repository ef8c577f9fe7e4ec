import { type SQL, sql } from "drizzle-orm";
import type { Side } from "#drizzle/d1/guard";
import { identityOutbox } from "#drizzle/schema/identity";
import { outbox } from "#drizzle/schema/platform";
import type { OutboxRow } from "~/domain/providers";
import type { Ctx } from "./context";
import { shardOf } from "./shards.server";

/** Identity and tenants each have an outbox, so that a message is written in the batch of the change it is about. */
export const outboxes = { identity: identityOutbox, tenants: outbox };

type Topic<S extends Side> = (typeof outboxes)[S]["$inferSelect"]["topic"];

interface Message<S extends Side, O extends object> {
  topic: Topic<S>;
  owner: O;
  /** In the form that the topic's delivery expects. */
  payload: object;
  /** Done right after the commit, before the queue delivers the row; a lost call is harmless. */
  atOnce?: (ctx: Ctx, id: string) => Promise<void>;
}

/** Messages about changes to tenants' data; each area makes its own. */
export type OutboxMessage = Message<"tenants", { orgId: string } | { userId: string }>;

/** Messages about changes to identity. Its owners are notified if a message cannot be delivered; without one, the operator is. */
export type IdentityMessage = Message<"identity", { orgId?: string; userId?: string; invitationId?: string }>;

/** A message with the id of its outbox row. */
export interface OutboxEntry {
  id: string;
  message: OutboxMessage | IdentityMessage;
}

/** The sweep leaves fresh rows to the delivery that follows the commit. */
const SWEEP_GRACE_MS = 30_000;

/**
 * The only way to write to an outbox, for the batch of the change that the message is about. `when`: insert only if this
 * condition holds.
 */
export function outboxInsert(ctx: Ctx, { id, message }: OutboxEntry, when: SQL = sql`1`) {
  const { orgId, userId, invitationId }: IdentityMessage["owner"] = message.owner;
  const row = {
    id,
    ...(orgId !== undefined && { org_id: orgId }),
    ...(userId !== undefined && { user_id: userId }),
    ...(invitationId !== undefined && { invitation_id: invitationId }),
    topic: message.topic,
    payload: JSON.stringify(message.payload),
    created_at: ctx.now.toISOString(),
    due_at: new Date(ctx.now.getTime() + SWEEP_GRACE_MS).toISOString(),
  };
  return ctx.db.run(sql`
    INSERT INTO ${outboxes[isOfIdentity(message) ? "identity" : "tenants"]} (${sql.raw(Object.keys(row).join(", "))})
    SELECT ${sql.join(
      Object.values(row).map((value) => sql`${value}`),
      sql`, `,
    )} WHERE ${when}`);
}

const isOfIdentity = (message: OutboxEntry["message"]): message is IdentityMessage =>
  identityOutbox.topic.enumValues.some((topic) => topic === message.topic);

/**
 * Sends written rows to their queues, and does what their messages want done at once. A lost call is harmless: the sweep finds
 * the rows.
 */
export async function notifyOutbox(
  ctx: Ctx,
  entries: readonly OutboxEntry[],
  options?: { delaySeconds?: number },
): Promise<void> {
  const rows = entries.map(({ id, message }) => ({ row: rowOf(ctx, id, message), topic: message.topic }));
  await Promise.allSettled([
    ...entries.map(({ id, message }) => message.atOnce?.(ctx, id)),
    ctx.providers.outbox.notify(rows, options),
  ]);
}

function rowOf(ctx: Ctx, id: string, message: OutboxEntry["message"]): OutboxRow {
  if (isOfIdentity(message)) return { side: "identity", id };
  const { owner } = message;
  return { side: "tenants", shard: shardOf(ctx, "orgId" in owner ? owner.orgId : owner.userId), id };
}
