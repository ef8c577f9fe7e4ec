import { eq, sql } from "drizzle-orm";
import { tenantMoves } from "#drizzle/schema/tenant-moves";
import type { MoveJob } from "~/domain/operations/checks";
import { attempt } from "~/domain/shared/attempt.server";
import type { Ctx } from "~/domain/shared/context";
import { databaseMessage, failedOn } from "~/domain/shared/database-errors.server";
import { currentShard, onShard } from "~/domain/shared/shards.server";
import { DAY_MS } from "~/domain/shared/time/dates";
import { readTriggers } from "~/domain/shared/triggers.server";
import { assertRowChanged, type Write } from "~/domain/shared/write.server";
import { moveConversations } from "./household-conversations.server";
import { deleteCopy, forgetMove } from "./internal/clean.server";
import {
  assertOwnRun,
  BEGIN,
  batch,
  isOwnRun,
  Lost,
  type Move,
  PermanentError,
  type Progress,
  type Run,
} from "./internal/run.server";
import { catchUp, copyStep, countAll, cover, prepare, uncover, verifyStep } from "./internal/steps.server";
import { movedTables } from "./internal/tables.server";
import { OLD_COPY_DAYS } from "./tenant-move";

/** How long a run owns the move after each step; short once writes are stopped, in case the run fails. */
const LEASE_MS = 10_000;
const FROZEN_LEASE_MS = 1_000;
/** After this much time or this many statements, a run leaves the rest to the next message. */
const RUN_MS = 20_000;
const RUN_STATEMENTS = 600;
/** The last changes and the switch take about a hundred. D1 allows a thousand per run. */
const STATEMENTS_BEFORE_SWITCH = 250;
/** The maximum number of outstanding changes when writes are stopped. */
const MAX_LEFT = 200;
const MAX_CHASES = 10;

const at = (ms: number) => new Date(ms).toISOString();

/**
 * Continues a move and returns `more` if work is left. Every step is stored together with the position to continue from, so that
 * the next run resumes after an interruption at any point. `busy`: another run owns it. `waiting`: nothing to do until the old
 * copy can be deleted.
 */
export async function runMove(ctx: Ctx, { moveId }: MoveJob): Promise<"done" | "busy" | "more" | "waiting"> {
  const move = await take(ctx, moveId);
  if (!move) return "done";
  if (move === "busy") return "busy";
  let spent = 0;
  const began = Date.now();
  const run: Run = {
    ...{ ctx, move, source: onShard(ctx, move.fromShard), target: onShard(ctx, move.toShard) },
    ...{ tables: [], triggers: [] },
    hasTime: () => Date.now() - began < RUN_MS && spent < RUN_STATEMENTS,
    canSwitch: () => spent < STATEMENTS_BEFORE_SWITCH,
    spend: (statements) => {
      spent += statements;
    },
  };
  try {
    run.tables = await movedTables(run.source, move.kind);
    return await goOn(run);
  } catch (error) {
    if (error instanceof Lost || failedOn(error, "move_lost")) return "busy";
    if (move.status !== "switched" && move.status !== "cleaning") await recordProblem(run, error);
    if (error instanceof PermanentError) return "more";
    throw error;
  } finally {
    await ctx.db.run(sql`UPDATE tenant_moves SET run_until = NULL WHERE ${isOwnRun(run)}`);
  }
}

/** Null if the move is over. */
async function take(ctx: Ctx, moveId: string): Promise<Move | "busy" | null> {
  const now = Date.now();
  const [move] = await ctx.db
    .update(tenantMoves)
    .set({
      run: sql`${tenantMoves.run} + 1`,
      runUntil: sql`CASE status WHEN 'frozen' THEN ${at(now + FROZEN_LEASE_MS)} ELSE ${at(now + LEASE_MS)} END`,
      updatedAt: at(now),
    })
    .where(sql`id = ${moveId} AND finished_at IS NULL AND (run_until IS NULL OR run_until < ${at(now)})`)
    .returning();
  if (move) return move;
  const [row] = await ctx.db
    .select({ finishedAt: tenantMoves.finishedAt })
    .from(tenantMoves)
    .where(eq(tenantMoves.id, moveId));
  return row && row.finishedAt === null ? "busy" : null;
}

async function recordProblem({ ctx, move }: Run, error: unknown): Promise<void> {
  const problem = (error instanceof PermanentError ? error.message : databaseMessage(error) || "unknown failure").slice(
    0,
    500,
  );
  const fails = error instanceof PermanentError;
  await ctx.db.run(sql`
    UPDATE tenant_moves SET problem = ${problem}${fails ? sql`, status = 'undoing', outcome = 'failed', run_until = NULL` : sql``}
    WHERE id = ${move.id} AND run = ${move.run} AND status IN ('copying', 'verifying', 'frozen')`);
}

async function goOn(run: Run): Promise<"done" | "more" | "waiting"> {
  const { move } = run;
  switch (move.status) {
    case "copying":
    case "verifying":
    case "frozen":
      return copy(run);
    case "switched":
      return settle(run);
    case "cleaning":
      return clean(run);
    case "undoing":
      return undo(run);
    case "cleaned":
    case "canceled":
    case "failed":
      return "done";
  }
}

async function copy(run: Run): Promise<"done" | "more" | "waiting"> {
  const { ctx, source, target, move } = run;
  // The copy would delete conversations that an earlier release stored on the new shard, as the old one does not have them.
  if (move.kind === "household" && move.rowTotal === null)
    await moveConversations(move.tenantId, { from: target, to: source });
  let progress = await prepare(run, BEGIN);
  run.triggers = await readTriggers(target);
  if (move.rowTotal === null) {
    const total = await countAll(run);
    await save(run, progress, sql`, row_total = ${total}`);
  }
  while (progress.phase !== "compared") {
    progress = progress.phase === "copy" ? await copyStep(run, progress) : await verifyStep(run, progress);
    await save(run, progress, progress.phase === "copy" ? sql`` : sql`, status = 'verifying', problem = NULL`);
    if (!run.hasTime()) return "more";
  }
  if (move.status === "copying") {
    await save(run, progress, sql`, status = 'verifying'`);
    move.status = "verifying";
  }
  for (let chase = 0; move.status === "verifying" && chase < MAX_CHASES; chase += 1) {
    const caught = await catchUp(run, progress);
    progress = caught.progress;
    if (caught.changed <= MAX_LEFT) break;
  }
  await save(run, progress);
  // To stop writes as briefly as possible, the switch gets a run with all its time and statements left.
  if (move.status === "verifying" && !run.canSwitch()) return "more";
  const [frozen] = await ctx.db.all<{ frozenAt: string }>(sql`
    UPDATE tenant_moves SET status = 'frozen', frozen_at = coalesce(frozen_at, ${at(Date.now())}), run_until = ${at(Date.now() + FROZEN_LEASE_MS)}
    WHERE ${isOwnRun(run)} AND status IN ('verifying', 'frozen') RETURNING frozen_at AS frozenAt`);
  if (!frozen) throw new Lost();
  await switchHome(run, progress, frozen.frozenAt);
  return settle(run);
}

/** Stops writes, copies the last changes and updates the directory. */
async function switchHome(run: Run, progress: Progress, frozenAt: string): Promise<void> {
  const { ctx, source, move } = run;
  await batch(source, run, [
    assertOwnRun(source, run),
    source.db.run(sql`UPDATE moving_tenants SET frozen = 1 WHERE tenant_id = ${move.tenantId}`),
  ]);
  const covers = move.kind === "business" && !progress.isCovered;
  const last = await catchUp(run, progress, {
    writes: covers ? [cover(run)] : [],
    progress: { isCovered: progress.isCovered || covers },
  });
  const now = Date.now();
  const home =
    move.kind === "business"
      ? sql`UPDATE organizations SET shard = ${move.toShard} WHERE id = ${move.tenantId} AND shard = ${move.fromShard}`
      : sql`UPDATE users SET shard = ${move.toShard} WHERE id = ${move.tenantId} AND shard = ${move.fromShard}`;
  try {
    await ctx.db.batch([
      ctx.db.run(sql`
        UPDATE tenant_moves SET status = 'switched', switched_at = ${at(now)}, clean_after = ${at(now + OLD_COPY_DAYS * DAY_MS)},
          read_only_ms = ${Math.max(0, now - Date.parse(frozenAt))}, updated_at = ${at(now)},
          rows_caught_up = ${last.progress.caughtUp}, problem = NULL
        WHERE ${isOwnRun(run)} AND status = 'frozen'`),
      assertRowChanged(ctx, "move_lost"),
      ctx.db.run(home),
      assertRowChanged(ctx, "tenant_gone"),
    ]);
  } catch (error) {
    if (failedOn(error, "tenant_gone")) throw new PermanentError("The business or household no longer exists.");
    throw error;
  }
  move.status = "switched";
  move.cleanAfter = at(now + OLD_COPY_DAYS * DAY_MS);
}

/** After the switch: the new shard's sweeps include the tenant, and the old shard's coverage excludes its sites. */
async function settle(run: Run): Promise<"done" | "more" | "waiting"> {
  const { ctx, source, target, move } = run;
  await forgetMove(run, target);
  if (move.kind === "business") {
    const isCounted = sql`EXISTS (SELECT 1 FROM moving_tenants WHERE tenant_id = ${move.tenantId} AND progress ->> '$.isUncovered' IS NULL)`;
    await batch(source, run, [
      uncover(source, move.tenantId, isCounted),
      source.db.run(sql`
        UPDATE moving_tenants SET progress = json_set(progress, '$.isUncovered', 1) WHERE tenant_id = ${move.tenantId} AND move_id = ${move.id}`),
    ]);
  }
  await ctx.db.run(sql`UPDATE tenant_moves SET settled = 1 WHERE ${isOwnRun(run)}`);
  if (move.cleanAfter !== null && move.cleanAfter > at(Date.now()) && !(await isGone(run))) return "waiting";
  await ctx.db.batch([
    ctx.db.run(sql`UPDATE tenant_moves SET status = 'cleaning' WHERE ${isOwnRun(run)} AND status = 'switched'`),
    assertRowChanged(ctx, "move_lost"),
  ]);
  return "more";
}

/** A tenant deleted since then leaves no copy. */
async function isGone({ ctx, move }: Run): Promise<boolean> {
  const rows = await ctx.db.all(
    move.kind === "business"
      ? sql`SELECT 1 FROM organizations WHERE id = ${move.tenantId}`
      : sql`SELECT 1 FROM users WHERE id = ${move.tenantId}`,
  );
  return rows.length === 0;
}

async function clean(run: Run): Promise<"done" | "more"> {
  const { source } = run;
  await source.db.run(takeOver(run));
  await refuseHome(run, run.move.fromShard);
  if (!(await deleteCopy(run, source))) return "more";
  await forgetMove(run, source);
  return finish(run, "cleaned");
}

/** The tenant stays where it is: it can write again, and the copy is deleted. */
async function undo(run: Run): Promise<"done" | "more"> {
  const { source, target, move } = run;
  await source.db.run(takeOver(run, sql`, frozen = 0`));
  await target.db.run(takeOver(run));
  await forgetMove(run, source);
  await refuseHome(run, move.toShard);
  const isCounted = sql`EXISTS (SELECT 1 FROM moving_tenants WHERE tenant_id = ${move.tenantId} AND progress ->> '$.isCovered' = 1)`;
  const uncovers: Write[] =
    move.kind === "business"
      ? [
          uncover(target, move.tenantId, isCounted),
          target.db.run(sql`
            UPDATE moving_tenants SET progress = json_set(progress, '$.isCovered', json('false')) WHERE tenant_id = ${move.tenantId}`),
        ]
      : [];
  await batch(target, run, uncovers);
  if (!(await deleteCopy(run, target))) return "more";
  await forgetMove(run, target);
  return finish(run, move.outcome ?? "failed");
}

/** Rows are never deleted from the shard that the directory has for their tenant. */
async function refuseHome({ ctx, move }: Run, shard: string): Promise<void> {
  const tenant = move.kind === "business" ? { orgId: move.tenantId } : { userId: move.tenantId };
  if ((await currentShard(ctx, tenant)) === shard)
    throw new Error(`the tenant of move ${move.id} lives on shard ${shard}`);
}

/** From now on, writes of earlier runs on this shard are rejected. */
const takeOver = ({ move }: Run, more = sql``) =>
  sql`UPDATE moving_tenants SET run = ${move.run}${more} WHERE tenant_id = ${move.tenantId} AND move_id = ${move.id} AND run <= ${move.run}`;

async function finish(run: Run, status: "cleaned" | "canceled" | "failed"): Promise<"done"> {
  const now = at(Date.now());
  await run.ctx.db.run(sql`
    UPDATE tenant_moves SET status = ${status}, finished_at = ${now}, updated_at = ${now} WHERE ${isOwnRun(run)}`);
  return "done";
}

/** Stores the progress in the directory. @throws Lost if another run owns the move, or someone has canceled it */
async function save(run: Run, progress: Progress, more = sql``): Promise<void> {
  const { move } = run;
  run.spend(1);
  const now = Date.now();
  const [saved] = await run.ctx.db.all(sql`
    UPDATE tenant_moves SET rows_copied = ${progress.copied}, rows_verified = ${progress.verified}, rows_caught_up = ${progress.caughtUp},
      checksum = ${progress.checksum || null}, updated_at = ${at(now)}, run_until = ${at(now + (move.status === "frozen" ? FROZEN_LEASE_MS : LEASE_MS))}${more}
    WHERE ${isOwnRun(run)} AND status IN ('copying', 'verifying', 'frozen') RETURNING id`);
  if (!saved) throw new Lost();
}

const MAX_SWEPT = 20;

/** Queues idle moves again: their message was lost, or the old copy is due for deletion. Returns their number. */
export async function sweepMoves(ctx: Ctx): Promise<number> {
  const now = ctx.now.toISOString();
  const quiet = new Date(ctx.now.getTime() - 30_000).toISOString();
  const moves = await ctx.db.all<{ moveId: string }>(sql`
    SELECT id AS moveId FROM tenant_moves m WHERE finished_at IS NULL AND (run_until < ${now} OR (run_until IS NULL AND updated_at < ${quiet}))
      AND (status <> 'switched' OR clean_after <= ${now}
        OR NOT EXISTS (SELECT 1 FROM organizations o WHERE o.id = m.tenant_id) AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = m.tenant_id)
        OR settled = 0)
    ORDER BY updated_at LIMIT ${MAX_SWEPT}`);
  for (const job of moves) await attempt(ctx, "tenant moves", () => ctx.providers.operations.queueMove(job));
  return moves.length;
}
