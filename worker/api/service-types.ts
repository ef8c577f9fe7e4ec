import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { addStarterServiceTypes } from "~/domain/service-types/add-starter.server";
import { createServiceType } from "~/domain/service-types/create.server";
import { findServiceType, type ServiceTypeDetail, type ServiceTypeTask } from "~/domain/service-types/detail.server";
import {
  activeServiceTypes,
  listServiceTypes,
  type ServiceTypeRow,
  serviceTypeStatistics,
} from "~/domain/service-types/list.server";
import { NewServiceType, ServiceTypeChange, ServiceTypeFilter } from "~/domain/service-types/schema";
import { SERVICE_CATEGORIES, TASK_KINDS } from "~/domain/service-types/service-type";
import { archiveServiceType, updateServiceType } from "~/domain/service-types/update.server";
import { decimalOrNull } from "./answer-fields";
import { json, jsonRequest, noContent, operation, whole } from "./operation";

const nullable = z.string().nullable();

const count = z.number().int();

const category = z.enum(SERVICE_CATEGORIES);

const money = z.number().nullable().describe("Dollars");

export const TaskAnswer = z.object({
  id: z.string(),
  serviceTypeId: z.string(),
  sequence: count.describe("Position from 1, without gaps"),
  title: z.string(),
  instructions: nullable,
  kind: z.enum(TASK_KINDS),
  required: z.boolean(),
  skills: z.array(z.string()),
  active: z.boolean(),
  unit: nullable.describe("Unit of a measurement"),
  min: z.number().nullable().describe("The lowest value that passes"),
  max: z.number().nullable().describe("The highest value that passes"),
  version: count,
});

const summary = {
  id: z.string(),
  name: z.string(),
  description: nullable,
  category,
  durationMinutes: count,
  price: money,
  skills: z.array(z.string()),
  active: z.boolean(),
  playbookVersion: count.describe("Increases when new work orders would get a different playbook"),
  version: count,
};

const Summary = z.object({
  ...summary,
  taskCount: count,
  jobs: count.describe("Number of work orders created with it"),
});

const ServiceTypeList = z.object({
  items: z.array(Summary),
  nextCursor: nullable,
  total: count.nullable(),
});

export const TaskList = z.object({ items: z.array(TaskAnswer), nextCursor: nullable, total: count.nullable() });

const ServiceTypeAnswer = z.object({
  ...summary,
  certifications: z.array(z.string()),
  refrigerantWork: z.boolean(),
  parts: z.array(z.object({ inventoryItemId: nullable, name: z.string(), quantity: z.number() })),
  jobs: count,
  tasks: z.array(TaskAnswer),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const StatisticsAnswer = z.object({
  total: count,
  active: count,
  inactive: count,
  activeTasks: count,
  averageDurationMinutes: count.nullable(),
  averagePrice: money,
  byCategory: z.array(z.object({ category, count })),
  mostUsed: z.array(z.object({ id: z.string(), name: z.string(), jobs: count })),
});

function serviceTypeSummary({ priceMinor, ...row }: ServiceTypeRow): z.output<typeof Summary> {
  return { ...row, price: decimalOrNull(priceMinor) };
}

function serviceTypeAnswer(found: ServiceTypeDetail): z.output<typeof ServiceTypeAnswer> {
  const { priceMinor, rights: _, ...facts } = found;
  return { ...facts, price: decimalOrNull(priceMinor) };
}

export function taskAnswer(task: ServiceTypeTask): z.output<typeof TaskAnswer> {
  return task;
}

type Statistics = Awaited<ReturnType<typeof serviceTypeStatistics>>;

function statisticsAnswer({ averagePriceMinor, ...found }: Statistics): z.output<typeof StatisticsAnswer> {
  return { ...found, averagePrice: decimalOrNull(averagePriceMinor) };
}

const tags = ["Service types"];

const params = z.object({ id: z.string().max(100) });

export const serviceTypes = new OpenAPIHono<HonoEnv>();

serviceTypes.openapi(
  operation("service_types.write", {
    method: "post",
    path: "/service-types/starter",
    tags,
    summary: "Create the standard service types",
    description: "With their checklists. Service types with the same name stay as they are.",
    responses: { 200: json(z.object({ added: count.describe("Number of service types that were created") })) },
  }),
  async (c) => c.json(await addStarterServiceTypes(c.var.ctx), 200),
);

serviceTypes.openapi(
  operation("service_types.read", {
    method: "get",
    path: "/service-types",
    tags,
    summary: "List service types",
    description: "By name, including archived ones.",
    request: { query: ServiceTypeFilter },
    responses: { 200: json(ServiceTypeList) },
  }),
  async (c) => {
    const { items, nextCursor, total } = await listServiceTypes(c.var.ctx, c.req.valid("query"));
    return c.json({ items: items.map(serviceTypeSummary), nextCursor, total }, 200);
  },
);

serviceTypes.openapi(
  operation("service_types.write", {
    method: "post",
    path: "/service-types",
    tags,
    summary: "Create a service type",
    description: "Can include its tasks.",
    request: { body: jsonRequest(NewServiceType) },
    responses: { 201: json(ServiceTypeAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createServiceType(ctx, c.req.valid("json"));
    return c.json(serviceTypeAnswer(await findServiceType(ctx, id)), 201);
  },
);

serviceTypes.openapi(
  operation("service_types.read", {
    method: "get",
    path: "/service-types/active",
    tags,
    summary: "List active service types",
    responses: { 200: json(ServiceTypeList) },
  }),
  async (c) => c.json(whole((await activeServiceTypes(c.var.ctx)).map(serviceTypeSummary)), 200),
);

serviceTypes.openapi(
  operation("service_types.read", {
    method: "get",
    path: "/service-types/statistics",
    tags,
    summary: "Get statistics of the service types",
    description: "Totals of the catalog, and the service types used most.",
    responses: { 200: json(StatisticsAnswer) },
  }),
  async (c) => c.json(statisticsAnswer(await serviceTypeStatistics(c.var.ctx)), 200),
);

serviceTypes.openapi(
  operation("service_types.read", {
    method: "get",
    path: "/service-types/{id}",
    tags,
    summary: "Get a service type",
    description: "Includes its tasks in order.",
    request: { params },
    responses: { 200: json(ServiceTypeAnswer) },
  }),
  async (c) => c.json(serviceTypeAnswer(await findServiceType(c.var.ctx, c.req.valid("param").id)), 200),
);

serviceTypes.openapi(
  operation("service_types.write", {
    method: "patch",
    path: "/service-types/{id}",
    tags,
    summary: "Update a service type",
    description: "Omitted fields stay unchanged. Existing work orders keep their playbook.",
    request: { params, body: jsonRequest(ServiceTypeChange) },
    responses: { 200: json(ServiceTypeAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateServiceType(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(serviceTypeAnswer(await findServiceType(ctx, id)), 200);
  },
);

serviceTypes.openapi(
  operation("service_types.write", {
    method: "delete",
    path: "/service-types/{id}",
    tags,
    summary: "Archive a service type",
    description: "It can no longer be used for new work orders. `active: true` restores it.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await archiveServiceType(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);
