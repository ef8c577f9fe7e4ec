import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { Password } from "~/domain/auth/schema";
import { EXPORT_STATUSES, type ExportKind } from "~/domain/export/export";
import {
  cancelExport,
  linkToExport,
  listExports,
  openExport,
  readExport,
  retryExport,
  startExport,
} from "~/domain/export/exports.server";
import { ExportLink } from "~/domain/export/schema";
import { RecordId } from "~/domain/shared/fields";
import { withBreakLogged } from "~/domain/shared/files/log-break.server";
import { streamOf } from "~/domain/shared/files/zip";
import { clientInfo } from "./auth";
import { json, jsonRequest, operation, whole } from "./operation";

const Export = z
  .object({
    id: z.string(),
    status: z.enum(EXPORT_STATUSES),
    createdAt: z.string(),
    finishedAt: z.string().nullable(),
    expiresAt: z.string().nullable().describe("When the file is deleted"),
    rowCount: z.int().describe("Number of records written so far"),
    rowTotal: z.int().nullable().describe("Number of records to export; null before it starts"),
    fileCount: z.int().describe("Number of photos and other files exported"),
    bytes: z.int(),
    problem: z.string().nullable(),
  })
  .meta({ id: "Export" });

const params = RecordId;

/** Exports of all data of a business or a household in one file, made by the queue. */
export const archives = new OpenAPIHono<HonoEnv>();

interface Owned {
  access: "admin" | "person";
  tag: string;
  /** The owner, in words. */
  whose: string;
}

register("business", { access: "admin", tag: "Business data", whose: "the business" });
register("household", { access: "person", tag: "Household data", whose: "your household" });

function register(of: ExportKind, { access, tag, whose }: Owned): void {
  archives.openapi(
    operation(access, {
      method: "get",
      path: `/archives/${of}`,
      tags: [tag],
      summary: `List exports of ${whose}`,
      description: "Newest first.",
      responses: {
        200: json(z.object({ items: z.array(Export), nextCursor: z.string().nullable(), total: z.int() })),
      },
    }),
    async (c) => c.json(whole(await listExports(c.var.ctx, of)), 200),
  );

  archives.openapi(
    operation(access, {
      method: "post",
      path: `/archives/${of}`,
      tags: [tag],
      summary: `Create an export of ${whose}`,
      description:
        "A ZIP file with every table as JSON lines and as CSV, and with the photos and other files. Only one export can run at a time. An export of a business is recorded in its audit log and contains no member's household. No export contains passwords or the keys of connected banks.",
      request: { body: jsonRequest(Password) },
      responses: { 202: json(Export, "Queued") },
    }),
    async (c) => {
      const { ctx } = c.var;
      const { currentPassword } = c.req.valid("json");
      const { id } = await startExport(ctx, of, { currentPassword, browser: clientInfo(c) });
      return c.json(await readExport(ctx, of, id), 202);
    },
  );

  archives.openapi(
    operation(access, {
      method: "get",
      path: `/archives/${of}/{id}`,
      tags: [tag],
      summary: `Get an export of ${whose}`,
      description: "Includes its progress.",
      request: { params },
      responses: { 200: json(Export) },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      return c.json(await readExport(c.var.ctx, of, id), 200);
    },
  );

  archives.openapi(
    operation(access, {
      method: "post",
      path: `/archives/${of}/{id}/cancel`,
      tags: [tag],
      summary: `Cancel an export of ${whose}`,
      request: { params },
      responses: { 200: json(Export) },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      await cancelExport(c.var.ctx, of, id);
      return c.json(await readExport(c.var.ctx, of, id), 200);
    },
  );

  archives.openapi(
    operation(access, {
      method: "post",
      path: `/archives/${of}/{id}/retry`,
      tags: [tag],
      summary: `Retry a failed export of ${whose}`,
      request: { params },
      responses: { 200: json(Export) },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      await retryExport(c.var.ctx, of, id);
      return c.json(await readExport(c.var.ctx, of, id), 200);
    },
  );

  archives.openapi(
    operation(access, {
      method: "post",
      path: `/archives/${of}/{id}/link`,
      tags: [tag],
      summary: `Create a download link for an export of ${whose}`,
      description: "The export must be finished. The link works for you alone and expires after 15 minutes.",
      request: { params, body: jsonRequest(Password) },
      responses: { 200: json(z.object({ url: z.string(), expiresAt: z.string() })) },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const { currentPassword } = c.req.valid("json");
      return c.json(await linkToExport(c.var.ctx, of, { id, currentPassword, browser: clientInfo(c) }), 200);
    },
  );

  archives.openapi(
    operation(access, {
      method: "get",
      path: `/archives/${of}/{id}/file`,
      tags: [tag],
      summary: `Download an export of ${whose}`,
      description: "Takes the parameters of its download link.",
      request: { params, query: ExportLink },
      responses: { 200: { description: "The file", content: { "application/zip": { schema: z.string() } } } },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const { parts, bytes, fileName } = await openExport(c.var.ctx, of, { ...c.req.valid("query"), id });
      // Content-Length is sent only for a stream of known length.
      const file = new FixedLengthStream(bytes);
      // If the stream fails, which is logged, or the client leaves, the response ends short of its declared length.
      c.var.ctx.after(
        streamOf(withBreakLogged(c.var.ctx, fileName, parts))
          .pipeTo(file.writable)
          .catch(() => undefined),
      );
      return new Response(file.readable, {
        headers: {
          "Content-Type": "application/zip",
          "Content-Length": String(bytes),
          "Content-Disposition": `attachment; filename="${fileName}"`,
          "Cache-Control": "private, no-store",
          "Referrer-Policy": "no-referrer",
        },
      });
    },
  );
}
