import { type SQL, sql } from "drizzle-orm";
import type { Member } from "./context";

/** Below each business's full-text rows; a row is its key and the record's number (see migrations). */
const ROWS_OF_A_BUSINESS = 2_147_483_648;

interface Sought {
  table: `${string}_search`;
  expression: string | SQL;
}

export interface SearchRange {
  /** Numbers below this one; everything when it is left out. */
  before?: number;
  /** Numbers above this one, the lowest first. */
  after?: number;
  /** Below 0: all. */
  limit: number;
}

/** Numbers of the business's records that an expression finds, the newest first. Reads as many rows as it answers. */
export function foundIn(me: Member, { table, expression }: Sought, { before, after, limit }: SearchRange): SQL {
  const base = me.orgKey * ROWS_OF_A_BUSINESS;
  const order = after === undefined ? sql`desc` : sql`asc`;
  return sql`(select rowid - ${whole(base)} from ${sql.raw(table)} where ${sql.raw(table)} match ${expression} and rowid > ${whole(base + (after ?? 0))} and rowid < ${whole(base + (before ?? ROWS_OF_A_BUSINESS))} order by rowid ${order} limit ${limit})`;
}

/** D1 binds numbers as REAL, which full-text search does not take for the bound of a range. */
function whole(value: number): SQL {
  return sql`cast(${value} as integer)`;
}
