import type { Cell } from "~/domain/invoices/accounting";
import type { Ctx } from "~/domain/shared/context";
import { allowMember } from "~/domain/shared/permissions";
import { wallTimeOf } from "~/domain/shared/time/time-zones";

/** Rows per round trip: a file is read in few round trips and held in memory as a whole. */
const PAGE = 500;

interface Read {
  limit: number;
  cursor: string | undefined;
}

/** A column's header and cell; amounts are numbers in cents. Instants are shown in the list's time zone, with `day` as dates. */
export type Columns<Row> = readonly (readonly [
  header: string,
  cell: (row: Row, clock: Clock, day: Clock) => Cell | null,
])[];
type Clock = (moment: string | null) => string | null;

interface ListOf<Filter, Row> {
  /** Reads a page of the list and checks permissions. */
  read: (ctx: Ctx, filter: Filter, page: Read) => Promise<{ items: Row[]; nextCursor: string | null }>;
  columns: Columns<Row>;
  /** Rows per page, for lists that cannot read as many. */
  limit?: number;
  /** The time zone for instants; defaults to the business's. */
  zone?: (ctx: Ctx, filter: Filter) => string;
}

/** A list's filter without its paging. */
export type Narrowed<Filter> = Omit<Filter, "limit" | "cursor" | "before">;

export interface ListFile<Filter> {
  header: readonly string[];
  /** The rows that match the filter, a few at a time, in the list's order. */
  rows: (ctx: Ctx, filter: Filter) => AsyncGenerator<Cell[][]>;
  zone: (ctx: Ctx, filter: Filter) => string;
}

/** A list as a file: the rows shown on its screen for the same filter, from all pages. */
export function listFile<Filter, Row>({
  read,
  columns,
  limit = PAGE,
  zone = (ctx) => allowMember(ctx).timeZone,
}: ListOf<Filter, Row>): ListFile<Filter> {
  return {
    header: columns.map(([header]) => header),
    rows: async function* (ctx, filter) {
      const timeZone = zone(ctx, filter);
      const [clock, day] = [clockOf(timeZone), dayOf(timeZone)];
      for (let cursor: string | undefined; ; ) {
        const { items, nextCursor } = await read(ctx, filter, { limit, cursor });
        if (items.length > 0) yield items.map((row) => columns.map(([, cell]) => cell(row, clock, day) ?? ""));
        if (nextCursor === null) return;
        cursor = nextCursor;
      }
    },
    zone,
  };
}

/** `2026-11-24 08:00`, a format that spreadsheets read. */
const clockOf =
  (zone: string): Clock =>
  (moment) => {
    if (moment === null) return null;
    const { date, time } = wallTimeOf(Date.parse(moment), zone);
    return `${date} ${time}`;
  };

const dayOf =
  (zone: string): Clock =>
  (moment) =>
    moment === null ? null : wallTimeOf(Date.parse(moment), zone).date;
