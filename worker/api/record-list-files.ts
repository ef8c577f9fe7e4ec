import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import {
  analysisFile,
  cylinderEntryFile,
  designVersionFile,
  equipmentHistoryFile,
  readingFile,
  siteHistoryFile,
  spokenFile,
  supplierItemFile,
  voiceSessionFile,
} from "~/domain/export/record-lists.server";
import { HistoryFilter } from "~/domain/refrigerant/schema";
import { SessionFilter } from "~/domain/voice/sessions/schema";
import { listAnswer, csvResponses as responses } from "./list-answer";
import { operation } from "./operation";

/** Lists of one record, and short lists of a member, as CSV. Mounted before the records, whose ids would match the paths. */
export const recordListFiles = new OpenAPIHono<HonoEnv>();

const params = z.object({ id: z.string().max(100) });

recordListFiles.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/sites/{id}/history/export",
    tags: ["Properties"],
    summary: "Download a property's work orders as CSV",
    description: "Newest first.",
    request: { params },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: siteHistoryFile, filter: c.req.valid("param"), name: "property-history" }),
);

recordListFiles.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/equipment/{id}/history/export",
    tags: ["Equipment"],
    summary: "Download the work orders of equipment as CSV",
    description: "Newest first.",
    request: { params },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: equipmentHistoryFile, filter: c.req.valid("param"), name: "equipment-history" }),
);

recordListFiles.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/equipment/{id}/refrigerant-readings/history/export",
    tags: ["Refrigerant readings"],
    summary: "Download the refrigerant readings of equipment as CSV",
    description: "Latest first, in psig, °F and pounds.",
    request: { params, query: HistoryFilter.omit({ limit: true, cursor: true }) },
    responses,
  }),
  (c) => {
    const filter = { ...c.req.valid("query"), ...c.req.valid("param") };
    return listAnswer(c.var.ctx, { file: readingFile, filter, name: "refrigerant-readings" });
  },
);

recordListFiles.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/refrigerant-cylinders/{id}/entries/export",
    tags: ["Refrigerant cylinders"],
    summary: "Download a cylinder's entries as CSV",
    description: "Latest first.",
    request: { params },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: cylinderEntryFile, filter: c.req.valid("param"), name: "cylinder-entries" }),
);

recordListFiles.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/suppliers/{id}/items/export",
    tags: ["Purchasing"],
    summary: "Download the items a supplier sells as CSV",
    description: "By SKU.",
    request: { params },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: supplierItemFile, filter: c.req.valid("param"), name: "supplier-items" }),
);

recordListFiles.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/designs/{id}/versions/export",
    tags: ["Designs"],
    summary: "Download a design's versions as CSV",
    description: "Newest first.",
    request: { params },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: designVersionFile, filter: c.req.valid("param"), name: "design-versions" }),
);

recordListFiles.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/industry-analyses/export",
    tags: ["Industry analysis"],
    summary: "Download saved industry analyses as CSV",
    description: "Newest first.",
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: analysisFile, filter: {}, name: "industry-analyses" }),
);

recordListFiles.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/voice/history/export",
    tags: ["Voice"],
    summary: "Download the business's voice sessions as CSV",
    description: "Newest first: everyone's for the office, their own for others.",
    request: { query: SessionFilter.omit({ limit: true, cursor: true }) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: spokenFile, filter: c.req.valid("query"), name: "voice-sessions" }),
);

recordListFiles.openapi(
  operation("work_orders.read", {
    method: "get",
    path: "/voice/sessions/export",
    tags: ["Voice"],
    summary: "Download your open voice sessions as CSV",
    description: "Those waiting to be confirmed or discarded, oldest first.",
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: voiceSessionFile, filter: {}, name: "voice-sessions" }),
);
