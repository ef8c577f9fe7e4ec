import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Side } from "#drizzle/d1/guard";
import { identityOutbox } from "#drizzle/schema/identity";
import { outbox } from "#drizzle/schema/platform";
import type { LiveEvent, Mail, OutboxRow } from "../providers";
import type { Ctx } from "./context";
import { shardOf } from "./shards.server";

/** An event before its outbox row gives it an id. */
type LiveEventDraft = LiveEvent extends infer Event ? (Event extends LiveEvent ? Omit<Event, "id"> : never) : never;

/** Messages of changes of tenants' data. */
export type OutboxMessage =
  /** Work with a household's bank; the job's shape is the bank link's own. */
  | { topic: "bank"; userId: string; job: object }
  /** Work with a business's code host; the job's shape is the code hosts' own. */
  | { topic: "code_host"; orgId: string; job: object }
  /** A piece of work on a file with everything of a business or a household. */
  | { topic: "export"; owner: { orgId: string } | { userId: string }; job: object }
  | { topic: "board"; orgId: string; event: LiveEventDraft }
  /** A business's mail to a customer or supplier. `about`: the row that says it was sent, for `isMailUndelivered`. */
  | { topic: "business_mail"; orgId: string; mail: Mail; about?: string }
  /** A message of a conversation to a customer, by text or mail as its row says. */
  | { topic: "business_mail"; orgId: string; messageId: string }
  /** A picture of a customer's text, to be fetched. */
  | { topic: "business_mail"; orgId: string; pictureId: string };

/** Messages of changes of identity. */
export type IdentityMessage =
  | { topic: "mail"; mail: Mail; about?: MailSubject }
  /** What to copy to the tenants' side; the copying module defines its shape. */
  | { topic: "tenant_copy"; orgId: string; copy: object }
  /** A notification of one of a person's devices; the push area defines its shape. */
  | { topic: "push"; userId: string; push: object };

/** Who is notified when a mail cannot be delivered: the person whose account it is about, or the business that invites. */
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

/** The sweep leaves a fresh row to the delivery that follows the commit. */
const SWEEP_GRACE_MS = 30_000;

/** Each side has its own, so that a message is written in the batch of what it is about. */
export const outboxes = { identity: identityOutbox, tenants: outbox };

/** The one way into an outbox, for the batch of the change that the message is about. `when`: only if this holds then. */
export function outboxInsert(ctx: Ctx, { id, message }: OutboxEntry, when: SQL = sql`1`) {
  const { columns, values } = ownerOf(message);
  const now = ctx.now.toISOString();
  const dueAt = new Date(ctx.now.getTime() + SWEEP_GRACE_MS).toISOString();
  return ctx.db.run(sql`
    INSERT INTO ${outboxes[sideOf(message)]} (id, ${columns}, topic, payload, created_at, due_at)
    SELECT ${id}, ${values}, ${message.topic}, ${JSON.stringify(payloadOf(id, message))}, ${now}, ${dueAt} WHERE ${when}`);
}

/** Whose the message is, as columns of its outbox and their values. */
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

/** Whether the business's mail about a row could not be delivered, as a column beside it. */
export function isMailUndelivered(orgId: SQL | SQLiteColumn, about: SQL | SQLiteColumn): SQL<boolean> {
  return sql`EXISTS (SELECT 1 FROM outbox undelivered WHERE undelivered.org_id = ${orgId} AND undelivered.failed_at IS NOT NULL
    AND undelivered.topic = 'business_mail' AND json_extract(undelivered.payload, '$.about') = ${about})`.mapWith(
    Boolean,
  );
}

/** Other systems may be slow, and files large: work with each kind of them waits in a queue of its own and holds up nothing else. */
export const QUEUES = ["outbox", "bank", "code_host", "export"] as const;
export type QueueName = (typeof QUEUES)[number];

export const queueOf = (topic: string): QueueName => QUEUES.find((queue) => queue === topic) ?? "outbox";

/** Hands written rows to their queues and shows live events at once. Losing a call is harmless: the sweep finds the rows. */
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

/** The endpoints of a business for which the triggers of its records have written something, as a statement behind the change. */
export function dueWebhooks(ctx: Ctx, orgId: string) {
  return ctx.db.all<DueWebhook>(sql`
    SELECT id, slow FROM webhook_endpoints WHERE org_id = ${orgId} AND wake_at <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`);
}

interface DueWebhook {
  id: string;
  slow: number;
}

/** Hands what `dueWebhooks` found to the queue once the answer is sent. */
export function wakeWebhooks(ctx: Ctx, orgId: string, found: unknown): void {
  const shard = shardOf(ctx, orgId);
  // Guarantee: the rows of `dueWebhooks`, of which a batch does not tell the type.
  const due = (found as DueWebhook[]).map(({ id, slow }) => ({ shard, orgId, endpointId: id, slow: slow === 1 }));
  if (due.length > 0) ctx.after(ctx.providers.webhooks.wake(due));
}
