import { type SQL, sql } from "drizzle-orm";
import type { LiveEvent, Mail } from "../providers";
import type { Ctx } from "./context";

export type OutboxMessage =
  | { topic: "mail"; mail: Mail }
  /** Work with a bank; its shape is the bank link's own. */
  | { topic: "bank"; job: object }
  | { topic: "board"; orgId: string; event: Omit<LiveEvent, "id"> };

/** A message with the id of its outbox row. */
export interface OutboxEntry {
  id: string;
  message: OutboxMessage;
}

/** The sweep leaves a fresh row to the delivery that follows the commit. */
const SWEEP_GRACE_MS = 30_000;

/** The one way into the outbox, for the batch of the change that the message is about. `when`: only if this holds then. */
export function outboxInsert(ctx: Ctx, { id, message }: OutboxEntry, when: SQL = sql`1`) {
  const orgId = message.topic === "board" ? message.orgId : null;
  const now = ctx.now.toISOString();
  const dueAt = new Date(ctx.now.getTime() + SWEEP_GRACE_MS).toISOString();
  return ctx.db.run(sql`
    INSERT INTO outbox (id, org_id, topic, payload, created_at, due_at)
    SELECT ${id}, ${orgId}, ${message.topic}, ${JSON.stringify(payloadOf(id, message))}, ${now}, ${dueAt} WHERE ${when}`);
}

function payloadOf(id: string, message: OutboxMessage): unknown {
  switch (message.topic) {
    case "mail":
      return message.mail;
    case "bank":
      return message.job;
    case "board":
      return { ...message.event, id };
  }
}

/** Hands written rows to their queues and shows live events at once. Losing a call is harmless: the sweep finds the rows. */
export async function notifyOutbox(ctx: Ctx, entries: readonly OutboxEntry[]): Promise<void> {
  const { outbox } = ctx.providers;
  const live = entries.map(async ({ id, message }) => {
    if (message.topic === "board") await outbox.publishLive(message.orgId, { ...message.event, id });
  });
  const banks = entries.filter((entry) => entry.message.topic === "bank").map((entry) => entry.id);
  const others = entries.filter((entry) => entry.message.topic !== "bank").map((entry) => entry.id);
  await Promise.allSettled([
    ...live,
    ...(others.length > 0 ? [outbox.notify(others)] : []),
    ...(banks.length > 0 ? [outbox.notify(banks, { queue: "bank" })] : []),
  ]);
}
