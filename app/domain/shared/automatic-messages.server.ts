import { type SQL, sql } from "drizzle-orm";

/** Whether a business sends messages automatically; `orgId` is the statement's own column or value. */
export const sendsAutomatically = (orgId: SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM automatic_message_pauses a WHERE a.org_id = ${orgId})`;
