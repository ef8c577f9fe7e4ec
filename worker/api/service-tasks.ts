import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import {
  NewTask,
  ReorderTasks,
  TaskChange,
  TaskFilter,
  TaskResultBody,
  TasksBySkills,
} from "~/domain/service-types/schema";
import {
  addTask,
  archiveTask,
  changeTask,
  deleteTask,
  findTask,
  listTasks,
  nextTaskSequence,
  reorderServiceTasks,
  tasksBySkills,
  tasksOfServiceType,
} from "~/domain/service-types/tasks.server";
import { PRIORITIES } from "~/domain/work-order-basics/priority";
import { recordResult } from "~/domain/work-orders/tasks.server";
import { applyPlaybook } from "~/domain/work-orders/update.server";
import { json, jsonRequest, noContent, operation, whole } from "./operation";
import { TaskAnswer, TaskList, taskAnswer } from "./service-types";

const tags = ["Service types"];
const params = z.object({ id: z.string().max(100) });

/** Tasks of one service type. */
const FollowUp = z.object({
  key: z.string().describe("The same for every retry"),
  callbackOf: z.string(),
  customerId: z.string(),
  siteAddressId: z.string(),
  equipmentIds: z.array(z.string()).readonly(),
  title: z.string(),
  description: z.string(),
  priority: z.enum(PRIORITIES),
});

export const serviceTasks = new OpenAPIHono<HonoEnv>();

serviceTasks.openapi(
  operation("service_types.read", {
    method: "get",
    path: "/service-types/{id}/tasks",
    tags,
    summary: "List a service type's tasks",
    description: "In order, including archived ones.",
    request: { params },
    responses: { 200: json(TaskList) },
  }),
  async (c) =>
    c.json(
      whole((await tasksOfServiceType(c.var.ctx, c.req.valid("param").id, { activeOnly: false })).map(taskAnswer)),
      200,
    ),
);

serviceTasks.openapi(
  operation("service_types.write", {
    method: "post",
    path: "/service-types/{id}/tasks",
    tags,
    summary: "Create a task",
    description: "Adds it at the end of the service type's tasks.",
    request: { params, body: jsonRequest(NewTask) },
    responses: { 201: json(TaskAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await addTask(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(taskAnswer(await findTask(ctx, id)), 201);
  },
);

serviceTasks.openapi(
  operation("service_types.read", {
    method: "get",
    path: "/service-types/{id}/tasks/active",
    tags,
    summary: "List a service type's active tasks",
    description: "The tasks that a new work order gets.",
    request: { params },
    responses: { 200: json(TaskList) },
  }),
  async (c) =>
    c.json(
      whole((await tasksOfServiceType(c.var.ctx, c.req.valid("param").id, { activeOnly: true })).map(taskAnswer)),
      200,
    ),
);

serviceTasks.openapi(
  operation("service_types.read", {
    method: "get",
    path: "/service-types/{id}/tasks/next-sequence",
    tags,
    summary: "Get the sequence number of the next task",
    request: { params },
    responses: { 200: json(z.object({ nextSequence: z.number().int() })) },
  }),
  async (c) => c.json({ nextSequence: await nextTaskSequence(c.var.ctx, c.req.valid("param").id) }, 200),
);

serviceTasks.openapi(
  operation("service_types.write", {
    method: "post",
    path: "/service-types/{id}/tasks/reorder",
    tags,
    summary: "Reorder a service type's tasks",
    description: "Takes ids in order, or ids with a sequence each. Omitted tasks keep their position.",
    request: { params, body: jsonRequest(ReorderTasks) },
    responses: { 200: json(TaskList) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const params = c.req.valid("param");
    await reorderServiceTasks(ctx, params.id, c.req.valid("json"));
    return c.json(whole((await tasksOfServiceType(ctx, params.id, { activeOnly: false })).map(taskAnswer)), 200);
  },
);

/** Tasks of all service types, and single tasks by id. */
serviceTasks.openapi(
  operation("service_types.read", {
    method: "get",
    path: "/service-tasks",
    tags,
    summary: "List the tasks of all service types",
    description: "By service type and sequence.",
    request: { query: TaskFilter },
    responses: { 200: json(TaskList) },
  }),
  async (c) => {
    const found = await listTasks(c.var.ctx, c.req.valid("query"));
    return c.json({ ...found, items: found.items.map(taskAnswer) }, 200);
  },
);

serviceTasks.openapi(
  operation("service_types.read", {
    method: "get",
    path: "/service-tasks/by-skills",
    tags,
    summary: "List active tasks by skill",
    description: "The tasks that a technician with these skills can do.",
    request: { query: TasksBySkills },
    responses: { 200: json(TaskList) },
  }),
  async (c) => {
    const found = await tasksBySkills(c.var.ctx, c.req.valid("query"));
    return c.json({ ...found, items: found.items.map(taskAnswer) }, 200);
  },
);

serviceTasks.openapi(
  operation("service_types.read", {
    method: "get",
    path: "/service-tasks/{id}",
    tags,
    summary: "Get a task",
    request: { params },
    responses: { 200: json(TaskAnswer) },
  }),
  async (c) => c.json(taskAnswer(await findTask(c.var.ctx, c.req.valid("param").id)), 200),
);

serviceTasks.openapi(
  operation("service_types.write", {
    method: "patch",
    path: "/service-tasks/{id}",
    tags,
    summary: "Update a task",
    description: "Omitted fields stay unchanged.",
    request: { params, body: jsonRequest(TaskChange) },
    responses: { 200: json(TaskAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await changeTask(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(taskAnswer(await findTask(ctx, id)), 200);
  },
);

serviceTasks.openapi(
  operation("service_types.write", {
    method: "delete",
    path: "/service-tasks/{id}",
    tags,
    summary: "Archive a task",
    description: "New work orders do not get it. `active: true` restores it.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await archiveTask(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

serviceTasks.openapi(
  operation("service_types.write", {
    method: "delete",
    path: "/service-tasks/{id}/hard",
    tags,
    summary: "Delete a task permanently",
    description: "Work orders keep their copies.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteTask(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

serviceTasks.openapi(
  operation("work_orders.write", {
    method: "post",
    path: "/work-orders/{id}/playbook",
    tags: ["Work orders"],
    summary: "Add a playbook to a work order",
    description: "Adds the service type's playbook to an open work order that has none.",
    request: {
      params: z.object({ id: z.string().describe("Id, number or reference, such as WO-012") }),
      body: jsonRequest(
        z.object({ serviceTypeId: z.string({ error: "Choose a service type from the list" }).min(1).max(64) }),
      ),
    },
    responses: { 200: json(z.object({ id: z.string() })) },
  }),
  async (c) => c.json(await applyPlaybook(c.var.ctx, c.req.valid("param").id, c.req.valid("json").serviceTypeId), 200),
);

serviceTasks.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/work-orders/{id}/tasks/{taskId}/result",
    tags: ["Work orders"],
    summary: "Record the result of a task",
    description: "If the task failed, `followUp` proposes a follow-up work order.",
    request: {
      params: z.object({
        id: z.string().describe("Id, number or reference, such as WO-012"),
        taskId: z.string().max(64),
      }),
      body: jsonRequest(TaskResultBody),
    },
    responses: {
      200: json(
        z.object({
          id: z.string(),
          verdict: z.object({ outcome: z.enum(["open", "pass", "fail"]), message: z.string().nullable() }),
          followUp: FollowUp.nullable(),
        }),
      ),
    },
  }),
  async (c) => {
    const { version, occurredAt, clockOffsetMs, ...result } = c.req.valid("json");
    const { id: ref, taskId } = c.req.valid("param");
    const which = { ref, taskId, version, occurredAt, clockOffsetMs };
    return c.json(await recordResult(c.var.ctx, which, result), 200);
  },
);
