import { type GetColumnData, type SQL, sql } from "drizzle-orm";
import { type AnySQLiteColumn, text } from "drizzle-orm/sqlite-core";

/** Instants are ISO 8601 text in UTC with milliseconds, so that text order is time order. */
export const instant = (name: string) => text(name);

/** Civil dates are `YYYY-MM-DD`. */
export const civilDate = (name: string) => text(name);

/** A selected column under a name of its own: rows of a batch are objects, where two columns of one name become one. */
export function named<C extends AnySQLiteColumn>(column: C, name: string): SQL.Aliased<GetColumnData<C>> {
  return sql<GetColumnData<C>>`${column}`.mapWith(column).as(name);
}

/** As `named`, for a column of a table that a left join may not find. */
export function namedOrNull<C extends AnySQLiteColumn>(column: C, name: string): SQL.Aliased<GetColumnData<C> | null> {
  return sql<GetColumnData<C> | null>`${column}`.mapWith(column).as(name);
}

/** Columns to select from a table by an index, which drizzle does not take for one: each under its own name. */
export function namedEach<C extends Record<string, AnySQLiteColumn>>(
  columns: C,
): { [K in keyof C]: SQL.Aliased<GetColumnData<C[K]>> } {
  // Guarantee: an entry for each of the columns.
  return Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, named(column, column.name)])) as {
    [K in keyof C]: SQL.Aliased<GetColumnData<C[K]>>;
  };
}
