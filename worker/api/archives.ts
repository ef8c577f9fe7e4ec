import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { archiveBusiness, archiveHousehold } from "~/domain/export/archive.server";
import type { HonoEnv } from "../env";
import { operation } from "./operation";

const responses = { 200: { description: "The file", content: { "application/zip": { schema: z.string() } } } };

/** Everything there is, in one file. */
export const archives = new OpenAPIHono<HonoEnv>();

archives.openapi(
  operation("admin", {
    method: "get",
    path: "/archives/business",
    tags: ["Business data"],
    summary: "Download the whole business as a ZIP",
    description:
      "Every table as JSON lines and as CSV, and the photos and other files, made while it is sent. No member's household. Noted in the audit log.",
    responses,
  }),
  async (c) => zipAnswer(await archiveBusiness(c.var.ctx), `plenum-business-${dayOf(c.var.ctx.now)}.zip`),
);

archives.openapi(
  operation("person", {
    method: "get",
    path: "/archives/household",
    tags: ["Household data"],
    summary: "Download the caller's whole household as a ZIP",
    description: "Every table as JSON lines and as CSV, made while it is sent. No password and no bank's keys.",
    responses,
  }),
  async (c) => zipAnswer(await archiveHousehold(c.var.ctx), `plenum-household-${dayOf(c.var.ctx.now)}.zip`),
);

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

function zipAnswer(chunks: AsyncGenerator<Uint8Array>, fileName: string): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) return controller.close();
      controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
