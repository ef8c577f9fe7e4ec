import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { listAuditLog } from "~/domain/audit/audit-log.server";
import { AuditFilter } from "~/domain/audit/schema";
import { json, operation } from "./operation";

const nullable = z.string().nullable();

const Line = z.object({
  id: z.string(),
  at: z.string(),
  person: z.object({ id: z.string(), name: z.string() }).nullable().describe("Null for Plenum itself"),
  action: z.string(),
  entity: z.string().describe("`account` for sign-ins and refused requests"),
  entityId: nullable,
  detail: nullable,
  count: z.int().describe("How many times it happened within the hour"),
  device: nullable,
  network: nullable.describe("The IP address without its last part"),
});

export const auditLog = new OpenAPIHono<HonoEnv>();

auditLog.openapi(
  operation("admin", {
    method: "get",
    path: "/audit-log",
    tags: ["Audit log"],
    summary: "List audit log entries",
    description: "Sign-ins, refused requests and changes in the business, newest first.",
    request: { query: AuditFilter },
    responses: {
      200: json(z.object({ items: z.array(Line), nextCursor: nullable, total: z.number().int().nullable() })),
    },
  }),
  async (c) => {
    const { items, nextCursor, total } = await listAuditLog(c.var.ctx, c.req.valid("query"));
    return c.json({ items, nextCursor, total }, 200);
  },
);
