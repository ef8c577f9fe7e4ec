import { getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { acrossCopies } from "#drizzle/d1/guard";
import { LATEST_MIGRATION } from "#drizzle/d1/latest-migration";
import { derivedTables, tenantGuard } from "#drizzle/d1/tenants";
import type { Ctx } from "~/domain/shared/context";
import { databaseMessage, failedOn } from "~/domain/shared/database-errors.server";
import { DomainError } from "~/domain/shared/errors";
import { notifyOutbox, outboxInsert } from "~/domain/shared/outbox.server";
import { onEachShard } from "~/domain/shared/shards.server";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { readTriggers, type Trigger, withoutTriggers } from "~/domain/shared/triggers.server";
import { assertHolds, assertRowChanged, type Write } from "~/domain/shared/write.server";
import { refuse } from "./internal/archive-reader.server";
import {
  makePlan,
  type Plan,
  readerOf,
  readFile,
  readFiles,
  readPart,
  readPlan,
  restoredTables,
  restoreKey,
} from "./internal/restore-plan.server";
import {
  endOf,
  insertRows,
  nameOf,
  OWN_REFERENCES,
  parseRows,
  type RestoredOwner,
  writableRows,
} from "./internal/restore-rows.server";
import type { ExportOwner, Row } from "./internal/sources.server";
import { deleteRestored, firstRows, putFirstRowsBack, refuseRecords } from "./internal/undo-restore.server";
import type { RestoreReport, RestoreStatus } from "./restore";

/** The outbox job. */
export interface RestoreJob extends ExportOwner {
  restore: string;
}

export const restoreTables = { business: "business_restores", household: "household_restores" } as const;

/** The table of restores, and the condition for its owner's rows. */
export function restoresOf({ of, owner }: ExportOwner): { table: SQL; column: SQL; isOwn: SQL } {
  const column = sql.identifier(of === "business" ? "org_id" : "user_id");
  return {
    table: sql`${sql.identifier(restoreTables[of])}`,
    column: sql`${column}`,
    isOwn: sql`${sql.identifier(restoreTables[of])}.${column} = ${owner}`,
  };
}

export const restoreMessage = ({ of, owner, restore }: RestoreJob) => ({
  topic: "export" as const,
  owner: of === "business" ? { orgId: owner } : { userId: owner },
  payload: { of, owner, restore } satisfies RestoreJob,
});

const LEASE_MS = 2 * MINUTE_MS;
/** After this much time or this many statements, a run leaves the rest to the next message. */
const RUN_MS = 20_000;
const RUN_STATEMENTS = 600;

/** The position at which a run continues. Absent before the plan is made. */
interface Progress {
  /** The number of parts checked. */
  checked: number;
  /** Technicians in the file who were able to sign in. */
  technicians: number;
  /** Rows that existed before; absent until the first one is written. */
  first?: Record<string, Row[]>;
  /** The number of parts written. */
  written: number;
  /** For the current table if it refers to itself: rows waiting for others, in this round and in the previous one. */
  waiting: { now: number; before: number };
  /** The current file piece, and how many of its files have been stored. */
  piece: number;
  file: number;
  replaced: [string, string][];
  /** The number of tables already emptied. */
  undone?: number;
}

interface Stored {
  status: RestoreStatus;
  bytes: number;
  rowCount: number;
  fileCount: number;
  outcome: "failed" | "canceled" | null;
  progress: string | null;
}

interface Run {
  ctx: Ctx;
  job: RestoreJob & { id: string; bytes: number };
  table: SQL;
  /** The condition for the row while this run owns it and it is not canceled. */
  mine: SQL;
  progress: Progress;
  rowCount: number;
  fileCount: number;
  hasTime: () => boolean;
  spend: (statements: number) => void;
}

/** Someone canceled it, or another run owns it. */
class Lost extends Error {}

/**
 * Restores a piece of an uploaded export and returns `more` if work is left. Every write is stored together with the position:
 * after an interruption, the next delivery of the message continues. `busy`: another run owns it. If a file cannot be restored,
 * the restore ends with a message and its writes are undone.
 */
export async function runRestore(ctx: Ctx, job: RestoreJob): Promise<"done" | "busy" | "more"> {
  const { table, isOwn } = restoresOf(job);
  const lease = ctx.newId();
  const now = Date.now();
  const until = (ms: number) => new Date(ms).toISOString();
  const one = sql`${isOwn} AND id = ${job.restore}`;
  const [row] = await ctx.db.all<Stored>(sql`
    UPDATE ${table} SET status = CASE status WHEN 'queued' THEN 'running' ELSE status END, lease = ${lease}, lease_until = ${until(now + LEASE_MS)}
    WHERE ${one} AND status IN ('queued', 'running', 'undoing') AND (lease IS NULL OR lease_until < ${until(now)})
    RETURNING status, bytes, row_count AS rowCount, file_count AS fileCount, outcome, progress`);
  if (!row) return outcomeOf(ctx, job);
  let spent = 0;
  const known: Progress | null = row.progress ? JSON.parse(row.progress) : null;
  const run: Run = {
    ...{ ctx, table, rowCount: row.rowCount, fileCount: row.fileCount },
    job: { ...job, id: job.restore, bytes: row.bytes },
    mine: sql`${one} AND lease = ${lease} AND status = ${row.status}`,
    progress: known ?? {
      ...{ checked: 0, technicians: 0, written: 0, waiting: { now: 0, before: 0 }, piece: 0, file: 0, replaced: [] },
    },
    hasTime: () => Date.now() - now < RUN_MS && spent < RUN_STATEMENTS,
    spend: (statements) => {
      spent += statements;
    },
  };
  try {
    return row.status === "undoing" ? await undo(run, row.outcome ?? "failed") : await restore(run, known === null);
  } catch (error) {
    if (error instanceof Lost) return "busy";
    const problem = problemOf(error);
    if (problem === null) throw error;
    await ctx.db.run(
      sql`UPDATE ${table} SET status = 'undoing', outcome = 'failed', problem = ${problem} WHERE ${run.mine}`,
    );
    return "more";
  } finally {
    await ctx.db.run(sql`UPDATE ${table} SET lease = NULL, lease_until = NULL WHERE ${one} AND lease = ${lease}`);
  }
}

async function outcomeOf(ctx: Ctx, job: RestoreJob): Promise<"done" | "busy"> {
  const { table, isOwn } = restoresOf(job);
  const [row] = await ctx.db.all<{ status: RestoreStatus }>(
    sql`SELECT status FROM ${table} WHERE ${isOwn} AND id = ${job.restore}`,
  );
  if (row && ["queued", "running", "undoing"].includes(row.status)) return "busy";
  await forgetUpload(ctx, job);
  return "done";
}

/** What is wrong with the file, as a message; null if a retry may help. */
function problemOf(error: unknown): string | null {
  if (error instanceof DomainError) return error.message;
  if (error instanceof NotWritten) return error.message;
  return null;
}

/** The database permanently rejects a row of the file. */
class NotWritten extends Error {}

async function restore(run: Run, isNew: boolean): Promise<"done" | "more"> {
  const { ctx, job } = run;
  const plan = isNew ? await makePlan(ctx, job) : await readPlan(ctx, job);
  if (isNew) {
    await save(run, sql`, row_total = ${plan.rows}, file_total = ${plan.files}`);
  }
  if (!(await check(run, plan))) return "more";
  if (!(await writeRows(run, plan))) return "more";
  if (!(await writeFiles(run, plan))) return "more";
  await finish(run, plan);
  return "done";
}

/** Stores the position. @throws Lost */
async function save(run: Run, more: SQL = sql``): Promise<void> {
  run.spend(1);
  const [saved] = await run.ctx.db.all(sql`${saving(run, more)} RETURNING id`);
  if (!saved) throw new Lost();
}

const saving = ({ table, mine, progress, rowCount, fileCount }: Run, more: SQL = sql``) => sql`
  UPDATE ${table} SET progress = ${JSON.stringify(progress)}, row_count = ${rowCount}, file_count = ${fileCount},
    lease_until = ${new Date(Date.now() + LEASE_MS).toISOString()}${more} WHERE ${mine}`;

function ownerOf({ job, progress }: Run, plan: Plan): RestoredOwner {
  return {
    column: job.of === "business" ? "org_id" : "user_id",
    owner: job.owner,
    source: plan.manifest.owner,
    replaced: progress.replaced,
  };
}

/** Checks every record before the first one is written. Returns false if one run is not enough. */
async function check(run: Run, plan: Plan): Promise<boolean> {
  const { ctx, job, progress } = run;
  const readAt = readerOf(ctx, job);
  const tables = restoredTables(job.of);
  while (progress.checked < plan.parts.length) {
    const part = plan.parts[progress.checked];
    const table = part && tables.get(part.table);
    if (part) {
      const text = await readPart(readAt, part);
      const rows = table ? parseRows(table, text, ownerOf(run, plan)) : [];
      if (part.table === "technicians") progress.technicians += rows.filter((row) => row.user_id !== null).length;
      if (part.table === "bank_items") progress.replaced.push(...(await takenBankItems(run, rows)));
    }
    progress.checked += 1;
    await save(run);
    if (!run.hasTime()) return false;
  }
  return true;
}

/** A bank connection's id is unique: if the source household still exists here, the restored ids get a suffix. */
async function takenBankItems({ ctx, job, spend }: Run, rows: Row[]): Promise<[string, string][]> {
  spend(1);
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const taken = await onEachShard(ctx, ({ db }) =>
    db.all<{ id: string }>(sql`
      SELECT ${sql.raw(acrossCopies)} id FROM bank_items WHERE id IN (SELECT value FROM json_each(${ids}))`),
  );
  return taken.flat().map(({ id }): [string, string] => [id, `${id.slice(0, 150)}${endOf(job.owner)}`]);
}

/** Writes the records, each part in one transaction with the position. Returns false if one run is not enough. */
async function writeRows(run: Run, plan: Plan): Promise<boolean> {
  const { ctx, job, progress } = run;
  if (progress.written >= plan.parts.length) return true;
  const readAt = readerOf(ctx, job);
  const tables = restoredTables(job.of);
  const owner = ownerOf(run, plan);
  const triggers = await readTriggers(ctx);
  if (!progress.first) {
    // An undo deletes all records, so there must be no others.
    await refuseRecords(ctx, job);
    progress.first = await firstRows(ctx, job);
    if (job.of === "business") await pauseMessages(ctx, job.owner);
    await save(run);
  }
  while (progress.written < plan.parts.length) {
    const part = plan.parts[progress.written];
    const table = part && tables.get(part.table);
    if (!part || !table) {
      progress.written += 1;
      continue;
    }
    const rows = parseRows(table, await readPart(readAt, part), owner);
    const reference = OWN_REFERENCES[part.table];
    const { writable, left } = reference
      ? await writableRows(ctx, table, { rows, reference, owner })
      : { writable: rows, left: 0 };
    progress.waiting.now += left;
    const isFirst = plan.parts[progress.written - 1]?.table !== part.table;
    progress.written += 1;
    if (plan.parts[progress.written]?.table !== part.table) turnTable(progress, plan, part.table);
    run.rowCount += writable.length;
    await writePart(run, { table, rows: writable, owner, triggers, first: isFirst ? progress.first : undefined });
    if (!run.hasTime()) return false;
  }
  return true;
}

/** Runs before the first record: the source business may still exist and message the same customers. */
const pauseMessages = (ctx: Ctx, orgId: string) =>
  ctx.db.run(sql`
    INSERT INTO automatic_message_pauses (org_id, paused_at) VALUES (${orgId}, ${new Date().toISOString()})
    ON CONFLICT (org_id) DO UPDATE SET paused_at = excluded.paused_at`);

/** After the last part of a self-referencing table: repeats from its first part as long as that makes progress. */
function turnTable(progress: Progress, plan: Plan, table: string): void {
  const { now, before } = progress.waiting;
  if (now === 0) {
    progress.waiting = { now: 0, before: 0 };
    return;
  }
  if (now === before) refuse(`Records in ${nameOf(table)} refer to others that are not in the file.`);
  progress.waiting = { now: 0, before: now };
  progress.written = plan.parts.findIndex((part) => part.table === table);
}

interface PartToWrite {
  table: SQLiteTable;
  rows: Row[];
  owner: RestoredOwner;
  triggers: Trigger[];
  /** Existing rows of the table, for its first part. */
  first?: Record<string, Row[]>;
}

/** @throws Lost; NotWritten if the database rejects a row */
async function writePart(run: Run, { table, rows, owner, triggers, first }: PartToWrite): Promise<void> {
  const { ctx } = run;
  const name = getTableName(table);
  const inserts = rows.length > 0 ? insertRows(ctx, table, { rows, to: owner }) : [];
  const isIdentity = tenantGuard().sides.get(name) === "identity";
  try {
    if (isIdentity) {
      // On the other side of the database: repeated if the run ends in between, without duplicating rows.
      for (const insert of inserts) await insert;
      return await save(run);
    }
    const makeRoom: Write[] =
      first?.[name] && !JOINED_FIRST.has(name)
        ? [ctx.db.run(sql`DELETE FROM ${sql.identifier(name)} WHERE ${sql.identifier(owner.column)} = ${owner.owner}`)]
        : [];
    const writes = [
      ...(inserts.length > 0
        ? withoutTriggers(
            ctx,
            { triggers, table: name, events: ["INSERT"], derived: derivedTables },
            { statements: [...makeRoom, ...inserts] },
          )
        : []),
      // Flushes search words before the statement whose changes are counted.
      assertHolds(ctx, "", sql`1`),
      ctx.db.run(saving(run)),
      assertRowChanged(ctx, "restore_lost"),
    ];
    run.spend(writes.length);
    const [head, ...rest] = writes;
    if (head) await ctx.db.batch([head, ...rest]);
  } catch (error) {
    if (failedOn(error, "restore_lost")) throw new Lost();
    const message = databaseMessage(error);
    if (/constraint/i.test(message) && !message.includes("schema_changed"))
      throw new NotWritten(refusalOf(name, message));
    throw error;
  }
}

/** Tables whose initial rows stay alongside the file's. */
const JOINED_FIRST = new Set(["tenant_members", "audit_log"]);

function refusalOf(table: string, message: string): string {
  if (/FOREIGN KEY/i.test(message))
    return `Records in ${nameOf(table)} refer to others that are not in the file: they were deleted while the export was made. Start a new export.`;
  return `A record in ${nameOf(table)} could not be written: ${message.replace(/:? SQLITE_CONSTRAINT.*$/s, "")}.`;
}

/** Stores the files under the keys that their records expect. Returns false if one run is not enough. */
async function writeFiles(run: Run, plan: Plan): Promise<boolean> {
  const { ctx, job, progress } = run;
  const readAt = readerOf(ctx, job);
  while (progress.piece < plan.filePieces) {
    const files = await readFiles(ctx, job, progress.piece);
    while (progress.file < files.length) {
      const file = files[progress.file];
      if (file) await ctx.providers.files.put(file.key, (await readFile(readAt, file)).buffer, file.contentType);
      progress.file += 1;
      run.fileCount += 1;
      await save(run);
      if (!run.hasTime()) return false;
    }
    progress.piece += 1;
    progress.file = 0;
    await save(run);
  }
  return true;
}

/** The counter that is written only when rows change. */
const countToBill = (ctx: Ctx, owner: string) =>
  ctx.db.run(sql`
    INSERT INTO counters (org_id, name, value)
    SELECT ${owner}, 'work_orders.to_bill', count(*) FROM work_orders w WHERE w.org_id = ${owner} AND w.to_bill = 1
    ON CONFLICT (org_id, name) DO UPDATE SET value = excluded.value`);

/** Restores the business's settings and the notes for its owner. Can be repeated. */
async function finish(run: Run, plan: Plan): Promise<void> {
  const { ctx, job, table, mine, progress } = run;
  const notes = [...plan.notes];
  if (progress.technicians > 0) notes.push({ note: "technician_links", count: progress.technicians });
  if (job.of === "business") {
    notes.unshift({ note: "automatic_messages", count: 1 });
    await restoreSettings(run, plan);
    await countToBill(ctx, job.owner);
    // Daily totals that an older export cannot contain are computed by their first reader.
    if (plan.manifest.schema < LATEST_MIGRATION)
      await ctx.db.run(sql`DELETE FROM job_fact_zones WHERE org_id = ${job.owner}`);
    const [shared] = await ctx.db.all<{ n: number }>(sql`
      SELECT count(*) AS n FROM payments p WHERE p.org_id = ${job.owner} AND p.provider_payment_id LIKE ${`%${endOf(job.owner)}`}`);
    if (shared && shared.n > 0) notes.push({ note: "shared_payments", count: shared.n });
  }
  const tables: Record<string, number> = {};
  const known = restoredTables(job.of);
  for (const part of plan.parts) if (known.has(part.table)) tables[part.table] = (tables[part.table] ?? 0) + part.rows;
  const report: RestoreReport = { exportedAt: plan.manifest.exportedAt, tables, notes };
  const [saved] = await ctx.db.all(sql`
    UPDATE ${table} SET status = 'done', finished_at = ${new Date().toISOString()}, progress = NULL, problem = NULL, lease = NULL, lease_until = NULL,
      report = ${JSON.stringify(report)} WHERE ${mine} RETURNING id`);
  if (!saved) throw new Lost();
  await forgetUpload(ctx, job);
}

/**
 * Columns from the exported business's own row: its name, location and time zone. Whether Admins need a second step must not come
 * from a file.
 */
const SETTINGS = ["name", "time_zone", "phone", "email", "line1", "line2", "city", "state", "postal_code", "logo_key"];

async function restoreSettings(run: Run, plan: Plan): Promise<void> {
  const { ctx, job } = run;
  const part = plan.parts.find(({ table }) => table === "organizations");
  if (!part) return;
  const text = (await readPart(readerOf(ctx, job), part)).replaceAll(plan.manifest.owner, job.owner);
  const row: Row = JSON.parse(text.split("\n")[0] ?? "{}");
  const set = SETTINGS.map((column) => sql`${sql.identifier(column)} = ${row[column] ?? null}`);
  await ctx.db.run(
    sql`UPDATE organizations SET ${sql.join(set, sql`, `)}, version = version + 1 WHERE id = ${job.owner}`,
  );
}

/** Undoes the writes. Returns `more` if one run is not enough. */
async function undo(run: Run, outcome: "failed" | "canceled"): Promise<"done" | "more"> {
  const { ctx, job, table, mine, progress } = run;
  if (progress.first) {
    const triggers = await readTriggers(ctx);
    const goOn = async (undone: number) => {
      progress.undone = undone;
      await save(run);
      return run.hasTime();
    };
    const state = { from: progress.undone ?? 0, first: progress.first, triggers, goOn, spend: run.spend };
    if (!(await deleteRestored(ctx, job, state))) return "more";
    await putFirstRowsBack(ctx, job, { first: progress.first, triggers });
    const plan = await readPlan(ctx, job);
    for (let piece = 0; piece < plan.filePieces; piece += 1)
      await ctx.providers.files.delete((await readFiles(ctx, job, piece)).map(({ key }) => key));
    if (job.of === "business") await ctx.db.run(sql`DELETE FROM automatic_message_pauses WHERE org_id = ${job.owner}`);
  }
  const [saved] = await ctx.db.all(sql`
    UPDATE ${table} SET status = ${outcome}, finished_at = ${new Date().toISOString()}, progress = NULL, row_count = 0, file_count = 0,
      lease = NULL, lease_until = NULL WHERE ${mine} RETURNING id`);
  if (!saved) throw new Lost();
  await forgetUpload(ctx, job);
  return "done";
}

/** Deletes the uploaded file and everything derived from it. */
export async function forgetUpload(ctx: Ctx, job: RestoreJob): Promise<void> {
  const { table, isOwn } = restoresOf(job);
  await ctx.providers.files.deleteUnder(restoreKey({ owner: job.owner, id: job.restore }));
  await ctx.db.run(
    sql`UPDATE ${table} SET stored = 0 WHERE ${isOwn} AND id = ${job.restore} AND status IN ('done', 'failed', 'canceled')`,
  );
}

/** Called after the queue's last attempt: the writes are undone, and the owner can start over. */
export async function failRestore(ctx: Ctx, job: RestoreJob): Promise<void> {
  const { table, isOwn } = restoresOf(job);
  await ctx.db.run(sql`
    UPDATE ${table} SET status = 'undoing', outcome = 'failed', lease = NULL, lease_until = NULL,
      problem = 'The restore stopped after several tries. Please start it again.'
    WHERE ${isOwn} AND id = ${job.restore} AND status IN ('queued', 'running')`);
  await sendRestore(ctx, job);
}

/** Queues the next run of a restore. */
export async function sendRestore(ctx: Ctx, job: RestoreJob): Promise<void> {
  const entry = { id: ctx.newId(), message: restoreMessage(job) };
  await ctx.db.batch([outboxInsert(ctx, entry)]);
  await notifyOutbox(ctx, [entry]);
}
