import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { otherCases } from "#drizzle/d1/contains-text";
import { acrossCopies } from "#drizzle/d1/guard";
import { jsonChunks } from "#drizzle/d1/json-chunks";
import type { Ctx } from "~/domain/shared/context";
import { randomToken } from "~/domain/shared/secrets/tokens.server";
import type { Write } from "~/domain/shared/write.server";
import { DAMAGED, refuse } from "./archive-reader.server";
import { withCurrentNames } from "./renamed-columns";
import { columnsOf, type Row } from "./sources.server";

/** The new owner of the rows in a file. */
export interface RestoredOwner {
  column: "org_id" | "user_id";
  owner: string;
  /** The owner's id in the file. */
  source: string;
  /** Ids that are already taken here, with their replacements. */
  replaced: [from: string, to: string][];
}

/**
 * The rows of an entry as they are written: validated by their table's columns, and assigned to the new owner whatever the file
 * says.
 */
export function parseRows(table: SQLiteTable, text: string, { column, owner, source, replaced }: RestoredOwner): Row[] {
  const schema = rowSchema(table);
  const moved = [[source, owner] as const, ...replaced].reduce((all, [from, to]) => all.replaceAll(from, to), text);
  const lines = moved.split("\n");
  if (lines.pop() !== "") refuse(DAMAGED);
  return lines.map((line) => {
    const parsed = schema.safeParse(withCurrentNames(getTableName(table), jsonOf(line)));
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

/** Only exported columns. A column newer than the file may be missing if the database fills it in. */
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

/** Columns with secrets, which exports leave out: the replacement values grant no access. */
const FRESH: Record<string, (name: string) => Row> = {
  invoice_links: () => ({ token_hash: randomHash() }),
  estimate_links: () => ({ token_hash: randomHash() }),
  visit_links: () => ({ token_hash: randomHash() }),
  deposit_requests: () => ({ token_hash: randomHash() }),
  calendar_feeds: () => ({ token_hash: randomHash() }),
  lead_forms: () => ({ token: randomToken() }),
};

const randomHash = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex");

/** Values that no longer apply to restored rows: they cannot be used to sign in, and no bank or processor knows them. */
const CHANGED: Record<string, Row> = {
  technicians: { user_id: null },
  bank_items: { status: "disconnected", lease_until: null },
};

/** Values derived from others of the row, which an older export lacks. */
const DERIVED: Record<string, (row: Row) => Row> = {
  category_rules: ({ pattern }) => {
    const { lower, upper } = otherCases(String(pattern));
    return { lower_pattern: lower, upper_pattern: upper };
  },
};

/** Unique ids of other systems: if the source business still exists here, the restored ones get a suffix. */
const ONCE: Record<string, { column: string; scope: string }> = {
  payments: { column: "provider_payment_id", scope: "provider" },
  payment_checkouts: { column: "session_id", scope: "provider" },
  deposit_checkouts: { column: "session_id", scope: "provider" },
};

/** Tables that a new business may already have rows in, which the file's rows do not replace. */
const JOINED = new Set(["tenant_members", "audit_log", "identity_audit_log"]);

/** The statements that write rows of a table, all with the same columns. */
export function insertRows(
  ctx: Ctx,
  table: SQLiteTable,
  { rows, to: { owner } }: { rows: readonly Row[]; to: RestoredOwner },
): Write[] {
  const name = getTableName(table);
  const written = rows.map((row) => ({ ...row, ...FRESH[name]?.(name), ...CHANGED[name], ...DERIVED[name]?.(row) }));
  const generated = new Set(
    Object.values(getTableColumns(table))
      .filter((column) => column.generated !== undefined)
      .map((column) => column.name),
  );
  // Rows of one file all have the same columns, so the first row determines them.
  const given = Object.keys(written[0] ?? {}).filter((column) => !generated.has(column));
  const columns = [...new Set([...given, ...(columnsOf(table).includes("ordinal") ? ["ordinal"] : [])])];
  const valueIn = (column: string): SQL => {
    const value = sql`value ->> ${sql.raw(`'$.${column}'`)}`;
    // Rows of a file from before the table had ordinals are numbered after those there are.
    if (column === "ordinal")
      return sql`coalesce(${value}, (SELECT coalesce(max(n.ordinal), 0) FROM ${sql.identifier(name)} n WHERE n.org_id = ${owner}) + key + 1)`;
    const once = ONCE[name];
    if (once?.column !== column) return value;
    const [own, scope] = [sql.identifier(column), sql.identifier(once.scope)];
    return sql`CASE WHEN EXISTS (SELECT 1 FROM ${sql.identifier(name)} u WHERE u.${own} = ${value} AND u.${scope} = value ->> ${sql.raw(`'$.${once.scope}'`)})
      THEN ${value} || ${endOf(owner)} ELSE ${value} END`;
  };
  const list = (parts: SQL[]) => sql.join(parts, sql`, `);
  return [...jsonChunks(written.map((row) => JSON.stringify(row)))].map((chunk) =>
    ctx.db.run(sql`
      ${sql.raw(acrossCopies)} INSERT ${sql.raw(JOINED.has(name) ? "OR IGNORE" : "")} INTO ${sql.identifier(name)} (${list(columns.map((column) => sql`${sql.identifier(column)}`))})
      SELECT ${list(columns.map(valueIn))} FROM json_each(${chunk})`),
  );
}

/** The suffix for an id that another business here already has. */
export const endOf = (owner: string) => `#${owner}`;

/** The column by which rows of a table refer to others of it. */
export const OWN_REFERENCES: Readonly<Record<string, string>> = {
  work_orders: "callback_of",
  inventory_locations: "parent_id",
  invoices: "corrects_id",
  issues: "duplicate_of",
};

/**
 * Of rows that refer to others of the same table, those that can be written now: the rows they refer to exist or are in the same
 * batch. `left`: the number that cannot.
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
