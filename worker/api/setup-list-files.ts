import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { LogFilter } from "~/domain/code-hosts/sync/schema";
import {
  apiKeyFile,
  deletedIssueFile,
  invitationFile,
  pickFile,
  planInvoiceFile,
  supportFile,
  syncLogFile,
  webhookEndpointFile,
} from "~/domain/export/setup-lists.server";
import { PickFilter } from "~/domain/job-parts/schema";
import { PLAN_OWNER_KINDS } from "~/domain/plans/plan";
import { SupportFilter } from "~/domain/support/schema";
import type { HonoEnv } from "../env";
import { listAnswer, csvResponses as responses } from "./list-answer";
import { operation } from "./operation";

/** Lists of settings, support and loading as CSV. Mounted before the lists, whose ids would take the paths. */
export const setupListFiles = new OpenAPIHono<HonoEnv>();

const paging = { limit: true, cursor: true } as const;

setupListFiles.openapi(
  operation("admin", {
    method: "get",
    path: "/api-keys/export",
    tags: ["API keys"],
    summary: "Download a business's API keys as CSV, without the keys themselves",
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: apiKeyFile, filter: {}, name: "api-keys" }),
);

setupListFiles.openapi(
  operation("admin", {
    method: "get",
    path: "/webhook-endpoints/export",
    tags: ["Webhooks"],
    summary: "Download a business's webhook endpoints as CSV, without their secrets",
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: webhookEndpointFile, filter: {}, name: "webhook-endpoints" }),
);

setupListFiles.openapi(
  operation("system.admin", {
    method: "get",
    path: "/code-hosts/log/export",
    tags: ["Code hosts"],
    summary: "Download what was synced, ignored and failed as CSV, the latest first",
    request: { query: LogFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: syncLogFile, filter: c.req.valid("query"), name: "sync-log" }),
);

setupListFiles.openapi(
  operation("issues.read", {
    method: "get",
    path: "/issues/trash/export",
    tags: ["Issues"],
    summary: "Download the deleted issues as CSV, the latest first",
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: deletedIssueFile, filter: {}, name: "deleted-issues" }),
);

setupListFiles.openapi(
  operation("person", {
    method: "get",
    path: "/support/messages/export",
    tags: ["Support"],
    summary: "Download messages to support by state as CSV: one's own; for those who answer, all of them",
    request: { query: SupportFilter.omit(paging) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: supportFile, filter: c.req.valid("query"), name: "support-messages" }),
);

setupListFiles.openapi(
  operation("technicians.read", {
    method: "get",
    path: "/technicians/invitations/pending/export",
    tags: ["Technicians"],
    summary: "Download the invitations of technicians that wait for an answer as CSV",
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: invitationFile, filter: {}, name: "invitations" }),
);

setupListFiles.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/picks/export",
    tags: ["Inventory"],
    summary: "Download what is to be loaded for a day's jobs as CSV",
    request: { query: PickFilter },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: pickFile, filter: c.req.valid("query"), name: "pick-list" }),
);

setupListFiles.openapi(
  operation("person", {
    method: "get",
    path: "/plans/{of}/invoices/export",
    tags: ["Plans"],
    summary: "Download the invoices of a plan as CSV, the newest first; none for who may not change it",
    request: { params: z.object({ of: z.enum(PLAN_OWNER_KINDS) }) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: planInvoiceFile, filter: c.req.valid("param"), name: "plan-invoices" }),
);
