import { desc, eq, gte, sql } from "drizzle-orm";
import { acrossTenants, type Side } from "#drizzle/d1/guard";
import { LATEST_MIGRATION } from "#drizzle/d1/latest-migration";
import { users } from "#drizzle/schema/identity";
import { checkResults, databaseSizes, operatorActions, requestHours, slowStatements } from "#drizzle/schema/operations";
import type { Topic } from "~/domain/outbox/topics";
import type { Ctx } from "~/domain/shared/context";
import { outboxes } from "~/domain/shared/outbox.server";
import { keyIds } from "~/domain/shared/secrets/encryption.server";
import { isOnThisShard, onWorkingShards, ownersAreOnThisShard } from "~/domain/shared/shards.server";
import { DAY_MS, HOUR_MS } from "~/domain/shared/time/dates";
import { allowOperator, requireSecondStep, secondStepOf } from "./allow.server";
import { CHECKS, checkStates } from "./checks";
import {
  type Attention,
  attentionOf,
  BUDGET_DAYS,
  DATABASE_LIMIT_BYTES,
  errorBudget,
  type Figures,
  groupFailed,
  MAX_FAILED,
  MAX_WAITING,
  OVERDUE_MS,
  type Queue,
  type QueueFigures,
} from "./figures";
import { movesQuery } from "./tenant-moves/moves.server";
import { hourOf } from "./usage";

/** The number of check runs considered: one hour. */
const CHECK_RUNS = 12;
const MAX_SLOW = 20;
const MAX_ACTIONS = 10;

/**
 * The state of the installation, without any tenant's data. Every query has its own limit, whatever the size of the tables. A
 * shard that fails is named, and the others are shown.
 * @throws DomainError not_found for anyone but operators; forbidden without two-step verification
 */
export async function readOperations(ctx: Ctx): Promise<Figures & { attention: Attention[] }> {
  const operator = allowOperator(ctx);
  const [[secondStep, ...central], { answers: tenants, failing }, keys] = await Promise.all([
    ctx.db.batch([secondStepOf(ctx, operator), ...centralReads(ctx), ...outboxReads(ctx, "identity")]),
    onWorkingShards(ctx, "operations", (bound) =>
      bound.db.batch([migrationsOf(bound), ...outboxReads(bound, "tenants"), webhookRead(bound)]),
    ),
    keyIds(ctx),
  ]);
  requireSecondStep(ctx, secondStep);
  const [identityMigrations, hours, [month], sizes, slow, checks, actions, moves, waiting, failed] = central;
  const allWaiting = [waiting, ...tenants.flatMap(([, rows, , webhooks]) => [rows, webhooks])];
  const allFailed = [failed, ...tenants.map(([, , rows]) => rows)];
  // A migration missing in one database does not count as applied.
  const [migrations] = [identityMigrations, ...tenants.map(([rows]) => rows)].flat().sort((a, b) => a.count - b.count);
  const applied = migrations?.newest ?? null;
  const figures: Figures = {
    at: ctx.now.toISOString(),
    queues: sumQueues(allWaiting.flat()),
    isMoreWaiting: allWaiting.some((queues) => total(queues) >= MAX_WAITING),
    deadLetters: groupFailed(allFailed.flat()),
    isMoreFailed: allFailed.some((rows) => rows.length >= MAX_FAILED),
    slowStatements: slow,
    databases: sizes.map((size) => ({ ...size, limitBytes: DATABASE_LIMIT_BYTES })),
    hours,
    budget: errorBudget({ requests: month?.requests ?? 0, serverErrors: month?.serverErrors ?? 0 }),
    checks: checkStates(checks, ctx.now.getTime()),
    keys,
    migrations: {
      applied,
      expected: LATEST_MIGRATION,
      // Migrations are applied before the Worker that needs them.
      isCurrent: applied !== null && applied >= LATEST_MIGRATION,
      count: migrations?.count ?? 0,
    },
    closedShards: [...ctx.shards.closed],
    failingShards: failing,
    moves,
    actions: actions.map(({ operator: email, ...action }) => ({ ...action, operator: email ?? "A deleted account" })),
  };
  return { ...figures, attention: attentionOf(figures) };
}

/** Sums a topic's rows over all databases; topics with the most rows first. */
function sumQueues(queues: readonly QueueFigures[]): QueueFigures[] {
  const sums = new Map<Queue, QueueFigures>();
  for (const queue of queues) {
    const sum = sums.get(queue.topic);
    sums.set(
      queue.topic,
      sum
        ? {
            topic: queue.topic,
            waiting: sum.waiting + queue.waiting,
            retrying: sum.retrying + queue.retrying,
            overdue: sum.overdue + queue.overdue,
            oldestAt: sum.oldestAt < queue.oldestAt ? sum.oldestAt : queue.oldestAt,
          }
        : queue,
    );
  }
  return [...sums.values()].sort((a, b) => b.waiting - a.waiting);
}

const total = (queues: readonly QueueFigures[]) => queues.reduce((sum, { waiting }) => sum + waiting, 0);

/** Reads the migrations of the database that runs the batch. */
function migrationsOf(ctx: Ctx) {
  return ctx.db.all<{ newest: string | null; count: number }>(
    sql`SELECT max(name) AS newest, count(*) AS count FROM d1_migrations`,
  );
}

/** Reads the operators' own tables and the list of migrations. */
function centralReads(ctx: Ctx) {
  const ago = (ms: number) => new Date(ctx.now.getTime() - ms);
  const { at, action, topic } = operatorActions;
  return [
    migrationsOf(ctx),
    ctx.db
      .select()
      .from(requestHours)
      .where(gte(requestHours.hour, hourOf(ago(DAY_MS - HOUR_MS))))
      .orderBy(desc(requestHours.hour))
      .limit(24),
    ctx.db.all<{ requests: number | null; serverErrors: number | null }>(sql`
      SELECT sum(requests) AS requests, sum(server_errors) AS serverErrors FROM request_hours
      WHERE hour >= ${hourOf(ago(BUDGET_DAYS * DAY_MS))}`),
    ctx.db.select().from(databaseSizes).orderBy(databaseSizes.name),
    ctx.db.select().from(slowStatements).orderBy(desc(slowStatements.maxMs)).limit(MAX_SLOW),
    ctx.db
      .select()
      .from(checkResults)
      .orderBy(desc(checkResults.at))
      .limit(CHECK_RUNS * CHECKS.length),
    ctx.db
      .select({ at, action, topic, operator: users.email })
      .from(operatorActions)
      .leftJoin(users, eq(users.id, operatorActions.operatorId))
      .orderBy(desc(operatorActions.id))
      .limit(MAX_ACTIONS),
    movesQuery(ctx),
  ] as const;
}

/**
 * Waiting deliveries to webhook endpoints, by their index. Overdue are those that are due while their endpoint is not being
 * processed; the endpoint's own time is moved on by each sweep, even if nothing consumes its queue.
 */
function webhookRead(ctx: Ctx) {
  const overdue = new Date(ctx.now.getTime() - OVERDUE_MS).toISOString();
  return ctx.db.all<QueueFigures>(sql`
    SELECT 'webhook' AS topic, count(*) AS waiting, sum(attempts > 0) AS retrying, coalesce(sum(is_left), 0) AS overdue, min(occurred_at) AS oldestAt
    FROM (SELECT ${sql.raw(acrossTenants)} d.attempts, d.occurred_at,
        e.status = 'enabled' AND d.next_attempt_at < ${overdue} AND coalesce(e.lease_until, '') < ${ctx.now.toISOString()} AS is_left
      FROM webhook_deliveries d INDEXED BY webhook_deliveries_due
      CROSS JOIN webhook_endpoints e ON e.org_id = d.org_id AND e.id = d.endpoint_id
      WHERE d.status = 'pending' AND ${isOnThisShard(sql`d.org_id`)} LIMIT ${MAX_WAITING})
    HAVING count(*) > 0`);
}

/** Uses the indexes of waiting and of failed rows, so that delivered rows are not read. */
function outboxReads(ctx: Ctx, side: Side) {
  const across = sql.raw(acrossTenants);
  const here = side === "tenants" ? sql`AND ${ownersAreOnThisShard}` : sql``;
  const overdue = new Date(ctx.now.getTime() - OVERDUE_MS).toISOString();
  const open = sql`(SELECT ${across} topic, attempts, coalesce(overdue_since, due_at) AS due_since, created_at FROM ${outboxes[side]}
    WHERE delivered_at IS NULL AND failed_at IS NULL ${here} ORDER BY due_at LIMIT ${MAX_WAITING})`;
  return [
    ctx.db.all<QueueFigures>(sql`
      SELECT topic, count(*) AS waiting, sum(attempts > 0) AS retrying, sum(due_since < ${overdue}) AS overdue,
        min(created_at) AS oldestAt FROM ${open} GROUP BY topic`),
    ctx.db.all<{ topic: Topic; error: string | null; failedAt: string }>(sql`
      SELECT ${across} topic, last_error AS error, failed_at AS failedAt FROM ${outboxes[side]}
      WHERE failed_at IS NOT NULL ${here} ORDER BY failed_at DESC LIMIT ${MAX_FAILED}`),
  ] as const;
}
