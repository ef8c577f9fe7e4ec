import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import type { ExportKind } from "~/domain/export/export";
import { PART_BYTES, RESTORE_NOTES, RESTORE_STATUSES } from "~/domain/export/restore";
import {
  beginRestore,
  cancelRestore,
  listRestores,
  readRestore,
  startRestore,
  takePart,
} from "~/domain/export/restores.server";
import { RestoreInput, RestorePart } from "~/domain/export/schema";
import { DomainError } from "~/domain/shared/errors";
import { RecordId } from "~/domain/shared/fields";
import { clientInfo } from "./auth";
import { json, jsonRequest, operation, whole } from "./operation";

const Restore = z
  .object({
    id: z.string(),
    status: z.enum(RESTORE_STATUSES),
    createdAt: z.string(),
    finishedAt: z.string().nullable(),
    fileName: z.string(),
    bytes: z.int(),
    parts: z.int().describe("Number of parts that have arrived, from the first one on without gaps"),
    rowCount: z.int().describe("Number of records written so far"),
    rowTotal: z.int().nullable().describe("Number of records in the file; null before it was read"),
    fileCount: z.int().describe("Number of photos and other files restored"),
    fileTotal: z.int().nullable(),
    problem: z.string().nullable(),
    report: z
      .object({
        exportedAt: z.string(),
        tables: z.record(z.string(), z.int()).describe("Number of restored records by table"),
        notes: z
          .array(z.object({ note: z.enum(RESTORE_NOTES), count: z.int() }))
          .describe("What is left to do, or could not be restored as it was"),
      })
      .nullable(),
  })
  .meta({ id: "Restore" });

const params = RecordId;

/** Restores of exports. */
export const restores = new OpenAPIHono<HonoEnv>();

interface Owned {
  access: "admin" | "person";
  tag: string;
  /** The restore's target, in words. */
  into: string;
}

register("business", { access: "admin", tag: "Business data", into: "the business" });
register("household", { access: "person", tag: "Household data", into: "your household" });

function register(of: ExportKind, { access, tag, into }: Owned): void {
  restores.openapi(
    operation(access, {
      method: "get",
      path: `/restores/${of}`,
      tags: [tag],
      summary: `List restores into ${into}`,
      description: "Newest first.",
      responses: {
        200: json(z.object({ items: z.array(Restore), nextCursor: z.string().nullable(), total: z.int() })),
      },
    }),
    async (c) => c.json(whole(await listRestores(c.var.ctx, of)), 200),
  );

  restores.openapi(
    operation(access, {
      method: "post",
      path: `/restores/${of}`,
      tags: [tag],
      summary: `Create a restore into ${into}`,
      description: `Restores an export. The destination must be empty, and the export must come from this installation, as it was downloaded. Upload the file next, in parts of ${PART_BYTES} bytes.`,
      request: { body: jsonRequest(RestoreInput) },
      responses: { 201: json(Restore, "Created; upload its parts next") },
    }),
    async (c) => {
      const { ctx } = c.var;
      const { id } = await startRestore(ctx, of, { ...c.req.valid("json"), browser: clientInfo(c) });
      return c.json(await readRestore(ctx, of, id), 201);
    },
  );

  restores.openapi(
    operation(access, {
      method: "get",
      path: `/restores/${of}/{id}`,
      tags: [tag],
      summary: `Get a restore into ${into}`,
      description: "Includes its progress.",
      request: { params },
      responses: { 200: json(Restore) },
    }),
    async (c) => c.json(await readRestore(c.var.ctx, of, c.req.valid("param").id), 200),
  );

  restores.openapi(
    operation(
      access,
      {
        method: "put",
        path: `/restores/${of}/{id}/parts/{part}`,
        tags: [tag],
        summary: `Upload a part of the file to restore into ${into}`,
        description: "By its index from 0, in order. A part can be sent again.",
        request: {
          params: RestorePart,
          body: { required: true, content: { "application/octet-stream": { schema: z.string() } } },
        },
        responses: { 200: json(Restore) },
      },
      { maxBytes: PART_BYTES, tooLarge: `A part has at most ${PART_BYTES} bytes.`, isBare: true },
    ),
    async (c) => {
      const { id, part } = c.req.valid("param");
      const body = await c.req.arrayBuffer().catch((error: unknown) => {
        throw error instanceof DomainError ? error : new DomainError("invalid", "The part was cut off. Send it again.");
      });
      return c.json(await takePart(c.var.ctx, of, { id, part, body }), 200);
    },
  );

  restores.openapi(
    operation(access, {
      method: "post",
      path: `/restores/${of}/{id}/begin`,
      tags: [tag],
      summary: `Start a restore into ${into}`,
      description: "Every part must have been uploaded.",
      request: { params },
      responses: { 202: json(Restore, "Queued") },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      await beginRestore(c.var.ctx, of, id);
      return c.json(await readRestore(c.var.ctx, of, id), 202);
    },
  );

  restores.openapi(
    operation(access, {
      method: "post",
      path: `/restores/${of}/{id}/cancel`,
      tags: [tag],
      summary: `Cancel a restore into ${into}`,
      description: "Records it has already restored are deleted.",
      request: { params },
      responses: { 200: json(Restore) },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      await cancelRestore(c.var.ctx, of, id);
      return c.json(await readRestore(c.var.ctx, of, id), 200);
    },
  );
}
