import { randomUUID } from "node:crypto";
import type { SQL } from "drizzle-orm";
import { runMove } from "~/domain/operations/tenant-moves/run.server";
import type { Ctx } from "~/domain/shared/context";
import { type OpenOptions, openDatabase } from "../drizzle/d1/session";
import { tenantGuard } from "../drizzle/d1/tenants";
import { workerDatabases } from "../scripts/worker-access.mjs";
import { householdCtx } from "../tests/support/household-ctx";
import type { Visitor } from "../tests/support/visitor";
import { atMost, type Figure, percentile, round } from "./figure";
import { localWith } from "./local";
import { copy } from "./served";

const WORK_ORDERS = Number(process.env.MOVE_WORK_ORDERS ?? 100_000);
const WRITERS = 16;
const KILLS = 20;
/** How many of the kills happen while the business is read-only. */
const KILLS_WHILE_FROZEN = 3;

class Killed extends Error {}

interface Written {
  name: string;
  key: string;
  id: string | null;
}

/**
 * Moves a business with many work orders to another shard during writes by sixteen people. The move's run is killed twenty times,
 * at random round trips, and resumed as by the queue.
 */
export async function run(): Promise<Figure[]> {
  const { worker, url, db, admin } = await localWith(WORK_ORDERS);
  const databases = workerDatabases(worker);
  const { directory } = databases;
  const orgId = await directory.prepare("SELECT id FROM organizations WHERE name LIKE 'Lakeside%'").first<string>("id");
  const moveId = randomUUID();
  const now = new Date().toISOString();
  await directory
    .prepare(
      "INSERT INTO tenant_moves (id, kind, tenant_id, from_shard, to_shard, status, requested_by, created_at, updated_at) VALUES (?, 'business', ?, '2', '1', 'copying', 'bench', ?, ?)",
    )
    .bind(moveId, orgId, now, now)
    .run();
  const ctxOf = (options: Partial<OpenOptions>): Ctx => ({
    ...householdCtx(db, ""),
    ...openDatabase(databases, { guard: tenantGuard(), ...options }),
    ...{ actor: { kind: "system", member: null }, now: new Date() },
  });
  const stateOf = () =>
    directory
      .prepare(
        "SELECT status, row_total AS total, rows_copied AS copied, rows_verified AS verified, rows_caught_up AS caughtUp, read_only_ms AS readOnlyMs FROM tenant_moves WHERE id = ?",
      )
      .bind(moveId)
      .first<{
        status: string;
        total: number;
        copied: number;
        verified: number;
        caughtUp: number;
        readOnlyMs: number;
      }>();
  const writers = Array.from({ length: WRITERS }, (_, n) => writer(copy(url, admin), n));
  const began = performance.now();
  let kills = 0;
  let frozenKills = 0;
  for (let over = false; !over; ) {
    const isFrozen = (await stateOf())?.status === "frozen";
    const dies = isFrozen ? frozenKills < KILLS_WHILE_FROZEN : kills < KILLS - KILLS_WHILE_FROZEN;
    // After the round trips with which a run determines its state, so that each run makes some progress.
    let left = dies ? 8 + Math.floor(Math.random() * 60) : Number.POSITIVE_INFINITY;
    const ctx = ctxOf({
      beforeCall: () => {
        left -= 1;
        if (left < 0) throw new Killed();
      },
    });
    // The first runs that stop writes are killed right afterward.
    if (frozenKills < KILLS_WHILE_FROZEN)
      watchFreeze(ctx, () => {
        left = Math.min(left, 1 + Math.floor(Math.random() * 5));
      });
    try {
      const outcome = await runMove(ctx, { moveId });
      if (outcome === "busy") await pause(200);
      over = outcome === "waiting" || outcome === "done";
    } catch (error) {
      if (!isKilled(error)) throw error;
      kills += 1;
      if ((await stateOf())?.status === "frozen") frozenKills += 1;
    }
  }
  const seconds = (performance.now() - began) / 1000;
  await pause(1000);
  for (const each of writers) each.stop();
  await Promise.all(writers.map(({ done }) => done));
  const written = writers.flatMap((each) => each.written);
  const state = await stateOf();
  const home = databases.shards.get("1");
  const { results: there } = (await home
    ?.prepare("SELECT id, last_name AS name FROM customers WHERE org_id = ? AND first_name = 'Kim'")
    .bind(orgId)
    .all<{ id: string; name: string }>()) ?? { results: [] };
  const counts = new Map<string, number>();
  for (const { name } of there) counts.set(name, (counts.get(name) ?? 0) + 1);
  const ids = new Set(there.map(({ id }) => id));
  const orders = await Promise.all(
    ["2", "1"].map((shard) =>
      databases.shards
        .get(shard)
        ?.prepare("SELECT count(*) AS n FROM work_orders WHERE org_id = ?")
        .bind(orgId)
        .first<number>("n"),
    ),
  );
  await worker.dispose();
  const refused = writers.map(({ longestRefusedMs }) => longestRefusedMs());
  return [
    { figure: "work orders of the business", value: orders[0] ?? 0 },
    { figure: "rows copied", value: state?.copied ?? 0 },
    { figure: "rows compared on both shards", value: state?.verified ?? 0 },
    { figure: "rows that changed meanwhile and were copied again", value: state?.caughtUp ?? 0 },
    { figure: "time to move, with kills and writers", value: `${round(seconds)} s` },
    { figure: "runs killed", value: kills, goal: `at least ${KILLS}`, met: kills >= KILLS },
    { figure: "of these while writes were stopped", value: frozenKills },
    { figure: "writes acknowledged meanwhile", value: written.filter(({ id }) => id !== null).length },
    atMost("acknowledged writes lost", written.filter(({ id }) => id !== null && !ids.has(id)).length, 0),
    atMost("writes with more or less than one effect", written.filter(({ name }) => counts.get(name) !== 1).length, 0),
    atMost("work orders lost or doubled", Math.abs((orders[0] ?? 0) - (orders[1] ?? 0)), 0),
    { figure: "longest a writer was refused, p50 of writers", value: `${round(percentile(refused, 0.5) / 1000)} s` },
    atMost("read-only", (state?.readOnlyMs ?? Number.NaN) / 1000, 5, " s"),
  ];
}

/** Signals when the statement that stops writes is sent. */
function watchFreeze(ctx: Ctx, onFrozen: () => void): void {
  const all = ctx.db.all.bind(ctx.db);
  ctx.db.all = (query) => {
    const { queryChunks } = query as SQL;
    if (
      queryChunks.some((chunk) =>
        String((chunk as { value?: unknown } | undefined)?.value).includes("status = 'frozen'"),
      )
    )
      onFrozen();
    return all(query);
  };
}

const isKilled = (error: unknown): boolean =>
  error instanceof Killed || (error instanceof Error && error.cause instanceof Killed);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Adds customers one after another; a request that is temporarily refused or unanswered is retried with its key. */
function writer(visitor: Visitor, n: number) {
  const written: Written[] = [];
  let isOn = true;
  let longest = 0;
  const done = (async () => {
    for (let at = 0; isOn; at += 1) {
      const each: Written = { name: `Move${n}x${at}`, key: `move-tenant-${n}-${at}-${randomUUID()}`, id: null };
      written.push(each);
      const body = { firstName: "Kim", lastName: each.name, customerType: "residential" };
      let refusedAt: number | null = null;
      while (each.id === null) {
        const answer = await visitor
          .post<{ id: string }>("/api/customers", body, { "idempotency-key": each.key })
          .catch(() => null);
        if (answer?.status === 201) each.id = answer.json.id;
        else if (answer?.status === 503 || answer === null) {
          refusedAt ??= performance.now();
          await pause(100);
        } else throw new Error(`writer: ${answer.status} ${answer.text}`);
      }
      if (refusedAt !== null) longest = Math.max(longest, performance.now() - refusedAt);
    }
  })();
  return {
    ...{ written, done, longestRefusedMs: () => longest },
    stop: () => {
      isOn = false;
    },
  };
}
