import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Side } from "#drizzle/d1/guard";
import { identityOutbox } from "#drizzle/schema/identity";
import { outbox } from "#drizzle/schema/platform";
import type { LiveEvent, Mail, OutboxRow } from "~/domain/providers";
import type { Ctx } from "./context";
import { shardOf } from "./shards.server";

/** An event before its outbox row assigns its id. */
type LiveEventDraft = LiveEvent extends infer Event ? (Event extends LiveEvent ? Omit<Event, "id"> : never) : never;

/** Messages about changes to tenants' data. */
export type OutboxMessage =
  /** A job for a household's bank; its shape is defined by the bank link. */
  | { topic: "bank"; userId: string; job: object }
  /** A job for a business's code host; its shape is defined by the code hosts area. */
  | { topic: "code_host"; orgId: string; job: object }
  /** A job on an export of all data of a business or a household. */
  | { topic: "export"; owner: { orgId: string } | { userId: string }; job: object }
  | { topic: "board"; orgId: string; event: LiveEventDraft }
  /** A business's email to a customer or supplier. `about`: the row that records it as sent, for `isMailUndelivered`. */
  | { topic: "business_mail"; orgId: string; mail: Mail; about?: string }
  /** A message of a conversation to a customer, by text or email as its row specifies. */
  | { topic: "business_mail"; orgId: string; messageId: string }
  /** A picture in a customer's text message, to be fetched. */
  | { topic: "business_mail"; orgId: string; pictureId: string };

/** Messages about changes to identity. */
export type IdentityMessage =
  | { topic: "mail"; mail: Mail; about?: MailSubject }
  /** What to copy to the tenants' side; its shape is defined by the copying module. */
  | { topic: "tenant_copy"; orgId: string; copy: object }
  /** A notification to one of a person's devices; its shape is defined by the push area. */
  | { topic: "push"; userId: string; push: object };

/** Who is notified if an email cannot be delivered: the person whose account it is about, or the business that invites. */
interface MailSubject {
  userId?: string;
  orgId?: string;
  invitationId?: string;
}

/** A message with the id of its outbox row. */
export interface OutboxEntry {
  id: string;
  message: OutboxMessage | IdentityMessage;
}

/** The sweep leaves fresh rows to the delivery that follows the commit. */
const SWEEP_GRACE_MS = 30_000;

/** Identity and tenants each have an outbox, so that a message is written in the batch of the change it is about. */
export const outboxes = { identity: identityOutbox, tenants: outbox };

/**
 * The only way to write to an outbox, for the batch of the change that the message is about. `when`: insert only if this
 * condition holds.
 */
export function outboxInsert(ctx: Ctx, { id, message }: OutboxEntry, when: SQL = sql`1`) {
  const { columns, values } = ownerOf(message);
  const now = ctx.now.toISOString();
  const dueAt = new Date(ctx.now.getTime() + SWEEP_GRACE_MS).toISOString();
  return ctx.db.run(sql`
    INSERT INTO ${outboxes[sideOf(message)]} (id, ${columns}, topic, payload, created_at, due_at)
    SELECT ${id}, ${values}, ${message.topic}, ${JSON.stringify(payloadOf(id, message))}, ${now}, ${dueAt} WHERE ${when}`);
}

/** The owner columns of an outbox row, with the message's values. */
function ownerOf(message: OutboxEntry["message"]): { columns: SQL; values: SQL } {
  switch (message.topic) {
    case "bank":
    case "push":
      return { columns: sql`user_id`, values: sql`${message.userId}` };
    case "board":
    case "business_mail":
    case "code_host":
    case "tenant_copy":
      return { columns: sql`org_id`, values: sql`${message.orgId}` };
    case "export":
      return "orgId" in message.owner
        ? { columns: sql`org_id`, values: sql`${message.owner.orgId}` }
        : { columns: sql`user_id`, values: sql`${message.owner.userId}` };
    case "mail": {
      const { orgId = null, userId = null, invitationId = null } = message.about ?? {};
      return { columns: sql`org_id, user_id, invitation_id`, values: sql`${orgId}, ${userId}, ${invitationId}` };
    }
  }
}

function sideOf({ topic }: OutboxEntry["message"]): Side {
  return topic === "mail" || topic === "tenant_copy" || topic === "push" ? "identity" : "tenants";
}

function payloadOf(id: string, message: OutboxEntry["message"]): unknown {
  switch (message.topic) {
    case "mail":
      return message.mail;
    case "business_mail":
      if ("pictureId" in message) return { picture: { orgId: message.orgId, pictureId: message.pictureId } };
      return "messageId" in message
        ? { message: { orgId: message.orgId, messageId: message.messageId } }
        : { mail: message.mail, about: message.about ?? null };
    case "tenant_copy":
      return message.copy;
    case "push":
      return message.push;
    case "bank":
    case "code_host":
    case "export":
      return message.job;
    case "board":
      return { ...message.event, id };
  }
}

/** Whether the business's email about a row could not be delivered, as a column of that row's query. */
export function isMailUndelivered(orgId: SQL | SQLiteColumn, about: SQL | SQLiteColumn): SQL<boolean> {
  return sql`EXISTS (SELECT 1 FROM outbox undelivered WHERE undelivered.org_id = ${orgId} AND undelivered.failed_at IS NOT NULL
    AND undelivered.topic = 'business_mail' AND json_extract(undelivered.payload, '$.about') = ${about})`.mapWith(
    Boolean,
  );
}

/** Other systems may be slow, and files large: each kind of work has its own queue so that it does not hold up the others. */
export const QUEUES = ["outbox", "bank", "code_host", "export"] as const;
type QueueName = (typeof QUEUES)[number];

export const queueOf = (topic: string): QueueName => QUEUES.find((queue) => queue === topic) ?? "outbox";

/**
 * Sends written rows to their queues and publishes live events immediately. A lost call is harmless: the sweep finds the rows.
 */
export async function notifyOutbox(ctx: Ctx, entries: readonly OutboxEntry[]): Promise<void> {
  const { outbox: notifier } = ctx.providers;
  const live = entries.map(async ({ id, message }) => {
    if (message.topic === "board") await notifier.publishLive(message.orgId, { ...message.event, id });
  });
  const rows = (queue: QueueName) =>
    entries.filter(({ message }) => queueOf(message.topic) === queue).map(({ id, message }) => rowOf(ctx, id, message));
  await Promise.allSettled([
    ...live,
    ...QUEUES.flatMap((queue) => (rows(queue).length > 0 ? [notifier.notify(rows(queue), { queue })] : [])),
  ]);
}

function rowOf(ctx: Ctx, id: string, message: OutboxEntry["message"]): OutboxRow {
  if (message.topic === "mail" || message.topic === "tenant_copy" || message.topic === "push")
    return { side: "identity", id };
  const owner = message.topic === "export" ? message.owner : message;
  return { side: "tenants", shard: shardOf(ctx, "orgId" in owner ? owner.orgId : owner.userId), id };
}

/** The endpoints of a business for which its records' triggers have written deliveries, as a query to run after the change. */
export function dueWebhooks(ctx: Ctx, orgId: string) {
  return ctx.db.all<DueWebhook>(sql`
    SELECT id, slow FROM webhook_endpoints WHERE org_id = ${orgId} AND wake_at <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`);
}

interface DueWebhook {
  id: string;
  slow: number;
}

/** Sends the result of `dueWebhooks` to the queue after the response. */
export function notifyWebhooks(ctx: Ctx, orgId: string, found: unknown): void {
  const shard = shardOf(ctx, orgId);
  // Guarantee: these are the rows of `dueWebhooks`, whose type is lost in a batch.
  const due = (found as DueWebhook[]).map(({ id, slow }) => ({ shard, orgId, endpointId: id, slow: slow === 1 }));
  if (due.length > 0) ctx.after(ctx.providers.webhooks.notify(due));
}
