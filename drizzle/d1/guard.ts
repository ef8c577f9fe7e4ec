/** Rejects what production rejects but local runs accept, and queries that are never allowed. */
export interface StatementGuard {
  /** Table name -> the column that names its tenant. */
  tenantTables: ReadonlyMap<string, string>;
  /** Table name -> its side; tables that exist on both sides are omitted. */
  sides: ReadonlyMap<string, Side>;
}

/** Each side has its own databases: identity, and tenants' data. */
export type Side = "identity" | "tenants";

interface Statement {
  sql: string;
  params: unknown[];
}

/** D1 limits (developers.cloudflare.com/d1/platform/limits) that Miniflare does not enforce. */
const MAX_STATEMENTS_PER_REQUEST = 1000;
const MAX_PARAMETERS = 100;
const MAX_STATEMENT_BYTES = 100_000;
const MAX_VALUE_BYTES = 2_000_000;
const MAX_COMPOUND_ARMS = 5;

/**
 * Marks a statement that covers many tenants on purpose (a sweep, a sign-in). On a shard it excludes tenants that live elsewhere.
 */
export const acrossTenants = "/* across tenants */";

/**
 * Like `acrossTenants`, for every copy of a tenant's rows, including shards where the tenant does not live, or no longer lives.
 */
export const acrossCopies = "/* across tenants and their copies */";

/** The side a batch touches; null for none. @throws Error for statements that D1 or our own rules do not allow */
export function checkBatch(guard: StatementGuard, statements: Statement[], before: number): Side | null {
  if (before + statements.length > MAX_STATEMENTS_PER_REQUEST) {
    throw new Error(`D1 guard: more than ${MAX_STATEMENTS_PER_REQUEST} statements in one request`);
  }
  const sides = statements.map((statement) => check(guard, statement));
  const [one = null, other] = new Set(sides.filter((side) => side !== null));
  if (other) refuse("identity and tenants' data in one batch", statements.map(({ sql }) => sql).join(";\n"));
  return one;
}

// There are few distinct statement texts (drizzle binds every value), so each is checked once.
const passed = new Map<string, Side | null>();

/** The side a statement touches; null for none. */
function check(guard: StatementGuard, { sql, params }: Statement): Side | null {
  if (params.length > MAX_PARAMETERS) refuse(`${params.length} parameters`, sql);
  for (const value of params) {
    if (typeof value === "string" && value.length > MAX_VALUE_BYTES) refuse("a value over 2 MB", sql);
  }
  const known = passed.get(sql);
  if (known !== undefined) return known;
  if (sql.length > MAX_STATEMENT_BYTES) refuse("a statement over 100 KB", sql);
  const arms = maxArms(sql);
  if (arms > MAX_COMPOUND_ARMS) refuse(`${arms} arms in a compound select`, sql);
  checkColumnNames(sql);
  checkTenant(guard, sql);
  const [side = null, other] = sidesOf(guard, sql);
  if (other) refuse("identity and tenants' data in one statement", sql);
  if (side === "tenants" && sql.includes(acrossTenants) && !sql.includes("absent_tenants"))
    refuse("tenants that live elsewhere are not passed over", sql);
  if (passed.size < 5000) passed.set(sql, side);
  return side;
}

const tablePattern = /(?:\b(?:from|join|into|update|references|on)\s+|,\s*)"?(\w+)"?/gi;

/** The sides of the tables named in the text of a statement, view or trigger. */
export function sidesOf({ sides }: Pick<StatementGuard, "sides">, sql: string): Side[] {
  const named = [...sql.replace(/\/\*.*?\*\//gs, " ").matchAll(tablePattern)].map(([, table = ""]) => sides.get(table));
  return [...new Set(named.filter((side) => side !== undefined))];
}

/** D1 counts the terms of each compound select separately: those of a parenthesized subquery count for the subquery. */
function maxArms(sql: string): number {
  const arms = [1];
  let max = 1;
  for (const [token] of sql.matchAll(/[()]|\b(?:union|intersect|except)\b/gi)) {
    if (token === "(") arms.push(1);
    else {
      const own = arms.pop() ?? 1;
      if (token === ")") continue;
      arms.push(own + 1);
      max = Math.max(max, own + 1);
    }
  }
  return max;
}

/** Rows of a batch are objects: two columns of the same name would silently become one. */
function checkColumnNames(sql: string): void {
  const list = /^select (?:distinct )?(.*?) from /is.exec(sql)?.[1];
  if (!list || list.includes("(select")) return;
  const names = splitTopLevel(list).map(outputName);
  const repeated = names.find((name, i) => name !== "*" && names.indexOf(name) !== i);
  if (repeated) refuse(`two columns named ${repeated}: give each its own with .as()`, sql);
}

function splitTopLevel(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < list.length; i++) {
    const c = list[i];
    if (c === "(") depth++;
    else if (c === ")") depth--;
    else if (c === "," && depth === 0) {
      parts.push(list.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, list.slice(start)];
}

function outputName(column: string): string {
  const alias = /\bas\s+"?(\w+)"?\s*$/i.exec(column)?.[1];
  return alias ?? /"?(\w+|\*)"?\s*$/.exec(column)?.[1] ?? column.trim();
}

const sourcePattern =
  /\b(from|join|update|into)\s+"?(\w+)"?(?:\s+(?:as\s+)?(?!set\b|where\b|on\b|inner\b|left\b|join\b|order\b|limit\b|group\b|values\b|select\b|default\b|cross\b|indexed\b|union\b)"?(\w+)"?)?/gi;

/**
 * Requires that every tenant table of a statement is bound to its tenant: by `= ?`, a list, or equality with another bound table.
 */
function checkTenant(guard: StatementGuard, sql: string): void {
  if (sql.includes(acrossTenants) || sql.includes(acrossCopies)) return;
  for (const [, keyword, table = "", alias] of sql.matchAll(sourcePattern)) {
    const column = guard.tenantTables.get(table);
    if (!column) continue;
    const verb = keyword?.toLowerCase();
    const bound = verb === "into" ? namesColumn(sql, table, column) : isBound(sql, alias ?? table, column);
    if (!bound) refuse(`${table} without ${column}`, sql);
  }
}

function namesColumn(sql: string, table: string, column: string): boolean {
  const columns = new RegExp(`\\binto\\s+"?${table}"?\\s*\\(([^)]*)\\)`, "i").exec(sql)?.[1];
  return columns !== undefined && new RegExp(`\\b${column}\\b`).test(columns);
}

function isBound(sql: string, name: string, column: string): boolean {
  const qualified = `(?:"?${name}"?\\.)"?${column}"?`;
  const bare = `(?<![.\\w"])"?${column}"?`;
  const value = `(?:\\?\\d*|"?\\w+"?\\."?\\w+"?)`;
  return [qualified, bare].some(
    (left) =>
      new RegExp(`${left}\\s*=\\s*${value}`, "i").test(sql) ||
      new RegExp(`"?\\w+"?\\."?\\w+"?\\s*=\\s*${left}`, "i").test(sql),
  );
}

function refuse(reason: string, sql: string): never {
  throw new Error(`D1 guard: ${reason} in: ${sql.slice(0, 600)}`);
}
