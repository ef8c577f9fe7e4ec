import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { csvFile } from "~/domain/export/csv-answer.server";
import { pdfAnswer } from "~/domain/export/pdf-answer.server";
import { analysisFile, analysisPdf } from "~/domain/industries/file.server";
import { findAnalysis, listAnalyses, type SavedAnalysis } from "~/domain/industries/load.server";
import { deleteAnalysis, renameAnalysis, restoreAnalysis, saveAnalysis } from "~/domain/industries/save.server";
import { AnalysisFile, RenameAnalysis, SaveAnalysis, SavedFilter } from "~/domain/industries/schema";
import { AnalysisAnswer, analysisAnswer } from "./industries";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Industry analysis"];
const params = z.object({ id: z.string() });

const facts = {
  id: z.string(),
  title: z.string(),
  version: z.int(),
  savedAt: z.string(),
  savedBy: z.string().nullable(),
};

const SavedAnswer = z.object({
  ...facts,
  analysis: AnalysisAnswer.describe("The comparison as it was saved"),
  modelAnswer: z
    .object({
      by: z.literal("language_model").describe("Neither computed nor checked; no figure of `analysis` comes from it"),
      model: z.string(),
      answeredAt: z.string(),
      remarks: z.array(z.object({ industry: z.string().nullable(), text: z.string() })),
      leftOut: z.int().describe("Remarks left out because they named a figure that is not in the data"),
      inputTokens: z.int().nullable(),
      outputTokens: z.int().nullable(),
      cost: z.number().nullable().describe("Dollars"),
    })
    .nullable()
    .describe("Remarks of a language model; null if none were saved"),
});

const answerOf = ({ comparison, dataSetDate, modelAnswer, savedByName, mayWrite: _, ...saved }: SavedAnalysis) => ({
  ...saved,
  savedBy: savedByName,
  analysis: analysisAnswer(comparison, dataSetDate),
  modelAnswer: modelAnswer && { by: "language_model" as const, ...modelAnswer },
});

export const industryAnalyses = new OpenAPIHono<HonoEnv>();

industryAnalyses.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/industry-analyses",
    tags,
    summary: "List industry analyses",
    description: "Newest first.",
    request: { query: SavedFilter },
    responses: {
      200: json(
        z.object({
          items: z.array(
            z.object({
              ...facts,
              industries: z.array(z.string()).describe("NAICS codes"),
              dataSetDate: z.string(),
              model: z.string().nullable().describe("The model whose remarks were saved with it"),
            }),
          ),
          nextCursor: z.string().nullable(),
          total: z.null().describe("Always null: not counted"),
        }),
      ),
    },
  }),
  async (c) => {
    const { items, nextCursor } = await listAnalyses(c.var.ctx, c.req.valid("query"));
    const rows = items.map(({ savedByName, ...row }) => ({ ...row, savedBy: savedByName }));
    return c.json({ items: rows, nextCursor, total: null }, 200);
  },
);

industryAnalyses.openapi(
  operation("invoices.write", {
    method: "post",
    path: "/industry-analyses",
    tags,
    summary: "Create an industry analysis",
    description:
      "Saves the comparison as it is now. A language model's remarks are saved with it, apart from the figures, when `answer` is sent. An answer about other industries, for another business or older than a day is refused.",
    request: { body: jsonRequest(SaveAnalysis) },
    responses: { 201: json(SavedAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await saveAnalysis(ctx, c.req.valid("json"));
    return c.json(answerOf(await findAnalysis(ctx, id)), 201);
  },
);

industryAnalyses.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/industry-analyses/{id}",
    tags,
    summary: "Get an industry analysis",
    request: { params },
    responses: { 200: json(SavedAnswer) },
  }),
  async (c) => c.json(answerOf(await findAnalysis(c.var.ctx, c.req.valid("param").id)), 200),
);

industryAnalyses.openapi(
  operation("invoices.write", {
    method: "patch",
    path: "/industry-analyses/{id}",
    tags,
    summary: "Rename an industry analysis",
    description: "A stale `version` is refused with 409 and the current name.",
    request: { params, body: jsonRequest(RenameAnalysis) },
    responses: { 200: json(SavedAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await renameAnalysis(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(answerOf(await findAnalysis(ctx, id)), 200);
  },
);

industryAnalyses.openapi(
  operation("invoices.write", {
    method: "delete",
    path: "/industry-analyses/{id}",
    tags,
    summary: "Delete an industry analysis",
    description: "It can be restored for 30 days.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteAnalysis(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

industryAnalyses.openapi(
  operation("invoices.write", {
    method: "post",
    path: "/industry-analyses/{id}/restore",
    tags,
    summary: "Restore a deleted industry analysis",
    request: { params },
    responses: { 200: json(SavedAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await restoreAnalysis(ctx, c.req.valid("param").id);
    return c.json(answerOf(await findAnalysis(ctx, id)), 200);
  },
);

industryAnalyses.openapi(
  operation("invoices.read", {
    method: "get",
    path: "/industry-analyses/{id}/export",
    tags,
    summary: "Download an industry analysis",
    description: "CSV with the source of each figure, or PDF.",
    request: { params, query: AnalysisFile },
    responses: {
      200: {
        description: "The file",
        content: { "text/csv": { schema: z.string() }, "application/pdf": { schema: z.string() } },
      },
    },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = c.req.valid("param");
    if (c.req.valid("query").format === "csv") return csvFile(await analysisFile(ctx, id));
    return pdfAnswer(await analysisPdf(ctx, id));
  },
);
