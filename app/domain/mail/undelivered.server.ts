import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/**
 * Whether the business's email about a row could not be delivered, as a column of that row's query. If several emails are about
 * the same row, `sentAt` selects the one sent at that instant.
 */
export function isMailUndelivered(
  orgId: SQL | SQLiteColumn,
  about: SQL | SQLiteColumn,
  sentAt: SQL | SQLiteColumn | null = null,
): SQL<boolean> {
  const isOfIt = sentAt === null ? sql`` : sql` AND undelivered.created_at = ${sentAt}`;
  return sql`EXISTS (SELECT 1 FROM outbox undelivered WHERE undelivered.org_id = ${orgId} AND undelivered.failed_at IS NOT NULL
    AND undelivered.topic = 'business_mail' AND json_extract(undelivered.payload, '$.about') = ${about}${isOfIt})`.mapWith(
    Boolean,
  );
}
