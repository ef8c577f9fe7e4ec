// The database part of `npm run backup` and `npm run restore`, independent of how the database is accessed.

/** Excluded tables: data that expires within days, cached answers of other services, and what scripts/places.mjs loads again. */
const left = new Set([
  ...["sessions", "refresh_tokens", "event_tokens", "user_tokens", "trusted_devices", "mailbox", "usage_counts"],
  "spent_challenges",
  ...["places", "geocodes", "drive_times", "bank_keys", "d1_migrations"],
]);

const PAGE = 500;
/** Below D1's limit of 100 KB per statement; a longer row gets its own statement. */
const MAX_STATEMENT = 90_000;

const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

/**
 * Dumps the database as SQL that fills a freshly migrated one. Full-text tables are excluded: the parts of triggers that fill
 * them run as rows are inserted. Everything else triggers do is already in the rows.
 * @param {(sql: string, params?: unknown[]) => Promise<Record<string, any>[]>} query
 */
export async function* dumpDatabase(query) {
  const triggers = await query("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name");
  const fillers = triggers.flatMap(({ name, sql }) => fullTextPart(name, sql));
  for (const { name } of triggers) yield `DROP TRIGGER ${quoted(name)};`;
  for (const { sql } of fillers) yield sql;
  const tables = await tablesOf(query);
  // Children are read before their parents, so that concurrent writes leave no child without its parent; they are written in
  // reverse order.
  const read = new Map();
  for (const table of tables.toReversed()) read.set(table.name, await rowsOf(query, table));
  for (const table of tables) yield* inserts(table, read.get(table.name));
  for (const { name } of fillers) yield `DROP TRIGGER ${quoted(name)};`;
  for (const { sql } of triggers) yield `${sql};`;
}

/** A trigger reduced to its statements that write to full-text tables; none if it has no such statements. */
function fullTextPart(name, sql) {
  const [, head, body] = /^([\s\S]*?)\bBEGIN\b([\s\S]*)\bEND\s*$/i.exec(sql) ?? [];
  const statements = (body ?? "").split(";").filter((statement) => /_search\b/.test(statement));
  if (statements.length === 0) return [];
  const own = `restore_${name}`;
  const renamed = head.replace(name, own);
  return [{ name: own, sql: `${renamed}BEGIN${statements.map((statement) => `${statement};`).join("")}\nEND;` }];
}

/** Each table with its columns and key, parents before the tables that refer to them. */
async function tablesOf(query) {
  const found = await query(`
    SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'
    ORDER BY name`);
  const tables = [];
  for (const { name } of found.filter((table) => !left.has(table.name))) {
    const columns = await query("SELECT name, pk FROM pragma_table_info(?) ORDER BY cid", [name]);
    const parents = await query('SELECT DISTINCT "table" AS parent FROM pragma_foreign_key_list(?)', [name]);
    const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    tables.push({
      name,
      columns: columns.map((column) => column.name),
      key: key.map((column) => column.name),
      parents: parents.map(({ parent }) => parent).filter((parent) => parent !== name && !left.has(parent)),
    });
  }
  return inOrder(tables);
}

function inOrder(tables) {
  const ordered = [];
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const ready = [...waiting].filter(({ parents }) =>
      parents.every((parent) => ![...waiting].some(({ name }) => name === parent)),
    );
    if (ready.length === 0) throw new Error("tables that refer to one another in a circle");
    for (const table of ready) {
      ordered.push(table);
      waiting.delete(table);
    }
  }
  return ordered;
}

/** All rows by key, one page at a time. */
async function rowsOf(query, { name, columns, key }) {
  const list = columns.map(quoted).join(", ");
  const by = key.length > 0 ? key.map(quoted).join(", ") : "rowid";
  const rows = [];
  for (let last; ; ) {
    const after = last ? `WHERE (${by}) > (${last.map(() => "?").join(", ")})` : "";
    const page = await query(`SELECT ${list} FROM ${quoted(name)} ${after} ORDER BY ${by} LIMIT ${PAGE}`, last ?? []);
    rows.push(...page);
    if (page.length < PAGE) return rows;
    if (key.length === 0) throw new Error(`${name} has no key to read it by`);
    last = key.map((column) => page.at(-1)[column]);
  }
}

function* inserts({ name, columns }, rows) {
  const head = `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(", ")}) VALUES\n`;
  let values = [];
  let size = 0;
  for (const row of rows) {
    const value = `(${columns.map((column) => literal(row[column])).join(", ")})`;
    if (values.length > 0 && size + value.length * 2 > MAX_STATEMENT) {
      yield `${head}${values.join(",\n")};`;
      values = [];
      size = 0;
    }
    values.push(value);
    size += value.length * 2;
  }
  if (values.length > 0) yield `${head}${values.join(",\n")};`;
}

function literal(value) {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`a value that is neither text nor number: ${typeof value}`);
}

/** The keys of every file referenced by a row. */
export async function fileKeys(query) {
  const keys = new Set();
  for (const { name, columns } of (await tablesOf(query)).filter((table) => !gone.has(table.name))) {
    for (const column of columns.filter((one) => fileColumns.includes(one))) {
      const named = `SELECT ${quoted(column)} AS key FROM ${quoted(name)} WHERE ${quoted(column)} IS NOT NULL`;
      for (const { key } of await query(named)) keys.add(key);
    }
  }
  for (const { key } of await query(archived)) keys.add(key);
  return [...keys];
}

/** Keys of archived work order details, which are composed from columns. */
const archived =
  "SELECT 'archives/' || org_id || '/' || batch || '/' || work_order_id AS key FROM work_order_archives ORDER BY org_id, work_order_id";

/** Columns that hold a file's key, in any table. */
export const fileColumns = ["file_key", "photo_key", "picture_key", "logo_key"];
/** Tables of files waiting to be deleted. */
const gone = new Set(["deleted_recordings"]);

/** A hash of each table's rows, for comparing two databases. */
export async function fingerprint(query) {
  const prints = {};
  for (const table of await tablesOf(query)) {
    const rows = await rowsOf(query, table);
    const bytes = new TextEncoder().encode(JSON.stringify(rows));
    const hash = await crypto.subtle.digest("SHA-256", bytes);
    prints[table.name] = `${rows.length} ${Buffer.from(hash).toString("hex").slice(0, 16)}`;
  }
  return prints;
}
