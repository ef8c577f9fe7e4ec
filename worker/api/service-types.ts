import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { createServiceType } from "~/domain/service-types/create.server";
import { findServiceType } from "~/domain/service-types/detail.server";
import { activeServiceTypes, listServiceTypes } from "~/domain/service-types/list.server";
import { NewServiceType, ServiceTypeChange, ServiceTypeFilter } from "~/domain/service-types/schema";
import { serviceTypeStatistics } from "~/domain/service-types/statistics.server";
import { archiveServiceType, updateServiceType } from "~/domain/service-types/update.server";
import type { HonoEnv } from "../env";
import { json, jsonRequest, noContent, operation } from "./operation";
import {
  ServiceTypeAnswer,
  ServiceTypeList,
  StatisticsAnswer,
  serviceTypeAnswer,
  serviceTypeSummary,
  statisticsAnswer,
  whole,
} from "./service-type-shapes";

const tags = ["Service types"];
const params = z.object({ id: z.string().max(100) });

export const serviceTypes = new OpenAPIHono<HonoEnv>();

serviceTypes.openapi(
  operation("service_types.read", {
    method: "get",
    path: "/service-types",
    tags,
    summary: "Service types by name, archived ones too",
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
    summary: "Add a service type, with its tasks if they are known",
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
    summary: "Everything a job can be booked as",
    responses: { 200: json(ServiceTypeList) },
  }),
  async (c) => c.json(whole((await activeServiceTypes(c.var.ctx)).map(serviceTypeSummary)), 200),
);

serviceTypes.openapi(
  operation("service_types.read", {
    method: "get",
    path: "/service-types/statistics",
    tags,
    summary: "The catalog in figures, and what is booked most",
    responses: { 200: json(StatisticsAnswer) },
  }),
  async (c) => c.json(statisticsAnswer(await serviceTypeStatistics(c.var.ctx)), 200),
);

serviceTypes.openapi(
  operation("service_types.read", {
    method: "get",
    path: "/service-types/{id}",
    tags,
    summary: "A service type with its tasks in order",
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
    summary: "Change what is given; jobs booked before keep the playbook they have",
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
    summary: "Archive a service type: it can no longer be booked. `active: true` restores it",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await archiveServiceType(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);
