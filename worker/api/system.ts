import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "../env";
import { json, operation } from "./operation";

export const system = new OpenAPIHono<HonoEnv>();

system.openapi(
  operation("anyone", {
    method: "get",
    path: "/health",
    tags: ["System"],
    summary: "Health check",
    responses: { 200: json(z.object({ status: z.literal("ok") })) },
  }),
  (c) => c.json({ status: "ok" as const }, 200),
);
