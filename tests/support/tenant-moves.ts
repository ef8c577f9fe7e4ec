import { getTableName } from "drizzle-orm";
import { type OpenOptions, openDatabase } from "#drizzle/d1/session";
import { keyOf } from "#drizzle/d1/table-key";
import { tenantGuard } from "#drizzle/d1/tenants";
import { householdCtx } from "#tests/support/household-ctx";
import type { TestWorker } from "#tests/support/worker";
import { conditionOf, tenantTables, triggerPrefix } from "~/domain/operations/tenant-moves/internal/tables.server";
import { runMove } from "~/domain/operations/tenant-moves/run.server";
import type { TenantKind } from "~/domain/operations/tenant-moves/tenant-move";
import type { Ctx } from "~/domain/shared/context";

export class PowerCut extends Error {}

export const isPowerCut = (error: unknown) =>
  error instanceof PowerCut || (error instanceof Error && error.cause instanceof PowerCut);

/** The system's context over all databases of a Worker; calls can be made to fail. */
export function systemCtxOf({ databases, db }: TestWorker, options: Partial<OpenOptions> = {}): Ctx {
  const { db: all, shards } = openDatabase(databases, { guard: tenantGuard(), ...options });
  const ctx = householdCtx(db, "");
  return { ...ctx, db: all, shards, actor: { kind: "system", member: null }, now: new Date() };
}

export interface Tenant {
  kind: TenantKind;
  id: string;
}

/** Records a move for the queue to carry out. */
export async function requestMove(worker: TestWorker, tenant: Tenant, [from, to]: [string, string]): Promise<string> {
  const id = crypto.randomUUID();
  const now = new Date().toISOString();
  await worker.databases.directory
    .prepare(
      "INSERT INTO tenant_moves (id, kind, tenant_id, from_shard, to_shard, status, requested_by, created_at, updated_at) VALUES (?, ?, ?, ?, ?, 'copying', 'test', ?, ?)",
    )
    .bind(id, tenant.kind, tenant.id, from, to, now, now)
    .run();
  return id;
}

export const moveRow = (worker: TestWorker, id: string) =>
  worker.databases.directory
    .prepare("SELECT * FROM tenant_moves WHERE id = ?")
    .bind(id)
    .first<Record<string, string | number | null>>();

/**
 * Runs a move until it is done or waits, interrupted at the given round trips, counted over all its runs. Returns their number.
 */
export async function runUntilMoved(
  worker: TestWorker,
  moveId: string,
  isCut: (call: number) => boolean = () => false,
  afterRun: () => Promise<void> = async () => {},
) {
  let calls = 0;
  let cut = 0;
  const steps: string[] = [];
  for (;;) {
    const ctx = systemCtxOf(worker, {
      beforeCall: () => {
        calls += 1;
        if (isCut(calls)) {
          cut += 1;
          throw new PowerCut();
        }
      },
    });
    try {
      const outcome = await runMove(ctx, { moveId });
      steps.push(outcome);
      if (outcome === "done" || outcome === "waiting") return { calls, cut, steps };
    } catch (error) {
      if (!isPowerCut(error)) throw error;
    }
    await afterRun();
    // A dead run's lease expires after seconds.
    await worker.databases.directory
      .prepare("UPDATE tenant_moves SET run_until = NULL WHERE id = ?")
      .bind(moveId)
      .run();
  }
}

/** All rows of a tenant on a shard, by table, and the number of its search words. */
export async function rowsOn(worker: TestWorker, shard: string, { kind, id }: Tenant) {
  const db = worker.databases.shards.get(shard);
  if (!db) throw new Error(`no shard ${shard}`);
  const statements = tenantTables().flatMap((table) => {
    const name = getTableName(table);
    const condition = conditionOf(name, kind);
    if (condition === null) return [];
    const ofTenant = condition.replaceAll("{row}", "t").replaceAll("{id}", `'${id}'`);
    const order = keyOf(table).map((column) => `t."${column}"`);
    return [{ name, sql: `SELECT * FROM ${name} t WHERE ${ofTenant} ORDER BY ${order.join(", ")}` }];
  });
  // In one round trip, since tests compare two hundred tables after each step.
  const answers = await db.batch<Record<string, unknown>>(statements.map(({ sql }) => db.prepare(sql)));
  const all: Record<string, Record<string, unknown>[]> = {};
  for (const [at, { name }] of statements.entries()) {
    const rows = answers[at]?.results ?? [];
    if (rows.length > 0) all[name] = rows;
  }
  return all;
}

/** What a move leaves on a shard in addition to rows. */
export async function tracesOn(worker: TestWorker, shard: string, moveId: string) {
  const db = worker.databases.shards.get(shard);
  const count = (statement: string, value: string) =>
    db?.prepare(`SELECT count(*) AS n FROM ${statement}`).bind(value).first<number>("n");
  return {
    triggers: await count("sqlite_master WHERE type = 'trigger' AND name LIKE ?", `${triggerPrefix(moveId)}%`),
    tenants: await count("moving_tenants WHERE move_id = ?", moveId),
  };
}

export const NO_TRACES = { triggers: 0, tenants: 0 };
