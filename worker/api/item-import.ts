import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { csvAnswer } from "~/domain/export/csv-answer.server";
import { importItems, previewItems } from "~/domain/inventory/items/import.server";
import { itemFile, itemFileHeader, itemFileName } from "~/domain/inventory/items/item-file.server";
import { ItemFilter, ItemImport } from "~/domain/inventory/schema";
import { json, jsonRequest, operation } from "./operation";

const tags = ["Inventory"];
const count = z.number().int();

/** Import and export of items. Mounted before the items, whose ids would match the paths. */
export const itemImport = new OpenAPIHono<HonoEnv>();

itemImport.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/items/export",
    tags,
    summary: "Download items as CSV",
    description: "In the columns that an import reads, without the unit cost if you may not see costs.",
    request: { query: ItemFilter.omit({ limit: true, cursor: true }) },
    responses: { 200: { description: "The file", content: { "text/csv": { schema: z.string() } } } },
  }),
  (c) => {
    const { ctx } = c.var;
    return csvAnswer(ctx, itemFile(ctx, c.req.valid("query")), {
      header: itemFileHeader(ctx),
      fileName: itemFileName(ctx),
    });
  },
);

itemImport.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/items/import/preview",
    tags,
    summary: "Preview an import of items",
    description: "What the rows would add and change, and why a row cannot be imported. Nothing is saved.",
    request: { body: jsonRequest(ItemImport) },
    responses: {
      200: json(
        z.object({
          rows: z.array(
            z.object({
              line: count,
              sku: z.string(),
              kind: z.enum(["new", "changed", "unchanged", "error"]),
              errors: z.array(z.string()),
              changes: z.array(z.object({ column: z.string(), from: z.string(), to: z.string() })),
            }),
          ),
        }),
      ),
    },
  }),
  async (c) => c.json({ rows: await previewItems(c.var.ctx, c.req.valid("json")) }, 200),
);

itemImport.openapi(
  operation("inventory.write", {
    method: "post",
    path: "/inventory/items/import",
    tags,
    summary: "Import items",
    description: "Adds and changes items by their SKU, all rows or none.",
    request: { body: jsonRequest(ItemImport) },
    responses: { 200: json(z.object({ added: count, changed: count, unchanged: count })) },
  }),
  async (c) => c.json(await importItems(c.var.ctx, c.req.valid("json")), 200),
);
