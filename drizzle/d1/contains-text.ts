import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** Whether a text contains the searched one, ignoring case from A to Z. LIKE is not used: D1 limits its pattern to 50 bytes. */
export function containsText(text: SQL | AnyColumn, searched: string): SQL {
  return sql`instr(lower(${text}), lower(${searched})) > 0`;
}
