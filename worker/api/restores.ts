import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
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
import { ExportId, RestoreInput, RestorePart } from "~/domain/export/schema";
import { DomainError } from "~/domain/shared/errors";
import type { HonoEnv } from "../env";
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
    parts: z.int().describe("Parts of the file that have arrived, the first ones"),
    rowCount: z.int().describe("Records that are written"),
    rowTotal: z.int().nullable().describe("Records of the file; null before it was read through"),
    fileCount: z.int().describe("Photos and other files that are in place"),
    fileTotal: z.int().nullable(),
    problem: z.string().nullable(),
    report: z
      .object({
        exportedAt: z.string(),
        tables: z.record(z.string(), z.int()).describe("Records written, by table"),
        notes: z
          .array(z.object({ note: z.enum(RESTORE_NOTES), count: z.int() }))
          .describe("What is left to do, or could not be brought back as it was"),
      })
      .nullable(),
  })
  .meta({ id: "Restore" });

const params = ExportId;

/** Exports that are read in again. */
export const restores = new OpenAPIHono<HonoEnv>();

interface Owned {
  access: "admin" | "person";
  tag: string;
  /** Into what, in words. */
  into: string;
}

register("business", { access: "admin", tag: "Business data", into: "the business" });
register("household", { access: "person", tag: "Household data", into: "the caller's household" });

function register(of: ExportKind, { access, tag, into }: Owned): void {
  restores.openapi(
    operation(access, {
      method: "get",
      path: `/restores/${of}`,
      tags: [tag],
      summary: `The newest restores into ${into}`,
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
      summary: `Start to restore an export into ${into}, which has to be empty`,
      description: `The file is sent next, in parts of ${PART_BYTES} bytes. It has to be an export of this installation as it was downloaded.`,
      request: { body: jsonRequest(RestoreInput) },
      responses: { 201: json(Restore, "Its parts are awaited") },
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
      summary: `How far a restore into ${into} is`,
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
        summary: "Send a part of the file by its place from 0: one after the other, each as often as needed",
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
      summary: "Restore what was uploaded",
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
      summary: "Cancel a restore; what was written of it is deleted again",
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
