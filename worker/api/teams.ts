import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { NewTeam, TeamChange } from "~/domain/technicians/schema";
import { createTeam, deleteTeam, findTeam, listTeams, updateTeam } from "~/domain/technicians/teams.server";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Technicians"];
const params = z.object({ id: z.string().max(100) });
const Team = z.object({
  id: z.string(),
  name: z.string(),
  technicianIds: z.array(z.string()),
  version: z.number().int(),
});

/** Mounted before /technicians/{id}. */
export const teams = new OpenAPIHono<HonoEnv>();

teams.openapi(
  operation("technicians.read", {
    method: "get",
    path: "/technicians/teams",
    tags,
    summary: "List teams",
    description: "By name. A technician is in at most one.",
    responses: { 200: json(z.object({ items: z.array(Team), nextCursor: z.null(), total: z.number().int() })) },
  }),
  async (c) => {
    const items = await listTeams(c.var.ctx);
    return c.json({ items, nextCursor: null, total: items.length }, 200);
  },
);

teams.openapi(
  operation("technicians.write", {
    method: "post",
    path: "/technicians/teams",
    tags,
    summary: "Create a team",
    description: "A name that is already in use, in upper or lower case, is refused with 409.",
    request: { body: jsonRequest(NewTeam) },
    responses: { 201: json(Team) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createTeam(ctx, c.req.valid("json"));
    return c.json(await findTeam(ctx, id), 201);
  },
);

teams.openapi(
  operation("technicians.write", {
    method: "patch",
    path: "/technicians/teams/{id}",
    tags,
    summary: "Update a team",
    description: "Omitted fields stay unchanged. A name that is already in use is refused with 409.",
    request: { params, body: jsonRequest(TeamChange) },
    responses: { 200: json(Team) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateTeam(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(await findTeam(ctx, id), 200);
  },
);

teams.openapi(
  operation("technicians.write", {
    method: "delete",
    path: "/technicians/teams/{id}",
    tags,
    summary: "Delete a team",
    description: "Its technicians remain, without a team.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteTeam(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);
