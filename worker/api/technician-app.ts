import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { paging } from "~/domain/shared/fields";
import { MAX_PHOTO_BYTES, PHOTO_TOO_LARGE } from "~/domain/shared/limits";
import { addPhoto, listPhotos, readPhoto, showPhoto, type WorkOrderPhoto } from "~/domain/technician-app/photos.server";
import { PhotoInput, PhotoVisibility, TaskDone } from "~/domain/technician-app/schema";
import { SignatureInput } from "~/domain/work-orders/schema";
import { signWorkOrder, tickTask } from "~/domain/work-orders/tasks.server";
import { ofWorkOrder } from "./answer-fields";
import { formRequest, json, jsonRequest, operation } from "./operation";
import { pictureAnswer } from "./picture-answer";

const tags = ["Work orders"];
const Id = z.object({ id: z.string() });
const Paging = z.object(paging);

const Photo = z.object({
  id: z.string(),
  taskId: z.string().nullable().describe("The task that required it"),
  taskTitle: z.string().nullable(),
  contentType: z.string(),
  customerVisible: z.boolean().describe("True if it is shown on the customer's page"),
  bytes: z.number().int(),
  by: z.string().nullable(),
  takenAt: z.string().describe("According to the office's clock"),
  recordedAt: z.string(),
});
const PhotoList = z.object({
  items: z.array(Photo),
  nextCursor: z.string().nullable(),
  total: z.int().nullable().describe("Always null: not counted"),
});

function photoOf({ firstName, lastName, ...photo }: WorkOrderPhoto) {
  return { ...photo, by: firstName === null ? null : `${firstName} ${lastName}` };
}

/** What a technician records on a work order, besides its status, notes and results. */
export const technicianApp = new OpenAPIHono<HonoEnv>();

technicianApp.openapi(
  operation("work_orders.read", {
    method: "put",
    path: "/work-orders/{id}/tasks/{taskId}/done",
    tags,
    summary: "Mark a task as done, or as not done",
    request: { params: ofWorkOrder.extend({ taskId: z.string().max(64) }), body: jsonRequest(TaskDone) },
    responses: { 200: json(Id) },
  }),
  async (c) => {
    const params = c.req.valid("param");
    return c.json(await tickTask(c.var.ctx, params.id, { taskId: params.taskId, ...c.req.valid("json") }), 200);
  },
);

technicianApp.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/work-orders/{id}/signatures",
    tags,
    summary: "Record a signature",
    description: "It cannot be changed later.",
    request: { params: ofWorkOrder, body: jsonRequest(SignatureInput) },
    responses: { 201: json(Id) },
  }),
  async (c) => c.json(await signWorkOrder(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 201),
);

technicianApp.openapi(
  operation(
    "work_orders.read",
    {
      method: "post",
      path: "/work-orders/{id}/photos",
      tags,
      summary: "Upload a photo of a work order",
      description: "JPEG, PNG or WebP of at most 8 MB. It completes the task that requires it.",
      request: { params: ofWorkOrder, body: formRequest(PhotoInput) },
      responses: { 201: json(Id) },
    },
    { maxBytes: MAX_PHOTO_BYTES, tooLarge: PHOTO_TOO_LARGE },
  ),
  async (c) => c.json(await addPhoto(c.var.ctx, c.req.valid("param").id, c.req.valid("form")), 201),
);

technicianApp.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/{id}/photos",
    tags,
    summary: "List a work order's photos",
    description: "Newest first.",
    request: { params: ofWorkOrder, query: Paging },
    responses: { 200: json(PhotoList) },
  }),
  async (c) => {
    const found = await listPhotos(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    return c.json({ ...found, items: found.items.map(photoOf) }, 200);
  },
);

technicianApp.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/work-orders/{id}/photos/{photoId}",
    tags,
    summary: "Download a photo of a work order",
    request: { params: ofWorkOrder.extend({ photoId: z.string().max(64) }) },
    responses: { 200: { description: "The photo", content: { "image/*": { schema: z.string() } } } },
  }),
  async (c) => {
    const params = c.req.valid("param");
    return pictureAnswer(await readPhoto(c.var.ctx, params.id, params.photoId));
  },
);

technicianApp.openapi(
  operation("work_orders.read", {
    method: "patch",
    path: "/work-orders/{id}/photos/{photoId}",
    tags,
    summary: "Update a photo of a work order",
    description: "Shows it on the customer's page, or removes it from there.",
    request: { params: ofWorkOrder.extend({ photoId: z.string().max(64) }), body: jsonRequest(PhotoVisibility) },
    responses: { 200: json(Id) },
  }),
  async (c) => {
    const { id, photoId } = c.req.valid("param");
    return c.json(await showPhoto(c.var.ctx, id, { id: photoId, ...c.req.valid("json") }), 200);
  },
);
