import { type SQL, sql } from "drizzle-orm";
import type { Member } from "~/domain/shared/context";

/**
 * A rowid of the full-text tables: business and number in one. D1 binds numbers as reals, which FTS5 does not take for a
 * bound, and then it walks every business's matches; hence the cast.
 */
export function searchRowid(member: Member, number: number): SQL {
  return sql`CAST(${member.orgKey * 2 ** 31 + number} AS INTEGER)`;
}

/** Above the highest number a business can have. */
export const beyondNumbers = 2 ** 31;

/**
 * What people type as a full-text query: every word must begin a word of the title, the description or the customer's name;
 * a number is meant whole, so that 12 finds WO-012 and not WO-120. Nothing matches a text without a word.
 */
export function matchText(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return '""';
  return words
    .slice(0, 8)
    .map((word) => (/^\d+$/.test(word) ? `"${word}"` : `"${word.slice(0, 40)}"*`))
    .join(" ");
}
