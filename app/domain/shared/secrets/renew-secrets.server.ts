import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "~/domain/shared/context";
import type { Write } from "~/domain/shared/write.server";

/** Rows read by one statement. */
const PAGE_ROWS = 500;
/** Rows written in one transaction. */
const BATCH = 50;
/** After this long, a run leaves the rest to the next one. */
const RUN_MS = 10_000;

/** Values of a row's key, in key order. */
type Key = readonly string[];

interface SecretTable<R> {
  /** The name under which the position is stored; different for each column. */
  name: string;
  /** The key columns. */
  key: readonly string[];
  /** Reads rows in key order; rows that need no change have null instead of the secret. */
  page: (page: { after: SQL; order: SQL; limit: number }) => Promise<R[]>;
  keyOf: (row: R) => Key;
  /** The writes that re-encrypt a row; null if it needs none or no key can decrypt it. */
  renew: (row: R) => Promise<readonly Write[] | null>;
}

export interface RenewOptions {
  pageRows?: number;
  runMs?: number;
}

const Place = z.array(z.string());

/**
 * Walks a table by its key, one page at a time, and re-encrypts secrets encrypted with another key than the current one. Returns
 * the number of rows changed. If a run is out of time, it stores its position and the next run continues from there.
 */
export async function renewSecrets<R>(
  ctx: Ctx,
  table: SecretTable<R>,
  { pageRows = PAGE_ROWS, runMs = RUN_MS }: RenewOptions = {},
): Promise<number> {
  const place = `sweeps/${table.name}-${ctx.shards.bound ?? "directory"}`;
  const left = await readPlace(ctx, place);
  const deadline = Date.now() + runMs;
  const columns = sql.raw(table.key.join(", "));
  let after = left;
  let changed = 0;
  for (;;) {
    const rows = await table.page({ after: afterKey(columns, table, after), order: columns, limit: pageRows });
    const writes = (await Promise.all(rows.map(table.renew))).filter((write) => write !== null);
    for (let at = 0; at < writes.length; at += BATCH) {
      const [first, ...rest] = writes.slice(at, at + BATCH).flat();
      if (first) await ctx.db.batch([first, ...rest]);
    }
    changed += writes.length;
    const last = rows.at(-1);
    if (rows.length < pageRows || last === undefined) {
      if (left) await ctx.providers.files.delete(place);
      return changed;
    }
    after = table.keyOf(last);
    if (Date.now() >= deadline) {
      const bytes = new TextEncoder().encode(JSON.stringify(after));
      await ctx.providers.files.put(place, bytes.buffer, "application/json");
      return changed;
    }
  }
}

function afterKey(columns: SQL, { key }: { key: readonly string[] }, after: Key | null): SQL {
  const values = key.map((_, at) => sql`${after?.[at] ?? ""}`);
  return sql`(${columns}) > (${sql.join(values, sql`, `)})`;
}

async function readPlace(ctx: Ctx, place: string): Promise<Key | null> {
  const found = await ctx.providers.files.get(place);
  return found ? Place.parse(JSON.parse(await new Response(found.body).text())) : null;
}

/** The column in a page's query: null if it is encrypted with the current key. */
export function unlessRenewed(column: string, prefix: string): SQL {
  const name = sql.raw(column);
  return sql`iif(substr(${name}, 1, ${prefix.length}) = ${prefix}, NULL, ${name})`;
}
