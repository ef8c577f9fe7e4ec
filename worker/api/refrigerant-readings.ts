import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { METERING_DEVICES, VERDICTS } from "~/domain/refrigerant/charge";
import type { LeakRate } from "~/domain/refrigerant/leaks/leak-rate";
import { LEAK_STATES, REGIMES } from "~/domain/refrigerant/leaks/leak-rules";
import { type CircuitLeak, circuitLeaks } from "~/domain/refrigerant/leaks/leaks.server";
import {
  latestReading,
  listReadings,
  type OnWorkOrder,
  type Reading,
  readingDetail,
  readingHistory,
} from "~/domain/refrigerant/list.server";
import { changeReading, recordReading, removeReading } from "~/domain/refrigerant/record.server";
import { HistoryFilter, NewReading, ReadingChange, ReadingRemoval, ReadingsFilter } from "~/domain/refrigerant/schema";
import type { Page } from "~/domain/shared/paging.server";
import { ofWorkOrder } from "./answer-fields";
import { json, jsonRequest, noContent, operation, whole } from "./operation";

const text = z.string().nullable();
const psig = z.number().nullable().describe("Gauge pressure, psig; null if not measured");
const fahrenheit = z.number().nullable().describe("°F; null if not measured");
const pounds = z.number().nullable().describe("Pounds");

const Figure = z
  .object({
    value: z.number().describe("°F"),
    target: z
      .object({ from: z.number(), to: z.number() })
      .nullable()
      .describe("°F; null if it must be read from a chart"),
    level: z.enum(["low", "right", "high"]).nullable(),
  })
  .nullable();

const ReadingAnswer = z.object({
  id: z.string(),
  workOrderId: z.string(),
  equipmentId: z.string(),
  serviceGroupId: z.string().describe("The refrigerant circuit"),
  circuitName: text,
  refrigerant: z.string(),
  metering: z.enum(METERING_DEVICES),
  altitudeFeet: z.number().int(),
  targetSubcoolingF: fahrenheit.describe("Target subcooling on the nameplate, °F; null if not read"),
  suctionPsig: psig,
  suctionTempF: fahrenheit,
  liquidPsig: psig,
  liquidTempF: fahrenheit,
  indoorWetBulbF: fahrenheit,
  outdoorDryBulbF: fahrenheit,
  addedLb: pounds,
  recoveredLb: pounds,
  cylinder: text,
  technicianId: text.describe("The technician who added or recovered refrigerant; null if no one did"),
  isDisposal: z.boolean().describe("True if it was recovered before the equipment was disposed of"),
  certificate: text.describe("The technician's EPA 608 certificate on that day; null if none was valid"),
  notes: text,
  superheat: Figure,
  subcooling: Figure,
  verdict: z.enum(VERDICTS),
  reasons: z.array(z.string()),
  next: z.array(z.string()).describe("What to check next"),
  takenAt: z.string(),
  takenBy: text,
  deletedAt: text.describe("Null unless it was deleted: it no longer counts, but its refrigerant stays on record"),
  deletedBy: text,
  deletionReason: text,
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const ReadingList = z.object({
  items: z.array(ReadingAnswer),
  nextCursor: text,
  total: z.number().int().nullable(),
});

const tags = ["Refrigerant readings"];
const ofUnit = ofWorkOrder.extend({ equipmentId: z.string().max(100) });
const ofCircuit = ofWorkOrder.extend({ groupId: z.string().max(100) });
const ofReading = z.object({ id: z.string().max(100) });

function readingOf({ assessment, ...row }: Reading): z.output<typeof ReadingAnswer> {
  const { id, workOrderId, equipmentId, serviceGroupId, circuitName, refrigerant, metering, altitudeFeet } = row;
  const { targetSubcoolingF, suctionPsig, suctionTempF, liquidPsig, liquidTempF, indoorWetBulbF } = row;
  const { outdoorDryBulbF, addedLb, recoveredLb, cylinder, technicianId, certificate, isDisposal } = row;
  const { notes, takenAt, takenBy, version, createdAt } = row;
  const { superheat, subcooling, verdict, reasons, next } = assessment;
  return {
    ...{ id, workOrderId, equipmentId, serviceGroupId, circuitName, refrigerant, metering, altitudeFeet },
    ...{ targetSubcoolingF, suctionPsig, suctionTempF, liquidPsig, liquidTempF, indoorWetBulbF, outdoorDryBulbF },
    ...{ addedLb, recoveredLb, cylinder, technicianId, certificate, isDisposal },
    ...{ notes, superheat, subcooling, verdict, reasons, next },
    ...{ takenAt, takenBy, version, createdAt, updatedAt: row.updatedAt },
    ...{ deletedAt: row.removedAt, deletedBy: row.removedBy, deletionReason: row.removalReason },
  };
}

const pageOf = ({ items, nextCursor, total }: Page<Reading>) => ({ items: items.map(readingOf), nextCursor, total });

export const refrigerantReadings = new OpenAPIHono<HonoEnv>();

refrigerantReadings.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/{id}/equipment/{equipmentId}/refrigerant-readings",
    tags,
    summary: "List the refrigerant readings of equipment on a work order",
    description: "Newest first.",
    request: { params: ofUnit, query: ReadingsFilter },
    responses: { 200: json(ReadingList) },
  }),
  async (c) => {
    const { id, equipmentId } = c.req.valid("param");
    return c.json(pageOf(await listReadings(c.var.ctx, { ref: id, equipmentId }, c.req.valid("query"))), 200);
  },
);

refrigerantReadings.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/{id}/equipment/{equipmentId}/refrigerant-readings/latest",
    tags,
    summary: "Get the latest refrigerant reading of equipment on a work order",
    request: { params: ofUnit },
    responses: { 200: json(ReadingAnswer) },
  }),
  async (c) => {
    const { id, equipmentId } = c.req.valid("param");
    return c.json(readingOf(await latestReading(c.var.ctx, { ref: id, equipmentId })), 200);
  },
);

refrigerantReadings.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/work-orders/{id}/equipment/{equipmentId}/refrigerant-readings",
    tags,
    summary: "Create a refrigerant reading of equipment on a work order",
    description: "Equipment with more than one circuit needs `serviceGroupId`.",
    request: { params: ofUnit, body: jsonRequest(NewReading) },
    responses: { 201: json(ReadingAnswer) },
  }),
  async (c) => {
    const { id, equipmentId } = c.req.valid("param");
    return c.json(await recorded(c.var.ctx, { ref: id, equipmentId }, c.req.valid("json")), 201);
  },
);

refrigerantReadings.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/{id}/service-groups/{groupId}/refrigerant-readings",
    tags,
    summary: "List the refrigerant readings of a circuit on a work order",
    description: "Newest first.",
    request: { params: ofCircuit, query: ReadingsFilter },
    responses: { 200: json(ReadingList) },
  }),
  async (c) => {
    const { id, groupId } = c.req.valid("param");
    return c.json(
      pageOf(await listReadings(c.var.ctx, { ref: id, serviceGroupId: groupId }, c.req.valid("query"))),
      200,
    );
  },
);

refrigerantReadings.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/work-orders/{id}/service-groups/{groupId}/refrigerant-readings",
    tags,
    summary: "Create a refrigerant reading of a circuit on a work order",
    request: { params: ofCircuit, body: jsonRequest(NewReading) },
    responses: { 201: json(ReadingAnswer) },
  }),
  async (c) => {
    const { id, groupId } = c.req.valid("param");
    return c.json(await recorded(c.var.ctx, { ref: id, serviceGroupId: groupId }, c.req.valid("json")), 201);
  },
);

refrigerantReadings.openapi(
  operation("work_orders.read", {
    method: "put",
    path: "/refrigerant-readings/{id}",
    tags,
    summary: "Update a refrigerant reading",
    description: "Omitted fields stay unchanged.",
    request: { params: ofReading, body: jsonRequest(ReadingChange) },
    responses: { 200: json(ReadingAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = c.req.valid("param");
    await changeReading(ctx, id, c.req.valid("json"));
    return c.json(readingOf(await readingDetail(ctx, id)), 200);
  },
);

refrigerantReadings.openapi(
  operation("work_orders.read", {
    method: "delete",
    path: "/refrigerant-readings/{id}",
    tags,
    summary: "Delete a refrigerant reading",
    description:
      "A reading with refrigerant added or recovered needs a `reason`, and stays in the equipment's record and audit packet, marked as deleted.",
    request: { params: ofReading, query: ReadingRemoval },
    responses: { 204: noContent },
  }),
  async (c) => {
    await removeReading(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    return c.body(null, 204);
  },
);

refrigerantReadings.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/equipment/{id}/refrigerant-readings/history",
    tags,
    summary: "List all refrigerant readings of equipment",
    description:
      "On all its work orders, newest first, with the deleted ones that had refrigerant added or recovered: they stay on record, with `deletedAt`.",
    request: { params: ofReading, query: HistoryFilter },
    responses: { 200: json(ReadingList) },
  }),
  async (c) => c.json(pageOf(await readingHistory(c.var.ctx, c.req.valid("param").id, c.req.valid("query"))), 200),
);

const Rate = z.object({
  percent: z.number().describe("Percent of the full charge per year"),
  addedLb: z.number(),
  days: z.number().int().describe("Number of days it is calculated over"),
});

const LeakAnswer = z.object({
  serviceGroupId: z.string(),
  name: z.string(),
  refrigerant: z.string(),
  chargeLb: pounds,
  regime: z.enum(REGIMES),
  why: z.string(),
  citation: text,
  thresholdPercent: z.number().nullable(),
  state: z
    .enum(LEAK_STATES)
    .nullable()
    .describe("The worse result of the two methods against the threshold; null without a leak rate"),
  rates: z
    .object({ date: z.string().describe("Date of the latest addition"), annualizing: Rate, rolling: Rate })
    .nullable()
    .describe("Null if nothing was added or the full charge is unknown"),
});

refrigerantReadings.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/equipment/{id}/leak-rates",
    tags,
    summary: "Get the leak rates of equipment",
    description: "The leak rule of each refrigerant circuit, and its leak rate by both methods.",
    request: { params: ofReading },
    responses: {
      200: json(z.object({ items: z.array(LeakAnswer), nextCursor: text, total: z.number().int().nullable() })),
    },
  }),
  async (c) => c.json(whole((await circuitLeaks(c.var.ctx, c.req.valid("param").id)).map(leakOf)), 200),
);

function leakOf({ id, name, refrigerant, chargeMilliLb, rule, rates, state }: CircuitLeak) {
  const rateOf = ({ percent, addedMilliLb, days }: LeakRate) => ({ percent, addedLb: addedMilliLb / 1000, days });
  return {
    ...{ serviceGroupId: id, name, refrigerant, chargeLb: chargeMilliLb === null ? null : chargeMilliLb / 1000 },
    ...rule,
    state,
    rates: rates && {
      date: rates.date,
      annualizing: rateOf(rates.annualizing),
      rolling: rateOf(rates.rolling),
    },
  };
}

async function recorded(ctx: HonoEnv["Variables"]["ctx"], on: OnWorkOrder, input: NewReading) {
  const { id } = await recordReading(ctx, on, input);
  return readingOf(await readingDetail(ctx, id));
}
