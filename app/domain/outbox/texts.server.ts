import { sql } from "drizzle-orm";
import type { Ctx } from "~/domain/shared/context";

export interface SentText {
  id: string;
  from: string;
  to: string;
  body: string;
  /** The URL of an attached picture. */
  mediaUrl: string | null;
  sentAt: string;
}

/** The latest hundred texts of the embedded adapter. */
export function readTexts(ctx: Ctx): Promise<SentText[]> {
  return ctx.db.all<SentText>(
    sql`SELECT id, from_number AS "from", to_number AS "to", body, media_url AS mediaUrl, sent_at AS sentAt FROM text_outbox ORDER BY sent_at DESC LIMIT 100`,
  );
}
