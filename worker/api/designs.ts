import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { checkLayout } from "~/domain/designs/checks";
import { svgOf } from "~/domain/designs/drawing";
import { estimateDesign } from "~/domain/designs/estimate.server";
import { type Design, findDesign, findVersion, listDesigns, listVersions } from "~/domain/designs/load.server";
import { designPdf } from "~/domain/designs/pdf.server";
import {
  copyDesign,
  createDesign,
  deleteDesign,
  restoreVersion,
  saveDesign,
  undeleteDesign,
} from "~/domain/designs/save.server";
import {
  DesignChange,
  DesignFilter,
  DesignRestore,
  LayoutAnswer,
  LayoutInput,
  NewDesign,
} from "~/domain/designs/schema";
import { pdfAnswer } from "~/domain/export/pdf-answer.server";
import { paging } from "~/domain/shared/fields";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Designs"];
const params = z.object({ id: z.string() });

const site = {
  siteAddressId: z.string().nullable(),
  site: z.object({ line1: z.string(), city: z.string(), customer: z.string().nullable() }).nullable(),
};

const DesignAnswer = z.object({
  id: z.string(),
  title: z.string(),
  ...site,
  estimateId: z.string().nullable(),
  layout: LayoutAnswer,
  version: z.int(),
  updatedAt: z.string(),
  updatedBy: z.string().nullable(),
});

const Finding = z.object({
  check: z.string(),
  level: z.enum(["problem", "warning"]),
  title: z.string(),
  detail: z.string(),
  source: z.string().nullable(),
  ids: z.array(z.string()).describe("Ids of the parts and connections it is about"),
});

type Placed = { line1: string | null; city: string | null; customerName: string | null };
const siteOf = ({ line1, city, customerName }: Placed) =>
  line1 === null ? null : { line1, city: city ?? "", customer: customerName };

const answerOf = (design: Design): z.output<typeof DesignAnswer> => ({
  ...{ id: design.id, title: design.title, siteAddressId: design.siteAddressId, site: siteOf(design) },
  ...{ estimateId: design.estimateId, layout: design.layout, version: design.version },
  ...{ updatedAt: design.updatedAt, updatedBy: design.updatedByName },
});

export const designs = new OpenAPIHono<HonoEnv>();

designs.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/designs",
    tags,
    summary: "List system layouts",
    description: "Most recently saved first.",
    request: { query: DesignFilter },
    responses: {
      200: json(
        z.object({
          items: z.array(
            z.object({
              ...{ id: z.string(), title: z.string(), ...site, estimateId: z.string().nullable() },
              ...{ version: z.int(), parts: z.int(), updatedAt: z.string(), updatedBy: z.string().nullable() },
            }),
          ),
          nextCursor: z.string().nullable(),
          total: z.null().describe("Always null: not counted"),
        }),
      ),
    },
  }),
  async (c) => {
    const { items, nextCursor } = await listDesigns(c.var.ctx, c.req.valid("query"));
    const rows = items.map((row) => ({
      ...{
        id: row.id,
        title: row.title,
        siteAddressId: row.siteAddressId,
        site: siteOf(row),
        estimateId: row.estimateId,
      },
      ...{ version: row.version, parts: row.parts, updatedAt: row.updatedAt, updatedBy: row.updatedByName },
    }));
    return c.json({ items: rows, nextCursor, total: null }, 200);
  },
);

designs.openapi(
  operation("equipment.write", {
    method: "post",
    path: "/designs",
    tags,
    summary: "Create a system layout",
    description: "Starts from a template.",
    request: { body: jsonRequest(NewDesign) },
    responses: { 201: json(DesignAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createDesign(ctx, c.req.valid("json"));
    return c.json(answerOf(await findDesign(ctx, id)), 201);
  },
);

designs.openapi(
  operation("equipment.read", {
    method: "post",
    path: "/designs/check",
    tags,
    summary: "Check a system layout",
    description:
      "Checks static pressure, air velocity, return air, airflow, line sets and controls, and names the source of each check. Nothing is saved.",
    request: { body: jsonRequest(z.object({ layout: LayoutInput })) },
    responses: { 200: json(z.object({ findings: z.array(Finding) })) },
  }),
  async (c) => c.json({ findings: checkLayout(c.req.valid("json").layout) }, 200),
);

designs.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/designs/{id}",
    tags,
    summary: "Get a system layout",
    request: { params },
    responses: { 200: json(DesignAnswer.extend({ findings: z.array(Finding) })) },
  }),
  async (c) => {
    const design = await findDesign(c.var.ctx, c.req.valid("param").id);
    return c.json({ ...answerOf(design), findings: checkLayout(design.layout) }, 200);
  },
);

designs.openapi(
  operation("equipment.write", {
    method: "put",
    path: "/designs/{id}",
    tags,
    summary: "Update a system layout",
    description:
      "Saves it as the next version. A stale `version` is refused with 409 and the current layout, so that both versions can be saved.",
    request: { params, body: jsonRequest(DesignChange) },
    responses: { 200: json(DesignAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await saveDesign(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(answerOf(await findDesign(ctx, id)), 200);
  },
);

designs.openapi(
  operation("equipment.write", {
    method: "post",
    path: "/designs/{id}/copy",
    tags,
    summary: "Copy a system layout",
    request: { params },
    responses: { 201: json(DesignAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { title, siteAddressId, layout } = await findDesign(ctx, c.req.valid("param").id);
    const { id } = await copyDesign(ctx, { title: `${title} (copy)`.slice(0, 120), siteAddressId, layout });
    return c.json(answerOf(await findDesign(ctx, id)), 201);
  },
);

designs.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/designs/{id}/versions",
    tags,
    summary: "List a system layout's versions",
    request: { params, query: z.object(paging) },
    responses: {
      200: json(
        z.object({
          items: z.array(
            z.object({
              ...{ version: z.int(), title: z.string(), parts: z.int(), savedAt: z.string() },
              ...{ savedBy: z.string().nullable(), restoredFrom: z.int().nullable() },
            }),
          ),
          nextCursor: z.string().nullable(),
          total: z.null().describe("Always null: not counted"),
        }),
      ),
    },
  }),
  async (c) => {
    const { items, nextCursor } = await listVersions(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    const rows = items.map(({ savedByName, ...row }) => ({ ...row, savedBy: savedByName }));
    return c.json({ items: rows, nextCursor, total: null }, 200);
  },
);

const versionParams = z.object({ id: z.string(), version: z.coerce.number().int().min(1) });

designs.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/designs/{id}/versions/{version}",
    tags,
    summary: "Get a version of a system layout",
    request: { params: versionParams },
    responses: {
      200: json(z.object({ version: z.int(), title: z.string(), layout: LayoutAnswer, savedAt: z.string() })),
    },
  }),
  async (c) => {
    const { id, version } = c.req.valid("param");
    return c.json(await findVersion(c.var.ctx, id, version), 200);
  },
);

designs.openapi(
  operation("equipment.write", {
    method: "post",
    path: "/designs/{id}/restore-version",
    tags,
    summary: "Restore a version of a system layout",
    description: "Saves it as the newest version.",
    request: { params, body: jsonRequest(DesignRestore) },
    responses: { 200: json(DesignAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await restoreVersion(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(answerOf(await findDesign(ctx, id)), 200);
  },
);

designs.openapi(
  operation("equipment.write", {
    method: "post",
    path: "/designs/{id}/estimate",
    tags,
    summary: "Create an estimate from a system layout",
    description: "A draft with the layout's equipment and materials.",
    request: { params },
    responses: { 201: json(z.object({ id: z.string().describe("Id of the estimate") })) },
  }),
  async (c) => c.json(await estimateDesign(c.var.ctx, c.req.valid("param").id), 201),
);

designs.openapi(
  operation("equipment.write", {
    method: "delete",
    path: "/designs/{id}",
    tags,
    summary: "Delete a system layout",
    description: "It can be restored for 30 days.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteDesign(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

designs.openapi(
  operation("equipment.write", {
    method: "post",
    path: "/designs/{id}/restore",
    tags,
    summary: "Restore a deleted system layout",
    request: { params },
    responses: { 200: json(DesignAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await undeleteDesign(ctx, c.req.valid("param").id);
    return c.json(answerOf(await findDesign(ctx, id)), 200);
  },
);

designs.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/designs/{id}/picture",
    tags,
    summary: "Download a system layout's drawing as SVG",
    request: { params },
    responses: { 200: { description: "The picture", content: { "image/svg+xml": { schema: z.string() } } } },
  }),
  async (c) => {
    const { layout, title } = await findDesign(c.var.ctx, c.req.valid("param").id);
    return c.body(svgOf(layout, title), 200, { "Content-Type": "image/svg+xml" });
  },
);

designs.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/designs/{id}/pdf",
    tags,
    summary: "Download a system layout as PDF",
    description: "Contains the drawing, sizes, materials and checks.",
    request: { params },
    responses: { 200: { description: "The document", content: { "application/pdf": { schema: z.string() } } } },
  }),
  async (c) => pdfAnswer(await designPdf(c.var.ctx, c.req.valid("param").id)),
);
