import { type SQL, sql } from "drizzle-orm";
import type { Member } from "~/domain/shared/context";

/** The size of each business's range of full-text row ids; a row id combines its key and the record's number (see migrations). */
const ROWS_OF_A_BUSINESS = 2_147_483_648;

interface Sought {
  table: `${string}_search`;
  expression: string | SQL;
}

export interface SearchRange {
  /** Only numbers below this one; no limit if omitted. */
  before?: number;
  /** Only numbers above this one, lowest first. */
  after?: number;
  /** A negative limit returns all. */
  limit: number;
}

/** Numbers of the business's records that match an expression, newest first. Reads only as many rows as it returns. */
export function foundIn(me: Member, { table, expression }: Sought, { before, after, limit }: SearchRange): SQL {
  const base = me.orgKey * ROWS_OF_A_BUSINESS;
  const order = after === undefined ? sql`desc` : sql`asc`;
  return sql`(select rowid - ${whole(base)} from ${sql.raw(table)} where ${sql.raw(table)} match ${expression} and rowid > ${whole(base + (after ?? 0))} and rowid < ${whole(base + (before ?? ROWS_OF_A_BUSINESS))} order by rowid ${order} limit ${limit})`;
}

/** D1 binds numbers as REAL, which full-text search does not accept as range bounds. */
function whole(value: number): SQL {
  return sql`cast(${value} as integer)`;
}
