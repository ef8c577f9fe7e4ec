import { sql } from "drizzle-orm";
import { acrossCopies } from "#drizzle/d1/guard";
import type { Ctx } from "~/domain/shared/context";
import type { Write } from "~/domain/shared/write.server";
import { assertOwnRun, batch, identifiers, PermanentError, type Run, rowsAt } from "./run.server";
import { type MovedTable, owned } from "./tables.server";

export type Row = Record<string, unknown>;
export type Key = unknown[];

/** Data from the tenant's old shard, all read in one transaction. */
export interface Snapshot {
  /** The last log entry included. */
  seq: number;
  /** Keys of changed rows by table, and the rows that still exist. */
  changed: Map<string, { keys: Key[]; rows: Row[] }>;
  page: Row[];
  /** The last key of the page; null if no more rows follow. */
  next: Key | null;
  counts: Map<string, number>;
  /** How many of the tables after the page's table are empty. */
  empty: number;
}

interface Page {
  table: MovedTable;
  after: Key | null;
  rows: number;
  /** Whether the rows after the page are already on the new shard, so that none need to be included. */
  isCopied: boolean;
  /** The next tables. Most are empty and are skipped in one step. */
  ahead: readonly MovedTable[];
}

interface Wanted {
  /** The last log entry already processed. */
  seq: number;
  /** Tables whose changes are needed: those whose rows are on the new shard. */
  tables: readonly MovedTable[];
  page?: Page;
  counts?: readonly MovedTable[];
}

/** Characters in a page, not counting the first row. */
const PAGE_CHARS = 1_000_000;
/** The maximum number of changed rows copied in one transaction. */
const MAX_CHANGED = 20_000;

const across = sql.raw(acrossCopies);

export const keyOfRow = ({ key }: MovedTable, row: Row): Key => key.map((column) => row[column]);
export const textOf = (key: Key) => JSON.stringify(key);

/**
 * The rows changed since, and one page of a table, all read at one instant: everything a row refers to is on the new shard,
 * changed since, or in the page. If a table refers to itself, later rows that are needed are included.
 */
export async function readSnapshot(run: Run, wanted: Wanted): Promise<Snapshot> {
  const { source, move } = run;
  const log = sql`FROM changed_rows WHERE tenant_id = ${move.tenantId} AND seq > ${wanted.seq}`;
  run.spend(1);
  const found = await source.db.all<{ name: string }>(sql`SELECT DISTINCT table_name AS name ${log}`);
  let names = new Set(found.map(({ name }) => name));
  let further: string[] = [];
  for (;;) {
    const changed = wanted.tables.filter(({ name }) => names.has(name));
    const { page } = wanted;
    const reads: Write[] = [
      assertOwnRun(source, run),
      // A write, so that the read is served by the primary as well.
      source.db.run(sql`DELETE FROM changed_rows WHERE tenant_id = ${move.tenantId} AND seq <= ${wanted.seq}`),
      source.db.all(sql`SELECT table_name AS "table", key, max(seq) AS seq ${log} GROUP BY table_name, key`),
      ...(wanted.counts ?? []).map((table) => countOf(source, table, move.tenantId)),
      ...changed.map((table) =>
        source.db.all(sql`
          SELECT ${across} ${identifiers(table.columns, "t")} FROM (SELECT DISTINCT key AS k ${log} AND table_name = ${table.name}) c
          CROSS JOIN ${sql.identifier(table.name)} t ON ${isKey(table, "c.k")} WHERE ${owned(table, "t", move.tenantId)}`),
      ),
      ...(page ? [pageOf(source, page, move.tenantId), filledOf(source, page.ahead, move.tenantId)] : []),
      ...(page && further.length > 0 ? [furtherOf(source, page.table, move.tenantId, further)] : []),
    ];
    const answers = await batch(source, run, reads);
    const entries = rowsAt<{ table: string; key: string; seq: number }>(answers, 2);
    if (entries.length > MAX_CHANGED)
      throw new PermanentError("More has changed than can be caught up with. Start the move again.");
    const missing = entries.filter(({ table }) => !names.has(table));
    if (missing.length > 0) {
      names = new Set([...names, ...missing.map(({ table }) => table)]);
      continue;
    }
    const counts = new Map((wanted.counts ?? []).map((table, at) => [table.name, countAt(answers, 3 + at)]));
    const from = 3 + counts.size;
    const rowsOf = (at: number) => rowsAt<Row>(answers, from + at);
    const snapshot: Snapshot = {
      ...{ seq: Math.max(wanted.seq, ...entries.map(({ seq }) => seq)), counts, page: [], next: null, empty: 0 },
      changed: new Map(
        changed.map((table, at) => [
          table.name,
          {
            keys: entries.filter((entry) => entry.table === table.name).map(({ key }): Key => JSON.parse(key)),
            rows: rowsOf(at),
          },
        ]),
      ),
    };
    if (!page) return snapshot;
    const rows = rowsOf(changed.length);
    const last = rows.at(-1);
    const isLast = rows.length < page.rows && Number(last?.chars_through ?? 0) < PAGE_CHARS;
    const filled = Object.values(rowsOf(changed.length + 1)[0] ?? {}).indexOf(1);
    snapshot.empty = filled === -1 ? page.ahead.length : filled;
    const along = further.length > 0 ? rowsOf(changed.length + 2) : [];
    snapshot.next = last && !isLast ? keyOfRow(page.table, last) : null;
    const own = snapshot.changed.get(page.table.name)?.rows ?? [];
    snapshot.page = unique(page.table, [...rows.map(({ chars_through: _, ...row }) => row), ...along]);
    const needed = furtherRows(page, snapshot, [...snapshot.page, ...own]);
    if (needed.length === 0) return snapshot;
    further = [...further, ...needed];
  }
}

/** Rows after the page that other rows of the same table refer to. */
function furtherRows({ table, isCopied }: Page, { next }: Snapshot, rows: readonly Row[]): string[] {
  const { reference } = table;
  if (isCopied || reference === null || next === null) return [];
  const there = new Set(rows.map(({ id }) => id));
  const referred = rows.map((row) => row[reference]).filter((id) => typeof id === "string");
  const end = String(next.at(-1));
  return [...new Set(referred)].filter((id) => !there.has(id) && id > end);
}

function unique(table: MovedTable, rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [textOf(keyOfRow(table, row)), row])).values()];
}

/** The condition that the row `t` has the key in a JSON array. */
export const isKey = ({ key }: MovedTable, array: string) =>
  sql.join(
    key.map((column, at) => sql.raw(`t."${column}" = ${array} ->> ${at}`)),
    sql` AND `,
  );

function furtherOf(ctx: Ctx, table: MovedTable, tenantId: string, ids: readonly string[]) {
  return ctx.db.all(sql`
    SELECT ${across} ${identifiers(table.columns, "t")} FROM ${sql.identifier(table.name)} t
    WHERE ${owned(table, "t", tenantId)} AND t.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}

/** Which of the tables have rows, one column each. */
function filledOf(ctx: Ctx, tables: readonly MovedTable[], tenantId: string) {
  const columns = tables.map(
    (table, at) =>
      sql`EXISTS (SELECT 1 FROM ${sql.identifier(table.name)} t WHERE ${owned(table, "t", tenantId)}) AS ${sql.raw(`filled${at}`)}`,
  );
  return ctx.db.all(sql`SELECT ${across} ${sql.join([...columns, sql`1 AS one`], sql`, `)}`);
}

export function countOf(ctx: Ctx, table: MovedTable, tenantId: string) {
  return ctx.db.all(
    sql`SELECT ${across} count(*) AS n FROM ${sql.identifier(table.name)} t WHERE ${owned(table, "t", tenantId)}`,
  );
}

export const countAt = (answers: readonly unknown[], index: number): number =>
  rowsAt<{ n: number }>(answers, index)[0]?.n ?? 0;

/** A page by key, cut short if the rows are large, so that few of them are in memory. */
function pageOf(ctx: Ctx, { table, after, rows }: Page, tenantId: string) {
  const own = identifiers(table.columns, "t");
  const order = identifiers(table.key);
  const size = sql.join(
    table.columns.map((column) => sql.raw(`coalesce(length(t."${column}"), 0)`)),
    sql` + `,
  );
  return ctx.db.all(sql`
    SELECT ${across} ${identifiers(table.columns)}, chars_before + chars AS chars_through FROM (
      SELECT *, sum(chars) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) - chars AS chars_before FROM (
        SELECT ${own}, ${size} AS chars FROM ${sql.identifier(table.name)} t
        WHERE ${owned(table, "t", tenantId)} ${isAfter(table, after)} ORDER BY ${identifiers(table.key, "t")} LIMIT ${rows}))
    WHERE chars_before < ${PAGE_CHARS} ORDER BY ${order}`);
}

/** After one key, and up to another if given. */
export function isAfter({ key }: MovedTable, after: Key | null, through: Key | null = null) {
  const values = (one: Key) =>
    sql.join(
      one.map((value) => sql`${value}`),
      sql`, `,
    );
  const own = identifiers(key, "t");
  return sql`${after ? sql`AND (${own}) > (${values(after)})` : sql``} ${through ? sql`AND (${own}) <= (${values(through)})` : sql``}`;
}
