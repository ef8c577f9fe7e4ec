import { z } from "zod";
import { applyPlaybook } from "~/domain/service-types/apply.server";
import { TaskResultBody } from "~/domain/service-types/results.schema";
import { recordResult } from "~/domain/service-types/results.server";
import { NewTask, ReorderTasks, TaskChange, TaskFilter, TasksBySkills } from "~/domain/service-types/task.schema";
import {
  findTask,
  listTasks,
  nextTaskSequence,
  tasksBySkills,
  tasksOfServiceType,
} from "~/domain/service-types/tasks.queries.server";
import {
  addTask,
  changeTask,
  deleteTask,
  putAsideTask,
  reorderServiceTasks,
} from "~/domain/service-types/tasks.server";
import { type Endpoint, endpoint } from "./endpoint";
import { TaskAnswer, TaskList, taskAnswer, whole } from "./service-type-shapes";

const tag = "Service types";
const params = z.object({ id: z.string().max(100) });

/** Tasks of one service type. */
const ofServiceType: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/service-types/{id}/tasks",
    tag,
    summary: "Tasks of a service type in order, those put aside too",
    params,
    answer: TaskList,
    run: async ({ ctx, params }) =>
      whole((await tasksOfServiceType(ctx, params.id, { activeOnly: false })).map(taskAnswer)),
  }),
  endpoint({
    method: "post",
    path: "/service-types/{id}/tasks",
    tag,
    summary: "Add a task behind the others",
    params,
    body: NewTask,
    status: 201,
    answer: TaskAnswer,
    run: async ({ ctx, params, body }) => {
      const { id } = await addTask(ctx, params.id, body);
      return taskAnswer(await findTask(ctx, id));
    },
  }),
  endpoint({
    method: "get",
    path: "/service-types/{id}/tasks/active",
    tag,
    summary: "The tasks that a job booked now would get",
    params,
    answer: TaskList,
    run: async ({ ctx, params }) =>
      whole((await tasksOfServiceType(ctx, params.id, { activeOnly: true })).map(taskAnswer)),
  }),
  endpoint({
    method: "get",
    path: "/service-types/{id}/tasks/next-sequence",
    tag,
    summary: "The place that a task added now would have",
    params,
    answer: z.object({ nextSequence: z.number().int() }),
    run: async ({ ctx, params }) => ({ nextSequence: await nextTaskSequence(ctx, params.id) }),
  }),
  endpoint({
    method: "post",
    path: "/service-types/{id}/tasks/reorder",
    tag,
    summary: "Give tasks their new order: ids in order, or ids with a sequence each; those left out keep their places",
    params,
    body: ReorderTasks,
    answer: TaskList,
    run: async ({ ctx, params, body }) => {
      await reorderServiceTasks(ctx, params.id, body);
      return whole((await tasksOfServiceType(ctx, params.id, { activeOnly: false })).map(taskAnswer));
    },
  }),
];

/** Tasks of all service types, and one task by its id. */
const ofAll: Endpoint[] = [
  endpoint({
    method: "get",
    path: "/service-tasks",
    tag,
    summary: "Tasks of every service type, by service type and place",
    query: TaskFilter,
    answer: TaskList,
    run: async ({ ctx, query }) => {
      const found = await listTasks(ctx, query);
      return { ...found, items: found.items.map(taskAnswer) };
    },
  }),
  endpoint({
    method: "get",
    path: "/service-tasks/by-skills",
    tag,
    summary: "The tasks in use that somebody with these skills can do",
    query: TasksBySkills,
    answer: TaskList,
    run: async ({ ctx, query }) => {
      const found = await tasksBySkills(ctx, query);
      return { ...found, items: found.items.map(taskAnswer) };
    },
  }),
  endpoint({
    method: "get",
    path: "/service-tasks/{id}",
    tag,
    summary: "One task",
    params,
    answer: TaskAnswer,
    run: async ({ ctx, params }) => taskAnswer(await findTask(ctx, params.id)),
  }),
  endpoint({
    method: "patch",
    path: "/service-tasks/{id}",
    tag,
    summary: "Change what is given of a task",
    params,
    body: TaskChange,
    answer: TaskAnswer,
    run: async ({ ctx, params, body }) => {
      const { id } = await changeTask(ctx, params.id, body);
      return taskAnswer(await findTask(ctx, id));
    },
  }),
  endpoint({
    method: "delete",
    path: "/service-tasks/{id}",
    tag,
    summary: "Put a task aside: later jobs do not get it. `active: true` takes it back",
    params,
    status: 204,
    run: ({ ctx, params }) => putAsideTask(ctx, params.id),
  }),
  endpoint({
    method: "delete",
    path: "/service-tasks/{id}/hard",
    tag,
    summary: "Delete a task for good; work orders keep their copies",
    params,
    status: 204,
    run: ({ ctx, params }) => deleteTask(ctx, params.id),
  }),
  endpoint({
    method: "post",
    path: "/work-orders/{id}/playbook",
    tag: "Work orders",
    summary: "Give an open work order that has none the playbook of a service type",
    params: z.object({ id: z.string().describe("Id, number or WO-012") }),
    body: z.object({ serviceTypeId: z.string({ error: "Choose a service type from the list" }).min(1).max(64) }),
    answer: z.object({ id: z.string() }),
    run: ({ ctx, params, body }) => applyPlaybook(ctx, params.id, body.serviceTypeId),
  }),
];

const onJob: Endpoint = endpoint({
  method: "post",
  path: "/work-orders/{id}/tasks/{taskId}/result",
  tag: "Work orders",
  summary:
    "Put down what was found for a task; where it failed, `followUp` proposes the work order that should come of it",
  params: z.object({ id: z.string().describe("Id, number or WO-012"), taskId: z.string().max(64) }),
  body: TaskResultBody,
  answer: z.object({
    id: z.string(),
    verdict: z.object({ outcome: z.enum(["open", "pass", "fail"]), message: z.string().nullable() }),
    followUp: z.looseObject({ title: z.string(), description: z.string(), customerId: z.string() }).nullable(),
  }),
  run: ({ ctx, params, body: { version, ...result } }) =>
    recordResult(ctx, { ref: params.id, taskId: params.taskId, version }, result),
});

export const serviceTasks: Endpoint[] = [...ofServiceType, ...ofAll, onJob];
