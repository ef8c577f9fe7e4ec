import { integer, text } from "drizzle-orm/sqlite-core";
import { instant } from "#drizzle/d1/columns";

/**
 * The response for a retried write: the first run's result, found by the user and the client's key. Both sides have such a table.
 */
export const idempotencyColumns = () => ({
  userId: text("user_id").notNull(),
  key: text("key").notNull(),
  useCase: text("use_case").notNull(),
  inputHash: text("input_hash").notNull(),
  /** The use case's result as JSON. */
  result: text("result").notNull(),
  createdAt: instant("created_at").notNull(),
});

/** Messages still to be delivered, written in the batch of the change they announce. */
export const outboxColumns = <T extends string>(topics: readonly [T, ...T[]]) => ({
  id: text("id").primaryKey(),
  orgId: text("org_id"),
  topic: text("topic", { enum: topics }).notNull(),
  payload: text("payload").notNull(),
  createdAt: instant("created_at").notNull(),
  /** When the sweep may queue it again. */
  dueAt: instant("due_at").notNull(),
  attempts: integer("attempts").notNull().default(0),
  deliveredAt: instant("delivered_at"),
  failedAt: instant("failed_at"),
  lastError: text("last_error"),
  /** When it was due before the sweep queued it again; null once it is attempted. */
  overdueSince: instant("overdue_since"),
});

/** Who did what in a business, and when. Rows are only added. */
export const auditColumns = () => ({
  orgId: text("org_id").notNull(),
  id: text("id").notNull(),
  userId: text("user_id"),
  action: text("action").notNull(),
  entity: text("entity").notNull(),
  entityId: text("entity_id").notNull(),
  before: text("before"),
  after: text("after"),
  requestId: text("request_id").notNull(),
  at: instant("at").notNull(),
});
