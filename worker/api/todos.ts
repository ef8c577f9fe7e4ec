import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import {
  completeTodo,
  createTodo,
  deleteTodo,
  quickAddTodo,
  reopenTodo,
  restoreTodo,
  updateTodo,
} from "~/domain/todos/change.server";
import { dueTodos, findChangedTodo, findTodo, listTodos, type Todo } from "~/domain/todos/list.server";
import { QuickAdd, TodoChange, TodoFilter, TodoInput } from "~/domain/todos/schema";
import { MAX_COUNTED, REPEAT_FROM, REPEAT_UNITS, SUBJECT_KINDS } from "~/domain/todos/todo";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["To-dos"];
const params = z.object({ id: z.string() });

const TodoAnswer = z.object({
  id: z.string(),
  title: z.string(),
  notes: z.string().nullable(),
  dueOn: z.string().nullable().describe("YYYY-MM-DD, in the business's time zone"),
  dueAt: z.string().nullable().describe("HH:MM"),
  repeat: z
    .object({
      every: z.int(),
      unit: z.enum(REPEAT_UNITS),
      from: z
        .enum(REPEAT_FROM)
        .describe("Whether the next date is counted from the due date or from the day it is done"),
    })
    .nullable(),
  reminderMinutes: z
    .int()
    .nullable()
    .describe("Minutes before it is due that the reminder is emailed; a to-do without a time counts as due at 8:00 AM"),
  assignee: z.object({ id: z.string(), name: z.string() }).nullable().describe("Null if unassigned"),
  subject: z
    .object({
      kind: z.enum(SUBJECT_KINDS),
      id: z.string(),
      label: z.string().nullable().describe("Null if you may not open it"),
    })
    .nullable(),
  createdBy: z.string().nullable(),
  doneAt: z.string().nullable(),
  doneBy: z.string().nullable(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

function answerOf({ isMine: _, createdByName, doneByName, ...todo }: Todo): z.output<typeof TodoAnswer> {
  return { ...todo, createdBy: createdByName, doneBy: doneByName };
}

export const todos = new OpenAPIHono<HonoEnv>();

todos.openapi(
  operation("member", {
    method: "get",
    path: "/todos",
    tags,
    summary: "List to-dos",
    description:
      "By due date. Every member can list `mine` and `unassigned`, the office also `team`. `done` is newest first.",
    request: { query: TodoFilter },
    responses: {
      200: json(
        z.object({
          items: z.array(TodoAnswer),
          nextCursor: z.string().nullable(),
          total: z.null().describe("Always null: not counted"),
        }),
      ),
    },
  }),
  async (c) => {
    const { items, nextCursor } = await listTodos(c.var.ctx, c.req.valid("query"));
    return c.json({ items: items.map(answerOf), nextCursor, total: null }, 200);
  },
);

todos.openapi(
  operation("member", {
    method: "get",
    path: "/todos/due",
    tags,
    summary: "Count your to-dos that are due",
    responses: {
      200: json(
        z
          .object({ overdue: z.int(), today: z.int() })
          .describe(`Counted together up to ${MAX_COUNTED + 1}, which means that many or more`),
      ),
    },
  }),
  async (c) => c.json(await dueTodos(c.var.ctx), 200),
);

todos.openapi(
  operation("member", {
    method: "post",
    path: "/todos",
    tags,
    summary: "Create a to-do",
    request: { body: jsonRequest(TodoInput) },
    responses: { 201: json(TodoAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createTodo(ctx, c.req.valid("json"));
    return c.json(answerOf(await findTodo(ctx, id)), 201);
  },
);

todos.openapi(
  operation("member", {
    method: "post",
    path: "/todos/quick",
    tags,
    summary: "Create a to-do from one line of text",
    description: "Such as `call Ortega tomorrow 9` or `water filter every 3 months`. It is assigned to you.",
    request: { body: jsonRequest(QuickAdd) },
    responses: { 201: json(TodoAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await quickAddTodo(ctx, c.req.valid("json"));
    return c.json(answerOf(await findTodo(ctx, id)), 201);
  },
);

todos.openapi(
  operation("member", {
    method: "get",
    path: "/todos/{id}",
    tags,
    summary: "Get a to-do",
    request: { params },
    responses: { 200: json(TodoAnswer) },
  }),
  async (c) => c.json(answerOf(await findTodo(c.var.ctx, c.req.valid("param").id)), 200),
);

todos.openapi(
  operation("member", {
    method: "put",
    path: "/todos/{id}",
    tags,
    summary: "Update a to-do",
    description: "Replaces all of its fields.",
    request: { params, body: jsonRequest(TodoChange) },
    responses: { 200: json(TodoAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateTodo(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(answerOf(await findChangedTodo(ctx, id)), 200);
  },
);

todos.openapi(
  operation("member", {
    method: "post",
    path: "/todos/{id}/complete",
    tags,
    summary: "Mark a to-do as done",
    description: "A repeating to-do is created again for its next date.",
    request: { params },
    responses: { 200: json(z.object({ id: z.string(), nextDueOn: z.string().nullable() })) },
  }),
  async (c) => c.json(await completeTodo(c.var.ctx, c.req.valid("param").id), 200),
);

todos.openapi(
  operation("member", {
    method: "post",
    path: "/todos/{id}/reopen",
    tags,
    summary: "Reopen a to-do",
    request: { params },
    responses: { 200: json(TodoAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await reopenTodo(ctx, c.req.valid("param").id);
    return c.json(answerOf(await findChangedTodo(ctx, id)), 200);
  },
);

todos.openapi(
  operation("member", {
    method: "delete",
    path: "/todos/{id}",
    tags,
    summary: "Delete a to-do",
    description: "It can be restored for 30 days.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteTodo(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

todos.openapi(
  operation("member", {
    method: "post",
    path: "/todos/{id}/restore",
    tags,
    summary: "Restore a deleted to-do",
    description: "Not while its series has another to-do in its place.",
    request: { params },
    responses: { 200: json(TodoAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await restoreTodo(ctx, c.req.valid("param").id);
    return c.json(answerOf(await findTodo(ctx, id)), 200);
  },
);
