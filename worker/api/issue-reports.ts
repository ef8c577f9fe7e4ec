import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { ISSUE_FILE_FORMATS, issueFile } from "~/domain/export/issue-file.server";
import { ATTACHMENT_TOO_LARGE, MAX_ATTACHMENT_BYTES } from "~/domain/issues/attachment";
import { similarIssues } from "~/domain/issues/choices.server";
import { reportProblem } from "~/domain/issues/reports/report.server";
import { IssueFilter, PicturedReport, TypedTitle, WrittenReport } from "~/domain/issues/schema";
import { formRequest, json, jsonRequest, operation } from "./operation";

const tags = ["Issues"];

/** Operations on issues that are not about one of them. Mounted before the issues, whose ids would take the paths. */
export const issueReports = new OpenAPIHono<HonoEnv>();

issueReports.openapi(
  operation("issues.manage", {
    method: "get",
    path: "/issues/export",
    tags,
    summary: "Download issues as CSV or JSON lines",
    description: "Oldest first, without those in the trash.",
    request: {
      query: IssueFilter.omit({ limit: true, cursor: true, before: true, sort: true }).extend({
        format: z.enum(ISSUE_FILE_FORMATS, { error: "Use csv or json" }).default("csv"),
      }),
    },
    responses: {
      200: {
        description: "The file",
        content: { "text/csv": { schema: z.string() }, "application/jsonl": { schema: z.string() } },
      },
    },
  }),
  (c) => {
    const { format, ...filter } = c.req.valid("query");
    return issueFile(c.var.ctx, filter, format);
  },
);

issueReports.openapi(
  operation("issues.read", {
    method: "get",
    path: "/issues/similar",
    tags,
    summary: "Find issues with a similar title",
    request: { query: TypedTitle },
    responses: {
      200: json(
        z.object({ items: z.array(z.object({ number: z.number().int(), title: z.string(), isClosed: z.boolean() })) }),
      ),
    },
  }),
  async (c) => c.json({ items: await similarIssues(c.var.ctx, c.req.valid("query").title) }, 200),
);

issueReports.openapi(
  operation("member", {
    method: "post",
    path: "/issues/reports",
    // Any member may, whatever they may see of issues.
    tags: ["Support"],
    summary: "Report a problem",
    description: "It becomes an issue. `errors` is only stored if `includeErrors` is true.",
    request: { body: jsonRequest(WrittenReport) },
    responses: { 201: json(z.object({ id: z.string() })) },
  }),
  async (c) => c.json(await reportProblem(c.var.ctx, c.req.valid("json")), 201),
);

issueReports.openapi(
  operation(
    "member",
    {
      method: "post",
      path: "/issues/reports/pictured",
      tags: ["Support"],
      summary: "Report a problem with a picture",
      description:
        "The same as form data, with a PNG, JPEG, WebP or GIF picture of at most 10 MB that is attached to the issue. Location and camera data are removed from it. Send only pictures that the readers of reports may see.",
      request: { body: formRequest(PicturedReport) },
      responses: { 201: json(z.object({ id: z.string() })) },
    },
    { maxBytes: MAX_ATTACHMENT_BYTES, tooLarge: ATTACHMENT_TOO_LARGE },
  ),
  async (c) => c.json(await reportProblem(c.var.ctx, c.req.valid("form")), 201),
);
