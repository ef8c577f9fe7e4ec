import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { findRecords } from "~/domain/knowledge-graph/find.server";
import { findRecord, listNeighbors, loadGraph } from "~/domain/knowledge-graph/load.server";
import { partUses } from "~/domain/knowledge-graph/part-uses.server";
import { parseState, RECORD_KINDS, RELATION_NAMES } from "~/domain/knowledge-graph/record";
import { GraphQuery, NeighborQuery, PathQuery } from "~/domain/knowledge-graph/schema";
import { findPath } from "~/domain/knowledge-graph/shortest-path.server";
import { json, operation } from "./operation";

const tags = ["Knowledge graph"];
const kind = z.enum(RECORD_KINDS);
const key = z.string().describe("`kind:id`");

const GraphRecord = z.object({
  key,
  kind,
  id: z.string(),
  ref: z.string().describe("What its page is found by: a number or an id; for a circuit, that of its equipment"),
  label: z.string(),
  detail: z.string().nullable(),
  at: z.string().nullable().describe("The day or time that a filter by time uses"),
});
const relation = z.enum(RELATION_NAMES);

export const knowledgeGraph = new OpenAPIHono<HonoEnv>();

knowledgeGraph.openapi(
  operation("member", {
    method: "get",
    path: "/knowledge-graph",
    tags,
    summary: "Get a record and its connections",
    description:
      "Starts from one record; `open` expands others. Each relation returns 12 records at a time, and `more` counts the rest. Kinds of records you do not have access to are left out.",
    request: { query: GraphQuery },
    responses: {
      200: json(
        z.object({
          records: z.array(GraphRecord),
          edges: z.array(z.object({ from: key, to: key, relation })),
          more: z.array(
            z.object({
              ...{ key, relation, kind, shown: z.int(), total: z.int() },
              atLeast: z.boolean().describe("True if there are at least that many, because counting stopped there"),
            }),
          ),
          missing: z.int().describe("Expanded records that do not exist or that you do not have access to"),
        }),
      ),
    },
  }),
  async (c) => c.json(await loadGraph(c.var.ctx, parseState(new URL(c.req.url).searchParams)), 200),
);

knowledgeGraph.openapi(
  operation("member", {
    method: "get",
    path: "/knowledge-graph/search",
    tags,
    summary: "Search for records to start from",
    request: { query: z.object({ q: z.string().max(200).default("") }) },
    responses: {
      200: json(
        z.object({ items: z.array(z.object({ key, kind, label: z.string(), detail: z.string().nullable() })) }),
      ),
    },
  }),
  async (c) => c.json({ items: await findRecords(c.var.ctx, c.req.valid("query").q) }, 200),
);

knowledgeGraph.openapi(
  operation("member", {
    method: "get",
    path: "/knowledge-graph/way",
    tags,
    summary: "Find the shortest path between two records",
    description:
      "At most six steps. Only the newest 30 records of each relation are searched, so a path through older ones may be missed. Returns no records if there is no path.",
    request: { query: PathQuery },
    responses: {
      200: json(
        z.object({
          to: GraphRecord.describe("The record to reach, also if no path was found"),
          records: z.array(GraphRecord).describe("In order, from one end to the other"),
          steps: z.array(
            z.object({ from: key, to: key, relation, source: key.describe("The record the `relation` starts from") }),
          ),
          looked: z.int().describe("Number of records searched"),
        }),
      ),
    },
  }),
  async (c) => {
    const { from, to, hide } = c.req.valid("query");
    return c.json(
      await findPath(c.var.ctx, { from, to, hidden: RECORD_KINDS.filter((one) => hide?.includes(one)) }),
      200,
    );
  },
);

knowledgeGraph.openapi(
  operation("member", {
    method: "get",
    path: "/knowledge-graph/records/{kind}/{recordId}",
    tags,
    summary: "Get a record of the graph",
    request: { params: z.object({ kind, recordId: z.string() }) },
    responses: { 200: json(GraphRecord) },
  }),
  async (c) => {
    const { kind, recordId } = c.req.valid("param");
    return c.json(await findRecord(c.var.ctx, { kind, id: recordId }), 200);
  },
);

knowledgeGraph.openapi(
  operation("member", {
    method: "get",
    path: "/knowledge-graph/records/{kind}/{recordId}/neighbors",
    tags,
    summary: "List a record's connections by one relation",
    request: { params: z.object({ kind, recordId: z.string() }), query: NeighborQuery },
    responses: {
      200: json(
        z.object({
          items: z.array(GraphRecord),
          nextCursor: z.string().nullable(),
          total: z.null().describe("Always null: not counted"),
        }),
      ),
    },
  }),
  async (c) => {
    const { kind, recordId } = c.req.valid("param");
    const { items, nextCursor } = await listNeighbors(c.var.ctx, { kind, id: recordId }, c.req.valid("query"));
    return c.json({ items, nextCursor, total: null }, 200);
  },
);

knowledgeGraph.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/knowledge-graph/parts/{itemId}/uses",
    tags,
    summary: "Get the equipment and models a part was used in",
    request: { params: z.object({ itemId: z.string() }) },
    responses: {
      200: json(
        z.object({
          item: z.object({ id: z.string(), name: z.string(), sku: z.string() }),
          models: z.array(
            z.object({
              ...{ model: z.string().nullable(), times: z.int(), callbacks: z.int() },
              units: z.array(
                z.object({
                  ...{ equipmentId: z.string(), name: z.string(), times: z.int() },
                  ...{ lastUsedAt: z.string(), lastWorkOrderNumber: z.int() },
                }),
              ),
            }),
          ),
          uses: z.int(),
          isCut: z.boolean().describe("True if older uses were left out"),
        }),
      ),
    },
  }),
  async (c) => {
    const { again: _, ...uses } = await partUses(c.var.ctx, c.req.valid("param").itemId);
    return c.json(uses, 200);
  },
);
