import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { addPushDevice, ownPushDevices, removePushDevice } from "~/domain/push/devices.server";
import { NewPushDevice } from "~/domain/push/schema";
import { RecordId } from "~/domain/shared/fields";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Notifications"];

const PushDevice = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastSentAt: z.string().nullable(),
  isThis: z.boolean().describe("True if it was registered in the session of this request"),
});

export const pushDevices = new OpenAPIHono<HonoEnv>();

pushDevices.openapi(
  operation("person", {
    method: "get",
    path: "/push-devices",
    tags,
    summary: "List the devices you are notified on",
    responses: {
      200: json(
        z.object({
          items: z.array(PushDevice),
          publicKey: z
            .string()
            .nullable()
            .describe("The `applicationServerKey` of `PushManager.subscribe`; null if notifications are not set up"),
        }),
      ),
    },
  }),
  async (c) => {
    const { devices, publicKey } = await ownPushDevices(c.var.ctx);
    return c.json({ items: devices, publicKey }, 200);
  },
);

pushDevices.openapi(
  operation("person", {
    method: "post",
    path: "/push-devices",
    tags,
    summary: "Register a device for notifications",
    description:
      "It receives your reminders until the session ends. `endpoint` and `keys` come from `PushSubscription.toJSON()`. A browser that is already registered is reassigned to you.",
    request: { body: jsonRequest(NewPushDevice) },
    responses: { 201: json(z.object({ id: z.string() })) },
  }),
  async (c) => c.json(await addPushDevice(c.var.ctx, c.req.valid("json")), 201),
);

pushDevices.openapi(
  operation("person", {
    method: "delete",
    path: "/push-devices/{id}",
    tags,
    summary: "Delete a device",
    description: "It is no longer notified.",
    request: { params: RecordId },
    responses: { 204: noContent },
  }),
  async (c) => {
    await removePushDevice(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);
