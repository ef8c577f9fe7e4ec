import { z } from "zod";
import { MAX_BYTES } from "~/domain/finance/imports/decode";
import { importFile } from "~/domain/finance/imports/import.server";
import { listImports, type PastImport } from "~/domain/finance/imports/imports.server";
import { previewImport } from "~/domain/finance/imports/preview.server";
import type { Upload } from "~/domain/finance/imports/read-file.server";
import { ImportForm, PreviewForm } from "~/domain/finance/imports/reading.schema";
import { undoImport } from "~/domain/finance/imports/undo.server";
import { type Endpoint, endpoint } from "./endpoint";

const tag = "Bank accounts";
const params = z.object({ id: z.string() });
const upload = { mostBytes: MAX_BYTES, tooLarge: `The file is larger than ${MAX_BYTES / 1024 / 1024} MB.` };

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

export const accountImports: Endpoint[] = [
  endpoint({
    method: "post",
    path: "/bank-accounts/{id}/transactions/import/preview",
    tag,
    summary: "What an import of this CSV file would do; nothing is written",
    params,
    body: PreviewForm,
    upload,
    answer: z.looseObject({}),
    run: async ({ ctx, params, body }) =>
      previewImport(ctx, params.id, { upload: uploadOf(body.file), reading: body.reading ?? {} }),
  }),
  endpoint({
    method: "post",
    path: "/bank-accounts/{id}/transactions/import",
    tag,
    summary: "Import a CSV file; the same file again adds nothing",
    params,
    body: ImportForm,
    upload,
    answer: ImportAnswer,
    run: async ({ ctx, params, body }) => {
      const { file, reading = {}, decisions = {} } = body;
      return importFile(ctx, params.id, { upload: uploadOf(file), reading, decisions });
    },
  }),
  endpoint({
    method: "get",
    path: "/bank-accounts/{id}/imports",
    tag,
    summary: "The latest imports of an account",
    params,
    answer: z.array(PastImportAnswer),
    run: ({ ctx, params }): Promise<PastImport[]> => listImports(ctx, params.id),
  }),
  endpoint({
    method: "post",
    path: "/bank-account-imports/{id}/undo",
    tag,
    summary: "Take an import back; rows edited or reconciled since stay and are counted",
    params,
    answer: PastImportAnswer,
    run: ({ ctx, params }) => undoImport(ctx, params.id),
  }),
];
