import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { CHECKS } from "~/domain/operations/checks";
import { QUEUE_NAMES, SECTIONS, TOPIC_NAMES } from "~/domain/operations/figures";
import { readOperations } from "~/domain/operations/read.server";
import { retryFailed } from "~/domain/operations/retry.server";
import { RetryFailed } from "~/domain/operations/schema";
import { cancelMove, readMove, startMove } from "~/domain/operations/tenant-moves/moves.server";
import { StartMove } from "~/domain/operations/tenant-moves/schema";
import { MOVE_STATUSES } from "~/domain/operations/tenant-moves/tenant-move";
import type { HonoEnv } from "../env";
import { json, jsonRequest, operation } from "./operation";

const tags = ["System"];
const WHO =
  "For those who look after the installation, with two-step verification. Anybody else gets 404, an Admin of a business too.";

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
  rowsVerified: count.describe("Compared on both shards"),
  rowsCaughtUp: count.describe("Changed meanwhile and copied again"),
  checksum: z.string().nullable().describe("SHA-256 over the compared rows"),
  switchedAt: instant.nullable(),
  readOnlyMs: count.nullable().describe("For so long nothing of the tenant could be written"),
  cleanAfter: instant.nullable().describe("The old copy is kept until then"),
  problem: z.string().nullable(),
  finishedAt: instant.nullable(),
});

const Figures = z.object({
  at: instant,
  attention: z
    .array(z.object({ section: z.enum(SECTIONS), message: z.string() }))
    .describe("What to look at; empty where all is as it should be"),
  checks: z.array(
    z.object({
      name: z.enum(CHECKS),
      state: z.enum(["ok", "failed", "late", "never"]),
      at: instant.nullable(),
      ms: count.nullable(),
      error: z.string().nullable(),
      passed: count.describe("Of the latest results"),
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
        serverErrors: count.describe("Answered with 500 and above"),
        shed: count.describe("Of these the ones answered with 503"),
        rowsRead: count,
        rowsWritten: count,
      }),
    )
    .describe("Of the last 24 hours, the latest first"),
  queues: z.array(
    z.object({ topic: z.enum(QUEUE_NAMES), waiting: count, retrying: count, overdue: count, oldestAt: instant }),
  ),
  isMoreWaiting: z.boolean(),
  deadLetters: z.array(z.object({ topic, error: z.string(), count, latestAt: instant })),
  isMoreFailed: z.boolean(),
  slowStatements: z.array(
    z.object({
      database: z.string(),
      statement: z.string().describe("Without its parameters"),
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
  moves: z.array(Move).describe("Of tenants between shards, the latest first"),
  migrations: z.object({ applied: z.string().nullable(), expected: z.string(), isCurrent: z.boolean(), count }),
  actions: z.array(z.object({ at: instant, operator: z.string(), action: z.literal("retry"), topic: z.string() })),
});

export const operations = new OpenAPIHono<HonoEnv>();

operations.openapi(
  operation("person", {
    method: "get",
    path: "/operations",
    tags,
    summary: "How the installation does: queues, failed deliveries, errors, databases and checks",
    description: WHO,
    responses: { 200: json(Figures) },
  }),
  async (c) => c.json(await readOperations(c.var.ctx), 200),
);

operations.openapi(
  operation("person", {
    method: "post",
    path: "/operations/retries",
    tags,
    summary: "Deliver once more what failed for good: up to a hundred of a topic, those that failed first",
    description: WHO,
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
    summary: "Move a business or a household to another shard while it is worked with",
    description: `${WHO} It needs a sign-in, or a confirmation, within the last ten minutes.`,
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
    summary: "How far a move between shards is",
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
    summary: "Cancel a move that has not switched yet",
    description: WHO,
    request: { params: moveId },
    responses: { 200: json(moveId) },
  }),
  async (c) => c.json(await cancelMove(c.var.ctx, c.req.valid("param").id), 200),
);
