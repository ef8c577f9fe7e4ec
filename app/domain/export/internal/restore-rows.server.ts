import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { acrossCopies } from "#drizzle/d1/guard";
import { jsonChunks } from "#drizzle/d1/json-chunks";
import type { Ctx } from "~/domain/shared/context";
import { randomToken } from "~/domain/shared/tokens.server";
import type { Write } from "~/domain/shared/write.server";
import { DAMAGED, refuse } from "./archive-reader.server";
import { columnsOf, type Row } from "./sources.server";

/** To whom the rows of a file belong from now on. */
export interface RestoredOwner {
  column: "org_id" | "user_id";
  owner: string;
  /** Of the file. */
  source: string;
  /** Other ids that are somebody else's here by now, and what takes their place. */
  replaced: [from: string, to: string][];
}

/** The rows of an entry as they are written: each checked by its table's columns, and its owner's whatever the file says. */
export function parseRows(table: SQLiteTable, text: string, { column, owner, source, replaced }: RestoredOwner): Row[] {
  const schema = rowSchema(table);
  const moved = [[source, owner] as const, ...replaced].reduce((all, [from, to]) => all.replaceAll(from, to), text);
  const lines = moved.split("\n");
  if (lines.pop() !== "") refuse(DAMAGED);
  return lines.map((line) => {
    const parsed = schema.safeParse(jsonOf(line));
    if (!parsed.success) return refuse(`A record in ${nameOf(table)} has a format that this version does not support.`);
    return { ...parsed.data, [column]: owner };
  });
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return refuse(DAMAGED);
  }
}

/** 'work orders' */
export const nameOf = (table: SQLiteTable | string) =>
  (typeof table === "string" ? table : getTableName(table)).replaceAll("_", " ");

const schemas = new WeakMap<SQLiteTable, z.ZodType<Row>>();

/** The columns of the export alone. A column that is newer than the file may be missing where the database fills it in. */
function rowSchema(table: SQLiteTable): z.ZodType<Row> {
  const known = schemas.get(table);
  if (known) return known;
  const names = new Set(columnsOf(table));
  const fields = Object.values(getTableColumns(table)).filter(({ name }) => names.has(name));
  const schema = z.strictObject(Object.fromEntries(fields.map((column) => [column.name, fieldOf(column)])));
  schemas.set(table, schema);
  return schema;
}

function fieldOf(column: SQLiteColumn): z.ZodType {
  const type = column.getSQLType();
  const plain = type === "integer" ? z.int() : type === "text" ? z.string() : z.number();
  const value = column.notNull && column.generated === undefined ? plain : plain.nullable();
  return column.primary || (column.notNull && !column.hasDefault) ? value : value.optional();
}

/** Columns that hold a secret, which no export has: what takes its place opens nothing that was handed out. */
const FRESH: Record<string, (name: string) => Row> = {
  invoice_links: () => ({ token_hash: randomHash() }),
  estimate_links: () => ({ token_hash: randomHash() }),
  visit_links: () => ({ token_hash: randomHash() }),
  deposit_requests: () => ({ token_hash: randomHash() }),
  calendar_feeds: () => ({ token_hash: randomHash() }),
  lead_forms: () => ({ token: randomToken() }),
};

const randomHash = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex");

/** What is no longer so in the restored rows: nobody signs in by them, and no bank or processor knows them. */
const CHANGED: Record<string, Row> = {
  technicians: { user_id: null },
  bank_items: { status: "disconnected", lease_until: null },
};

/** Ids of other systems that the database has once: beside the business they came from, if it is still here, they get an end. */
const ONCE: Record<string, { column: string; beside: string }> = {
  payments: { column: "provider_payment_id", beside: "provider" },
  payment_checkouts: { column: "session_id", beside: "provider" },
  deposit_checkouts: { column: "session_id", beside: "provider" },
};

/** Tables whose rows a new business may have already, and that the file's do not replace. */
const JOINED = new Set(["tenant_members", "audit_log", "identity_audit_log"]);

/** The statements that write rows of a table, which have the same columns. */
export function insertRows(ctx: Ctx, table: SQLiteTable, rows: readonly Row[], { owner }: RestoredOwner): Write[] {
  const name = getTableName(table);
  const written = rows.map((row) => ({ ...row, ...FRESH[name]?.(name), ...CHANGED[name] }));
  const generated = new Set(
    Object.values(getTableColumns(table))
      .filter((column) => column.generated !== undefined)
      .map((column) => column.name),
  );
  // Each set of columns by itself: rows of one file have the same ones.
  const columns = Object.keys(written[0] ?? {}).filter((column) => !generated.has(column));
  const valueIn = (column: string): SQL => {
    const value = sql`value ->> ${sql.raw(`'$.${column}'`)}`;
    const once = ONCE[name];
    if (once?.column !== column) return value;
    const [own, beside] = [sql.identifier(column), sql.identifier(once.beside)];
    return sql`CASE WHEN EXISTS (SELECT 1 FROM ${sql.identifier(name)} u WHERE u.${own} = ${value} AND u.${beside} = value ->> ${sql.raw(`'$.${once.beside}'`)})
      THEN ${value} || ${endOf(owner)} ELSE ${value} END`;
  };
  const list = (parts: SQL[]) => sql.join(parts, sql`, `);
  return [...jsonChunks(written.map((row) => JSON.stringify(row)))].map((chunk) =>
    ctx.db.run(sql`
      ${sql.raw(acrossCopies)} INSERT ${sql.raw(JOINED.has(name) ? "OR IGNORE" : "")} INTO ${sql.identifier(name)} (${list(columns.map((column) => sql`${sql.identifier(column)}`))})
      SELECT ${list(columns.map(valueIn))} FROM json_each(${chunk})`),
  );
}

/** Behind an id that another business here has. */
export const endOf = (owner: string) => `#${owner}`;

/** The column by which rows of a table refer to others of it. */
export const OWN_REFERENCES: Readonly<Record<string, string>> = {
  work_orders: "callback_of",
  inventory_locations: "parent_id",
  invoices: "corrects_id",
  issues: "duplicate_of",
};

/**
 * Of rows that refer to others of their table, those that can be written by now: what they refer to is there, or comes with them.
 * `left`: how many cannot.
 */
export async function writableRows(
  ctx: Ctx,
  table: SQLiteTable,
  { rows, reference, owner }: { rows: Row[]; reference: string; owner: RestoredOwner },
): Promise<{ writable: Row[]; left: number }> {
  const name = sql.identifier(getTableName(table));
  const ids = [...new Set(rows.flatMap((row) => [row.id, row[reference]]).filter((id) => typeof id === "string"))];
  const there = new Set<unknown>();
  for (const chunk of jsonChunks(ids.map((id) => JSON.stringify(id)))) {
    const found = await ctx.db.all<{ id: string }>(sql`
      SELECT ${name}.id FROM ${name} WHERE ${name}.${sql.identifier(owner.column)} = ${owner.owner} AND ${name}.id IN (SELECT value FROM json_each(${chunk}))`);
    for (const { id } of found) there.add(id);
  }
  const fresh = rows.filter((row) => !there.has(row.id));
  const writable = new Set(fresh);
  const along = new Set(fresh.map((row) => row.id));
  for (let changed = true; changed; ) {
    changed = false;
    for (const row of writable) {
      const to = row[reference] ?? null;
      if (to === null || there.has(to) || along.has(to)) continue;
      writable.delete(row);
      along.delete(row.id);
      changed = true;
    }
  }
  return { writable: [...writable], left: fresh.length - writable.size };
}
