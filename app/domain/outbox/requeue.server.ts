import { type SQL, sql } from "drizzle-orm";
import { acrossCopies } from "#drizzle/d1/guard";
import type { Ctx } from "~/domain/shared/context";

/**
 * Puts back to queued what failed along with its delivery, for the batch that retries the rows, before that statement: a message
 * to a customer and an export. What has gone on since stays as it is, such as an export that expired or is followed by another.
 * `rows`: a query for the ids of rows of the tenants' outbox, limited to its owner, or to tenants who live on the shard.
 */
export function requeueSubjects({ db }: Pick<Ctx, "db">, rows: SQL) {
  const across = sql.raw(acrossCopies);
  const exported = (table: string, owner: string) =>
    db.run(sql`
      UPDATE OR IGNORE ${sql.identifier(table)} ${across} SET status = 'queued', finished_at = NULL, expires_at = NULL, problem = NULL
      WHERE status = 'failed' AND (${sql.identifier(owner)}, id) IN (
        SELECT o.${sql.identifier(owner)}, o.payload ->> '$.id' FROM outbox o
        WHERE o.id IN (${rows}) AND o.topic = 'export' AND o.payload ->> '$.restore' IS NULL)`);
  return [
    db.run(sql`
      UPDATE messages ${across} SET delivery = 'queued', delivery_error = NULL, delivered_at = NULL
      WHERE delivery = 'failed' AND provider_id IS NULL AND (org_id, id) IN (
        SELECT o.org_id, o.payload ->> '$.message.messageId' FROM outbox o
        WHERE o.id IN (${rows}) AND o.topic = 'business_mail')`),
    exported("business_exports", "org_id"),
    exported("household_exports", "user_id"),
  ] as const;
}

/** For one row of the tenants' outbox: whether its delivery would do something. */
export const hasWork = (rows: SQL): SQL => sql`NOT EXISTS (
  SELECT 1 ${sql.raw(acrossCopies)} FROM outbox o WHERE o.id IN (${rows}) AND (
    o.topic = 'business_mail' AND o.payload ->> '$.message.messageId' IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM messages m WHERE m.org_id = o.org_id AND m.id = o.payload ->> '$.message.messageId' AND m.delivery = 'queued')
    OR o.topic = 'export' AND o.payload ->> '$.restore' IS NULL AND NOT EXISTS (
      SELECT 1 FROM business_exports b WHERE b.org_id = o.org_id AND b.id = o.payload ->> '$.id' AND b.status IN ('queued', 'running'))
    AND NOT EXISTS (
      SELECT 1 FROM household_exports h WHERE h.user_id = o.user_id AND h.id = o.payload ->> '$.id' AND h.status IN ('queued', 'running'))))`;
