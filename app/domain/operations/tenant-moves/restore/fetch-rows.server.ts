import { movedTables } from "~/domain/operations/tenant-moves/internal/tables.server";
import type { Ctx } from "~/domain/shared/context";
import { onShard } from "~/domain/shared/shards.server";
import { NOT_RESTORED, type Row, type WantedRestore } from "./tenant-restore";

/** Point-in-time recovery of a database. A restore replaces the whole database in place. */
interface TimeTravel {
  /** The bookmark of the database's current state. */
  now: () => Promise<string>;
  /** The bookmark of an earlier moment. @throws Impossible if it is too long ago */
  at: (moment: Date) => Promise<string>;
  /** Running queries are interrupted. */
  restore: (bookmark: string) => Promise<void>;
}

export interface Tools {
  ctx: () => Ctx;
  directory: () => D1Database;
  shard: () => D1Database;
  travel: TimeTravel;
  /** Closes the shard to the product, returning once nothing can be running on it any more; and reopens it. */
  close: () => Promise<void>;
  open: () => Promise<void>;
  notes: Notes;
}

/** Notes on the operator's own machine, so that a lost directory loses nothing. */
interface Notes {
  note: (journey: Journey) => void;
  /** Null until all of them have been saved. */
  rows: (id: string) => Map<string, Row[]> | null;
  keepRows: (id: string, rows: Map<string, Row[]>) => void;
}

interface Journey {
  id: string;
  shard: string;
  status: "closing" | "away" | "read" | "done" | "failed";
  bookmark: string | null;
  sums: string | null;
  problem: string | null;
  /** Null until the shard is reopened. */
  closedMs: number | null;
}

const PAGE_ROWS = 1000;
/** Statements per batch. */
const CHUNK = 150;

/**
 * Reads the tenant's rows as of a moment and saves them in the notes: the shard is restored to that moment and then back again.
 * It is unavailable meanwhile. An interrupted restore continues where it stopped.
 * @throws Error if the tenant did not exist then, or if the shard did not return to its previous state, in which case it stays
 * closed
 */
export async function fetchRows(tools: Tools, wanted: WantedRestore): Promise<{ id: string; closedMs: number }> {
  const journey = await begin(tools, wanted);
  if (journey.status === "read" && journey.closedMs !== null) return { id: journey.id, closedMs: 0 };
  const began = performance.now();
  let problem = journey.problem;
  if (journey.status !== "read") {
    if (journey.status === "away") await tools.close();
    else await leave(tools, journey);
    // After an interruption it is unknown whether the shard is in the past.
    if (tools.notes.rows(journey.id) === null) problem = await visitPast(tools, journey, wanted);
    await comeBack(tools, journey);
    // From here on the bookmark is useless: once the shard is open, others write to it.
    await note(tools, journey, { status: "read", problem });
  }
  await unfence(tools);
  await tools.open();
  const closedMs = Math.round(performance.now() - began);
  await note(tools, journey, { status: problem ? "failed" : "read", problem, closedMs });
  if (problem) throw new Error(problem);
  return { id: journey.id, closedMs };
}

/** Saves the rows of the moment. Returns the problem, if any. */
async function visitPast(tools: Tools, { id }: Journey, wanted: WantedRestore): Promise<string | null> {
  try {
    await tools.travel.restore(await tools.travel.at(wanted.moment));
    await fence(tools, id);
    tools.notes.keepRows(id, await readTenant(tools, wanted));
    return null;
  } catch (error) {
    if (error instanceof Impossible) return error.message;
    throw error;
  }
}

/** Would fail again however often it is retried. */
export class Impossible extends Error {}

async function note(
  { directory, notes }: Tools,
  journey: Journey,
  { status, problem, closedMs = null }: Pick<Journey, "status" | "problem"> & { closedMs?: number | null },
): Promise<void> {
  Object.assign(journey, { status, problem, closedMs });
  await directory()
    .prepare(
      "UPDATE tenant_restores SET status = ?1, problem = ?2, closed_ms = coalesce(closed_ms + ?3, ?3, closed_ms), updated_at = ?4, finished_at = ?5 WHERE id = ?6",
    )
    .bind(status, problem?.slice(0, 500) ?? null, closedMs, now(), status === "failed" ? now() : null, journey.id)
    .run();
  notes.note(journey);
}

const now = () => new Date().toISOString();

/** The unfinished restore for this tenant and moment, or a new one. */
async function begin({ directory, notes, travel }: Tools, wanted: WantedRestore): Promise<Journey> {
  const { kind, tenantId, shard, requestedBy } = wanted;
  const moment = wanted.moment.toISOString();
  // A restore that has the shard takes precedence over any other.
  const found = await directory()
    .prepare(
      `SELECT id, shard, status, bookmark, sums, problem, closed_ms AS closedMs, tenant_id AS tenantId, moment FROM tenant_restores
      WHERE (tenant_id = ?1 AND status = 'read') OR ((tenant_id = ?1 OR shard = ?2) AND status IN ('closing', 'away')) ORDER BY status = 'read'`,
    )
    .bind(tenantId, shard)
    .first<Journey & { tenantId: string; moment: string }>();
  if (found && (found.tenantId !== tenantId || found.moment !== moment))
    throw new Error(
      `A restore of ${found.tenantId} to ${found.moment} is open. Run that again first, it goes on where it was, or cancel it once its rows are read.`,
    );
  if (found) return found;
  // Checked before anything is closed for it.
  await travel.at(wanted.moment);
  const journey: Journey = {
    id: crypto.randomUUID(),
    shard,
    status: "closing",
    bookmark: null,
    sums: null,
    problem: null,
    closedMs: null,
  };
  notes.note(journey);
  await directory()
    .prepare(
      "INSERT INTO tenant_restores (id, kind, tenant_id, shard, moment, status, requested_by, created_at, updated_at) VALUES (?, ?, ?, ?, ?, 'closing', ?, ?, ?)",
    )
    .bind(journey.id, kind, tenantId, shard, moment, requestedBy, now(), now())
    .run();
  return journey;
}

/** Stops writes and records, in two places, the state the shard must return to. */
async function leave(tools: Tools, journey: Journey): Promise<void> {
  await fence(tools, journey.id);
  await tools.close();
  journey.sums = JSON.stringify(await sumsOf(tools.shard(), journey.id));
  journey.bookmark = await tools.travel.now();
  journey.status = "away";
  tools.notes.note(journey);
  await tools
    .directory()
    .prepare("UPDATE tenant_restores SET status = 'away', bookmark = ?, sums = ?, updated_at = ? WHERE id = ?")
    .bind(journey.bookmark, journey.sums, now(), journey.id)
    .run();
}

/** @throws Error if the shard is not in its previous state */
async function comeBack(tools: Tools, journey: Journey): Promise<void> {
  if (journey.bookmark === null) throw new Error("nobody noted where the shard has to come back to");
  await tools.travel.restore(journey.bookmark);
  const sums = JSON.stringify(await sumsOf(tools.shard(), journey.id));
  if (sums === journey.sums) return;
  throw new Error(
    `Shard ${journey.shard} is not as it was at bookmark ${journey.bookmark}: it stays closed. Compare the sums in tenant_restores, and restore it by hand.`,
  );
}

const FENCE = "restoring_";

/** Blocks writes to every tenants' table, so that code that resolved the shard before it was closed is rejected. */
async function fence({ shard }: Tools, id: string): Promise<void> {
  const texts = (await tablesOf(shard())).flatMap((table) =>
    ["INSERT", "UPDATE", "DELETE"].map(
      (event) =>
        `CREATE TRIGGER IF NOT EXISTS "${FENCE}${id.replaceAll("-", "")}_${table}_${event}" BEFORE ${event} ON "${table}" BEGIN SELECT RAISE(ABORT, 'shard_closed'); END`,
    ),
  );
  await inBatches(shard(), texts);
}

async function unfence({ shard }: Tools): Promise<void> {
  const { results } = await shard()
    .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name GLOB ?")
    .bind(`${FENCE}*`)
    .all<{ name: string }>();
  await inBatches(
    shard(),
    results.map(({ name }) => `DROP TRIGGER IF EXISTS "${name}"`),
  );
}

async function inBatches(db: D1Database, texts: string[]): Promise<void> {
  for (let at = 0; at < texts.length; at += CHUNK)
    await db.batch(texts.slice(at, at + CHUNK).map((text) => db.prepare(text)));
}

/** The tables with rows, without full-text tables and the platform's own. */
async function tablesOf(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY name",
    )
    .all<{ name: string }>();
  return results.map(({ name }) => name);
}

/**
 * Counts each table's rows, the total length of their values and the sum of their integers, and this restore's fence triggers: no
 * past state has those, and with them in place nothing can have changed.
 */
async function sumsOf(db: D1Database, id: string): Promise<Record<string, unknown>> {
  const tables = await tablesOf(db);
  const columns = await db.batch<{ name: string }>(
    tables.map((table) => db.prepare("SELECT name FROM pragma_table_info(?)").bind(table)),
  );
  const sums: Record<string, unknown> = {};
  for (const [at, table] of tables.entries()) {
    const own = columns[at]?.results.map(({ name }) => `"${name}"`) ?? [];
    const lengths = own.map((column) => `coalesce(length(${column}), 0)`).join(" + ");
    const numbers = own.map((column) => `iif(typeof(${column}) = 'integer', ${column} % 1000003, 0)`).join(" + ");
    sums[table] = await db
      .prepare(
        `SELECT count(*) AS rows, coalesce(sum(${lengths}), 0) AS lengths, coalesce(sum(${numbers}), 0) AS numbers FROM "${table}"`,
      )
      .first();
  }
  sums[FENCE] = await db
    .prepare("SELECT count(*) AS triggers FROM sqlite_master WHERE type = 'trigger' AND name GLOB ?")
    .bind(`${FENCE}${id.replaceAll("-", "")}_*`)
    .first("triggers");
  return sums;
}

/** The tenant's rows by table, with the columns of that time. */
async function readTenant(tools: Tools, { kind, tenantId, shard: name }: WantedRestore): Promise<Map<string, Row[]>> {
  const db = tools.shard();
  const tables = await movedTables(onShard(tools.ctx(), name), kind);
  const there = new Set(await tablesOf(db));
  const rows = new Map<string, Row[]>();
  for (const table of tables.filter((each) => there.has(each.name) && !NOT_RESTORED.has(each.name))) {
    const { results } = await db.prepare(`SELECT name FROM pragma_table_info('${table.name}')`).all<{ name: string }>();
    const had = new Set(results.map((column) => column.name));
    const columns = table.columns.filter((column) => had.has(column));
    rows.set(table.name, await readRows(db, { ...table, columns, tenantId }));
  }
  if ([...rows.values()].every((each) => each.length === 0))
    throw new Impossible(`There was nothing of the ${kind} on shard ${name} at that moment.`);
  return rows;
}

interface OwnTable {
  name: string;
  key: readonly string[];
  columns: readonly string[];
  condition: string;
  tenantId: string;
}

/** All rows of a tenant in one table, by its key. */
export async function readRows(db: D1Database, { name, key, columns, condition, tenantId }: OwnTable): Promise<Row[]> {
  const list = (names: readonly string[]) => names.map((column) => `t."${column}"`).join(", ");
  const is = condition.replaceAll("{row}", "t").replaceAll("{id}", "?1");
  const rows: Row[] = [];
  for (let last: Row | undefined; ; ) {
    const afterLast = last ? `AND (${list(key)}) > (${key.map((_, at) => `?${at + 2}`).join(", ")})` : "";
    const { results } = await db
      .prepare(
        `SELECT ${list(columns)} FROM "${name}" t WHERE ${is} ${afterLast} ORDER BY ${list(key)} LIMIT ${PAGE_ROWS}`,
      )
      .bind(tenantId, ...(last ? key.map((column) => last?.[column]) : []))
      .all<Row>();
    rows.push(...results);
    if (results.length < PAGE_ROWS) return rows;
    last = results.at(-1);
  }
}
