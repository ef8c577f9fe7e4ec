import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "./context";
import type { Write } from "./write.server";

/** Rows that one statement reads. */
const PAGE_ROWS = 500;
/** Rows that are written in one transaction. */
const BATCH = 50;
/** A run leaves the rest to the next after so long. */
const RUN_MS = 10_000;

/** Values of a table's key, in its order. */
type Key = readonly string[];

export interface SecretTable<R> {
  /** What its place is stored by; one of its own for each column. */
  name: string;
  /** The columns of its key. */
  key: readonly string[];
  /** So many rows in the order of the key, those that need nothing with a null in place of the secret. */
  page: (page: { behind: SQL; order: SQL; limit: number }) => Promise<R[]>;
  keyOf: (row: R) => Key;
  /** What encrypts a row anew; null where it needs nothing or no key reads it. */
  renew: (row: R) => Promise<readonly Write[] | null>;
}

export interface RenewOptions {
  pageRows?: number;
  runMs?: number;
}

const Place = z.array(z.string());

/**
 * Walks a table by its key, a page at a time, and encrypts with the key in use what another one encrypted; answers how many rows it
 * changed. A run that has no time left writes down where it was, and the next goes on there.
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
    const rows = await table.page({ behind: behindKey(columns, table, after), order: columns, limit: pageRows });
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

function behindKey(columns: SQL, { key }: { key: readonly string[] }, after: Key | null): SQL {
  const values = key.map((_, at) => sql`${after?.[at] ?? ""}`);
  return sql`(${columns}) > (${sql.join(values, sql`, `)})`;
}

async function readPlace(ctx: Ctx, place: string): Promise<Key | null> {
  const found = await ctx.providers.files.get(place);
  return found ? Place.parse(JSON.parse(await new Response(found.body).text())) : null;
}

/** A column as a page answers it: null where the key in use encrypted it. */
export function unlessRenewed(column: string, prefix: string): SQL {
  const name = sql.raw(column);
  return sql`iif(substr(${name}, 1, ${prefix.length}) = ${prefix}, NULL, ${name})`;
}
