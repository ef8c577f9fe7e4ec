import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { readIncomingPicture, retryPicture } from "~/domain/messages/incoming-pictures.server";
import { savePicture } from "~/domain/technician-app/save-picture.server";
import { SavePicture } from "~/domain/technician-app/schema";
import { json, jsonRequest, operation } from "./operation";
import { pictureAnswer } from "./picture-answer";

const tags = ["Messages"];
const params = z.object({ id: z.string(), pictureId: z.string().max(64) });

export const messagePictures = new OpenAPIHono<HonoEnv>();

messagePictures.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/threads/{id}/pictures/{pictureId}",
    tags,
    summary: "Download a picture from a customer's text",
    request: { params },
    responses: { 200: { description: "The picture", content: { "image/*": { schema: z.string() } } } },
  }),
  async (c) => {
    const { id, pictureId } = c.req.valid("param");
    return pictureAnswer(await readIncomingPicture(c.var.ctx, id, pictureId));
  },
);

messagePictures.openapi(
  operation("work_orders.write", {
    method: "post",
    path: "/threads/{id}/pictures/{pictureId}/retry",
    tags,
    summary: "Retry downloading a picture from a customer's text",
    request: { params },
    responses: { 200: json(z.object({ id: z.string() })) },
  }),
  async (c) => {
    const { id, pictureId } = c.req.valid("param");
    return c.json(await retryPicture(c.var.ctx, id, pictureId), 200);
  },
);

messagePictures.openapi(
  operation("work_orders.read", {
    method: "post",
    path: "/threads/{id}/pictures/{pictureId}/copies",
    tags,
    summary: "Save a customer's picture to a work order or a property",
    description: "`saveTo` is `job:` or `property:` followed by its number or id.",
    request: { params, body: jsonRequest(SavePicture) },
    responses: { 201: json(z.object({ id: z.string() })) },
  }),
  async (c) => {
    const { id, pictureId } = c.req.valid("param");
    return c.json(await savePicture(c.var.ctx, { threadId: id, pictureId }, c.req.valid("json")), 201);
  },
);
