import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { CHECKS } from "~/domain/operations/checks";
import { QUEUE_NAMES, SECTIONS, TOPIC_NAMES } from "~/domain/operations/figures";
import { readOperations } from "~/domain/operations/read.server";
import { retryFailed } from "~/domain/operations/retry.server";
import { RetryFailed } from "~/domain/operations/schema";
import { cancelMove, readMove, startMove } from "~/domain/operations/tenant-moves/moves.server";
import { StartMove } from "~/domain/operations/tenant-moves/schema";
import { MOVE_STATUSES } from "~/domain/operations/tenant-moves/tenant-move";
import { json, jsonRequest, operation } from "./operation";

const tags = ["System"];
const WHO =
  "Only for operators of the installation with two-step verification. Everyone else gets 404, including Admins of a business.";

const topic = z.enum(TOPIC_NAMES);
const instant = z.string();
const count = z.int();

const Move = z.object({
  id: z.string(),
  kind: z.enum(["business", "household"]),
  tenantId: z.string(),
  fromShard: z.string(),
  toShard: z.string(),
  status: z.enum(MOVE_STATUSES),
  createdAt: instant,
  rowTotal: count.nullable().describe("Null until the rows are counted"),
  rowsCopied: count,
  rowsVerified: count.describe("Number of rows compared on both shards"),
  rowsCaughtUp: count.describe("Number of rows that changed during the move and were copied again"),
  checksum: z.string().nullable().describe("SHA-256 of the compared rows"),
  switchedAt: instant.nullable(),
  readOnlyMs: count.nullable().describe("Milliseconds for which the tenant was read-only"),
  cleanAfter: instant.nullable().describe("When the old copy is deleted"),
  problem: z.string().nullable(),
  finishedAt: instant.nullable(),
});

const Figures = z.object({
  at: instant,
  attention: z
    .array(z.object({ section: z.enum(SECTIONS), message: z.string() }))
    .describe("Problems to look at; empty if there are none"),
  checks: z.array(
    z.object({
      name: z.enum(CHECKS),
      state: z.enum(["ok", "failed", "late", "never"]),
      at: instant.nullable(),
      ms: count.nullable(),
      error: z.string().nullable(),
      passed: count.describe("Number of checks that passed in the latest results"),
      of: count,
    }),
  ),
  budget: z.object({
    days: count,
    targetPercent: z.number(),
    requests: count,
    serverErrors: count,
    allowed: count,
    leftPercent: z.number(),
  }),
  hours: z
    .array(
      z.object({
        hour: instant,
        requests: count,
        serverErrors: count.describe("Number of requests with a response of 500 or above"),
        shed: count.describe("Number of those with a response of 503"),
        rowsRead: count,
        rowsWritten: count,
      }),
    )
    .describe("The last 24 hours, newest first"),
  queues: z.array(
    z.object({ topic: z.enum(QUEUE_NAMES), waiting: count, retrying: count, overdue: count, oldestAt: instant }),
  ),
  isMoreWaiting: z.boolean(),
  deadLetters: z.array(z.object({ topic, error: z.string(), count, latestAt: instant })),
  isMoreFailed: z.boolean(),
  slowStatements: z.array(
    z.object({
      database: z.string(),
      statement: z.string().describe("The SQL without its parameters"),
      runs: count,
      totalMs: z.number(),
      maxMs: z.number(),
      maxRowsRead: count,
      firstAt: instant,
      lastAt: instant,
    }),
  ),
  databases: z.array(z.object({ name: z.string(), bytes: count, limitBytes: count, measuredAt: instant })),
  keys: z
    .object({ inUse: z.string(), previous: z.string().nullable() })
    .describe("Ids of the keys that secrets in the database are encrypted with"),
  moves: z.array(Move).describe("Moves of tenants between shards, newest first"),
  closedShards: z
    .array(z.string())
    .describe("Shards closed for maintenance; their queues, failed deliveries and migrations are not included"),
  failingShards: z
    .array(z.string())
    .describe("Shards that could not be read; their queues, failed deliveries and migrations are not included"),
  migrations: z.object({ applied: z.string().nullable(), expected: z.string(), isCurrent: z.boolean(), count }),
  actions: z.array(z.object({ at: instant, operator: z.string(), action: z.literal("retry"), topic: z.string() })),
});

export const operations = new OpenAPIHono<HonoEnv>();

operations.openapi(
  operation("person", {
    method: "get",
    path: "/operations",
    tags,
    summary: "Get the state of the installation",
    description: `Queues, failed deliveries, errors, databases and checks. ${WHO}`,
    responses: { 200: json(Figures) },
  }),
  async (c) => c.json(await readOperations(c.var.ctx), 200),
);

operations.openapi(
  operation("person", {
    method: "post",
    path: "/operations/retries",
    tags,
    summary: "Retry failed deliveries",
    description: `Up to 100 of a topic, those that failed first. ${WHO}`,
    request: { body: jsonRequest(RetryFailed) },
    responses: { 200: json(z.object({ topic, retried: count })) },
  }),
  async (c) => c.json(await retryFailed(c.var.ctx, c.req.valid("json")), 200),
);

const moveId = z.object({ id: z.uuid() });

operations.openapi(
  operation("person", {
    method: "post",
    path: "/operations/moves",
    tags,
    summary: "Move a business or a household to another shard",
    description: `${WHO} The tenant stays in use while it moves. Takes a sign-in or a confirmed identity within the last ten minutes.`,
    request: { body: jsonRequest(StartMove) },
    responses: { 202: json(moveId) },
  }),
  async (c) => c.json(await startMove(c.var.ctx, c.req.valid("json")), 202),
);

operations.openapi(
  operation("person", {
    method: "get",
    path: "/operations/moves/{id}",
    tags,
    summary: "Get the progress of a move between shards",
    description: WHO,
    request: { params: moveId },
    responses: { 200: json(Move) },
  }),
  async (c) => c.json(await readMove(c.var.ctx, c.req.valid("param").id), 200),
);

operations.openapi(
  operation("person", {
    method: "post",
    path: "/operations/moves/{id}/cancel",
    tags,
    summary: "Cancel a move between shards",
    description: `Possible until it has switched to the new shard. ${WHO}`,
    request: { params: moveId },
    responses: { 200: json(moveId) },
  }),
  async (c) => c.json(await cancelMove(c.var.ctx, c.req.valid("param").id), 200),
);
