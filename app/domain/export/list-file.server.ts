import type { Cell } from "~/domain/invoices/accounting";
import type { Ctx } from "~/domain/shared/context";
import { allowMember } from "~/domain/shared/permissions";
import { wallTimeOf } from "~/domain/shared/time-zones";

/** Rows of one round trip: a file is read in few of them and held in memory as one. */
const PAGE = 500;

interface Read {
  limit: number;
  cursor: string | undefined;
}

/** A column's header and its cell; amounts are numbers in cents. Moments are shown on the business's clock. */
export type Columns<Row> = readonly (readonly [header: string, cell: (row: Row, clock: Clock) => Cell | null])[];
type Clock = (moment: string | null) => string | null;

interface ListOf<Filter, Row> {
  /** A page of the list, with the right checked. */
  read: (ctx: Ctx, filter: Filter, page: Read) => Promise<{ items: Row[]; nextCursor: string | null }>;
  columns: Columns<Row>;
  /** Rows at a time, where the list cannot take so many. */
  limit?: number;
  /** Whose clock moments are shown on; the business's unless given. */
  zone?: (ctx: Ctx) => string;
}

/** A list's filter without where its page begins. */
export type Narrowed<Filter> = Omit<Filter, "limit" | "cursor" | "before">;

export interface ListFile<Filter> {
  header: readonly string[];
  /** What the filter leaves, some rows at a time, in the list's order. */
  rows: (ctx: Ctx, filter: Filter) => AsyncGenerator<Cell[][]>;
}

/** A list as a file: the rows that its screen shows for the same filter, all pages of them. */
export function listFile<Filter, Row>({
  read,
  columns,
  limit = PAGE,
  zone = (ctx) => allowMember(ctx).timeZone,
}: ListOf<Filter, Row>): ListFile<Filter> {
  return {
    header: columns.map(([header]) => header),
    rows: async function* (ctx, filter) {
      const timeZone = zone(ctx);
      for (let cursor: string | undefined; ; ) {
        const { items, nextCursor } = await read(ctx, filter, { limit, cursor });
        if (items.length > 0) yield items.map((row) => columns.map(([, cell]) => cell(row, clockOf(timeZone)) ?? ""));
        if (nextCursor === null) return;
        cursor = nextCursor;
      }
    },
  };
}

/** `2026-11-24 08:00`, as a spreadsheet reads it. */
const clockOf =
  (zone: string): Clock =>
  (moment) => {
    if (moment === null) return null;
    const { date, time } = wallTimeOf(Date.parse(moment), zone);
    return `${date} ${time}`;
  };
