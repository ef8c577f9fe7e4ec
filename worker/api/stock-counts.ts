import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { COUNT_STATUSES } from "~/domain/inventory/counts/count";
import { addCountLine, countLine, postCount } from "~/domain/inventory/counts/count-lines.server";
import {
  type Count,
  type CountLine,
  cancelCount,
  countSheet,
  findCount,
  findCountLine,
  listCounts,
  startCount,
} from "~/domain/inventory/counts/counts.server";
import { BASE_UNITS } from "~/domain/inventory/items/item";
import { CountedLine, CountFilter, CountLineFilter, NewCount, NewCountLine } from "~/domain/inventory/schema";
import { decimalOrNull, quantityOrNull } from "./answer-fields";
import { json, jsonRequest, operation } from "./operation";

const tags = ["Inventory"];
const params = z.object({ id: z.string().max(100) });
const lineParams = z.object({ id: z.string().max(100), lineId: z.string().max(100) });
const text = z.string().nullable();
const count = z.number().int();

const CountAnswer = z.object({
  id: z.string(),
  locationId: z.string(),
  locationName: z.string(),
  status: z.enum(COUNT_STATUSES),
  blind: z.boolean().describe("True if the expected quantities are hidden from the people counting"),
  note: text,
  lineCount: count,
  countedCount: count,
  differentCount: count
    .nullable()
    .describe(
      "Number of counted lines that differ from the stock on hand at that moment; null in an open blind count if you may not post it",
    ),
  postedCount: count,
  postedValue: z
    .number()
    .nullable()
    .describe("Total cost of its movements, in dollars, with their sign; null if you may not see costs"),
  createdAt: z.string(),
  createdBy: text,
  closedAt: text,
});

const LineAnswer = z.object({
  id: z.string(),
  itemId: z.string(),
  sku: z.string(),
  name: z.string(),
  baseUnit: z.enum(BASE_UNITS),
  locationId: z.string(),
  locationName: z.string(),
  counted: z.number().nullable().describe("In the item's base unit, to the thousandth; null until counted"),
  expected: z
    .number()
    .nullable()
    .describe("On hand when it was counted, otherwise now; null in a blind count, except in the view of differences"),
  difference: z.number().nullable().describe("Quantity that posting adds or removes"),
  differenceValue: z
    .number()
    .nullable()
    .describe("At average cost, in dollars; null if unknown, or if you may not see costs"),
  countedAt: text,
  countedBy: text,
  postedAt: text,
  version: count,
});

const countOf = ({ postedValueMinor, truckOf: _, ...row }: Count) => ({
  ...row,
  postedValue: decimalOrNull(postedValueMinor),
});

function lineOf({ position: _, countedMilli, expectedMilli, differenceMilli, differenceMinor, ...row }: CountLine) {
  return {
    ...row,
    counted: quantityOrNull(countedMilli),
    expected: quantityOrNull(expectedMilli),
    difference: quantityOrNull(differenceMilli),
    differenceValue: decimalOrNull(differenceMinor),
  };
}

export const stockCounts = new OpenAPIHono<HonoEnv>();

stockCounts.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/counts",
    tags,
    summary: "List stock counts",
    description: "Newest first.",
    request: { query: CountFilter },
    responses: { 200: json(z.object({ items: z.array(CountAnswer), nextCursor: text, total: count.nullable() })) },
  }),
  async (c) => {
    const { items, nextCursor, total } = await listCounts(c.var.ctx, c.req.valid("query"));
    return c.json({ items: items.map(countOf), nextCursor, total }, 200);
  },
);

stockCounts.openapi(
  operation("inventory.read", {
    method: "post",
    path: "/inventory/counts",
    tags,
    summary: "Start a stock count",
    description:
      "Counts a location and its bins; only one count of a location can be open. Technicians count their own truck.",
    request: { body: jsonRequest(NewCount) },
    responses: { 201: json(CountAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    return c.json(countOf(await findCount(ctx, (await startCount(ctx, c.req.valid("json"))).id)), 201);
  },
);

stockCounts.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/counts/{id}",
    tags,
    summary: "Get a stock count",
    request: { params },
    responses: { 200: json(CountAnswer) },
  }),
  async (c) => c.json(countOf(await findCount(c.var.ctx, c.req.valid("param").id)), 200),
);

stockCounts.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/counts/{id}/lines",
    tags,
    summary: "List the lines of a stock count",
    description: "In the order of the count sheet.",
    request: { params, query: CountLineFilter },
    responses: { 200: json(z.object({ items: z.array(LineAnswer), nextCursor: text, total: count.nullable() })) },
  }),
  async (c) => {
    const { lines } = await countSheet(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    const { items, nextCursor, total } = lines;
    return c.json({ items: items.map(lineOf), nextCursor, total }, 200);
  },
);

stockCounts.openapi(
  operation("inventory.read", {
    method: "post",
    path: "/inventory/counts/{id}/lines",
    tags,
    summary: "Find or create a line of a stock count",
    description: "Finds the line of an item by its id, barcode or SKU, or adds one to the sheet.",
    request: { params, body: jsonRequest(NewCountLine) },
    responses: { 201: json(LineAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = c.req.valid("param");
    const { lineId } = await addCountLine(ctx, id, c.req.valid("json"));
    return c.json(lineOf((await findCountLine(ctx, id, lineId)).line), 201);
  },
);

stockCounts.openapi(
  operation("inventory.read", {
    method: "put",
    path: "/inventory/counts/{id}/lines/{lineId}",
    tags,
    summary: "Record a counted quantity",
    description:
      "Records it with the stock on hand at this moment. If a line is counted again, the later count replaces the earlier one.",
    request: { params: lineParams, body: jsonRequest(CountedLine) },
    responses: { 200: json(LineAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id: countId, lineId } = c.req.valid("param");
    await countLine(ctx, { countId, lineId }, c.req.valid("json"));
    return c.json(lineOf((await findCountLine(ctx, countId, lineId)).line), 200);
  },
);

stockCounts.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/counts/{id}/post",
    tags,
    summary: "Post a stock count",
    description: "Adjusts the stock by the differences of all counted lines. Posting it again changes nothing.",
    request: { params },
    responses: {
      200: json(
        CountAnswer.extend({ remaining: count.describe("Number of counted lines that another request has to post") }),
      ),
    },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id, remaining } = await postCount(ctx, c.req.valid("param").id);
    return c.json({ ...countOf(await findCount(ctx, id)), remaining }, 200);
  },
);

stockCounts.openapi(
  operation("inventory.read", {
    method: "post",
    path: "/inventory/counts/{id}/cancel",
    tags,
    summary: "Cancel a stock count",
    description: "Ends it without moving stock. Canceling it again changes nothing.",
    request: { params },
    responses: { 200: json(CountAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    return c.json(countOf(await findCount(ctx, (await cancelCount(ctx, c.req.valid("param").id)).id)), 200);
  },
);
