import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { POSSIBLE_ACTIONS, POSSIBLE_REASONS } from "~/domain/finance/imports/classify";
import { uploadOf } from "~/domain/finance/imports/classify.server";
import { confirmImport, importFile } from "~/domain/finance/imports/confirm.server";
import { DATE_ORDERS } from "~/domain/finance/imports/csv/dates";
import { ENCODINGS, MAX_BYTES } from "~/domain/finance/imports/csv/decode";
import { DELIMITERS } from "~/domain/finance/imports/csv/parse";
import { COLUMN_ROLES, DECIMAL_MARKS } from "~/domain/finance/imports/formats";
import { listImports } from "~/domain/finance/imports/history.server";
import { SIGN_STYLES } from "~/domain/finance/imports/mapping";
import { importRows, previewImport } from "~/domain/finance/imports/preview.server";
import { QUESTION_KINDS } from "~/domain/finance/imports/questions";
import {
  Decisions,
  ImportChange,
  ImportForm,
  ImportOptions,
  RowsQuery,
  StageForm,
} from "~/domain/finance/imports/schema";
import { changeImport, discardImport, stageImport } from "~/domain/finance/imports/stage.server";
import { redoImport, undoImport } from "~/domain/finance/imports/undo.server";
import { formRequest, json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Bank accounts"];
const params = z.object({ id: z.string() });
const upload = { maxBytes: MAX_BYTES, tooLarge: `The file is larger than ${MAX_BYTES / 1024 / 1024} MB.` };

const ImportResult = z.object({
  importId: z.string().nullable().describe("Id for undoing the import; null if nothing was added"),
  importedCount: z.int(),
  skippedCount: z.int().describe("Number of rows the account already has or that have no amount"),
  errors: z.array(z.string()).describe("The first 100 rows that could not be read"),
  errorCount: z.int(),
});

const Mapping = z.object({
  format: z.string().nullable(),
  encoding: z.enum(ENCODINGS),
  delimiter: z.enum(DELIMITERS),
  headerRow: z.int().describe("Row number from 1; 0 without a header"),
  firstRow: z.int(),
  columnCount: z.int(),
  leastCount: z.int().optional(),
  columns: z.partialRecord(z.enum(COLUMN_ROLES), z.int()).describe("Column index by role, from 0"),
  dateOrder: z.enum(DATE_ORDERS).nullable(),
  decimalMark: z.enum(DECIMAL_MARKS).nullable(),
  signStyle: z.enum(SIGN_STYLES),
  flip: z.boolean(),
  flipBalance: z.boolean().optional(),
  directionWords: z
    .record(z.string(), z.enum(["in", "out"]))
    .nullable()
    .optional(),
  textColumns: z.array(z.int()).readonly().optional().describe("Columns used for rows without a description"),
  moreDescription: z.array(z.int()).readonly().optional().describe("Columns that continue the description"),
  negativeDebits: z.boolean(),
  negativeCredits: z.boolean(),
  pendingWithoutBalance: z.boolean(),
  currency: z.string().nullable(),
  onlyAccount: z.string().nullable(),
});

const StagedImport = z.object({
  id: z.string(),
  accountId: z.string(),
  fileName: z.string(),
  createdAt: z.string(),
  options: ImportOptions.describe("Corrections made so far"),
  decisions: Decisions,
  mapping: Mapping.describe("How the file is read, as detected or corrected"),
  header: z.array(z.string()),
  sample: z.array(z.array(z.string())).describe("The first rows of the file, unchanged"),
  questions: z.array(
    z.object({
      kind: z.enum(QUESTION_KINDS),
      needed: z.boolean().describe("True if it must be answered before importing"),
      text: z.string(),
      choices: z.array(z.string()).readonly(),
      labels: z.array(z.string()).readonly().optional(),
    }),
  ),
  usesSavedMapping: z.boolean(),
  warnings: z.array(z.string()),
  counts: z.object({ new: z.int(), possible: z.int(), duplicate: z.int(), error: z.int(), skipped: z.int() }),
  errors: z.array(z.string()).describe("The first 100 rows that cannot be read"),
  firstDate: z.string().nullable(),
  lastDate: z.string().nullable(),
  moneyInMinor: z.int().describe("Total of the new rows, in minor units (cents)"),
  moneyOutMinor: z.int(),
  undecided: z.int().describe("Number of possible matches without a decision"),
  toAdd: z.int().describe("Number of transactions that confirming would add"),
});

const RowsPage = z.object({
  rows: z.array(
    z.union([
      z.object({
        row: z.int().describe("Row number in the file, as a spreadsheet shows it"),
        date: z.string(),
        amountMinor: z.int(),
        description: z.string(),
        pending: z.boolean(),
        match: z
          .object({ date: z.string(), amountMinor: z.int(), description: z.string(), removed: z.boolean() })
          .nullable()
          .describe("The transaction it matches or may match"),
        possible: z
          .object({
            reason: z.enum(POSSIBLE_REASONS),
            sure: z.boolean(),
            earlierRow: z.int().nullable(),
            action: z.enum(POSSIBLE_ACTIONS).nullable().describe("What happens to the row as decided so far"),
          })
          .nullable(),
      }),
      z.object({ row: z.int(), message: z.string() }),
    ]),
  ),
  total: z.int(),
  nextCursor: z.string().nullable(),
});

const PastImport = z.object({
  id: z.string(),
  accountId: z.string(),
  fileName: z.string(),
  importedCount: z.int(),
  skippedCount: z.int(),
  errorCount: z.int(),
  firstDate: z.string().nullable(),
  lastDate: z.string().nullable(),
  createdAt: z.string(),
  undoneAt: z.string().nullable(),
  keptEdited: z.int().describe("Number of rows the undo left in place because they were edited"),
  keptReconciled: z.int(),
  redoneAt: z.string().nullable(),
  redoneCount: z.int().describe("Number of transactions the last redo brought back"),
  canRedo: z.boolean().describe("True if the import is undone and can be redone"),
});

export const accountImports = new OpenAPIHono<HonoEnv>();

accountImports.openapi(
  operation(
    "person",
    {
      method: "post",
      path: "/bank-accounts/{id}/imports",
      tags,
      summary: "Upload a CSV file and preview its import",
      request: { params, body: formRequest(StageForm) },
      responses: { 201: json(StagedImport) },
    },
    upload,
  ),
  async (c) => {
    const { ctx } = c.var;
    const { file, options = {} } = c.req.valid("form");
    const { id } = await stageImport(ctx, c.req.valid("param").id, { upload: uploadOf(file), options });
    return c.json(await previewImport(ctx, id), 201);
  },
);

accountImports.openapi(
  operation("person", {
    method: "get",
    path: "/imports/{id}",
    tags,
    summary: "Preview the import of an uploaded file",
    request: { params },
    responses: { 200: json(StagedImport) },
  }),
  async (c) => c.json(await previewImport(c.var.ctx, c.req.valid("param").id), 200),
);

accountImports.openapi(
  operation("person", {
    method: "patch",
    path: "/imports/{id}",
    tags,
    summary: "Update the import of an uploaded file",
    description: "Corrects how the file is read, or decides on its possible matches.",
    request: { params, body: jsonRequest(ImportChange) },
    responses: { 200: json(StagedImport) },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    await changeImport(c.var.ctx, id, c.req.valid("json"));
    return c.json(await previewImport(c.var.ctx, id), 200);
  },
);

accountImports.openapi(
  operation("person", {
    method: "get",
    path: "/imports/{id}/rows",
    tags,
    summary: "List the rows of an uploaded file",
    description: "Pages through the rows of one kind.",
    request: { params, query: RowsQuery },
    responses: { 200: json(RowsPage) },
  }),
  async (c) => c.json(await importRows(c.var.ctx, c.req.valid("param").id, c.req.valid("query")), 200),
);

accountImports.openapi(
  operation("person", {
    method: "post",
    path: "/imports/{id}/confirm",
    tags,
    summary: "Import an uploaded file into its bank account",
    description:
      "If the account has received transactions since the upload that may be rows of the file, the response is 409: review the possible matches, then confirm again.",
    request: { params },
    responses: { 200: json(ImportResult) },
  }),
  async (c) => c.json(await confirmImport(c.var.ctx, c.req.valid("param").id), 200),
);

accountImports.openapi(
  operation("person", {
    method: "delete",
    path: "/imports/{id}",
    tags,
    summary: "Discard an uploaded file",
    description: "A file that was imported cannot be discarded; undo its import instead.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await discardImport(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

accountImports.openapi(
  operation(
    "person",
    {
      method: "post",
      path: "/bank-accounts/{id}/transactions/import",
      tags,
      summary: "Import a CSV file in one step",
      description: "Importing the same file again adds nothing.",
      request: { params, body: formRequest(ImportForm) },
      responses: { 200: json(ImportResult) },
    },
    upload,
  ),
  async (c) => {
    const { file, options = {}, decisions = {} } = c.req.valid("form");
    const input = { upload: uploadOf(file), options, decisions };
    return c.json(await importFile(c.var.ctx, c.req.valid("param").id, input), 200);
  },
);

accountImports.openapi(
  operation("person", {
    method: "get",
    path: "/bank-accounts/{id}/imports",
    tags,
    summary: "List a bank account's latest imports",
    request: { params },
    responses: { 200: json(z.array(PastImport)) },
  }),
  async (c) => c.json(await listImports(c.var.ctx, c.req.valid("param").id), 200),
);

accountImports.openapi(
  operation("person", {
    method: "post",
    path: "/imports/{id}/undo",
    tags,
    summary: "Undo an import",
    description: "Rows that were edited or reconciled since then stay and are counted.",
    request: { params },
    responses: { 200: json(PastImport) },
  }),
  async (c) => c.json(await undoImport(c.var.ctx, c.req.valid("param").id), 200),
);

accountImports.openapi(
  operation("person", {
    method: "post",
    path: "/imports/{id}/redo",
    tags,
    summary: "Redo an import that was undone",
    description: "Rows that a later import added again are left out.",
    request: { params },
    responses: { 200: json(PastImport) },
  }),
  async (c) => c.json(await redoImport(c.var.ctx, c.req.valid("param").id), 200),
);
