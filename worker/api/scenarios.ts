import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import {
  createScenario,
  deleteScenario,
  listScenarios,
  renameScenario,
} from "~/domain/finance/forecast/scenarios.server";
import { NewScenario, RenameScenario } from "~/domain/finance/forecast/schema";
import { CURRENCIES } from "~/domain/shared/money";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Cashflow"];
const params = z.object({ id: z.string() });
const Scenario = z.object({
  id: z.string(),
  name: z.string(),
  currency: z.enum(CURRENCIES),
  changes: z.array(z.string()),
});

export const scenarios = new OpenAPIHono<HonoEnv>();

scenarios.openapi(
  operation("person", {
    method: "get",
    path: "/scenarios",
    tags,
    summary: "List what-if scenarios",
    description: "Sorted by name.",
    responses: { 200: json(z.object({ items: z.array(Scenario) })) },
  }),
  async (c) => c.json({ items: await listScenarios(c.var.ctx) }, 200),
);

scenarios.openapi(
  operation("person", {
    method: "post",
    path: "/scenarios",
    tags,
    summary: "Create a what-if scenario",
    description: "The plan itself does not change. A name that is already in use is refused with 409.",
    request: { body: jsonRequest(NewScenario) },
    responses: { 201: json(Scenario) },
  }),
  async (c) => c.json(await createScenario(c.var.ctx, c.req.valid("json")), 201),
);

scenarios.openapi(
  operation("person", {
    method: "patch",
    path: "/scenarios/{id}",
    tags,
    summary: "Rename a what-if scenario",
    description: "A name that is already in use is refused with 409.",
    request: { params, body: jsonRequest(RenameScenario) },
    responses: { 200: json(Scenario) },
  }),
  async (c) => c.json(await renameScenario(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
);

scenarios.openapi(
  operation("person", {
    method: "delete",
    path: "/scenarios/{id}",
    tags,
    summary: "Delete a what-if scenario",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteScenario(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);
