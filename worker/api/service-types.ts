import { z } from "zod";
import { createServiceType } from "~/domain/service-types/create.server";
import { findServiceType } from "~/domain/service-types/detail.server";
import { activeServiceTypes, listServiceTypes } from "~/domain/service-types/list.server";
import { NewServiceType, ServiceTypeChange, ServiceTypeFilter } from "~/domain/service-types/schema";
import { serviceTypeStatistics } from "~/domain/service-types/statistics.server";
import { putAsideServiceType, updateServiceType } from "~/domain/service-types/update.server";
import { type Endpoint, endpoint } from "./endpoint";
import {
  ServiceTypeAnswer,
  ServiceTypeList,
  StatisticsAnswer,
  serviceTypeAnswer,
  serviceTypeSummary,
  statisticsAnswer,
  whole,
} from "./service-type-shapes";

const tag = "Service types";
const params = z.object({ id: z.string().max(100) });

export const serviceTypes: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/service-types",
    tag,
    summary: "Service types by name, those put aside too",
    query: ServiceTypeFilter,
    answer: ServiceTypeList,
    run: async ({ ctx, query }) => {
      const { items, nextCursor, total } = await listServiceTypes(ctx, query);
      return { items: items.map(serviceTypeSummary), nextCursor, total };
    },
  }),
  endpoint({
    method: "post",
    path: "/service-types",
    tag,
    summary: "Add a service type, with its tasks if they are known",
    body: NewServiceType,
    status: 201,
    answer: ServiceTypeAnswer,
    run: async ({ ctx, body }) => {
      const { id } = await createServiceType(ctx, body);
      return serviceTypeAnswer(await findServiceType(ctx, id));
    },
  }),
  endpoint({
    method: "get",
    path: "/service-types/active",
    tag,
    summary: "Everything a job can be booked as",
    answer: ServiceTypeList,
    run: async ({ ctx }) => whole((await activeServiceTypes(ctx)).map(serviceTypeSummary)),
  }),
  endpoint({
    method: "get",
    path: "/service-types/statistics",
    tag,
    summary: "The catalogue in figures, and what is booked most",
    answer: StatisticsAnswer,
    run: async ({ ctx }) => statisticsAnswer(await serviceTypeStatistics(ctx)),
  }),
  endpoint({
    method: "get",
    path: "/service-types/{id}",
    tag,
    summary: "A service type with its tasks in order",
    params,
    answer: ServiceTypeAnswer,
    run: async ({ ctx, params }) => serviceTypeAnswer(await findServiceType(ctx, params.id)),
  }),
  endpoint({
    method: "patch",
    path: "/service-types/{id}",
    tag,
    summary: "Change what is given; jobs booked before keep the playbook they have",
    params,
    body: ServiceTypeChange,
    answer: ServiceTypeAnswer,
    run: async ({ ctx, params, body }) => {
      const { id } = await updateServiceType(ctx, params.id, body);
      return serviceTypeAnswer(await findServiceType(ctx, id));
    },
  }),
  endpoint({
    method: "delete",
    path: "/service-types/{id}",
    tag,
    summary: "Put a service type aside: it can no longer be booked. `active: true` takes it back",
    params,
    status: 204,
    run: ({ ctx, params }) => putAsideServiceType(ctx, params.id),
  }),
];
