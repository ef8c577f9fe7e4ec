import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { asciiLowerCase, asciiUpperCase } from "~/domain/shared/text/ascii-case";

/** Whether a text contains the searched one, ignoring case. LIKE is not used: D1 limits its pattern to 50 bytes. */
export function containsText(text: SQL | AnyColumn, searched: string): SQL {
  const { lower, upper } = otherCases(searched);
  const ascii = sql`instr(lower(${text}), lower(${searched})) > 0`;
  if (lower === null || upper === null) return ascii;
  return sql`(${ascii} OR instr(lower(${text}), ${lower}) > 0 OR instr(upper(${text}), ${upper}) > 0)`;
}

/**
 * A text in lower and upper case; null if it only has letters whose case the database changes itself. Its lower() leaves an Ü as
 * it is: a bank writes a name in one case, so one of the two is found.
 */
export function otherCases(text: string): { lower: string | null; upper: string | null } {
  const [lower, upper] = [text.toLowerCase(), text.toUpperCase()];
  const isAscii = lower === asciiLowerCase(text) && upper === asciiUpperCase(text);
  return isAscii ? { lower: null, upper: null } : { lower, upper };
}
