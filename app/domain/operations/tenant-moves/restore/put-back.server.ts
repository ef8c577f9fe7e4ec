import { sql } from "drizzle-orm";
import { jsonChunks } from "#drizzle/d1/json-chunks";
import { auditLog } from "#drizzle/schema/platform";
import { apply } from "~/domain/operations/tenant-moves/internal/apply.server";
import { forgetMove } from "~/domain/operations/tenant-moves/internal/clean.server";
import { BEGIN, type Run } from "~/domain/operations/tenant-moves/internal/run.server";
import { type Key, keyOfRow, type Snapshot } from "~/domain/operations/tenant-moves/internal/snapshot.server";
import { cover, uncover } from "~/domain/operations/tenant-moves/internal/steps.server";
import { type MovedTable, movedTables, triggersOf } from "~/domain/operations/tenant-moves/internal/tables.server";
import type { TenantKind } from "~/domain/operations/tenant-moves/tenant-move";
import type { Ctx } from "~/domain/shared/context";
import { onShard } from "~/domain/shared/shards.server";
import { DAY_MS } from "~/domain/shared/time/dates";
import { readTriggers } from "~/domain/shared/triggers.server";
import { Impossible, readRows } from "./fetch-rows.server";
import { type Differences, defaultOf, differences, NOT_RESTORED, type Row } from "./tenant-restore";

export interface PutBack {
  id: string;
  kind: TenantKind;
  tenantId: string;
  /** The tenant's shard. */
  shard: string;
  rows: ReadonlyMap<string, Row[]>;
  requestedBy: string;
}

interface Where {
  ctx: () => Ctx;
  directory: () => D1Database;
  shard: () => D1Database;
  /** Saves rows created since then that are about to be deleted. */
  keepSince: (rows: Map<string, Row[]>) => void;
}

type Counts = Record<"back" | "changed" | "since", number>;

/** As many as one D1 transaction can handle within its thirty seconds. */
const MAX_ROWS = 20_000;
/** Statements per batch. */
const CHUNK = 150;
const WRITTEN: ReadonlySet<string> = new Set(["audit_log", "archive_leftovers"]);
/** As long as the shard can be restored to a time when the files were in use. */
const KEEP_FILES_MS = 31 * DAY_MS;

/** Previews the changes by table, while the tenant keeps working. */
export async function preview(where: Where, wanted: PutBack): Promise<Map<string, Differences>> {
  const found = await compare(where, wanted);
  return new Map([...found].map(([{ name }, each]) => [name, each]));
}

/**
 * Restores the tenant's rows to those of the moment, in one transaction: deleted rows return, changed rows are reset, and newer
 * rows are deleted after being saved to a file. Sums, balances and counters are rows as well, so they remain consistent. The
 * tenant cannot write meanwhile, nor after an interruption, until the restore is run again or canceled.
 * @throws Impossible if there are more differences than one transaction can handle, or if the tenant is moving
 */
export async function putBack(where: Where, wanted: PutBack): Promise<Counts> {
  await stopWrites(where, wanted);
  const counts = await makeAlike(where, wanted).catch(async (error) => {
    // After any other failure it is unknown what was written: whatever the tenant writes next would be reset by the next run.
    if (error instanceof Impossible) await startWrites(where, wanted);
    throw error;
  });
  await where
    .directory()
    .prepare(
      "UPDATE tenant_restores SET status = 'done', rows_back = ?2, rows_changed = ?3, rows_removed = ?4, updated_at = ?5, finished_at = ?5 WHERE id = ?1",
    )
    .bind(wanted.id, counts.back, counts.changed, counts.since, now())
    .run();
  await startWrites(where, wanted);
  return counts;
}

async function makeAlike(where: Where, wanted: PutBack): Promise<Counts> {
  const run = await runOf(where.ctx(), wanted);
  const found = await compare(where, wanted);
  const counts = sum([...found.values()].map(countsOf));
  const total = counts.back + counts.changed + counts.since;
  if (total === 0) return counts;
  if (total > MAX_ROWS)
    throw new Impossible(
      `More than ${MAX_ROWS} rows differ, which one transaction does not take. Restore an export of the moment instead.`,
    );
  where.keepSince(new Map([...found].map(([{ name }, { since }]) => [name, since])));
  const isBusiness = wanted.kind === "business";
  await apply(run, {
    snapshot: snapshotOf(found),
    progress: BEGIN,
    first: isBusiness ? [...leaveFiles(run.target, wanted, found), uncover(run.target, wanted.tenantId, sql`1`)] : [],
    also: isBusiness ? [cover(run), auditOf(run.target, wanted, counts)] : [],
  });
  const left = sum([...(await compare(where, wanted)).values()].map(countsOf));
  if (left.back + left.changed + left.since > 0) throw new Error("The rows have changed since then. Run it again.");
  return counts;
}

const now = () => new Date().toISOString();

const countsOf = ({ back, changed, since }: Differences): Counts => ({
  ...{ back: back.length, changed: changed.length, since: since.length },
});

const sum = (all: Counts[]): Counts =>
  all.reduce((a, b) => ({ back: a.back + b.back, changed: a.changed + b.changed, since: a.since + b.since }), {
    back: 0,
    changed: 0,
    since: 0,
  });

/** In the form of a move that stays on the same shard. */
async function runOf(ctx: Ctx, { id, kind, tenantId, shard }: Omit<PutBack, "rows">): Promise<Run> {
  const bound = onShard(ctx, shard);
  return {
    ...{ ctx, source: bound, target: bound, tables: await tablesOf(bound, kind), triggers: await readTriggers(bound) },
    move: {
      ...{ id, kind, tenantId, fromShard: shard, toShard: shard, status: "frozen", run: 1 },
      ...{ rowTotal: null, frozenAt: null, cleanAfter: null, outcome: null },
    },
    ...{ hasTime: () => true, canSwitch: () => true, spend: () => {} },
  };
}

const tablesOf = async (bound: Ctx, kind: TenantKind) =>
  (await movedTables(bound, kind)).filter(({ name }) => !NOT_RESTORED.has(name));

/** Uses the fence of a move that no run carries out. */
async function stopWrites(where: Where, { id, kind, tenantId, shard }: PutBack): Promise<void> {
  const db = where.shard();
  const { results } = await db
    .prepare(
      "INSERT INTO moving_tenants (tenant_id, move_id, role, frozen, run, people, progress) VALUES (?, ?, 'leaving', 1, 1, '[]', '{}') ON CONFLICT (tenant_id) DO UPDATE SET frozen = frozen RETURNING move_id AS moveId",
    )
    .bind(tenantId, id)
    .all<{ moveId: string }>();
  if (results[0]?.moveId !== id) throw new Impossible(`The ${kind} is being moved. Try again once that is over.`);
  // Those tables are written along with the restored rows.
  const fenced = (await movedTables(onShard(where.ctx(), shard), kind)).filter(({ name }) => !WRITTEN.has(name));
  const texts = fenced.flatMap((table) => triggersOf(table, { moveId: id, tenantId }).map(({ sql: text }) => text));
  for (let at = 0; at < texts.length; at += CHUNK)
    await db.batch(texts.slice(at, at + CHUNK).map((text) => db.prepare(text)));
}

/**
 * Allows the tenant to write again after a finished restore that was interrupted before doing so. Returns true if there was one.
 */
export async function endFence(where: Where, tenant: Omit<PutBack, "rows" | "id">): Promise<boolean> {
  const id = await where
    .shard()
    .prepare("SELECT move_id AS id FROM moving_tenants WHERE tenant_id = ? AND role = 'leaving'")
    .bind(tenant.tenantId)
    .first<string>("id");
  const isOver = await where
    .directory()
    .prepare("SELECT 1 AS one FROM tenant_restores WHERE id = ? AND status IN ('done', 'failed')")
    .bind(id)
    .first<number>("one");
  if (id === null || isOver === null) return false;
  await startWrites(where, { ...tenant, id });
  return true;
}

/** Also ends the fence of an interrupted restore. */
async function startWrites(where: Where, wanted: Omit<PutBack, "rows">): Promise<void> {
  const run = await runOf(where.ctx(), wanted);
  await forgetMove(run, run.target);
}

async function compare(where: Where, { kind, tenantId, shard, rows }: PutBack): Promise<Map<MovedTable, Differences>> {
  const db = where.shard();
  const found = new Map<MovedTable, Differences>();
  for (const table of await tablesOf(onShard(where.ctx(), shard), kind)) {
    const present = await readRows(db, { ...table, tenantId });
    const past = rows.get(table.name);
    // A table that did not exist then is not changed.
    if (!past || past.length + present.length === 0) continue;
    const { results } = await db
      .prepare(`SELECT name, dflt_value AS value FROM pragma_table_info('${table.name}')`)
      .all<{ name: string; value: string | null }>();
    const defaults = Object.fromEntries(results.map(({ name, value }) => [name, defaultOf(value)]));
    found.set(table, differences(table, { past, now: present, defaults }));
  }
  return found;
}

function snapshotOf(found: ReadonlyMap<MovedTable, Differences>): Snapshot {
  return {
    ...{ seq: 0, page: [], next: null, counts: new Map(), empty: 0 },
    changed: new Map(
      [...found]
        .filter(([, { back, changed, since }]) => back.length + changed.length + since.length > 0)
        .map(([table, { back, changed, since }]) => {
          const rows = [...back, ...changed];
          return [table.name, { keys: [...rows, ...since].map((row): Key => keyOfRow(table, row)), rows }];
        }),
    ),
  };
}

/** Records the archive files that nothing refers to after the restore, for later deletion. */
function leaveFiles({ db }: Ctx, { id, tenantId }: PutBack, found: ReadonlyMap<MovedTable, Differences>) {
  const archives = [...found].find(([{ name }]) => name === "work_order_archives");
  if (!archives) return [];
  const [table, { changed, since }] = archives;
  // Inlined, because D1 binds numbers as floats, which cannot index an array.
  const place = sql.raw(String(table.key.indexOf("work_order_id")));
  const due = new Date(Date.now() + KEEP_FILES_MS).toISOString();
  return [...jsonChunks([...changed, ...since].map((row) => JSON.stringify(keyOfRow(table, row))))].map((keys, at) =>
    db.run(sql`
      INSERT INTO archive_leftovers (org_id, id, batch, work_orders, due_at)
      SELECT ${tenantId}, ${`${id}-${at}-`} || a.batch, a.batch, json_group_array(a.work_order_id), ${due}
      FROM json_each(${keys}) k CROSS JOIN work_order_archives a
        ON a.org_id = ${tenantId} AND a.work_order_id = k.value ->> ${place}
      GROUP BY a.batch`),
  );
}

function auditOf({ db, newId }: Ctx, { id, tenantId, requestedBy }: PutBack, counts: Counts) {
  return db.insert(auditLog).values({
    ...{ orgId: tenantId, id: newId(), userId: null, action: "restored", entity: "organization" },
    ...{
      entityId: tenantId,
      before: null,
      after: JSON.stringify({ ...counts, requestedBy }),
      requestId: id,
      at: now(),
    },
  });
}
