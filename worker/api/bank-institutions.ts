import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import {
  createInstitution,
  type InstitutionView,
  institution,
  listInstitutions,
  updateInstitution,
} from "~/domain/finance/accounts/institutions.server";
import { Institution } from "~/domain/finance/accounts/schema";
import { json, jsonRequest, operation } from "./operation";

const InstitutionAnswer = z.object({
  id: z.int(),
  name: z.string(),
  website: z.string().nullable(),
  logoUrl: z.string().nullable(),
  logo: z.string().nullable().describe("Logo of the bank, base64"),
  description: z.string().nullable(),
  primaryColor: z.string().nullable(),
  isActive: z.boolean(),
  version: z.int(),
});

function institutionOf(row: InstitutionView): z.input<typeof InstitutionAnswer> {
  return row;
}

const tags = ["Bank accounts"];

const params = z.object({ id: z.string() });

export const bankInstitutions = new OpenAPIHono<HonoEnv>();

bankInstitutions.openapi(
  operation("person", {
    method: "get",
    path: "/bank-institutions",
    tags,
    summary: "List financial institutions",
    description: "Sorted by name.",
    responses: { 200: json(z.array(InstitutionAnswer)) },
  }),
  async (c) => c.json((await listInstitutions(c.var.ctx)).map(institutionOf), 200),
);

bankInstitutions.openapi(
  operation("person", {
    method: "post",
    path: "/bank-institutions",
    tags,
    summary: "Create a financial institution",
    request: { body: jsonRequest(Institution) },
    responses: { 201: json(InstitutionAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createInstitution(ctx, c.req.valid("json"));
    return c.json(institutionOf(await institution(ctx, id)), 201);
  },
);

bankInstitutions.openapi(
  operation("person", {
    method: "put",
    path: "/bank-institutions/{id}",
    tags,
    summary: "Update a financial institution",
    request: { params, body: jsonRequest(Institution) },
    responses: { 200: json(InstitutionAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateInstitution(ctx, Number(c.req.valid("param").id) || 0, c.req.valid("json"));
    return c.json(institutionOf(await institution(ctx, id)), 200);
  },
);
