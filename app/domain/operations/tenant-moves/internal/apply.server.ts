import { type SQL, sql } from "drizzle-orm";
import { acrossCopies } from "#drizzle/d1/guard";
import { jsonChunks } from "#drizzle/d1/json-chunks";
import { searchTables } from "#drizzle/d1/tenants";
import type { Ctx } from "~/domain/shared/context";
import { type Trigger, withoutTriggers } from "~/domain/shared/triggers.server";
import type { Write } from "~/domain/shared/write.server";
import { assertOwnRun, batch, identifiers, type Progress, type Run, rowsAt } from "./run.server";
import { isKey, type Key, keyOfRow, type Row, type Snapshot, textOf } from "./snapshot.server";
import type { MovedTable } from "./tables.server";

/** Search words are rebuilt by triggers. Counts are copied as rows of their own. */
const DERIVED: ReadonlySet<string> = new Set(searchTables);

const across = sql.raw(acrossCopies);

interface Changes {
  table: MovedTable;
  rows: Row[];
  gone: Key[];
}

/** The changes to write from a snapshot, by table, referenced tables first. */
function changesOf({ tables }: Run, { changed, page }: Snapshot, paged: MovedTable | undefined): Changes[] {
  return tables.flatMap((table) => {
    const { keys = [], rows = [] } = changed.get(table.name) ?? {};
    const there = new Map(rows.map((row) => [textOf(keyOfRow(table, row)), row]));
    const gone = table.isShared ? [] : keys.filter((key) => !there.has(textOf(key)));
    if (table === paged) for (const row of page) there.set(textOf(keyOfRow(table, row)), row);
    return there.size + gone.length === 0 ? [] : [{ table, rows: [...there.values()], gone }];
  });
}

interface Applied {
  /** The number of rows listed in the log. */
  caughtUp: number;
  /** Results of `reads`, which run after the writes. */
  answers: unknown[];
}

/**
 * Applies a snapshot to the new shard, in one transaction with the position to continue from. Existing rows are updated, never
 * deleted and inserted again, because rows that refer to them may not be in the snapshot. They are set aside first, so that two
 * rows can swap a unique value.
 */
export async function apply(
  run: Run,
  {
    snapshot,
    paged,
    progress,
    first = [],
    also = [],
    reads = [],
  }: {
    snapshot: Snapshot;
    paged?: MovedTable;
    progress: Progress;
    first?: Write[];
    also?: Write[];
    reads?: Write[];
  },
): Promise<Applied> {
  const { target, move } = run;
  const changes = changesOf(run, snapshot, paged);
  const known = await existing(run, changes);
  const isThere = (table: MovedTable, key: Key) => known.get(table.name)?.has(textOf(key)) === true;
  const deletes = [...changes].reverse().flatMap(({ table, gone }) => {
    const keys = gone.filter((key) => isThere(table, key));
    return keys.length === 0 ? [] : away(run, table, ["DELETE"], deleteRows(target, table, keys));
  });
  const writes = changes.flatMap(({ table, rows }) => {
    const old = rows.filter((row) => isThere(table, keyOfRow(table, row)));
    const fresh = rows.filter((row) => !isThere(table, keyOfRow(table, row)));
    // A person's keys are the same in every copy.
    const changed = table.isShared ? [] : old;
    if (changed.length + fresh.length === 0) return [];
    const events = [changed.length > 0 ? ["UPDATE" as const] : [], fresh.length > 0 ? ["INSERT" as const] : []].flat();
    return away(
      run,
      table,
      events,
      [...updateRows(target, table, changed, move.tenantId), ...insertRows(target, table, fresh)],
      setAside(target, table, changed),
    );
  });
  const answers = await batch(target, run, [
    assertOwnRun(target, run),
    target.db.run(sql`PRAGMA defer_foreign_keys = on`),
    ...first,
    ...deletes,
    ...writes,
    ...also,
    target.db.run(
      sql`UPDATE moving_tenants SET progress = ${JSON.stringify(progress)} WHERE tenant_id = ${move.tenantId}`,
    ),
    ...reads,
  ]);
  return {
    caughtUp: [...snapshot.changed.values()].reduce((sum, { keys }) => sum + keys.length, 0),
    answers: reads.length > 0 ? answers.slice(-reads.length) : [],
  };
}

function away(
  { target, triggers }: { target: Ctx; triggers: Trigger[] },
  table: MovedTable,
  events: ("INSERT" | "UPDATE" | "DELETE")[],
  statements: Write[],
  before: Write[] = [],
): Write[] {
  const has = triggers.some((trigger) => trigger.table === table.name);
  if (!has) return [...before, ...statements];
  return withoutTriggers(target, { triggers, table: table.name, events, derived: DERIVED }, { statements, before });
}

/** Which of the rows exist on the new shard. Nothing else writes them there. */
async function existing(run: Run, changes: readonly Changes[]): Promise<Map<string, Set<string>>> {
  const { target } = run;
  const reads = changes.flatMap(({ table, rows, gone }) =>
    [...jsonChunks([...rows.map((row) => keyOfRow(table, row)), ...gone].map(textOf))].map((keys) => ({
      table,
      read: target.db.all(sql`
        SELECT ${across} ${identifiers(table.key, "t")} FROM json_each(${keys}) j CROSS JOIN ${sql.identifier(table.name)} t ON ${isKey(table, "j.value")}`),
    })),
  );
  const answers = await batch(
    target,
    run,
    reads.map(({ read }) => read),
  );
  const known = new Map<string, Set<string>>();
  reads.forEach(({ table }, at) => {
    const set = known.get(table.name) ?? new Set();
    for (const row of rowsAt<Row>(answers, at)) set.add(textOf(keyOfRow(table, row)));
    known.set(table.name, set);
  });
  return known;
}

const columnOf = (row: string, column: string): SQL => sql.raw(`${row}.value ->> '$."${column}"'`);

function deleteRows(ctx: Ctx, table: MovedTable, keys: readonly Key[]): Write[] {
  const name = sql.identifier(table.name);
  const values = sql.join(
    table.key.map((_, at) => sql.raw(`j.value ->> ${at}`)),
    sql`, `,
  );
  return [...jsonChunks(keys.map(textOf))].map((chunk) =>
    ctx.db.run(sql`
      DELETE ${across} FROM ${name} WHERE (${identifiers(table.key)}) IN (SELECT ${values} FROM json_each(${chunk}) j)`),
  );
}

/** The prefix of the tenant's id in rows that are set aside. */
const ASIDE = "~";

function setAside(ctx: Ctx, table: MovedTable, rows: readonly Row[]): Write[] {
  const { aside } = table;
  if (aside === null) return [];
  const column = sql.identifier(aside);
  return [...jsonChunks(rows.map((row) => textOf(keyOfRow(table, row))))].map((chunk) =>
    ctx.db.run(sql`
      UPDATE ${across} ${sql.identifier(table.name)} AS t SET ${column} = ${ASIDE} || t.${column} FROM json_each(${chunk}) AS j
      WHERE ${isKey(table, "j.value")}`),
  );
}

function updateRows(ctx: Ctx, table: MovedTable, rows: readonly Row[], tenantId: string): Write[] {
  const changed = table.columns.filter((column) => column === table.aside || !table.key.includes(column));
  if (changed.length === 0 && table.aside === null) return [];
  const set = changed.map((column) =>
    column === table.aside
      ? sql`${sql.identifier(column)} = ${tenantId}`
      : sql`${sql.identifier(column)} = ${columnOf("j", column)}`,
  );
  const is = table.key.map((column) =>
    column === table.aside
      ? sql`t.${sql.identifier(column)} = ${ASIDE + tenantId}`
      : sql`t.${sql.identifier(column)} = ${columnOf("j", column)}`,
  );
  return [...jsonChunks(rows.map((row) => JSON.stringify(row)))].map((chunk) =>
    ctx.db.run(sql`
      UPDATE ${across} ${sql.identifier(table.name)} AS t SET ${sql.join(set, sql`, `)} FROM json_each(${chunk}) AS j
      WHERE ${sql.join(is, sql` AND `)}`),
  );
}

function insertRows(ctx: Ctx, table: MovedTable, rows: readonly Row[]): Write[] {
  const values = sql.join(
    table.columns.map((column) => columnOf("j", column)),
    sql`, `,
  );
  return [...jsonChunks(rows.map((row) => JSON.stringify(row)))].map((chunk) =>
    ctx.db.run(sql`
      ${across} INSERT INTO ${sql.identifier(table.name)} (${identifiers(table.columns)}) SELECT ${values} FROM json_each(${chunk}) j`),
  );
}

/** Rows of the new shard by their keys, for comparison with those of a snapshot. */
export function rowsByKey(ctx: Ctx, table: MovedTable, keys: readonly Key[]): Write[] {
  return [...jsonChunks(keys.map(textOf))].map((chunk) =>
    ctx.db.all(sql`
      SELECT ${across} ${identifiers(table.columns, "t")} FROM json_each(${chunk}) j CROSS JOIN ${sql.identifier(table.name)} t ON ${isKey(table, "j.value")}`),
  );
}
