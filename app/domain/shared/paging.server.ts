import { and, asc, desc, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { DomainError } from "./errors";

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
  /** Null if counting would read more rows than the page itself. */
  total: number | null;
}

/** Trims a list read with one row more than the limit, and returns the cursor of the next page. */
export function page<T>(
  rows: T[],
  limit: number,
  total: number | null,
  keyOf: (row: T) => (string | number)[],
): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const nextCursor = rows.length > limit && last ? encodeCursor(keyOf(last)) : null;
  return { items, nextCursor, total };
}

export function encodeCursor(key: (string | number)[]): string {
  return btoa(encodeURIComponent(JSON.stringify(key)));
}

/** What a part of a key is. A list with numbers in its key says so, because a text would turn into NaN there. */
export type KeyKind = "text" | "number";

/** The parts of a list's key in order, or only their count where any kind will do. */
type KeyShape = number | readonly KeyKind[];

/** The key after which a page begins. @throws DomainError invalid for a cursor we did not issue, or for another list. */
export function decodeCursor(cursor: string | undefined, shape: KeyShape): (string | number)[] | null {
  if (!cursor) return null;
  try {
    const key: unknown = JSON.parse(decodeURIComponent(atob(cursor)));
    if (isKey(key, shape)) return key;
  } catch {
    // Falls through to the error below.
  }
  throw new DomainError("invalid", "This page link is no longer valid. Start again from the first page.", {
    fields: { cursor: ["Invalid cursor"] },
  });
}

function isKey(key: unknown, shape: KeyShape): key is (string | number)[] {
  const kinds = typeof shape === "number" ? null : shape;
  if (!Array.isArray(key) || key.length !== (kinds?.length ?? shape)) return false;
  return key.every((part: unknown, at) => {
    const kind = typeof part === "string" ? "text" : Number.isFinite(part) ? "number" : null;
    return kind !== null && (kinds === null || kinds[at] === kind);
  });
}

/** How a screen pages: forward from `cursor`, or back from `before`, whose page is read in reverse order. */
export interface PageDirection {
  back: boolean;
  key: (string | number)[] | null;
}

/** The `previousCursor` of a screen that goes back a page; the API only goes forward. */
export interface BackCursor {
  before?: string;
}

export function parseCursor({ cursor, before }: { cursor?: string } & BackCursor, shape: KeyShape): PageDirection {
  return { back: Boolean(before), key: decodeCursor(before ?? cursor, shape) };
}

/**
 * The condition for rows beyond the cursor, and the order to read them in, by columns that all sort the same way. The last
 * column is unique within the list.
 */
export function keyset(
  { back, key }: PageDirection,
  columns: SQLWrapper[],
  sort: "asc" | "desc" = "asc",
): { beyond: SQL | undefined; order: SQL[] } {
  const isDescending = (sort === "desc") !== back;
  const values = (key ?? []).map((value) => sql`${value}`);
  const compared = isDescending ? sql`<` : sql`>`;
  return {
    beyond: key ? sql`(${sql.join(columns, sql`, `)}) ${compared} (${sql.join(values, sql`, `)})` : undefined,
    order: columns.map(isDescending ? desc : asc),
  };
}

interface Range {
  from?: string;
  /** The first value that is no longer in the range. */
  to?: string;
  sort?: "asc" | "desc";
}

/**
 * The condition for rows in a range of the first column, without the bound that the cursor is closer than: of two bounds on one
 * side, SQLite may start at the farther one and read all rows up to the page.
 */
export function inRange({ back, key }: PageDirection, column: SQLWrapper, range: Range): SQL | undefined {
  const { from, to, sort = "asc" } = range;
  const isDescending = (sort === "desc") !== back;
  const at = key === null ? null : String(key[0]);
  const isBound = at !== null && (from === undefined || at >= from) && (to === undefined || at < to);
  return and(
    from !== undefined && (isDescending || !isBound) ? sql`${column} >= ${from}` : undefined,
    to !== undefined && (!isDescending || !isBound) ? sql`${column} < ${to}` : undefined,
  );
}

export interface BidirectionalPage<T> extends Page<T> {
  previousCursor: string | null;
}

/** Like `page`, with a cursor for going back. Rows read in reverse are returned in the list's own order. */
export function bidirectionalPage<T>(
  rows: T[],
  { limit, total, direction }: { limit: number; total: number | null; direction: PageDirection },
  keyOf: (row: T) => (string | number)[],
): BidirectionalPage<T> {
  const cut = rows.slice(0, limit);
  const items = direction.back ? cut.reverse() : cut;
  const [first, last] = [items[0], items.at(-1)];
  const more = rows.length > limit;
  const came = direction.key !== null;
  return {
    items,
    nextCursor: last && (direction.back ? came : more) ? encodeCursor(keyOf(last)) : null,
    previousCursor: first && (direction.back ? more : came) ? encodeCursor(keyOf(first)) : null,
    total,
  };
}
