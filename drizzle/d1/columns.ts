import { type GetColumnData, type SQL, sql } from "drizzle-orm";
import { type AnySQLiteColumn, text } from "drizzle-orm/sqlite-core";

/** Instants are ISO 8601 text in UTC with milliseconds, so that text order is chronological. */
export const instant = (name: string) => text(name);

/** Civil dates are `YYYY-MM-DD`. */
export const civilDate = (name: string) => text(name);

/** A selected column under its own alias: rows of a batch are objects, in which two columns of the same name would become one. */
export function named<C extends AnySQLiteColumn>(column: C, name: string): SQL.Aliased<GetColumnData<C>> {
  return sql<GetColumnData<C>>`${column}`.mapWith(column).as(name);
}

/** Like `named`, for a column of a left-joined table that may be missing. */
export function namedOrNull<C extends AnySQLiteColumn>(column: C, name: string): SQL.Aliased<GetColumnData<C> | null> {
  return sql<GetColumnData<C> | null>`${column}`.mapWith(column).as(name);
}

/** Columns of a table selected through an index, which drizzle does not recognize as a table: each under its own name. */
export function namedEach<C extends Record<string, AnySQLiteColumn>>(
  columns: C,
): { [K in keyof C]: SQL.Aliased<GetColumnData<C[K]>> } {
  // Guarantee: one entry per column.
  return Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, named(column, column.name)])) as {
    [K in keyof C]: SQL.Aliased<GetColumnData<C[K]>>;
  };
}
