import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
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
import { PLAN_OWNER_KINDS } from "~/domain/plans/plan";
import { SupportFilter } from "~/domain/support/schema";
import { PickFilter } from "~/domain/work-order-parts/schema";
import { listAnswer, csvResponses as responses } from "./list-answer";
import { operation } from "./operation";

/** Lists of settings, support and loading as CSV. Mounted before the lists, whose ids would match the paths. */
export const setupListFiles = new OpenAPIHono<HonoEnv>();

const paging = { limit: true, cursor: true } as const;

setupListFiles.openapi(
  operation("admin", {
    method: "get",
    path: "/api-keys/export",
    tags: ["API keys"],
    summary: "Download API keys as CSV",
    description: "The keys themselves are left out.",
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: apiKeyFile, filter: {}, name: "api-keys" }),
);

setupListFiles.openapi(
  operation("admin", {
    method: "get",
    path: "/webhook-endpoints/export",
    tags: ["Webhooks"],
    summary: "Download webhook endpoints as CSV",
    description: "Secrets are left out.",
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: webhookEndpointFile, filter: {}, name: "webhook-endpoints" }),
);

setupListFiles.openapi(
  operation("system.admin", {
    method: "get",
    path: "/code-hosts/log/export",
    tags: ["Code hosts"],
    summary: "Download the sync log as CSV",
    description: "What was synced, ignored and failed, newest first.",
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
    summary: "Download deleted issues as CSV",
    description: "Most recently deleted first.",
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: deletedIssueFile, filter: {}, name: "deleted-issues" }),
);

setupListFiles.openapi(
  operation("person", {
    method: "get",
    path: "/support/messages/export",
    tags: ["Support"],
    summary: "Download support messages as CSV",
    description: "By state: your own, or all of them if you reply for Plenum.",
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
    summary: "Download pending invitations of technicians as CSV",
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: invitationFile, filter: {}, name: "invitations" }),
);

setupListFiles.openapi(
  operation("inventory.read", {
    method: "get",
    path: "/inventory/picks/export",
    tags: ["Inventory"],
    summary: "Download a day's pick list as CSV",
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
    summary: "Download a plan's invoices as CSV",
    description: "Newest first. Empty if you may not change the plan.",
    request: { params: z.object({ of: z.enum(PLAN_OWNER_KINDS) }) },
    responses,
  }),
  (c) => listAnswer(c.var.ctx, { file: planInvoiceFile, filter: c.req.valid("param"), name: "plan-invoices" }),
);
