import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** Whether a text holds what is searched for, A to Z in either case. Not LIKE, whose pattern has 50 bytes at most on D1. */
export function containsText(text: SQL | AnyColumn, searched: string): SQL {
  return sql`instr(lower(${text}), lower(${searched})) > 0`;
}
