import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import {
  changeCylinder,
  createCylinder,
  recordCylinderEntry,
  reverseCylinderEntry,
} from "~/domain/refrigerant/cylinders/change.server";
import {
  CYLINDER_ENTRY_KINDS,
  CYLINDER_ISSUES,
  CYLINDER_KINDS,
  CYLINDER_STATUSES,
} from "~/domain/refrigerant/cylinders/cylinder";
import {
  type Cylinder,
  type CylinderEntry,
  cylinderLedger,
  findCylinder,
  listCylinders,
} from "~/domain/refrigerant/cylinders/list.server";
import {
  CylinderChange,
  CylinderFilter,
  EntryFilter,
  EntryReversal,
  NewCylinder,
  NewCylinderEntry,
  VarianceFilter,
} from "~/domain/refrigerant/cylinders/schema";
import { cylinderVariance } from "~/domain/refrigerant/cylinders/variance.server";
import { pageSchema } from "./answer-fields";
import { json, jsonRequest, operation } from "./operation";

const tags = ["Refrigerant cylinders"];
const text = z.string().nullable();
const lb = z.number().describe("Pounds, to the thousandth");
const byId = z.object({ id: z.string().max(100) });
const byEntry = byId.extend({ entryId: z.string().max(100) });

const CylinderAnswer = z.object({
  id: z.string(),
  number: z.string(),
  refrigerant: z.string(),
  kind: z.enum(CYLINDER_KINDS),
  status: z.enum(CYLINDER_STATUSES),
  tareLb: lb.describe("Weight of the empty cylinder, lb"),
  capacityLb: lb.describe("Maximum weight of refrigerant, lb"),
  grossLb: lb.describe("Expected weight on the scale according to the ledger, lb"),
  netLb: lb.describe("Weight of the refrigerant according to the ledger, lb"),
  holderId: text.describe("The technician who has it; null if it is in the shop"),
  holderName: text,
  testDueOn: text,
  needsWeighing: z
    .boolean()
    .describe(
      "True if a reading from the field did not agree with the ledger, or a use was reported or taken back after a weighing",
    ),
  returnedAt: text,
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const EntryAnswer = z.object({
  id: z.string(),
  kind: z.enum(CYLINDER_ENTRY_KINDS),
  beforeLb: lb.describe("Weight on the scale before the entry, lb"),
  afterLb: lb.describe("Weight on the scale after the entry, lb"),
  recordedLb: z.number().nullable().describe("Weight added or recovered according to the reading, lb"),
  issue: z.enum(CYLINDER_ISSUES).nullable().describe("Why a reading from the field does not agree with the cylinder"),
  technicianId: text.describe("The technician who used or had it; null for the shop"),
  technicianName: text,
  toTechnicianId: text,
  toTechnicianName: text,
  certificate: text.describe("EPA 608 certificate on the day of the use; null if none was valid"),
  readingId: text,
  workOrderId: text,
  reversesId: text,
  reversedById: text,
  note: text,
  occurredAt: z.string(),
  recordedBy: text,
});

const VarianceAnswer = z.object({
  technicianId: text.describe("Null for the shop"),
  technicianName: text,
  chargedLb: lb,
  recoveredLb: lb,
  weighings: z.number().int(),
  varianceLb: lb.describe("Weight on the scale less the weight in the ledger, lb; negative if refrigerant is missing"),
  issues: z.number().int().describe("Number of uses that did not agree with their cylinder"),
  uncertified: z.number().int().describe("Number of uses without a valid EPA 608 certificate"),
});

function cylinderOf({ tareMilliLb, capacityMilliLb, grossMilliLb, netMilliLb, ...rest }: Cylinder) {
  return {
    ...rest,
    ...{ tareLb: tareMilliLb / 1000, capacityLb: capacityMilliLb / 1000 },
    ...{ grossLb: grossMilliLb / 1000, netLb: netMilliLb / 1000 },
  };
}

function entryOf({
  beforeMilliLb,
  afterMilliLb,
  recordedMilliLb,
  seq: _,
  workOrderNumber: __,
  createdAt: ___,
  ...rest
}: CylinderEntry) {
  return {
    ...rest,
    ...{ beforeLb: beforeMilliLb / 1000, afterLb: afterMilliLb / 1000 },
    recordedLb: recordedMilliLb === null ? null : recordedMilliLb / 1000,
  };
}

export const refrigerantCylinders = new OpenAPIHono<HonoEnv>();

refrigerantCylinders.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/refrigerant-cylinders",
    tags,
    summary: "List refrigerant cylinders",
    description: "By number: those in use, those to weigh, or those that were returned.",
    request: { query: CylinderFilter },
    responses: { 200: json(pageSchema(CylinderAnswer)) },
  }),
  async (c) => {
    const { items, nextCursor, total } = await listCylinders(c.var.ctx, c.req.valid("query"));
    return c.json({ items: items.map(cylinderOf), nextCursor, total }, 200);
  },
);

refrigerantCylinders.openapi(
  operation("equipment.write", {
    method: "post",
    path: "/refrigerant-cylinders",
    tags,
    summary: "Create a refrigerant cylinder",
    description: "Takes its weight.",
    request: { body: jsonRequest(NewCylinder) },
    responses: { 201: json(CylinderAnswer) },
  }),
  async (c) => {
    const { id } = await createCylinder(c.var.ctx, c.req.valid("json"));
    return c.json(cylinderOf(await findCylinder(c.var.ctx, id)), 201);
  },
);

refrigerantCylinders.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/refrigerant-cylinders/variance",
    tags,
    summary: "Compare readings with cylinder weighings",
    description: "For each technician in a month.",
    request: { query: VarianceFilter },
    responses: { 200: json(z.object({ month: z.string(), items: z.array(VarianceAnswer) })) },
  }),
  async (c) => {
    const { month, items } = await cylinderVariance(c.var.ctx, c.req.valid("query"));
    const answer = items.map(({ chargedMilliLb, recoveredMilliLb, varianceMilliLb, ...rest }) => ({
      ...rest,
      ...{ chargedLb: chargedMilliLb / 1000, recoveredLb: recoveredMilliLb / 1000, varianceLb: varianceMilliLb / 1000 },
    }));
    return c.json({ month, items: answer }, 200);
  },
);

refrigerantCylinders.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/refrigerant-cylinders/{id}",
    tags,
    summary: "Get a refrigerant cylinder",
    request: { params: byId },
    responses: { 200: json(CylinderAnswer) },
  }),
  async (c) => c.json(cylinderOf(await findCylinder(c.var.ctx, c.req.valid("param").id)), 200),
);

refrigerantCylinders.openapi(
  operation("equipment.write", {
    method: "patch",
    path: "/refrigerant-cylinders/{id}",
    tags,
    summary: "Update a refrigerant cylinder",
    description: "Its refrigerant can be changed only while it is empty.",
    request: { params: byId, body: jsonRequest(CylinderChange) },
    responses: { 200: json(CylinderAnswer) },
  }),
  async (c) => {
    const { id } = await changeCylinder(c.var.ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(cylinderOf(await findCylinder(c.var.ctx, id)), 200);
  },
);

refrigerantCylinders.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/refrigerant-cylinders/{id}/entries",
    tags,
    summary: "List a refrigerant cylinder's ledger",
    description: "Latest entry first.",
    request: { params: byId, query: EntryFilter },
    responses: { 200: json(pageSchema(EntryAnswer)) },
  }),
  async (c) => {
    const { items, nextCursor, total } = await cylinderLedger(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    return c.json({ items: items.map(entryOf), nextCursor, total }, 200);
  },
);

refrigerantCylinders.openapi(
  operation("equipment.write", {
    method: "post",
    path: "/refrigerant-cylinders/{id}/entries",
    tags,
    summary: "Create a refrigerant cylinder's ledger entry",
    description: "Weighs it, hands it over, returns it or receives it again.",
    request: { params: byId, body: jsonRequest(NewCylinderEntry) },
    responses: { 201: json(CylinderAnswer) },
  }),
  async (c) => {
    const { id } = await recordCylinderEntry(c.var.ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(cylinderOf(await findCylinder(c.var.ctx, id)), 201);
  },
);

refrigerantCylinders.openapi(
  operation("equipment.write", {
    method: "post",
    path: "/refrigerant-cylinders/{id}/entries/{entryId}/reverse",
    tags,
    summary: "Reverse a refrigerant cylinder's ledger entry",
    description: "Reverses a weighing or a return by a new entry. Takes the reason.",
    request: { params: byEntry, body: jsonRequest(EntryReversal) },
    responses: { 201: json(CylinderAnswer) },
  }),
  async (c) => {
    const { id: cylinderId, entryId } = c.req.valid("param");
    await reverseCylinderEntry(c.var.ctx, { cylinderId, entryId }, c.req.valid("json"));
    return c.json(cylinderOf(await findCylinder(c.var.ctx, cylinderId)), 201);
  },
);
