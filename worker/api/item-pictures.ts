import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { readItemPicture, removeItemPicture, saveItemPicture } from "~/domain/inventory/items/item-picture.server";
import { findItem } from "~/domain/inventory/items/items.server";
import { MAX_ITEM_PICTURE_BYTES, PICTURE_TOO_LARGE } from "~/domain/inventory/items/picture";
import { ItemPictureInput } from "~/domain/inventory/schema";
import { ItemAnswer, itemOf } from "./inventory";
import { formRequest, json, noContent, operation } from "./operation";
import { pictureAnswer } from "./picture-answer";

const tags = ["Inventory"];
const params = z.object({ id: z.string().max(100) });

/** The picture of an item. */
export const itemPictures = new OpenAPIHono<HonoEnv>();

itemPictures.openapi(
  operation(
    "inventory.write",
    {
      method: "put",
      path: "/inventory/items/{id}/picture",
      tags,
      summary: "Upload an item's picture",
      description: "JPEG, PNG or WebP of at most 4 MB. Replaces the previous picture.",
      request: { params, body: formRequest(ItemPictureInput) },
      responses: { 200: json(ItemAnswer) },
    },
    { maxBytes: MAX_ITEM_PICTURE_BYTES, tooLarge: PICTURE_TOO_LARGE },
  ),
  async (c) => {
    const { ctx } = c.var;
    const { id } = c.req.valid("param");
    await saveItemPicture(ctx, id, c.req.valid("form").picture);
    return c.json(itemOf(await findItem(ctx, id)), 200);
  },
);

itemPictures.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/items/{id}/picture",
    tags,
    summary: "Download an item's picture",
    request: { params },
    responses: { 200: { description: "The picture", content: { "image/*": { schema: z.string() } } } },
  }),
  async (c) => {
    return pictureAnswer(await readItemPicture(c.var.ctx, c.req.valid("param").id));
  },
);

itemPictures.openapi(
  operation("inventory.write", {
    method: "delete",
    path: "/inventory/items/{id}/picture",
    tags,
    summary: "Delete an item's picture",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await removeItemPicture(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);
