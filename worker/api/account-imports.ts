import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { MAX_BYTES } from "~/domain/finance/imports/decode";
import { importFile } from "~/domain/finance/imports/import.server";
import { listImports } from "~/domain/finance/imports/imports.server";
import { previewImport } from "~/domain/finance/imports/preview.server";
import type { Upload } from "~/domain/finance/imports/read-file.server";
import { ImportForm, PreviewForm } from "~/domain/finance/imports/reading.schema";
import { undoImport } from "~/domain/finance/imports/undo.server";
import type { HonoEnv } from "../env";
import { formRequest, json, operation } from "./operation";

const tags = ["Bank accounts"];
const params = z.object({ id: z.string() });
const upload = { maxBytes: MAX_BYTES, tooLarge: `The file is larger than ${MAX_BYTES / 1024 / 1024} MB.` };

const ImportAnswer = z.object({
  importId: z.string().nullable().describe("For an undo; null where nothing was added"),
  importedCount: z.int(),
  skippedCount: z.int().describe("Rows the account has already, and rows that move no money"),
  errors: z.array(z.string()).describe("The first 100 rows that could not be read"),
  errorCount: z.int(),
});

const PastImportAnswer = z.object({
  id: z.string(),
  fileName: z.string(),
  importedCount: z.int(),
  skippedCount: z.int(),
  errorCount: z.int(),
  firstDate: z.string().nullable(),
  lastDate: z.string().nullable(),
  createdAt: z.string(),
  undoneAt: z.string().nullable(),
  keptEdited: z.int().describe("Rows that an undo left because they were edited"),
  keptReconciled: z.int(),
});

function uploadOf(file: File): Upload {
  // What a form calls a file that the browser has no type for.
  const type = file.type === "application/octet-stream" ? "" : file.type;
  return { name: file.name, type, size: file.size, bytes: async () => new Uint8Array(await file.arrayBuffer()) };
}

export const accountImports = new OpenAPIHono<HonoEnv>();

accountImports.openapi(
  operation(
    "person",
    {
      method: "post",
      path: "/bank-accounts/{id}/transactions/import/preview",
      tags,
      summary: "What an import of this CSV file would do; nothing is written",
      request: { params, body: formRequest(PreviewForm) },
      responses: { 200: json(z.looseObject({})) },
    },
    upload,
  ),
  async (c) => {
    const body = c.req.valid("form");
    return c.json(
      await previewImport(c.var.ctx, c.req.valid("param").id, {
        upload: uploadOf(body.file),
        reading: body.reading ?? {},
      }),
      200,
    );
  },
);

accountImports.openapi(
  operation(
    "person",
    {
      method: "post",
      path: "/bank-accounts/{id}/transactions/import",
      tags,
      summary: "Import a CSV file; the same file again adds nothing",
      request: { params, body: formRequest(ImportForm) },
      responses: { 200: json(ImportAnswer) },
    },
    upload,
  ),
  async (c) => {
    const { file, reading = {}, decisions = {} } = c.req.valid("form");
    return c.json(
      await importFile(c.var.ctx, c.req.valid("param").id, { upload: uploadOf(file), reading, decisions }),
      200,
    );
  },
);

accountImports.openapi(
  operation("person", {
    method: "get",
    path: "/bank-accounts/{id}/imports",
    tags,
    summary: "The latest imports of an account",
    request: { params },
    responses: { 200: json(z.array(PastImportAnswer)) },
  }),
  async (c) => c.json(await listImports(c.var.ctx, c.req.valid("param").id), 200),
);

accountImports.openapi(
  operation("person", {
    method: "post",
    path: "/bank-account-imports/{id}/undo",
    tags,
    summary: "Take an import back; rows edited or reconciled since stay and are counted",
    request: { params },
    responses: { 200: json(PastImportAnswer) },
  }),
  async (c) => c.json(await undoImport(c.var.ctx, c.req.valid("param").id), 200),
);
