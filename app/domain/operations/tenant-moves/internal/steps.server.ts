import { type SQL, sql } from "drizzle-orm";
import { acrossCopies } from "#drizzle/d1/guard";
import type { Ctx } from "~/domain/shared/context";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import type { Write } from "~/domain/shared/write.server";
import { apply, rowsByKey } from "./apply.server";
import { assertOwnRun, batch, identifiers, PermanentError, type Progress, type Run, rowsAt } from "./run.server";
import {
  countAt,
  countOf,
  isAfter,
  type Key,
  keyOfRow,
  type Row,
  readSnapshot,
  type Snapshot,
  textOf,
} from "./snapshot.server";
import { type MovedTable, owned, triggerPrefix, triggersOf } from "./tables.server";

/** Rows per step, unless they are large. */
const PAGE_ROWS = 2500;
/** The number of tables checked in advance. */
const AHEAD = 25;
/** Statements per transaction that creates triggers. */
const CHUNK = 150;

/** Sets up both shards: the log with its triggers on the old one, the position on the new one. Can be repeated. */
export async function prepare(run: Run, begin: Progress): Promise<Progress> {
  const { source, target, move, tables } = run;
  const known = (role: "leaving" | "arriving") => sql`
    INSERT INTO moving_tenants (tenant_id, move_id, role, run, people, progress)
    VALUES (${move.tenantId}, ${move.id}, ${role}, ${move.run}, '[]', ${JSON.stringify(begin)})
    ON CONFLICT (tenant_id) DO UPDATE SET run = excluded.run WHERE move_id = excluded.move_id AND run <= excluded.run`;
  const restores =
    move.kind === "business"
      ? sql`business_restores WHERE org_id = ${move.tenantId}`
      : sql`household_restores WHERE user_id = ${move.tenantId}`;
  const answers = await batch(source, run, [
    source.db.run(known("leaving")),
    assertOwnRun(source, run),
    source.db.all(sql`SELECT 1 FROM ${restores} AND status IN ('queued', 'running', 'undoing')`),
  ]);
  if (rowsAt(answers, 2).length > 0)
    throw new PermanentError("An export is being restored there. Move it once that is over.");
  await batch(target, run, [target.db.run(known("arriving")), assertOwnRun(target, run)]);
  run.spend(2);
  const made = await source.db.all<{ name: string }>(
    sql`SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE ${`${triggerPrefix(move.id)}%`}`,
  );
  const names = new Set(made.map(({ name }) => name));
  const missing = tables
    .flatMap((table) => triggersOf(table, { moveId: move.id, tenantId: move.tenantId }))
    .filter(({ name }) => !names.has(name));
  for (let at = 0; at < missing.length; at += CHUNK)
    await batch(source, run, [
      assertOwnRun(source, run),
      ...missing.slice(at, at + CHUNK).map(({ sql: text }) => source.db.run(sql.raw(`${acrossCopies} ${text}`))),
    ]);
  const [row] = await target.db.all<{ progress: string }>(
    sql`SELECT progress FROM moving_tenants WHERE tenant_id = ${move.tenantId}`,
  );
  if (!row) throw new Error("the new shard knows nothing of the move");
  return JSON.parse(row.progress);
}

/** The total number of rows, for showing a percentage. */
export async function countAll(run: Run): Promise<number> {
  const { source, move, tables } = run;
  const counted = await batch(
    source,
    run,
    tables.map((table) => countOf(source, table, move.tenantId)),
  );
  return counted.reduce<number>((sum, _, at) => sum + countAt(counted, at), 0);
}

/** Copies a page of rows, and the changes to rows already copied. */
export async function copyStep(run: Run, progress: Progress): Promise<Progress> {
  const table = run.tables[progress.table];
  if (!table) return { ...progress, phase: "verify", table: 0, after: null };
  const snapshot = await readSnapshot(run, {
    seq: progress.seq,
    tables: run.tables.slice(0, progress.table + 1),
    page: { table, after: progress.after, rows: PAGE_ROWS, isCopied: false, ahead: aheadOf(run, progress) },
  });
  const next = stepped(progress, snapshot);
  next.copied += snapshot.page.length;
  await apply(run, { snapshot, paged: table, progress: next });
  return next;
}

/**
 * Compares a page of both shards at one instant: the new shard is updated to the snapshot in the same transaction that reads it.
 */
export async function verifyStep(run: Run, progress: Progress): Promise<Progress> {
  const { target, move, tables } = run;
  const table = tables[progress.table];
  if (!table) return endPass(run, progress);
  const snapshot = await readSnapshot(run, {
    seq: progress.seq,
    tables,
    page: { table, after: progress.after, rows: PAGE_ROWS, isCopied: true, ahead: aheadOf(run, progress) },
  });
  const next = stepped(progress, snapshot);
  next.verified += snapshot.page.length;
  // Known only from the result of the same transaction.
  const sum = await sha256(progress.checksum + snapshot.page.map((row) => rowText(table, row)).join("\n"));
  if (snapshot.page.length > 0) next.checksum = sum;
  const reads = table.isShared
    ? rowsByKey(
        target,
        table,
        snapshot.page.map((row) => keyOfRow(table, row)),
      )
    : [
        target.db.all(sql`
          SELECT ${sql.raw(acrossCopies)} ${identifiers(table.columns, "t")} FROM ${sql.identifier(table.name)} t
          WHERE ${owned(table, "t", move.tenantId)} ${isAfter(table, progress.after, snapshot.next)} ORDER BY ${identifiers(table.key, "t")}`),
      ];
  const { answers } = await apply(run, { snapshot, progress: next, reads });
  const different = differences(
    table,
    snapshot.page,
    answers.flatMap((_, at) => rowsAt<Row>(answers, at)),
  );
  if (different.length > 0) next.repaired += await copyAgain(run, table, different);
  return next;
}

const aheadOf = ({ tables }: Run, { table }: Progress) => tables.slice(table + 1, table + 1 + AHEAD);

function stepped(progress: Progress, snapshot: Snapshot): Progress {
  const changed = [...snapshot.changed.values()].reduce((sum, { keys }) => sum + keys.length, 0);
  return {
    ...progress,
    seq: snapshot.seq,
    caughtUp: progress.caughtUp + changed,
    table: snapshot.next === null ? progress.table + 1 + snapshot.empty : progress.table,
    after: snapshot.next,
  };
}

const rowText = ({ columns }: MovedTable, row: Row) => JSON.stringify(columns.map((column) => row[column] ?? null));

/** Keys of rows that exist on one side only, or that differ. */
function differences(table: MovedTable, source: readonly Row[], target: readonly Row[]): Key[] {
  const there = new Map(target.map((row) => [textOf(keyOfRow(table, row)), row]));
  const different: Key[] = [];
  for (const row of source) {
    const key = keyOfRow(table, row);
    const copy = there.get(textOf(key));
    there.delete(textOf(key));
    if (!copy || (!table.isShared && rowText(table, copy) !== rowText(table, row))) different.push(key);
  }
  return [...different, ...[...there.values()].map((row) => keyOfRow(table, row))];
}

/** Logs differing rows as changed. */
async function copyAgain(run: Run, table: MovedTable, keys: readonly Key[]): Promise<number> {
  const { source, move } = run;
  await batch(source, run, [
    assertOwnRun(source, run),
    source.db.run(sql`
      INSERT INTO changed_rows (tenant_id, table_name, key)
      SELECT ${move.tenantId}, ${table.name}, value FROM json_each(${JSON.stringify(keys.map(textOf))})`),
  ]);
  return keys.length;
}

/** The maximum number of full comparisons if some rows had to be copied again. */
const MAX_PASSES = 4;

/** Counts the rows on both sides at one instant, after every row has been compared. */
async function endPass(run: Run, progress: Progress): Promise<Progress> {
  const { target, move } = run;
  const counted = run.tables.filter(({ isShared }) => !isShared);
  const snapshot = await readSnapshot(run, { seq: progress.seq, tables: run.tables, counts: counted });
  const next: Progress = { ...stepped(progress, snapshot), table: 0, after: null, phase: "compared" };
  const { answers } = await apply(run, {
    ...{ snapshot, progress: next },
    reads: counted.map((table) => countOf(target, table, move.tenantId)),
  });
  const different = counted.filter(({ name }, at) => countAt(answers, at) !== snapshot.counts.get(name));
  if (different.length === 0 && progress.repaired === 0) return next;
  if (progress.passes + 1 >= MAX_PASSES)
    throw new PermanentError(
      `The two sides still differ after ${MAX_PASSES} comparisons${different.length > 0 ? `, in ${different.map(({ name }) => name).join(", ")}` : ""}.`,
    );
  const again: Progress = {
    ...next,
    ...{ phase: "verify", verified: 0, checksum: "", repaired: 0, passes: progress.passes + 1 },
  };
  return saved(run, again);
}

async function saved(run: Run, progress: Progress): Promise<Progress> {
  const { target, move } = run;
  await batch(target, run, [
    assertOwnRun(target, run),
    target.db.run(
      sql`UPDATE moving_tenants SET progress = ${JSON.stringify(progress)} WHERE tenant_id = ${move.tenantId}`,
    ),
  ]);
  return progress;
}

/**
 * Copies the latest changes, and checks every changed row after it is written. Returns the number of changes.
 * @throws PermanentError if the copy differs from its source
 */
export async function catchUp(
  run: Run,
  progress: Progress,
  also: { writes: Write[]; progress: Partial<Progress> } = { writes: [], progress: {} },
): Promise<{ progress: Progress; changed: number }> {
  const { target, tables } = run;
  const snapshot = await readSnapshot(run, { seq: progress.seq, tables });
  const next: Progress = { ...stepped(progress, snapshot), table: 0, after: null, ...also.progress };
  const looked = tables.flatMap((table) => {
    const changed = snapshot.changed.get(table.name);
    if (!changed) return [];
    return rowsByKey(target, table, changed.keys).map((read) => ({ table, read }));
  });
  const { answers, caughtUp } = await apply(run, {
    ...{ snapshot, progress: next, also: also.writes },
    reads: looked.map(({ read }) => read),
  });
  for (const { name, ...table } of tables) {
    const changed = snapshot.changed.get(name);
    if (!changed) continue;
    const rows = looked.flatMap((each, at) => (each.table.name === name ? rowsAt<Row>(answers, at) : []));
    const different = differences({ name, ...table }, changed.rows, rows);
    if (different.length > 0)
      throw new PermanentError(`${different.length} changed rows in ${name} were not copied as they are.`);
  }
  return { progress: next, changed: caughtUp };
}

/** Adds the business's sites to the new shard's coverage; its own rows were copied. */
export function cover({ target, move }: Run): Write {
  return target.db.run(sql`
    INSERT INTO coverage (kind, code, parent, name, sites)
    SELECT c.kind, c.code, min(c.parent), min(c.name), sum(z.sites) FROM site_zips z JOIN coverage_of_zip c ON c.zip = z.zip
    WHERE z.org_id = ${move.tenantId} GROUP BY c.kind, c.code
    ON CONFLICT (kind, code) DO UPDATE SET sites = sites + excluded.sites`);
}

/** Removes them from a shard's coverage, if `isCounted` holds. */
export function uncover(ctx: Ctx, tenantId: string, isCounted: SQL): Write {
  const own = sql`FROM site_zips z JOIN coverage_of_zip c ON c.zip = z.zip WHERE z.org_id = ${tenantId}`;
  return ctx.db.run(sql`
    UPDATE coverage SET sites = max(0, sites - (SELECT sum(z.sites) ${own} AND c.kind = coverage.kind AND c.code = coverage.code))
    WHERE ${isCounted} AND (kind, code) IN (SELECT c.kind, c.code ${own})`);
}
